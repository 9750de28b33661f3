// The ready tasks of one flow that have an affinity: a worker that takes one of them gets one of its own, if there is.
//
// As with priorities (ready_heap.hpp) such a task is not in the pool, but here, and in the pool is a ticket for it. A
// ticket is good for one task. So a task is never kept from a worker that has nothing else to do, whatever its
// affinity. Each worker has a list under a lock, each node of the machine has one, and there is one for tasks that are
// of neither. A worker takes the newest of its own list, whose data are the likeliest to be in its cache. Then it takes
// the oldest of the node on which it is now; then the oldest of those of none, then the oldest of another list.
// Callers: prepare() by threads that submit, before their task is registered; put() by a thread that makes a task
// ready; take() by a worker with a ticket.
// Invariants
//   AL-T1  a ticket comes into the pool when its task is in a list, and each take() has used one up. So there are never
//          fewer tasks in the lists than workers inside take(). One that has found all lists empty, one after another,
//          was overtaken: in between another worker has taken a task, and perhaps one was put. It looks again.
//   AL-T2  which worker was the last is a hint: any value of that table is right.
// Orderings: AL-M1 prepare -> prepare: the lists, as they were made. AL-M2 put and take know them by what brings them
// the task or the ticket: the thread that has submitted the task has prepared them before.
// Progress: blocking, for a list whose lock is held for a few instructions. Memory: 128 bytes a worker and node, and
// 8 KiB, from the first prepare() on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/base/owned_array.hpp>
#include <jackdaw/base/processors/numa_nodes.hpp>
#include <jackdaw/base/processors/processor.hpp>
#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/flow/task/attributes.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::dataflow {

/// The place of a task in a list.
struct affine_node {
  explicit affine_node(affinity where) noexcept : to(where) {}

  affinity to;
  affine_node* newer = nullptr;
  affine_node* older = nullptr;
};

class affinity_lists {
 public:
  affinity_lists() noexcept = default;
  affinity_lists(const affinity_lists&) = delete;
  affinity_lists& operator=(const affinity_lists&) = delete;
  ~affinity_lists() { delete room_.load(base::relaxed); }  // no thread is here any more

  /// Makes room for the tasks of so many workers, the first time. Throws std::bad_alloc.
  void prepare(unsigned workers) {
    if (room_.load(base::acquire) != nullptr) return;  // AL-M1: pairs with the exchange
    prepare(workers, base::numa_nodes::of_this_machine());
  }
  /// `machine` outlives this.
  void prepare(unsigned workers, const base::numa_nodes& machine) {
    auto* const made = new room(workers, machine);
    room* none = nullptr;
    if (!room_.compare_exchange_strong(none, made, base::release, base::acquire)) delete made;  // AL-M1
  }

  void put(affine_node& one) noexcept {
    room& all = prepared();
    list& to = *all.lists[all.list_for(one.to)];
    const std::lock_guard hold(to.lock);
    to.add(one);
  }

  /// One for the worker at `place`. Only with a ticket (AL-T1).
  [[nodiscard]] affine_node& take(unsigned place) noexcept {
    room& all = prepared();
    const bool has_own = place < all.workers;  // a reserve thread has none
    const unsigned own = has_own ? place : all.of_none();
    for (base::bounded_spin p;; p.wait()) {
      affine_node* found = has_own ? all.lists[own]->take(&list::newest) : nullptr;
      if (found == nullptr && all.nodes > 1) found = all.lists[all.of_node_here()]->take(&list::oldest);
      if (found == nullptr) found = all.lists[all.of_none()]->take(&list::oldest);
      const unsigned count = all.of_none() + 1;
      for (unsigned i = 1; found == nullptr && i < count; ++i)
        found = all.lists[(own + i) % count]->take(&list::oldest);
      if (found != nullptr) {
        all.note(found->to, place);
        return *found;
      }
    }
  }

 private:
  struct list {
    void add(affine_node& one) noexcept {
      one.newer = nullptr;
      one.older = newest;
      (newest == nullptr ? oldest : newest->newer) = &one;
      newest = &one;
    }

    /// Null: it is empty.
    [[nodiscard]] affine_node* take(affine_node* list::* which) noexcept {
      const std::lock_guard hold(lock);
      affine_node* const taken = this->*which;
      if (taken == nullptr) return nullptr;
      (taken->newer == nullptr ? newest : taken->newer->older) = taken->older;
      (taken->older == nullptr ? oldest : taken->older->newer) = taken->newer;
      return taken;
    }

    sync::spin_lock lock;
    affine_node* newest = nullptr;
    affine_node* oldest = nullptr;
  };

  struct room {
    room(unsigned how_many, const base::numa_nodes& of)
        : workers(how_many), machine(&of), nodes(of.count() > 1 ? of.count() : 0), lists(of_none() + 1) {}

    // Of workers, then of nodes where there are several, then of none.
    [[nodiscard]] unsigned of_none() const noexcept { return workers + nodes; }
    [[nodiscard]] unsigned of_node_here() const noexcept {
      return workers + machine->of_processor(base::current_processor());
    }
    [[nodiscard]] unsigned list_for(const affinity& to) const noexcept {
      if (to.is_to_node()) return to.node < nodes ? workers + to.node : of_none();
      if (to.near == nullptr) return to.worker < workers ? to.worker : of_none();
      const unsigned known = last[slot(to.near)].load(base::relaxed);  // AL-T2
      return known == 0 ? of_none() : known - 1;
    }
    void note(const affinity& of, unsigned place) noexcept {
      if (of.near == nullptr || place >= workers) return;
      auto& known = last[slot(of.near)];
      const auto now = static_cast<std::uint16_t>(place + 1);
      if (known.load(base::relaxed) != now) known.store(now, base::relaxed);  // AL-T2
    }
    [[nodiscard]] static std::size_t slot(const void* address) noexcept {
      const std::uint64_t line = reinterpret_cast<std::uintptr_t>(address) / 64;
      return line * 0x9e3779b97f4a7c15U >> 52U;
    }

    unsigned workers;
    const base::numa_nodes* machine;
    unsigned nodes;
    base::owned_array<base::padded<list>> lists;
    std::array<base::atomic<std::uint16_t>, 4096>
        last{};  // by address: the number of a worker and 1; 0: none
  };

  [[nodiscard]] room& prepared() const noexcept { return *room_.load(base::relaxed); }  // AL-M2

  base::atomic<room*> room_{nullptr};
};

}  // namespace jackdaw::dataflow
