// What one worker of a rank does while a cluster::recording lives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>
#include <vector>

namespace jackdaw::cluster::detail {

/// A time in which a worker executed tasks of one kind.
struct stretch {
  static constexpr std::uint64_t no_number = UINT64_MAX;

  std::string_view name;  // as long as the program runs
  std::int64_t from = 0;  // by base::nanoseconds_now() of its rank
  std::int64_t to = 0;
  std::uint64_t tasks = 1;
  std::uint64_t number = no_number;  // of the task, where it is one of a flow
};

/// The stretches of one worker. Short tasks of one kind are joined: at most some 20 000 stretches are kept a second,
/// whatever the number of tasks. Its worker alone uses it.
class track {
 public:
  /// A task has run.
  void add(std::string_view name, std::int64_t from, std::int64_t to) noexcept {
    if (!all_.empty() && !is_cut_) {
      stretch& last = all_.back();
      if (last.name.data() == name.data() && from >= last.to && to - last.from < longest_joined) {
        last.to = to;
        ++last.tasks;
        return;
      }
    }
    keep({name, from, to, 1, stretch::no_number});
  }
  /// A task of a flow.
  void add_numbered(std::string_view name, std::int64_t from, std::int64_t to,
                    std::uint64_t number) noexcept {
    keep({name, from, to, 1, number});
  }
  /// The next task is not joined to those before: something else comes between.
  void cut() noexcept { is_cut_ = true; }

  [[nodiscard]] const std::vector<stretch>& all() const noexcept { return all_; }
  /// Stretches for which there was no memory.
  [[nodiscard]] std::uint64_t lost() const noexcept { return lost_; }
  void clear() noexcept {
    all_.clear();
    lost_ = 0;
  }

  static constexpr std::int64_t longest_joined = 50'000;  // nanoseconds

 private:
  void keep(const stretch& one) noexcept {
    is_cut_ = false;
    try {
      all_.push_back(one);
    } catch (const std::exception&) { ++lost_; }
  }

  std::vector<stretch> all_;
  std::uint64_t lost_ = 0;
  bool is_cut_ = false;
};

}  // namespace jackdaw::cluster::detail
