// Messages between the ranks of a pool: sent without waiting, received by looking.
//
// Callers: the one thread of a rank that sends and receives. A message has the number of its run, as one of the last
// run may come after the next has begun; none of the next comes before, as a run ends with a collective call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <vector>

#include <jackdaw/base/clock.hpp>
#include <jackdaw/cluster/serial/serial.hpp>

#include "src/cluster/mpi.hpp"

namespace jackdaw::cluster::detail {

class rank_record;

enum class kind : std::uint32_t {
  ask,        ///< is there work for me?
  none,       ///< no
  ask_later,  ///< if there is none, remember me (lifeline)
  work,       ///< tasks
  wave,       ///< say when you have none (termination)
  report,     ///< none here and below me, and so many were sent and received
  end,        ///< no rank has any
  failed,     ///< a task has thrown: drop the others
  better      ///< a value that spreads
};

/// What a recording calls it.
[[nodiscard]] const char* name_of(kind what) noexcept;

class mailbox {
 public:
  explicit mailbox(world::state& of);
  ~mailbox();
  mailbox(const mailbox&) = delete;
  mailbox& operator=(const mailbox&) = delete;

  /// Messages from now on are of another run.
  void begin_run() noexcept {
    ++run_;
    sent_ = 0;
    record_ = world_.record;
  }

  /// This worker sends and receives from now on.
  void by_worker(unsigned id) noexcept { worker_ = id; }

  /// `since`: when the sender began to make the content, for a recording; 0: just now.
  void send(unsigned to, kind what, std::vector<std::byte>&& content = {}, std::int64_t since = 0);

  struct message {
    unsigned from;
    kind what;
    std::vector<std::byte> content;
  };
  /// One that has come, if there is one.
  [[nodiscard]] std::optional<message> receive();
  /// The one that was received last has been dealt with: for a recording.
  void handled() noexcept;

  /// When something began that will be sent; 0 when nothing is recorded.
  [[nodiscard]] std::int64_t now() const noexcept { return record_ != nullptr ? base::nanoseconds_now() : 0; }

  /// Returns when one has come, of `most` bytes at most. It may keep the processor: for simulations.
  void wait(std::size_t most);

  /// Gives back the memory of messages that are on their way. Whether all are.
  bool clean_up();

  [[nodiscard]] std::uint64_t sent() const noexcept { return sent_; }

 private:
  struct envelope {
    std::uint32_t run;
    kind what;
    std::uint32_t number;  // among those from this sender to this receiver
  };
  struct sending {
    std::vector<std::byte> bytes;
    MPI_Request state = MPI_REQUEST_NULL;
  };

  /// The next one; nothing where it is of another run. `source`: a rank, or MPI_ANY_SOURCE.
  std::optional<message> receive_from(int source, int most);
  void record(bool is_send, unsigned peer, const envelope& outside, std::size_t bytes, std::int64_t since);

  world::state& world_;
  MPI_Comm channel_ = MPI_COMM_NULL;
  std::uint32_t run_ = 0;
  std::uint64_t sent_ = 0;
  std::list<sending> on_their_way_;
  std::vector<std::uint32_t> sent_to_;  // how many, to each rank
  std::optional<message> waited_for_;
  rank_record* record_ = nullptr;  // while there is a recording
  unsigned worker_ = 0;
  std::size_t received_last_ = 0;  // its place in the recording
};

}  // namespace jackdaw::cluster::detail
