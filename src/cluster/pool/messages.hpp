// Messages between the ranks of a pool: sent without waiting, received by looking.
//
// Callers: the one thread of a rank that sends and receives. A message has the number of its run, as one of the last
// run may come after the next has begun. None of the next comes before, as a run ends with a collective call. In a
// world that survives it does not end so: there such a message is kept until that run.
//
// There the mailbox is the world's, and outlives pools. What is sent to a rank that has died vanishes. From when a
// death is known here, nothing of that rank is received any more, also what it sent before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
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
  work,       ///< tasks; where ranks survive, with the number of a gift
  wave,       ///< say when you have none (termination)
  report,     ///< none here and below me, and so many were sent and received
  end,        ///< no rank has any
  failed,     ///< a task has thrown: drop the others
  better,     ///< a value that spreads
  done,       ///< a gift is done, with its result (where ranks survive)
  given_up    ///< a gift is given up (where ranks survive)
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
    buried_.assign(world_.ranks, false);
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

  // ---- where ranks survive ----

  /// A rank that has died, as far as is known here; each once in a run.
  [[nodiscard]] std::optional<unsigned> next_lost();

  [[nodiscard]] bool is_lost(unsigned rank) const { return world_.is_lost[rank]; }

  /// Rank 0 has died: ends the job, with a line.
  [[noreturn]] void end_job() const;

  /// Receives what has come, and forgets it: of a run that is over here.
  void drain();

 private:
  struct envelope {
    std::uint32_t run;
    kind what;
    std::uint32_t number;  // among those from this sender to this receiver
  };
  struct early {
    std::uint32_t run;
    message content;
  };
  struct sending {
    std::vector<std::byte> bytes;
    MPI_Request state = MPI_REQUEST_NULL;
    unsigned to = 0;
  };

  /// The next one; nothing where it is of another run. `source`: a rank, or MPI_ANY_SOURCE.
  std::optional<message> receive_from(int source, int most);
  std::optional<message> receive_matched();
  /// What is in it; nothing where it is of another run, or of a rank that has died.
  std::optional<message> opened(std::vector<std::byte>&& bytes, unsigned from);
  [[nodiscard]] std::optional<message> next_early();
  /// Whether a call has failed because a rank has died, which is noted. Throws where it failed for another reason.
  /// `peer`: the rank to which or from which it was.
  bool is_loss(int result, const char* what, std::optional<unsigned> peer = std::nullopt);
  void record(bool is_send, unsigned peer, const envelope& outside, std::size_t bytes, std::int64_t since);

  world::state& world_;
  MPI_Comm channel_ = MPI_COMM_NULL;
  std::uint32_t run_ = 0;
  std::uint64_t sent_ = 0;
  std::list<sending> on_their_way_;
  std::vector<std::uint32_t> sent_to_;  // how many, to each rank
  std::optional<message> waited_for_;
  std::deque<early> early_;        // of runs to come
  std::vector<bool> buried_;       // next_lost() has said so in this run
  rank_record* record_ = nullptr;  // while there is a recording
  unsigned worker_ = 0;
  std::size_t received_last_ = 0;  // its place in the recording
};

}  // namespace jackdaw::cluster::detail
