// Recorded runs in files: what the text form is, and its writer. The reader: read_run_file.hpp.
//
// The text form, version 1, one thing a line, words with one blank between:
//     jackdaw recording 1
//     run "synthetic k=5 f=1, pool dq8, …"     what was run, for people
//     pool "dq8"                               on which catalogued pool; "": not known
//     plain 1234567                            nanoseconds that the same run took without the recorder; may be left out
//     crowded 1345678 2                        likewise while 2 processors, or more, ran it, each for itself; at most
//                                              1000 times as long; may be left out
//     memory 16777216 1.240 1.020              bytes that it touched, and how many times as long as alone passes over
//                                              so many take while each of these processors makes some over its own, and
//                                              over its part of them; may be left out
//     event 21.500                             nanoseconds that the recorder took for one in a small program; may be
//                                              left out
//     costs "dq8" 5 7 4 50 100 10000 9000 500  nanoseconds of scheduling on this pool, where it was recorded:
//                                              `pool_costs`; a line for each pool that they are known of
//     cpu 2234567 2100000                      nanoseconds of CPU time that all threads of the process used meanwhile,
//                                              and the recorded workers of these: what was not seen; may be left out
//     lost 0                                   events for which there was no room
//     kinds 1                                  of tasks; then a line for each, numbered from 0:
//     kind "A" "#4e79a7"                       name and colour ("": none chosen)
//     handles 1                                that have names; then a line for each name, numbered from 0; may be left
//                                              out
//     handle "A"
//     logs 1                                   texts of log entries and counters; then a line for each, numbered from
//                                              0; may be left out
//     log "pivot found"
//     workers 2                                then for each in order:
//     worker 0 3                               its number, how many events it has; then a line for each:
//     120 created 1 0                          nanoseconds, `what` by its name, subject, other (recording.hpp)
//     …
//     9120 preempted 5000 0                    nanoseconds without a processor since the worker's event before; the
//                                              second number counts 2^32 ns. Likewise blocked, and
//                                              run_inside (recording.hpp)
//     130 logged 0 0                           what the running task says: text 0, at this time. Likewise span_begun
//                                              and span_over
//     140 counted 0 5                          it adds 5 to counter 0. The second number is signed, of 32 bits, and
//                                              written as if it were not; that of counted_more counts 2^32
//     end
// Quoted text has \" and \\ and \u00XX for control characters, and \xNN for bytes that are no UTF-8: so a name may
// hold any bytes, and the file is text. Which events may follow which: event_check.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <jackdaw/trace/record/recording.hpp>
#include <jackdaw/trace/text/text.hpp>

namespace jackdaw::trace {

/// What scheduling takes on a pool, in nanoseconds: put, get, lock, transfer, steal, patience, wake and call, as in
/// replay/machine.hpp.
struct pool_costs {
  std::string pool;
  std::array<double, 8> nanoseconds = {};
};

/// How much memory a run uses, and what several processors cost each other with so much.
struct memory_use {
  std::uint64_t bytes = 0;  ///< 0: not known
  double apart = 1;  ///< so many times as long as alone it takes when each processor uses so much of its own
  double together = 1;  ///< likewise its part of so much
};

/// What a file holds: a recording, and what it is a recording of.
struct recorded_run {
  std::string title;          ///< what was run, for people
  std::string pool;           ///< a name of pool_names(); empty: not known
  recording seen;             ///< the events
  std::uint64_t plain = 0;    ///< nanoseconds that the same run took without the recorder; 0: not known
  std::uint64_t crowded = 0;  ///< likewise while `crowd` processors ran it, each for itself; 0: not known
  std::uint64_t crowd = 0;    ///< how many processors that were
  memory_use memory = {};     ///< how much memory the run used
  std::optional<double> event = {};    ///< nanoseconds that the recorder took for an event in a small program
  std::vector<pool_costs> costs = {};  ///< measured when it was recorded
};

/// What `crowded` may be: so many processors, and at most so many times `plain`.
inline constexpr std::uint64_t fewest_in_crowd = 2;
inline constexpr std::uint64_t most_crowded = 1000;

/// Whether `crowded` says anything that can be; else it is not written.
[[nodiscard]] inline bool has_crowd(const recorded_run& run) noexcept {
  return run.crowded != 0 && run.crowd >= fewest_in_crowd &&
         (run.plain == 0 || (run.crowded - 1) / most_crowded < run.plain);
}

inline constexpr std::string_view run_file_head = "jackdaw recording ";
inline constexpr unsigned run_file_version = 1;

/// The names of the values of `what`, in their order.
inline constexpr std::array<std::string_view, 27> event_names{
    "created",      "held",     "arrived",    "started",   "finished", "joined",      "group_left",
    "group_joined", "acquired", "released",   "named",     "resumed",  "stole",       "parked",
    "woken",        "waits",    "goes_on",    "busy",      "idle",     "preempted",   "blocked",
    "run_inside",   "logged",   "span_begun", "span_over", "counted",  "counted_more"};
static_assert(event_names.size() == static_cast<std::size_t>(what::counted_more) + 1);

/// The line of an event.
[[nodiscard]] inline std::string event_text(const event& of) {
  std::string line = std::to_string(of.time);
  line.append(1, ' ').append(event_names[of.kind]);
  line.append(1, ' ').append(std::to_string(of.subject));
  return line.append(1, ' ').append(std::to_string(of.other));
}

/// Writes a recorded run as text, for `jackdaw explain`, `jackdaw replay` and read_run().
///     std::ofstream file("run.jd");
///     write_run(file, {.title = "two tasks", .pool = "jackdaw", .seen = sched.observer().take()});
///
/// Cost: some 25 bytes an event. Threads: one at a time for each stream. Errors: those of the stream.
inline void write_run(std::ostream& out, const recorded_run& run) {
  const recording& seen = run.seen;
  const plain_numbers plain(out);
  out << run_file_head << run_file_version << "\nrun " << in_quotes(run.title) << "\npool "
      << in_quotes(run.pool);
  if (run.plain != 0) out << "\nplain " << run.plain;
  if (has_crowd(run)) out << "\ncrowded " << run.crowded << ' ' << run.crowd;
  if (run.memory.bytes != 0) {
    out << "\nmemory " << run.memory.bytes << ' ' << fixed(run.memory.apart, 3) << ' '
        << fixed(run.memory.together, 3);
  }
  if (run.event) out << "\nevent " << fixed(*run.event, 3);
  for (const pool_costs& each : run.costs) {
    out << "\ncosts " << in_quotes(each.pool);
    for (const double price : each.nanoseconds) out << ' ' << fixed(price, 3);
  }
  if (seen.cpu.process != 0) out << "\ncpu " << seen.cpu.process << ' ' << seen.cpu.workers;
  out << "\nlost " << seen.lost << "\nkinds " << seen.kinds.size() << '\n';
  for (const kind& each : seen.kinds)
    out << "kind " << in_quotes(each.name) << ' ' << in_quotes(each.colour) << '\n';
  if (!seen.handle_names.empty()) out << "handles " << seen.handle_names.size() << '\n';
  for (const std::string& each : seen.handle_names) out << "handle " << in_quotes(each) << '\n';
  if (!seen.logs.empty()) out << "logs " << seen.logs.size() << '\n';
  for (const std::string& each : seen.logs) out << "log " << in_quotes(each) << '\n';
  out << "workers " << seen.workers.size() << '\n';
  for (std::size_t id = 0; id < seen.workers.size(); ++id) {
    out << "worker " << id << ' ' << seen.workers[id].size() << '\n';
    for (const event& each : seen.workers[id]) { out << event_text(each) << '\n'; }
  }
  out << "end\n";
}

}  // namespace jackdaw::trace
