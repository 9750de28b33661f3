// A recorded job: what the workers of all ranks have done, by one clock.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace jackdaw::cluster {

/// What the workers of all ranks have done, and the messages between ranks. Made by recording::take().
///     const cluster::recorded_job job = seen.take();
///     if (all.rank() == 0) std::printf("%zu messages", job.messages.size());
///
/// Times are nanoseconds since the recording began, by the clock of rank 0. Short tasks of one kind that follow each
/// other are one stretch. Cost: 32 bytes a stretch, and 40 a message. Threads: a value, as any other. Errors: none.
struct recorded_job {
  /// A worker of a rank, or its thread for messages.
  struct row {
    std::uint32_t rank = 0;
    std::string name;       ///< such as "worker 0"
    bool has_tasks = true;  ///< false: the thread for messages, which executes none
    template <class Archive>
    void serialize(Archive& archive) {
      archive(rank, name, has_tasks);
    }
  };
  /// A time in which a worker executed tasks of one kind.
  struct stretch {
    std::uint32_t row = 0;   ///< of `rows`
    std::uint32_t name = 0;  ///< of `names`
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint64_t tasks = 0;  ///< how many
  };
  /// What one rank has sent to another, or a value that a task of a flow has read from another rank.
  struct message {
    std::uint32_t name = 0;      ///< of `names`: what kind it was
    std::uint32_t from_row = 0;  ///< of `rows`: the worker that sent it
    std::uint32_t to_row = 0;    ///< that received it
    std::int64_t sent = 0;       ///< when that was over
    std::int64_t received = 0;   ///< when that began
    std::uint64_t bytes = 0;     ///< 0: not known
  };
  /// A worker was busy with a message for some time.
  struct handling {
    std::uint32_t row = 0;
    std::uint32_t name = 0;
    std::uint32_t peer = 0;  ///< the other rank
    std::int64_t from = 0;
    std::int64_t to = 0;
    bool is_send = false;
  };

  std::vector<std::string> hosts;   ///< of each rank
  std::vector<std::string> names;   ///< of tasks and kinds of messages
  std::vector<row> rows;            ///< rank by rank
  std::vector<stretch> stretches;   ///< row by row
  std::vector<message> messages;    ///< between ranks
  std::vector<handling> handlings;  ///< of these, by both sides
  std::int64_t length = 0;          ///< of the recording
  std::int64_t clock_error = 0;     ///< by how much times of two ranks may be off against each other, at most
  std::uint64_t lost = 0;           ///< stretches for which there was no memory

  /// How long a row of `rows` executed tasks.
  [[nodiscard]] std::int64_t busy(std::uint32_t of_row) const;
};

/// Writes a job as a Chrome trace, for ui.perfetto.dev: a process for each rank, a row for each worker, and arrows for
/// messages.
///     std::ofstream file("run.json");
///     cluster::write_chrome(file, job);
///
/// Cost: some 150 bytes a stretch. Threads: one at a time for each stream. Errors: those of the stream.
void write_chrome(std::ostream& out, const recorded_job& job);

/// Writes a job as a page of HTML: how much each rank and worker had to do, a picture of when, and what moved between
/// ranks. Its size does not depend on the number of tasks.
///     cluster::write_report(file, "uts T3", job);
///
/// Cost: some 100 kB. Threads: one at a time for each stream. Errors: those of the stream.
void write_report(std::ostream& out, const std::string& title, const recorded_job& job);

}  // namespace jackdaw::cluster
