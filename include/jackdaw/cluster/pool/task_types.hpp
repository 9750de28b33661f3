// The types of tasks that can travel: how each is written and made again, the same on all ranks.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/cluster/serial/serial.hpp>
#include <jackdaw/task/task.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace jackdaw::cluster::detail {

/// One type. It registers itself before main() begins, in each program that puts such tasks.
class task_type {
 public:
  /// `key`: what the compiler calls the type, the same on all ranks; `name`: what failures call it. `save` writes a
  /// task, which stays as it is; `load` makes one, in the memory of a worker.
  task_type(const char* key, std::string_view name, void (*save)(task&, writer&),
            task& (*load)(jackdaw::worker&, reader&));

  [[nodiscard]] std::string_view name() const noexcept { return name_; }
  [[nodiscard]] std::string_view key() const noexcept { return key_; }
  void save(task& item, writer& out) const { save_(item, out); }
  [[nodiscard]] task& load(jackdaw::worker& host, reader& in) const { return load_(host, in); }

  /// A task of this type has been made: its tasks are known by their entry from now on.
  void learn(task::entry_point entry) noexcept {
    if (entry_.load(base::relaxed) == nullptr) entry_.store(entry, base::relaxed);
  }
  [[nodiscard]] bool has(task::entry_point entry) const noexcept {
    return entry_.load(base::relaxed) == entry;
  }

 private:
  std::string_view key_;
  std::string_view name_;
  void (*save_)(task&, writer&);
  task& (*load_)(jackdaw::worker&, reader&);
  base::atomic<task::entry_point> entry_{nullptr};
};

/// All of them in one order, as messages number them.
class task_types {
 public:
  /// Those that have been registered. Throws failure where two have one key.
  explicit task_types(unsigned rank);

  /// The number of the type of a task; -1: it cannot travel, as a branch of a join.
  [[nodiscard]] std::int32_t number_of(const task& item) const noexcept;

  /// The type with a number out of a message. Throws failure where there is none.
  [[nodiscard]] const task_type& at(std::int32_t number) const;

  /// The same number where all keys are the same.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept;

 private:
  unsigned rank_;
  std::vector<const task_type*> sorted_;
};

}  // namespace jackdaw::cluster::detail
