// What the tasks of a pool see of their rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>
#include <vector>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/cache_line.hpp>
#include <jackdaw/cluster/pool/partial_result.hpp>
#include <jackdaw/cluster/record/track.hpp>
#include <jackdaw/cluster/serial/serial.hpp>
#include <jackdaw/worker/default_scheduler.hpp>

namespace jackdaw::cluster::detail {

/// A value that all ranks try to improve, and what the rank's messages do with it.
class spreading_value {
 public:
  spreading_value() = default;
  spreading_value(const spreading_value&) = delete;
  spreading_value& operator=(const spreading_value&) = delete;
  virtual ~spreading_value() = default;
  /// Writes it.
  virtual void save(writer& out) const = 0;
  /// Takes one that has come; whether it is better.
  virtual bool merge(reader& in) = 0;
  /// Takes one in any case.
  virtual void set(reader& in) = 0;

  base::atomic<bool> improved{false};  // here, and the others have not been told
};

/// What is done between two tasks now and then: looking for messages.
class between_tasks {
 public:
  virtual void look_around(jackdaw::worker& self) = 0;

 protected:
  ~between_tasks() = default;
};

/// When a worker looks for messages: about every 50 us, between two tasks.
class look_interval {
 public:
  /// After each task: whether it is time.
  [[nodiscard]] bool is_over() noexcept { return --left_ == 0 && is_time(); }
  /// No task has been executed yet.
  [[nodiscard]] bool is_new() const noexcept { return looked_ == 0; }

 private:
  [[gnu::noinline]] bool is_time() noexcept;

  std::uint32_t left_ = 1;
  std::uint32_t tasks_ = 1;  // between two looks at the clock
  std::int64_t looked_ = 0;  // at the clock
  std::int64_t last_ = 0;    // for messages
};

/// Why tasks are dropped.
enum class dropping : unsigned {
  failed = 1,   ///< a task has thrown
  given_up = 2  ///< other ranks do them (where ranks survive)
};

/// Of one rank. Threads: the workers of the rank read what does not change while they work.
class pool_state {
 public:
  /// `number`: which pool of the world, from 1 on.
  pool_state(unsigned which, unsigned of, unsigned own_workers, std::uint32_t number = 1)
      : rank(which),
        ranks(of),
        workers(own_workers),
        pool(number),
        first_token((number - 1) % 0xfffU * token_step + token_step),
        intervals(own_workers + 1) {}

  /// What a token means here. Throws std::logic_error where it is not of this pool.
  [[nodiscard]] void* slot(std::uint32_t token) const { return holders[place_of(token, holders.size())]; }
  [[nodiscard]] spreading_value& best(std::uint32_t token) const {
    return *spreading[place_of(token, spreading.size())];
  }
  /// Where it is among those of its kind, of which there are `count`.
  [[nodiscard]] std::uint32_t place_of(std::uint32_t token, std::size_t count) const {
    const std::uint32_t place = token - first_token;  // wraps for tokens of pools before
    if (place >= count) [[unlikely]]
      refuse_token();
    return place;
  }

  /// Tasks are dropped from now on, until undrop().
  void drop(dropping why) noexcept { drops.fetch_or(static_cast<unsigned>(why), base::relaxed); }
  void undrop(dropping why) noexcept { drops.fetch_and(~static_cast<unsigned>(why), base::relaxed); }
  [[nodiscard]] bool drops_for(dropping why) const noexcept {
    return (drops.load(base::relaxed) & static_cast<unsigned>(why)) != 0;
  }

  /// A task has thrown; the first one is kept. All tasks are dropped from now on. `when`: what begins the text.
  void record(std::string_view task, const std::exception_ptr& thrown, const char* when = "") noexcept;

  const unsigned rank;
  const unsigned ranks;
  const unsigned workers;
  const std::uint32_t pool;          // its number
  const std::uint32_t first_token;   // that of its first reduction or kept value
  std::uint64_t token_types = 0;     // of the types of all, in the order in which they were made
  between_tasks* between = nullptr;  // while the pool runs
  std::vector<base::padded<look_interval>> intervals;  // of the workers
  std::vector<void*> holders;                          // of reductions and kept values, by their numbers
  std::vector<partial_result*> partial;                // of the reductions among them, where ranks survive
  std::vector<spreading_value*> spreading;             // by their numbers
  alignas(base::cache_line) base::atomic<unsigned> drops{0};  // why tasks are not executed: of `dropping`
  base::padded<track>* tracks = nullptr;                      // of the workers, while they are recorded
  base::atomic<int> recorded{0};  // 1: being written, 2: failed_task and failed_what are there
  std::string_view failed_task;
  char failed_what[400] = {};

 private:
  static constexpr std::uint32_t token_step = 1U << 20;  // between the tokens of two pools
  [[noreturn]] void refuse_token() const;
};

/// That of the pool that runs: one at a time in a process.
inline pool_state* running = nullptr;

}  // namespace jackdaw::cluster::detail
