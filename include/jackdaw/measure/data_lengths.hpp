// How long the longest path to the accesses of data is: what a task of a flow gets from the tasks that it waited for.
//
// Source: T15 section 3. An access requires that all of lower versions of its handle are over; those of one version
// come in any order, or take turns.
// Callers: any worker, for the access that its running task begins or ends. Progress: blocking.
// Invariants
//   DL-D1  end() of an access comes before others can begin that require it, and their begin() after it: so begin()
//          finds the lengths of all that it waited for.
//   DL-D2  an entry is written with the lock of its shard held.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <unordered_map>

#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/sync/spin_lock.hpp>

namespace jackdaw::measure {

/// Of all handles that were accessed. `Length`: default is zero; raise(other). Cost: a look into a hash table, under a
/// lock that is one of 64. Memory: an entry a handle, until clear(). Not exact where a handle was destroyed after
/// accesses of one version only, and another one was made in its place. They are taken for one.
template <class Length>
class data_lengths {
 public:
  /// The longest path to what the access had to wait for.
  [[nodiscard]] Length begin(const observe::data_access& access) noexcept {
    Length found;
    visit(access, [&](entry& of) {
      found = of.before;
      if (access.turn) found.raise(of.now);
    });
    return found;
  }

  void end(const observe::data_access& access, const Length& at) noexcept {
    visit(access, [&](entry& of) { of.now.raise(at); });
  }

  /// Accesses that there was no memory for.
  [[nodiscard]] std::uint64_t lost() const noexcept {
    std::uint64_t all = 0;
    for (const auto& each : shards_) all += each->lost;
    return all;
  }

  /// Only while no task runs.
  void clear() noexcept {
    for (auto& each : shards_) {
      each->entries.clear();
      each->lost = 0;
    }
  }

 private:
  struct entry {
    std::uint64_t version = 0;
    Length before;  // accesses of lower versions
    Length now;     // of this one, as far as they are over
  };
  struct shard {
    sync::spin_lock guard;
    std::unordered_map<const void*, entry> entries;
    std::uint64_t lost = 0;
  };
  static constexpr unsigned shard_bits = 6;

  void visit(const observe::data_access& access, auto&& look) noexcept {
    shard& own = shard_of(access.handle);
    const std::scoped_lock guard(own.guard);  // DL-D2
    try {
      entry& of = own.entries[access.handle];
      if (access.version < of.version) of = {};  // of a new handle in the old one's place
      if (access.version > of.version) {
        of.before.raise(of.now);
        of.now = {};
        of.version = access.version;
      }
      look(of);
    } catch (const std::bad_alloc&) { ++own.lost; }
  }

  [[nodiscard]] shard& shard_of(const void* handle) noexcept {
    constexpr std::uint64_t golden = 0x9e37'79b9'7f4a'7c15;  // Fibonacci hashing: the top bits are mixed best
    return *shards_[(reinterpret_cast<std::uintptr_t>(handle) * golden) >> (64 - shard_bits)];
  }

  std::array<base::padded<shard>, std::size_t{1} << shard_bits> shards_;
};

}  // namespace jackdaw::measure
