// The functions of flow/part/index_space.hpp that are compiled once (base/compiled.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/flow/part/index_space.hpp>

namespace jackdaw::dataflow {

/// By their first indices.
struct index_space::piece_map {
  std::map<std::size_t, piece_pointer> all;
};

JACKDAW_INLINE index_space::index_space() : pieces_(std::make_unique<piece_map>()) {}
JACKDAW_INLINE index_space::~index_space() = default;

JACKDAW_INLINE index_space::index_space(std::size_t size) : index_space() {
  if (size != 0) pieces_->all.emplace(0, std::make_shared<piece>(0, size, false));
}

JACKDAW_INLINE void index_space::name(std::string_view text) {
  const std::lock_guard hold(lock_);
  name_ = text;
  for (const auto& [from, one] : pieces_->all) one->name(text);
}

JACKDAW_INLINE void index_space::walk(index_range where, void* to,
                                      void (*see)(void*, const piece_pointer&)) const {
  if (where.from == where.to) return;
  const auto end = pieces_->all.end();
  for (auto at = pieces_->all.find(where.from); at != end && at->first < where.to; ++at) {
    look();
    see(to, at->second);
  }
}

JACKDAW_INLINE void index_space::name_like(const index_space& other) {
  const std::lock_guard hold(other.lock_);
  name_ = other.name_;
}

JACKDAW_INLINE void index_space::cut(std::span<const index_range> where, const access_terms& as) {
  for (const index_range each : where) {
    if (each.from == each.to) continue;
    require_allowed(each, as);
    cut_at(each.from);
    cut_at(each.to);
    put_together(each, as);
  }
}

JACKDAW_INLINE std::string index_space::of_object() const {
  return name_.empty() ? " of an object" : " of '" + name_ + '\'';
}

JACKDAW_INLINE void index_space::require_allowed(index_range where, const access_terms& as) const {
  auto at = pieces_->all.upper_bound(where.from);
  if (at != pieces_->all.begin()) --at;
  std::size_t covered = where.from;
  for (; at != pieces_->all.end() && at->first <= covered && covered < where.to; ++at) {
    look();
    if (at->second->to <= covered) continue;
    covered = at->second->to;
    if (at->second->reads_only && (as.flags & requirement::readonly) == 0)
      throw std::logic_error("a subtask changes the indices " + std::to_string(where.from) + " to " +
                             std::to_string(where.to) + of_object() +
                             ", which its task only reads; expected a read");
  }
  if (covered < where.to)
    throw std::logic_error("a subtask names the indices " + std::to_string(where.from) + " to " +
                           std::to_string(where.to) + of_object() +
                           ", of which its task names others; expected a part of what its task "
                           "has named, or a task that names nothing of the object");
}

JACKDAW_INLINE index_space::piece_pointer index_space::make(std::size_t from, std::size_t to,
                                                            const piece& like) const {
  auto made = std::make_shared<piece>(from, to, like.reads_only);
  made->origins.reserve(like.origins.size() + 1);
  made->origins = like.origins;
  if (!name_.empty()) made->name(name_);
  return made;
}

JACKDAW_INLINE void index_space::cut_at(std::size_t at) {
  const auto behind = pieces_->all.upper_bound(at);
  if (behind == pieces_->all.begin()) return;
  const auto here = std::prev(behind);
  piece& old = *here->second;
  if (old.from == at || old.to <= at) return;
  forget_past(old);
  if (is_over(here->second)) {  // as if it had no access: what is left of it needs no origin
    pieces_->all.emplace_hint(behind, at, make(at, old.to, old));
    old.to = at;
    return;
  }
  auto left = make(old.from, at, old);
  auto right = make(at, old.to, old);
  left->origins.push_back(origin_at(here->second));  // PC-P2
  right->origins.push_back(left->origins.back());
  pieces_->all.emplace_hint(behind, at, std::move(right));
  old.origins.clear();  // its halves have them
  here->second = std::move(left);
}

JACKDAW_INLINE void index_space::put_together(index_range where, const access_terms& as) {
  const auto first = pieces_->all.find(where.from);
  const auto end = pieces_->all.lower_bound(where.to);
  std::size_t count = 0;
  bool are_over = true;
  bool are_alike = true;
  for (auto at = first; at != end; ++at) {
    look();
    forget_past(*at->second);
    ++count;
    are_over = are_over && at->second->origins.empty() && is_over(at->second);
    are_alike = are_alike && at->second->reads_only == first->second->reads_only;
  }
  if (count <= most_kept || !are_alike || (!are_over && !waits_for_origins(as))) return;
  const piece nothing(where.from, where.to, first->second->reads_only);
  const auto made = make(where.from, where.to, nothing);
  if (!are_over) {
    for (auto at = first; at != end; ++at) {
      auto& before = at->second->origins;
      made->origins.insert(made->origins.end(), before.begin(), before.end());
      made->origins.push_back(origin_at(at->second));
    }
    const auto address = [](const origin& each) { return each.of.get(); };
    std::ranges::sort(made->origins, {}, address);
    const auto same = [](const origin& one, const origin& other) {
      return one.of == other.of && one.all == other.all;
    };
    made->origins.erase(std::unique(made->origins.begin(), made->origins.end(), same), made->origins.end());
  }
  for (auto at = first; at != end; ++at) at->second->origins.clear();
  first->second = made;
  pieces_->all.erase(std::next(first), end);
}

JACKDAW_INLINE void index_space::allow(index_range where, bool reads_only,
                                       const std::vector<origin>& origins) {
  if (where.from == where.to) return;
  cut_at(where.from);
  cut_at(where.to);
  for (std::size_t next = where.from; next < where.to;) {
    const auto at = pieces_->all.lower_bound(next);
    if (at != pieces_->all.end() && at->first == next) {
      piece& known = *at->second;
      known.reads_only = known.reads_only && reads_only;
      known.origins.insert(known.origins.end(), origins.begin(), origins.end());
      next = known.to;
      continue;
    }
    const std::size_t to = at == pieces_->all.end() ? where.to : std::min(where.to, at->first);
    auto made = std::make_shared<piece>(next, to, reads_only);
    made->origins = origins;
    if (!name_.empty()) made->name(name_);
    pieces_->all.emplace_hint(at, next, std::move(made));
    next = to;
  }
}

JACKDAW_INLINE std::vector<origin> index_space::close(std::span<const index_range> where) {
  cut(where, terms_of<read_access>);
  std::vector<origin> all;
  for_each(where, [&all](const piece_pointer& one) {
    all.insert(all.end(), one->origins.begin(), one->origins.end());
    const std::uint64_t version = one->close_group();
    all.push_back({one, nullptr, version, version});
  });
  return all;
}

JACKDAW_INLINE void index_space::forget_past(piece& of) {
  std::erase_if(of.origins, [](const origin& each) {  // PC-P3
    look();
    return each.has_passed(each.all);
  });
}

JACKDAW_INLINE bool index_space::is_over(const piece_pointer& one) noexcept {
  return !one->in_use() && one->mark() == 0 && one.use_count() == 1;
}

JACKDAW_INLINE origin index_space::origin_at(const piece_pointer& one) noexcept {
  const versions::group last = one->last_group();
  return {one, last.type, last.first, last.end};
}

}  // namespace jackdaw::dataflow
