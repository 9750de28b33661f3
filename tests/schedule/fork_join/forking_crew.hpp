// A crew for explorations of joins, groups and isolation: what these need of an engine and of a worker, on split deques.
//
// The split pool and the engine look at clocks, start threads and rest, which no seed decides. So the crew takes tasks
// as they do, but from all others in turn.
#pragma once

#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/base/function_ref.hpp>
#include <jackdaw/base/random.hpp>
#include <jackdaw/fork_join/group/task_group.hpp>
#include <jackdaw/fork_join/isolate.hpp>
#include <jackdaw/fork_join/join.hpp>
#include <jackdaw/observe/observer.hpp>
#include <jackdaw/queue/split/split_deque.hpp>
#include <jackdaw/sync/parking.hpp>
#include <jackdaw/task/join_counter.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>
#include <jackdaw/worker/worker.hpp>

#include "tests/support/explore.hpp"

namespace jackdaw::tests {

class forking_crew {
 public:
  class member;
  static constexpr unsigned most_members = 3;

  forking_crew() {
    for (unsigned id = 0; id < most_members; ++id) members_.push_back(std::make_unique<member>(*this, id));
  }

  [[nodiscard]] member& at(unsigned id) noexcept { return *members_[id]; }

  // ---- as an engine ----

  [[nodiscard]] forking_crew& pool() noexcept { return *this; }
  [[nodiscard]] observe::null_observer& observer() noexcept { return observer_; }
  [[nodiscard]] static task* next_pinned(unsigned /*id*/, const auto& /*over*/) noexcept { return nullptr; }
  [[nodiscard]] static bool let_in(unsigned /*id*/) noexcept { return false; }
  void execute(unsigned id, task& item);
  void execute(member& w, const auto& own, task& item);
  void answer_steal_request(unsigned id);
  template <class Over>
  void wait(unsigned id, Over over) {
    parking_.park_unless(id, over);
  }
  template <class Over>
  void wait_alone(unsigned id, Over over) {
    parking_.park_unless(id, over);
  }
  void wake(unsigned id) noexcept { static_cast<void>(parking_.wake(id)); }

  // ---- as a pool: pool/split_pool/split_pool.hpp ----

  [[nodiscard]] task* get_own(unsigned id);
  [[nodiscard]] task* get_unless_resting(unsigned id, base::function_ref<bool()> over);
  [[nodiscard]] task* steal_from(unsigned id, unsigned victim, base::function_ref<bool()> over);
  const task* isolate(unsigned id, const task* mark) noexcept;
  [[nodiscard]] bool isolated(unsigned id) const noexcept;

  // ---- as a thread ----

  /// The calling thread works as member `id`: once around, or `acts` times a task that it steals, and then all that is
  /// left to it.
  template <class Function>
  void work(unsigned id, Function function);
  void steal(unsigned id, int acts);

  /// Whether nothing is left anywhere.
  [[nodiscard]] bool is_empty() const;

 private:
  std::vector<std::unique_ptr<member>> members_;
  sync::parking parking_{most_members};
  observe::null_observer observer_{most_members};
};

/// A worker of the crew.
class forking_crew::member : public working::pool_face<member, task> {
 public:
  using task_type = task;
  using observer_type = observe::null_observer;

  member(forking_crew& crew, unsigned id) : crew_(&crew), id_(id) {}
  member(const member&) = delete;
  member& operator=(const member&) = delete;
  ~member() {
    for (auto& [bytes, blocks] : free_) {
      for (void* block : blocks) ::operator delete(block);
    }
  }

  struct local {
    queue::split_deque deque;
    const task* mark = nullptr;
  };
  [[nodiscard]] local& own() noexcept { return own_; }
  [[nodiscard]] unsigned id() const noexcept { return id_; }
  [[nodiscard]] unsigned place() const noexcept { return id_; }
  [[nodiscard]] static unsigned workers() noexcept { return most_members; }
  [[nodiscard]] forking_crew& engine() noexcept { return *crew_; }
  [[nodiscard]] member& original() noexcept { return *this; }

  void submit(task& item) {
    if (own_.deque.push(item)) crew_->answer_steal_request(id_);
  }
  void failed(const std::exception_ptr& /*what*/, std::string_view /*task*/) {
    simulated::explorer::fail("a task has thrown that no thread waits for");
  }
  [[nodiscard]] graveyard& dead() noexcept { return dead_; }
  void note_held(task& /*item*/) noexcept {}

  /// Blocks that this member has freed come again, the last one first.
  [[nodiscard]] void* allocate(std::size_t bytes) {
    auto& blocks = free_[bytes];
    if (blocks.empty()) return ::operator new(bytes);
    void* const block = blocks.back();
    blocks.pop_back();
    return block;
  }
  void deallocate(void* block, std::size_t bytes) { free_[bytes].push_back(block); }

 private:
  forking_crew* crew_;
  unsigned id_;
  local own_;
  graveyard dead_;
  std::map<std::size_t, std::vector<void*>> free_;
};

static_assert(fork_join::forking_worker<forking_crew::member>);

inline void forking_crew::execute(unsigned id, task& item) { item.execute(item, &at(id), task_verb::run); }

inline void forking_crew::execute(member& w, const auto& /*own*/, task& item) {
  item.execute(item, &w, task_verb::run);
}

inline void forking_crew::answer_steal_request(unsigned id) {
  auto& deque = at(id).own().deque;
  static_cast<void>(deque.answer_steal_request());
  deque.clear_request();
}

inline task* forking_crew::get_own(unsigned id) {
  auto& own = at(id).own();
  if (task* const item = own.deque.pop(own.mark)) return item;
  if (own.mark == nullptr) return own.deque.reclaim();
  return own.deque.is_on_top(*own.mark) ? nullptr : own.deque.reclaim_newest(own.mark);
}

inline task* forking_crew::get_unless_resting(unsigned id, base::function_ref<bool()> over) {
  auto& deque = at(id).own().deque;
  if (task* const item = deque.pop()) return item;
  if (task* const item = deque.reclaim()) return item;
  for (unsigned i = 1; i < most_members; ++i) {
    if (task* const item = steal_from(id, (id + i) % most_members, over)) return item;
  }
  return nullptr;
}

inline task* forking_crew::steal_from(unsigned id, unsigned victim, base::function_ref<bool()> over) {
  if (over()) return nullptr;
  auto& deque = at(victim).own().deque;
  queue::batch taken;
  if (deque.steal(taken) != queue::outcome::success) {
    deque.take_old(taken);
    if (taken.count == 0) deque.request_work();
    if (taken.count == 0 && deque.has_private()) deque.steal_by_force(taken);
  }
  if (taken.count == 0) return nullptr;
  for (std::size_t i = 1; i < taken.count; ++i) at(id).own().deque.push_taken(*taken.items[i]);
  return taken.items[0];
}

inline const task* forking_crew::isolate(unsigned id, const task* mark) noexcept {
  at(id).own().deque.keep_order(mark != nullptr);
  return std::exchange(at(id).own().mark, mark);
}

inline bool forking_crew::isolated(unsigned id) const noexcept { return members_[id]->own().mark != nullptr; }

template <class Function>
void forking_crew::work(unsigned id, Function function) {
  const working::worker_scope<member> as(at(id));
  function(at(id));
  while (task* const item = get_own(id)) execute(id, *item);
}

inline void forking_crew::steal(unsigned id, int acts) {
  work(id, [&](member& w) {
    for (int i = 0; i < acts; ++i) {
      if (task* const item = get_unless_resting(w.id(), [] { return false; })) execute(w.id(), *item);
    }
  });
}

inline bool forking_crew::is_empty() const {
  for (const auto& each : members_) {
    if (each->own().deque.has_private() || each->own().deque.has_public()) return false;
  }
  return true;
}

}  // namespace jackdaw::tests
