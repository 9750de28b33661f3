// The simulated machine: threads as contexts, a rule which goes on, and a memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <source_location>
#include <string>
#include <unordered_map>
#include <vector>

#include <jackdaw/simulated/explorer.hpp>

#include "src/simulated/choices.hpp"
#include "src/simulated/memory/memory_model.hpp"
#include "src/simulated/races/races.hpp"
#include "src/simulated/threads/context.hpp"

namespace jackdaw::simulated {

class machine {
 public:
  machine(choices& ways, std::uint64_t most_steps, unsigned preemptions);

  /// Runs them to their end, or to the first failure, which it returns; null when there was none. After a failure the
  /// machine must be kept, since its threads stand somewhere for ever.
  std::exception_ptr run(explorer::bodies threads);

  void pass_turn(const std::function<bool()>& condition);
  void pause();
  bool fall_asleep(const void* place, explorer::sleep_end end);
  void wake_at(const void* place, int count);
  [[noreturn]] void give_up(const std::string& why);

  /// The one that runs: 1 … n.
  [[nodiscard]] thread_number thread() const noexcept { return static_cast<thread_number>(turn_ + 1); }
  [[nodiscard]] std::uint64_t exploration() const noexcept { return exploration_; }
  [[nodiscard]] memory_model& memory() noexcept { return memory_; }

  void fence_all(bool is_own_only);

  /// The thread that runs has stored something: others that wait in loops may see it.
  void note_store() noexcept;

  /// An access to plain data, or by an atomic_ref, of up to eight bytes. Gives up where it races.
  void note_access(const races::access& now);

  /// The memory is new: what others have done there is of no importance.
  void note_allocation(const void* memory, std::size_t size) noexcept;

  /// The history of a variable that an atomic_ref uses.
  location& place_of(std::uint64_t* object);

  /// Whether plain accesses are told by note_access.
  static bool race_calls_are_linked;

  /// While not 0, what a thread does to plain data is not watched.
  unsigned unwatched = 0;

 private:
  struct simulated_thread : context {
    std::function<void()> body;
    bool finished = false;
    std::function<bool()> blocked_until;
    const void* sleeps_at = nullptr;
    bool waits_in_loop = false;
    std::int64_t priority = 0;  // the largest runs, where priorities count
  };

  void live(simulated_thread& self);
  void choose();
  void go_on(context& from);
  [[nodiscard]] std::size_t next_of_ready();
  bool is_change_point();
  void draw_priorities();
  void note_failure(const std::string& why);

  choices& ways_;
  memory_model& memory_;
  std::unordered_map<const void*, location*> places_;  // of atomic_refs
  std::uint64_t exploration_;
  context caller_;
  std::vector<simulated_thread> threads_;
  std::vector<std::size_t> ready_;
  std::uint64_t most_steps_;
  std::uint64_t steps_ = 0;
  std::size_t turn_ = 0;       // whose it is
  unsigned preemptions_left_;  // where executions are systematic
  bool yields_ = false;        // the one that runs wants another one to go on
  bool rests_ = false;         // it does not mind
  bool spurious_left_ = true;  // where executions are systematic: one sleep may end so
  bool by_priority_ = false;
  std::vector<std::uint64_t> change_points_;
  std::int64_t lowest_ = 0;
  std::uint64_t run_length_ = 0;
  std::size_t last_ = 0;
  bool over_ = false;  // all have finished, or the exploration has failed
  std::exception_ptr failure_;
};

}  // namespace jackdaw::simulated
