// An engine of some pool, and a memory manager, behind virtual calls; and the worker of tasks that run on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/observe/watched_counts.hpp>
#include <jackdaw/pool/task_pool.hpp>
#include <jackdaw/worker/by_name/any_idle.hpp>
#include <jackdaw/worker/by_name/any_memory.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/engine/engine.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>
#include <jackdaw/worker/worker.hpp>

namespace jackdaw {

class any_worker;

namespace working {

/// A header that every catalogued pool can store, the most derived one, with room for an observer's note. That
/// lies where the lock ends, so that a task is no larger for it.
using any_task = observe::header_for<locked_task, observe::watched_counts>;
static_assert(sizeof(any_task) == sizeof(locked_task));

/// An engine of some pool, and a memory manager, behind virtual calls.
class any_engine {
 public:
  virtual ~any_engine() = default;
  [[nodiscard]] virtual bool ends() noexcept = 0;  ///< before it is destroyed: working::engine
  [[nodiscard]] virtual void* allocate(unsigned id, std::size_t bytes) = 0;
  virtual void deallocate(unsigned id, void* block, std::size_t bytes) = 0;
  virtual void put(unsigned id, any_task& item) = 0;
  virtual void put_pinned(unsigned id, unsigned to, any_task& item) = 0;
  virtual void held(unsigned id, any_task& item) = 0;
  virtual void arrived(unsigned id, any_task& item) = 0;
  virtual void init(any_task& item) = 0;
  [[nodiscard]] virtual bool run(base::function_ref<void()> deal) = 0;
  virtual void put_from_outside(unsigned place, any_task& item) = 0;
  virtual void put_pinned_from_outside(unsigned to, any_task& item) = 0;
  [[nodiscard]] virtual external_callers& guests() = 0;
  virtual void help(base::function_ref<bool()> over) = 0;
  virtual void help_inside(unsigned id, base::function_ref<bool()> over) = 0;
  virtual void block_inside(unsigned id, base::function_ref<bool()> over,
                            base::function_ref<void()> look) = 0;
  [[nodiscard]] virtual bool all_block() const = 0;
  virtual void wake(unsigned id) = 0;
  [[nodiscard]] virtual std::uint64_t phase_state() const = 0;
  [[nodiscard]] virtual bool engaged() const = 0;
  [[nodiscard]] virtual any_worker& seat() = 0;
  [[nodiscard]] virtual failure& failed() = 0;
  [[nodiscard]] virtual graveyard& dead() = 0;
  [[nodiscard]] virtual unsigned workers() const = 0;
  [[nodiscard]] virtual unsigned allowed_workers() const = 0;
  virtual void allow_workers(unsigned workers) = 0;
  [[nodiscard]] virtual observe::run_totals totals() = 0;
  virtual void watch_with(observe::any_observer watcher) = 0;
  [[nodiscard]] virtual observe::any_observer& watcher() = 0;

  /// As working::engine.
  [[nodiscard]] const maker_notes<any_worker>& notes() const noexcept { return notes_; }

  observe::any_observer* watching = nullptr;  ///< the watcher, when there is one: found without a call

 private:
  const maker_notes<any_worker> notes_;
};

}  // namespace working

/// The worker of an any_scheduler: tasks take it as `any_worker&` or `auto&`. Threads: as basic_worker.
class any_worker : public working::pool_face<any_worker, working::any_task> {
 public:
  using task_type = working::any_task;

  any_worker(working::any_engine& engine, unsigned id, unsigned workers)
      : engine_(&engine), id_(id), workers_(workers) {}

  /// 0 to workers()-1; two tasks of one run that run at the same time have different ones. Runs of several threads, and
  /// a run inside a task, may use the same numbers.
  [[nodiscard]] unsigned id() const noexcept { return id_; }
  [[nodiscard]] unsigned workers() const noexcept { return workers_; }

  // For tasks and their memory, not for users.
  [[nodiscard]] unsigned place() const noexcept { return id_; }
  [[nodiscard]] void* allocate(std::size_t bytes) { return engine_->allocate(id_, bytes); }
  void deallocate(void* block, std::size_t bytes) { engine_->deallocate(id_, block, bytes); }
  void submit(working::any_task& item) { engine_->put(id_, item); }
  void submit_pinned(unsigned to, working::any_task& item) { engine_->put_pinned(id_, to, item); }
  void failed(std::exception_ptr what, std::string_view task) {
    engine_->failed().record(std::move(what), task);
  }
  [[nodiscard]] graveyard& dead() { return engine_->dead(); }
  void note_held(working::any_task& item) { engine_->held(id_, item); }
  void note_arrival(task& waiting) { engine_->arrived(id_, static_cast<working::any_task&>(waiting)); }
  [[nodiscard]] observe::any_observer* data_observer() noexcept { return engine_->watching; }
  [[nodiscard]] bool works_for(const working::any_engine& engine) const noexcept {
    return engine_ == &engine;
  }

 private:
  working::any_engine* engine_;
  unsigned id_;
  unsigned workers_;
};

namespace working {

/// any_engine over one pool.
template <pool::task_pool Pool>
class engine_of final : public any_engine {
 public:
  /// `pool`: how the pool is made, where its type does not say it (waking_pool).
  template <class... PoolArguments>
  engine_of(const staffing& staff, any_memory (*memory)(unsigned), any_idle::maker idle,
            const PoolArguments&... pool)
      : memory_(memory(actors(staff.workers))),
        crew_(make_crew(staff.workers)),
        engine_(staff, crew_.data(), pool..., idle) {}

  [[nodiscard]] bool ends() noexcept override { return engine_.ends(); }
  void* allocate(unsigned id, std::size_t bytes) override { return memory_.allocate(id, bytes); }
  void deallocate(unsigned id, void* block, std::size_t bytes) override {
    memory_.deallocate(id, block, bytes);
  }
  void put(unsigned id, any_task& item) override { engine_.put(id, item); }
  void put_pinned(unsigned id, unsigned to, any_task& item) override { engine_.put_pinned(id, to, item); }
  void held(unsigned id, any_task& item) override { engine_.observer().task_held(id, item, item.note); }
  void arrived(unsigned id, any_task& item) override { engine_.observer().task_arrived(id, item.note); }
  void init(any_task& item) override { engine_.init(item); }
  bool run(base::function_ref<void()> deal) override { return engine_.run(deal); }
  void put_from_outside(unsigned place, any_task& item) override { engine_.put_from_outside(place, item); }
  void put_pinned_from_outside(unsigned to, any_task& item) override {
    engine_.put_pinned_from_outside(to, item);
  }
  [[nodiscard]] external_callers& guests() override { return engine_.guests(); }
  void help(base::function_ref<bool()> over) override { engine_.help(over); }
  void help_inside(unsigned id, base::function_ref<bool()> over) override { engine_.help_inside(id, over); }
  void block_inside(unsigned id, base::function_ref<bool()> over, base::function_ref<void()> look) override {
    engine_.block_inside(id, over, look);
  }
  [[nodiscard]] bool all_block() const override { return engine_.all_block(); }
  void wake(unsigned id) override { engine_.wake(id); }
  [[nodiscard]] std::uint64_t phase_state() const override { return engine_.phase_state(); }
  [[nodiscard]] bool engaged() const override { return engine_.engaged(); }
  [[nodiscard]] any_worker& seat() override { return crew_.front(); }
  [[nodiscard]] failure& failed() override { return engine_.failed(); }
  [[nodiscard]] graveyard& dead() override { return engine_.dead(); }
  [[nodiscard]] unsigned workers() const override { return engine_.workers(); }
  [[nodiscard]] unsigned allowed_workers() const override { return engine_.allowed(); }
  void allow_workers(unsigned workers) override { engine_.allow(workers); }
  [[nodiscard]] observe::run_totals totals() override {
    observe::run_totals all = engine_.observer().totals();
    all.bytes_held = memory_.held();
    return all;
  }
  void watch_with(observe::any_observer watcher) override {
    engine_.observer().watch_with(std::move(watcher));
    watching = this->watcher() ? &this->watcher() : nullptr;
  }
  [[nodiscard]] observe::any_observer& watcher() override { return engine_.observer().watcher(); }

 private:
  std::vector<any_worker> make_crew(unsigned workers) {
    std::vector<any_worker> crew;
    crew.reserve(workers);
    for (unsigned id = 0; id < workers; ++id) crew.emplace_back(*this, id, workers);
    return crew;
  }

  any_memory memory_;
  std::vector<any_worker> crew_;
  engine<Pool, any_idle, observe::watched_counts, any_worker> engine_;
};

}  // namespace working

static_assert(task_worker<any_worker>);

}  // namespace jackdaw
