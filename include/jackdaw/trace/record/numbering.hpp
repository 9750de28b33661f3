// Numbers from 0 in the order in which things appear.
#pragma once

#include <cstdint>
#include <map>

namespace jackdaw::trace {

/// Numbers in a recording, for what has other numbers, or none, in the tracks. Throws std::bad_alloc.
template <class Key>
class numbering {
 public:
  /// The number of `key`, whose place in `all` that is; make() is put there when it is new.
  std::uint32_t number_of(const Key& key, auto& all, auto&& make) {
    const auto [place, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(all.size()));
    if (is_new) all.push_back(make());
    return place->second;
  }

 private:
  std::map<Key, std::uint32_t> known_;
};

}  // namespace jackdaw::trace
