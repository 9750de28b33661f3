// Which names of handles one worker has written down.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>

namespace jackdaw::trace {

/// So that a handle's name stands in a recording once, not with each access. For one worker. Remembers 2 048 handles
/// (48 KiB, from the first name on). Names of more, and all where there is no memory for that, are written down more
/// often.
class written_names {
 public:
  /// Nothing has been written down.
  void forget() noexcept {
    if (entries_ != nullptr) std::fill_n(entries_.get(), size, entry{});
  }

  /// Whether it has to be written down, as event number `now`, that the name of the handle is `name`; an access of
  /// this version begins. It has to in three cases: that was never written; or that was `kept` events ago; or
  /// another handle is at the same place. Versions of that one begin anew.
  [[nodiscard]] bool is_news(std::uint32_t handle, std::uint32_t name, std::uint64_t version,
                             std::uint64_t now, std::uint64_t kept) noexcept {
    if (entries_ == nullptr) {
      entries_.reset(new (std::nothrow) entry[size]());
      if (entries_ == nullptr) return true;
    }
    entry& last = entries_[(handle * 0x9e3779b1U) / (UINT32_MAX / size + 1)];
    const bool known =
        last.handle == handle && last.name == name && version >= last.version && now - last.at < kept;
    if (known) {
      last.version = version;
    } else {
      last = {handle, name, version, now};
    }
    return !known;
  }

 private:
  static constexpr std::uint32_t size = 2048;

  struct entry {
    std::uint32_t handle = 0;
    std::uint32_t name = 0;  // 0: nothing
    std::uint64_t version = 0;
    std::uint64_t at = 0;
  };

  std::unique_ptr<entry[]> entries_;
};

}  // namespace jackdaw::trace
