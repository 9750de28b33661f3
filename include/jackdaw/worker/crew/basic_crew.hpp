// A pool of items for threads of the caller's own.
#pragma once

#include <cstddef>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <jackdaw/base/threads/inside_exit.hpp>
#include <jackdaw/memory/manager.hpp>
#include <jackdaw/memory/own_memory.hpp>
#include <jackdaw/memory/papers/default_manager.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/task/closure.hpp>
#include <jackdaw/worker/crew/crew_pool.hpp>
#include <jackdaw/worker/engine/process_end.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>

namespace jackdaw {

/// A pool that threads of the caller's own work on: std::threads, an OpenMP region, a thread pool of another library.
/// Each becomes a member, puts items and gets items, of any member. get() ends when none is left and none can be put
/// any more, because every member waits for one. Then the next round begins: members may put and get again.
///
/// Not for programs that have no threads yet: a scheduler makes them, executes tasks by itself, and has joins.
///
///     jackdaw::crew<job> jobs(threads);
///     // in each thread:
///     auto me = jobs.join();
///     me.put(first);
///     while (auto next = me.get()) work_on(*next, me);
///
/// Cost of an item: as of a task of the same pool, without a call through a pointer. Threads: join() from any;
/// a member belongs to one thread at a time. Source: WSL06 section 2.1, KR02 section 6.1.
template <class Item, pool::task_pool Pool = pool::split_pool,
          working::idle_policy Idle = working::spin_yield_park, memory::manager Memory = memory::cgbkof>
  requires std::is_nothrow_move_constructible_v<Item> && std::is_nothrow_destructible_v<Item>
class basic_crew {
  struct node : Pool::task_type {
    explicit node(Item&& moved) noexcept : item(std::move(moved)) {}
    Item item;
  };

 public:
  /// A thread's place in the crew; given up when this dies. What it has put stays for the others. It does
  /// not wait.
  class member {
   public:
    member(member&& other) noexcept : crew_(std::exchange(other.crew_, nullptr)), id_(other.id_) {}
    member& operator=(member&&) = delete;
    ~member() {
      if (crew_ != nullptr) crew_->pool_->leave(id_);
    }

    /// From 0 to most_members() - 1; no other member has the same.
    [[nodiscard]] unsigned id() const noexcept { return id_; }

    /// Throws std::bad_alloc; the item is lost then.
    void put(Item item) { crew_->put(id_, std::move(item)); }

    /// An item; waits for one. Nothing when the round is over: no item is left, and every member waits.
    [[nodiscard]] std::optional<Item> get() { return crew_->take(id_, crew_->pool_->get(id_)); }

    /// The same without waiting: nothing when none is found now.
    [[nodiscard]] std::optional<Item> try_get() { return crew_->take(id_, crew_->pool_->next(id_)); }

    /// Whether an item has come into sight since a try_get() that found nothing: for a member that waits in its
    /// own way, `sleep_until([&] { return me.in_sight() || over(); })`. Old when it is returned.
    [[nodiscard]] bool in_sight() { return crew_->pool_->in_sight(id_); }

   private:
    friend basic_crew;
    member(basic_crew& crew, unsigned id) noexcept : crew_(&crew), id_(id) {}

    basic_crew* crew_;
    unsigned id_;
  };

  /// At most `most_members` members at a time, from 1 to 32767. Throws std::invalid_argument, std::bad_alloc.
  explicit basic_crew(unsigned most_members)
      : memory_(working::checked_members(most_members)), pool_(most_members) {}

  /// Items that are left are destroyed. There must be no members any more; inside std::exit() there may, and nothing is
  /// destroyed then (worker/engine/process_end.hpp).
  ~basic_crew() {
    if (pool_->members() != 0 && base::inside_exit()) {
      pool_.abandon();
      memory_.abandon();
      return;
    }
    while (auto* const left = pool_->leftover()) static_cast<void>(take(0, left));
  }
  basic_crew(const basic_crew&) = delete;
  basic_crew& operator=(const basic_crew&) = delete;

  /// Throws std::length_error when there are most_members() already. Any thread.
  [[nodiscard]] member join() {
    const auto id = pool_->join();
    if (!id) throw std::length_error(working::too_many_members(pool_->workers()));
    return {*this, *id};
  }

  /// How many members there may be at a time.
  [[nodiscard]] unsigned most_members() const noexcept { return pool_->workers(); }

 private:
  using block = detail::block_for<node>;

  void put(unsigned id, Item&& item) {
    memory::own_memory<Memory> here(*memory_, id);
    node* const made = new (block::allocate(here)) node(std::move(item));
    try {
      pool_->put(id, *made);
    } catch (...) {
      static_cast<void>(take(id, made));
      throw;
    }
  }

  [[nodiscard]] std::optional<Item> take(unsigned id, typename Pool::task_type* found) {
    if (found == nullptr) return std::nullopt;
    node* const made = static_cast<node*>(found);
    std::optional<Item> item(std::move(made->item));
    made->~node();
    memory::own_memory<Memory> here(*memory_, id);
    block::deallocate(here, made);
    return item;
  }

  working::unless_abandoned<Memory> memory_;
  working::unless_abandoned<working::crew_pool<Pool, Idle>> pool_;
};

/// A crew with the default pool, idle policy and memory manager: see basic_crew.
template <class Item>
using crew = basic_crew<Item>;

}  // namespace jackdaw
