// Whether all ranks submit the same: what each has submitted since the ranks have met last, as numbers to compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <jackdaw/cluster/flow/engine.hpp>

namespace jackdaw::cluster::detail {

/// Threads: the one that submits.
class submission_log {
 public:
  void add_task(const submission& task) {
    std::uint64_t hash = text(text(start, task.name), task.key);
    hash = number(number(hash, static_cast<std::uint64_t>(task.priority)), task.rank);
    for (const access& each : task.accesses)
      hash = number(number(hash, each.object), static_cast<std::uint64_t>(each.how));
    add(hash, "task '" + task.name + "' on rank " + std::to_string(task.rank));
  }
  void add_object(const value_type& type, unsigned owner) {
    add(number(text(start, type.key), owner), "a handle of rank " + std::to_string(owner), true);
  }
  void add_move(std::uint32_t object, unsigned to) {
    add(number(number(text(start, "move"), object), to), "a move to rank " + std::to_string(to));
  }

  /// One number for all, and how many.
  [[nodiscard]] std::uint64_t sum() const noexcept { return sum_; }
  [[nodiscard]] std::size_t count() const noexcept { return hashes_.size(); }
  [[nodiscard]] const std::vector<std::uint64_t>& hashes() const noexcept { return hashes_; }
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

  /// How many there were before, on all ranks.
  [[nodiscard]] std::uint64_t before() const noexcept { return before_; }

  /// All ranks have submitted the same.
  void accept() noexcept {
    before_ += hashes_.size();
    forget();
  }

  /// It is as if nothing had been submitted since.
  void forget() noexcept {
    hashes_.clear();
    names_.clear();
    are_handles_.clear();
    sum_ = start;
  }

  /// It is as if no task and no move had been submitted since. The handles are still there.
  void forget_tasks() noexcept {
    std::size_t kept = 0;
    sum_ = start;
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      if (!are_handles_[i]) continue;
      sum_ = number(sum_, hashes_[i]);
      hashes_[kept] = hashes_[i];
      std::swap(names_[kept++], names_[i]);
    }
    hashes_.resize(kept);
    names_.resize(kept);
    are_handles_.assign(kept, true);
  }

 private:
  static constexpr std::uint64_t start = 14695981039346656037U;  // FNV-1a

  static std::uint64_t text(std::uint64_t hash, std::string_view words) noexcept {
    for (const char c : words) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return number(hash, words.size());
  }
  static std::uint64_t number(std::uint64_t hash, std::uint64_t n) noexcept {
    return (hash ^ n ^ n >> 29U) * 1099511628211U;
  }
  void add(std::uint64_t hash, std::string&& name, bool is_handle = false) {
    hashes_.push_back(hash);
    are_handles_.push_back(is_handle);
    names_.push_back(std::move(name));
    sum_ = number(sum_, hash);
  }

  std::vector<std::uint64_t> hashes_;
  std::vector<std::string> names_;
  std::vector<bool> are_handles_;
  std::uint64_t sum_ = start;
  std::uint64_t before_ = 0;
};

}  // namespace jackdaw::cluster::detail
