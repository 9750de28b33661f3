// A scheduler whose pool, memory manager and idle policy are chosen by name at run time.
//
// Compiled once for each pool; programs that use it are compiled once for all of them. The price is a virtual
// call for a put and two for a task's memory; bench/micro measures it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/observe/watched_counts.hpp>
#include <jackdaw/worker/by_name/any_engine.hpp>
#include <jackdaw/worker/by_name/any_idle.hpp>
#include <jackdaw/worker/by_name/any_memory.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/engine/process_end.hpp>
#include <jackdaw/worker/engine/run_interface.hpp>
#include <jackdaw/worker/external/caller_identity.hpp>
#include <jackdaw/worker/external/overflow_scheduler.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

namespace jackdaw {

/// What to choose. Empty names and 0 workers mean the defaults.
struct scheduler_choice {
  std::string pool = "jackdaw";    ///< of pool_names(), with values where it has parameters: "dq8:16"
  std::string memory = "cgbkof";   ///< of memory_names()
  std::string idle = "source";     ///< of idle_names(); source: what the pool's name says, or its entry
  unsigned workers = 0;            ///< 0: as in options
  scheduler_options options = {};  ///< all the others
  observe::any_observer::maker observer =
      nullptr;  ///< any_observer::make<…>: sees all runs; null: there is none
};

/// A scheduler whose parts were chosen by name: same use as basic_scheduler. Made by make_scheduler
/// (worker/by_name/make_scheduler.hpp).
///     auto sched = make_scheduler({.pool = "sq1"});
///     sched.run([](any_worker& w) { work(w); });
///     std::printf("%lu tasks", sched.tasks());
class any_scheduler : public working::run_face<any_scheduler> {
 public:
  using worker_type = any_worker;
  using task_type = working::any_task;
  using maker = std::function<std::unique_ptr<working::any_engine>(
      const working::staffing& staff, any_memory (*memory)(unsigned), any_idle::maker idle)>;

  any_scheduler(scheduler_choice choice, maker make, any_memory (*memory)(unsigned), any_idle::maker idle)
      : choice_(std::move(choice)),
        make_(std::move(make)),
        memory_(memory),
        idle_(idle),
        engine_(make_(staff_of(choice_), memory, idle).release()) {
    choice_.workers = engine_->workers();
    if (choice_.observer != nullptr) engine_->watch_with(choice_.observer(choice_.workers));
  }

  /// How many tasks may run at the same time at most.
  [[nodiscard]] unsigned workers() const { return engine_->workers(); }

  /// Lets only the first `workers` of the workers work, from their next task boundary on; 0 counts as 1.
  /// That lasts until it is called again; the budget is not followed any more. Any thread, at any time. Without effect
  /// on pools that do not balance.
  void allow_workers(unsigned workers) {
    engine_->allow_workers(workers);
    second_->allow_workers(workers);
  }

  /// How many may work now: what allow_workers() said last, or else what the CPU budget was when it was
  /// read last.
  [[nodiscard]] unsigned allowed_workers() const { return engine_->allowed_workers(); }

  /// What was chosen: the names, and the number of workers.
  [[nodiscard]] const scheduler_choice& choice() const noexcept { return choice_; }

  /// Tasks executed since the scheduler was made, dropped ones included. Only while no run is under way.
  [[nodiscard]] std::uint64_t tasks() const { return engine_->totals().tasks_run; }

  /// What the workers did since the scheduler was made. Only while no run is under way.
  [[nodiscard]] observe::run_totals totals() const { return engine_->totals(); }

  /// The observer that was chosen; null where none was, or one of another type. A run inside a task has none.
  template <observe::numbering_observer O>
  [[nodiscard]] O* observer() const {
    return engine_->watcher().as<O>();
  }

  /// Calls use(observer) with the observer that was chosen, to be shown the runs of another scheduler with as many
  /// workers. This one has no threads meanwhile, and cannot be used. Only while no run is under way. Throws
  /// std::system_error when the system has no more threads afterwards.
  void lend_observer(auto&& use) {
    observe::any_observer lent = std::move(engine_->watcher());
    engine_.reset();
    const auto give_back = [&] {
      engine_.reset(make_(staff_of(choice_), memory_, idle_).release());
      engine_->watch_with(std::move(lent));
    };
    try {
      use(lent);
    } catch (...) {
      give_back();
      throw;
    }
    give_back();
  }

  /// The name of the task whose exception came out of run() last.
  [[nodiscard]] std::string_view failed_task() const { return engine_->failed().task(); }

  // For faces, not for users: worker/external/caller_identity.hpp, worker/engine/engine.hpp.
  [[nodiscard]] any_worker* worker_here() const noexcept {
    any_worker* const here = working::current_worker<any_worker>;
    return here != nullptr && here->works_for(*engine_) ? here : worker_elsewhere();
  }
  [[nodiscard]] unsigned places() const { return engine_->workers(); }
  [[nodiscard]] static const base::atomic<unsigned>& reserves_seen() noexcept {
    static constinit base::atomic<unsigned> none{0};
    return none;
  }
  [[nodiscard]] void* allocate(unsigned id, std::size_t bytes) { return engine_->allocate(id, bytes); }
  void deallocate(unsigned id, void* block, std::size_t bytes) { engine_->deallocate(id, block, bytes); }
  void put_from_outside(unsigned place, task_type& item) { engine_->put_from_outside(place, item); }
  void put_pinned_from_outside(unsigned to, task_type& item) { engine_->put_pinned_from_outside(to, item); }
  [[nodiscard]] working::external_callers& guests() { return engine_->guests(); }
  void help(base::function_ref<bool()> over) { engine_->help(over); }
  void help_inside(unsigned id, base::function_ref<bool()> over) { engine_->help_inside(id, over); }
  void block_inside(unsigned id, base::function_ref<bool()> over, base::function_ref<void()> look) {
    engine_->block_inside(id, over, look);
  }
  [[nodiscard]] bool all_block() const { return engine_->all_block(); }
  void wake(unsigned id) { engine_->wake(id); }
  [[nodiscard]] std::uint64_t phase_state() const { return engine_->phase_state(); }

 private:
  friend class working::run_face<any_scheduler>;

  static working::staffing staff_of(const scheduler_choice& choice) {
    scheduler_options options = choice.options;
    if (choice.workers != 0) options.workers = choice.workers;
    return working::staffing(options);
  }

  [[nodiscard]] any_worker* worker_elsewhere() const noexcept {
    any_worker* const here = engine_->notes().current_elsewhere();
    return here != nullptr && here->works_for(*engine_) ? here : nullptr;
  }

  [[nodiscard]] bool engaged() const { return engine_->engaged(); }
  [[nodiscard]] std::unique_ptr<any_scheduler> nested() const {
    scheduler_choice alone = choice_;
    alone.workers = 1;
    alone.options = {};
    alone.observer = nullptr;
    return std::make_unique<any_scheduler>(std::move(alone), make_, memory_, idle_);
  }
  [[nodiscard]] any_scheduler& beside() {
    return second_->get([this] {
      scheduler_choice like_this = choice_;
      like_this.observer = nullptr;
      return std::make_unique<any_scheduler>(std::move(like_this), make_, memory_, idle_);
    });
  }
  [[nodiscard]] any_worker& seat() { return engine_->seat(); }
  void init(task_type& item) { engine_->init(item); }
  [[nodiscard]] bool run_dealt(base::function_ref<void()> deal) { return engine_->run(deal); }

  scheduler_choice choice_;
  maker make_;
  any_memory (*memory_)(unsigned);
  any_idle::maker idle_;
  std::unique_ptr<working::any_engine, working::delete_ended> engine_;
  std::unique_ptr<working::overflow_scheduler<any_scheduler>> second_ =
      std::make_unique<working::overflow_scheduler<any_scheduler>>();
};

}  // namespace jackdaw
