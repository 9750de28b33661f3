// A crew chosen at run time, of items whose size is known at run time: what the C interface is made of.
#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/by_name/any_idle.hpp>
#include <jackdaw/worker/by_name/any_memory.hpp>
#include <jackdaw/worker/by_name/parts_by_name.hpp>
#include <jackdaw/worker/crew/crew_pool.hpp>

namespace jackdaw {

/// What to choose; the names are those of the catalogues. Empty ones mean the defaults.
struct crew_choice {
  std::string pool = "jackdaw";   ///< of pool_names(), with values where it has parameters: "dq8:16"
  std::string memory = "cgbkof";  ///< a name of memory_names()
  std::string idle = "source";    ///< source: what the pool's entry names
};

/// As basic_crew; members are known by their numbers, and items are copied as bytes. Made by make_crew.
///     const auto jobs = make_crew(threads, sizeof(job), {.pool = "sq1"});
///     // in each thread:
///     const unsigned me = jobs->join().value();
///     jobs->put(me, &first);
///     for (job next; jobs->get(me, &next);) work_on(next);
///     jobs->leave(me);
///
/// Not where the type of items is known: crew<Item>. Cost: a call through a pointer, and two copies of the item.
/// Threads: join() from any; a member's number is used by one thread at a time.
class any_crew {
 public:
  virtual ~any_crew() = default;
  any_crew(const any_crew&) = delete;
  any_crew& operator=(const any_crew&) = delete;

  /// A seat for the calling thread; nothing when all are taken.
  [[nodiscard]] virtual std::optional<unsigned> join() = 0;
  /// Member `id` will come, and is waited for. False when there is no such seat, or a thread that has joined has it.
  /// One thread at a time expects and withdraws.
  [[nodiscard]] virtual bool expect(unsigned id) = 0;
  /// Member `id`, if it was expected, is waited for no more. Not while a thread uses that number.
  virtual void withdraw(unsigned id) = 0;
  /// Member `id`, which may have been expected, is there. Whether it is a member.
  [[nodiscard]] virtual bool arrive(unsigned id) = 0;
  /// Gives the seat up. What member `id` has put stays for the others.
  virtual void leave(unsigned id) = 0;
  /// Whether member `id` has come.
  [[nodiscard]] virtual bool is_member(unsigned id) const = 0;
  /// Whether it has, and was not expected.
  [[nodiscard]] virtual bool has_joined(unsigned id) const = 0;
  /// Whether it is expected, and has not come.
  [[nodiscard]] virtual bool is_missing(unsigned id) const = 0;
  /// Whether it was there, and has got `members_missing` last.
  [[nodiscard]] virtual bool is_away(unsigned id) const = 0;
  /// How many members there are now, and may be at a time.
  [[nodiscard]] virtual unsigned members() const = 0;
  [[nodiscard]] virtual unsigned most_members() const = 0;

  /// Copies `item` into the pool. Throws std::bad_alloc.
  virtual void put(unsigned id, const void* item) = 0;
  enum class got : unsigned char { item, nothing, members_missing };
  /// Copies an item to `item`; `nothing` when the round is over. When expected members have not come, and all others
  /// have waited for `patience` seconds: `members_missing`, and the round goes on.
  [[nodiscard]] virtual got get(unsigned id, void* item, double patience) = 0;
  /// The same with patience for ever: false when the round is over.
  [[nodiscard]] bool get(unsigned id, void* item) { return get(id, item, for_ever) == got::item; }
  static constexpr double for_ever = std::numeric_limits<double>::infinity();
  /// The same without waiting.
  [[nodiscard]] virtual bool try_get(unsigned id, void* item) = 0;
  /// After a try_get(id) that found nothing: whether one has come into sight. Old when it is returned.
  [[nodiscard]] virtual bool in_sight(unsigned id) = 0;

  /// Memory of the crew's manager, for what items point to. By member `id`, or given back by another one.
  [[nodiscard]] virtual void* allocate(unsigned id, std::size_t bytes) = 0;
  virtual void deallocate(unsigned id, void* block, std::size_t bytes) = 0;

 protected:
  any_crew() = default;
};

namespace working {

template <pool::task_pool Pool>
class crew_of final : public any_crew {
 public:
  template <class... PoolArguments>
  crew_of(unsigned members, std::size_t item_bytes, any_memory (*memory)(unsigned), any_idle::maker idle,
          const PoolArguments&... pool)
      : bytes_(item_bytes), memory_(memory(members)), pool_(members, pool..., idle) {}
  ~crew_of() override {
    while (auto* const left = pool_.leftover()) memory_.deallocate(0, left, header + bytes_);
  }
  crew_of(const crew_of&) = delete;
  crew_of& operator=(const crew_of&) = delete;

  [[nodiscard]] std::optional<unsigned> join() override { return pool_.join(); }
  [[nodiscard]] bool expect(unsigned id) override { return id < pool_.workers() && pool_.expect(id); }
  void withdraw(unsigned id) override {
    if (id < pool_.workers()) pool_.withdraw(id);
  }
  [[nodiscard]] bool arrive(unsigned id) override { return pool_.arrive(id); }
  void leave(unsigned id) override { pool_.leave(id); }
  [[nodiscard]] bool is_member(unsigned id) const override { return pool_.is_member(id); }
  [[nodiscard]] bool has_joined(unsigned id) const override { return pool_.has_joined(id); }
  [[nodiscard]] bool is_missing(unsigned id) const override { return pool_.is_missing(id); }
  [[nodiscard]] bool is_away(unsigned id) const override { return pool_.is_away(id); }
  [[nodiscard]] unsigned members() const override { return pool_.members(); }
  [[nodiscard]] unsigned most_members() const override { return pool_.workers(); }

  void put(unsigned id, const void* item) override {
    void* const block = memory_.allocate(id, header + bytes_);
    auto* const made = new (block) task_type;
    std::memcpy(static_cast<std::byte*>(block) + header, item, bytes_);
    try {
      pool_.put(id, *made);
    } catch (...) {
      memory_.deallocate(id, block, header + bytes_);
      throw;
    }
  }
  using any_crew::get;
  [[nodiscard]] got get(unsigned id, void* item, double patience) override {
    std::optional<base::stopwatch> alone;  // since all others wait
    const auto found = pool_.get(id, [&](bool all_others_wait) {
      if (!all_others_wait) {
        alone.reset();
      } else if (!alone) {
        alone.emplace();
      }
      return alone && alone->seconds() >= patience;
    });
    if (found.gave_up) return got::members_missing;
    return take(id, found.item, item) ? got::item : got::nothing;
  }
  [[nodiscard]] bool try_get(unsigned id, void* item) override { return take(id, pool_.next(id), item); }
  [[nodiscard]] bool in_sight(unsigned id) override { return pool_.in_sight(id); }

  [[nodiscard]] void* allocate(unsigned id, std::size_t bytes) override {
    return memory_.allocate(id, bytes);
  }
  void deallocate(unsigned id, void* block, std::size_t bytes) override {
    memory_.deallocate(id, block, bytes);
  }

 private:
  using task_type = typename Pool::task_type;
  static constexpr std::size_t alignment = alignof(std::max_align_t);
  static constexpr std::size_t header = (sizeof(task_type) + alignment - 1) / alignment * alignment;

  [[nodiscard]] bool take(unsigned id, task_type* found, void* item) {
    if (found == nullptr) return false;
    std::memcpy(item, reinterpret_cast<const std::byte*>(found) + header, bytes_);
    memory_.deallocate(id, found, header + bytes_);
    return true;
  }

  const std::size_t bytes_;
  any_memory memory_;
  crew_pool<Pool, any_idle> pool_;
};

using crew_maker = std::function<std::unique_ptr<any_crew>(unsigned, std::size_t, any_memory (*)(unsigned),
                                                           any_idle::maker)>;

}  // namespace working

/// A crew of at most `members` members, from 1 to 32767, for items of `item_bytes` bytes.
///     const auto jobs = make_crew(8, sizeof(job), {.pool = "dq8", .memory = "dl"});
///
/// Calling this compiles every catalogued pool, including it does not: `Maker` is never given. Cost: memory for each
/// member. Threads: any. Errors: unknown_name, std::invalid_argument, std::bad_alloc.
template <class Maker = working::crew_maker>
[[nodiscard]] std::unique_ptr<any_crew> make_crew(unsigned members, std::size_t item_bytes,
                                                  crew_choice choice = {}) {
  const auto chosen = working::parts_by_name<Maker>(choice, []<class Pool>(const auto&... pool) -> Maker {
    return [pool...](unsigned most, std::size_t bytes, any_memory (*memory)(unsigned),
                     any_idle::maker idle) -> std::unique_ptr<any_crew> {
      return std::make_unique<working::crew_of<Pool>>(most, bytes, memory, idle, pool...);
    };
  });
  return chosen.make(working::checked_members(members), item_bytes, chosen.memory, chosen.idle);
}

}  // namespace jackdaw
