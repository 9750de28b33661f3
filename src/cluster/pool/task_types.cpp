#include <algorithm>
#include <string>

#include <jackdaw/base/never_destroyed.hpp>
#include <jackdaw/cluster/errors.hpp>
#include <jackdaw/cluster/pool/task_types.hpp>

namespace jackdaw::cluster::detail {

namespace {

/// Filled before main().
std::vector<const task_type*>& registered() {
  static base::never_destroyed<std::vector<const task_type*>> all;
  return *all;
}

}  // namespace

task_type::task_type(const char* key, std::string_view name, void (*saves)(task&, writer&),
                     task& (*loads)(jackdaw::worker&, reader&))
    : key_(key), name_(name), save_(saves), load_(loads) {
  registered().push_back(this);
}

task_types::task_types(unsigned rank) : rank_(rank), sorted_(registered()) {
  const auto key = [](const task_type* type) { return type->key(); };
  std::ranges::sort(sorted_, {}, key);
  const auto twice = std::ranges::adjacent_find(sorted_, {}, key);
  if (twice != sorted_.end())
    throw failure(errc::other_program, rank,
                  "two types of tasks are called " + std::string((*twice)->key()) +
                      "; expected a name of its own for each");
}

std::int32_t task_types::number_of(const task& item) const noexcept {
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    if (sorted_[i]->has(item.execute)) return static_cast<std::int32_t>(i);
  }
  return -1;
}

const task_type& task_types::at(std::int32_t number) const {
  if (number < 0 || static_cast<std::size_t>(number) >= sorted_.size())
    throw failure(errc::malformed, rank_,
                  "a task of the unknown type " + std::to_string(number) + " has come");
  return *sorted_[static_cast<std::size_t>(number)];
}

std::uint64_t task_types::fingerprint() const noexcept {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  for (const task_type* each : sorted_) {
    for (const char c : each->key()) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    hash = (hash ^ 0xffU) * 1099511628211U;
  }
  return hash;
}

}  // namespace jackdaw::cluster::detail
