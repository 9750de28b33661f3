// How a range of independent pieces is divided among workers without a grain size to choose.
//
// A loop starts as one open chunk (parallel/open_chunk.hpp): its worker runs row after row, and a branch beside it
// stands for all that has not begun. A thief gets the further half, and both halves are open chunks again. So a loop
// that is over before a thief comes costs a join and some looks at the clock. What is taken while its owner is inside
// a long call is cut in halves at once, down to chunks of some microseconds: near halves are run, further ones offered.
// Source: lazy binary splitting (Tzannes, Caragea, Barua, Vishkin, PPoPP 2010); divide and conquer as in Cilk. Chunks
// and rows by measurement are our own. Deviation: what lazy splitting has not offered can be taken all the same, since
// a chunk is open; so nothing is hidden behind a long call.
// Invariants
//   SP-I1  each piece is run by exactly one call of run, or by none once a call has thrown or `stop` asks to stop.
//   SP-I2  little is hidden. While a worker is inside a call, all pieces that have not begun are in tasks that a
//          thief may take, but those of the same row. That is as many as took 0.1 us before, 256 at most. A body that
//          takes the worker has rows of one call. In a blocked loop a row is a block, and one call.
//   SP-I3  recursion ends, whatever is taken before its taker's first call. A half that was given away or kept is an
//          open chunk again: the range can be halved so many times. By force a thief may get all but one call, again
//          and again. So it cuts what it has got in halves, and begins with chunks of a sixteenth.
//   SP-I4  a loop of a few single calls, such as over the children of a node, measures nothing: each call is a branch
//          (fork_join/siblings.hpp).
// Cost: a join, a look at the clock (about 25 ns) for some microseconds, a store and two loads for each row; two joins
// for each half that is given away. Span: that of join, plus one chunk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/siblings.hpp>
#include <jackdaw/observe/annotation.hpp>
#include <jackdaw/parallel/aligned_cut.hpp>
#include <jackdaw/parallel/chunk_size.hpp>
#include <jackdaw/parallel/open_chunk.hpp>

namespace jackdaw::fork_join {

/// What all parts of one loop share. Run: run(worker, first, last), or run(worker, i) for one call. InRows: calls may
/// be announced in rows. Chunk: as open_chunk.
template <class Run, class Stop, bool InRows = false, class Chunk = open_chunk>
struct shared_loop {
  using chunk_type = Chunk;

  /// Whether a call of run is for one piece, or for a block.
  template <class Worker>
  static constexpr bool single_calls = std::is_invocable_v<Run&, Worker&, std::uint64_t>;
  /// How many of `left` pieces are a chunk. A block is no more than half of what is left, while that is long: it is not
  /// divided any more.
  template <class Worker>
  [[nodiscard]] static std::uint64_t chunk(const chunk_size& pace, std::uint64_t left) noexcept {
    const std::uint64_t pieces = pace.pieces();
    return single_calls<Worker> ? pieces : std::min(pieces, std::max(left / 2, (pieces + 3) / 4));
  }
  /// How many of a chunk are announced at once: all of a block.
  template <class Worker>
  [[nodiscard]] static std::uint64_t row(const chunk_size& pace, std::uint64_t chunk) noexcept {
    return !single_calls<Worker> ? chunk : InRows ? pace.row() : 1;
  }

  Run& run;
  const Stop& stop;
  const base::float_environment environment = base::float_environment::here();
  base::atomic<bool> thrown{false};  // a hint to the other parts; the exception itself travels by join

  [[nodiscard]] bool is_over() const noexcept { return stop.stop_requested() || thrown.load(base::relaxed); }
};

/// Whether a loop starts as one chunk. Else it is cut in halves at once: for an observer, which finds out by joins what
/// can be done at the same time; for a worker that cannot see that work is requested.
template <class Worker>
constexpr bool starts_whole = requires(Worker& w) {
  requires !observe::annotating_observer<typename Worker::observer_type>;
  w.own().deque.work_requested();
};

inline constexpr std::uint64_t few = 16;  ///< pieces: fewer joins than two looks at the clock cost

/// What a worker knows of a loop, in the frame in which it has come to it.
struct loop_view {
  chunk_size chunk;
  const unsigned worker;
  const std::uint64_t last;  ///< where the part ends that it has come to: nothing is to be learned there
};

template <class Worker, class Loop>
void run_part(Worker& w, Loop& loop, loop_view& own, std::uint64_t first, std::uint64_t last);

/// The same, but not divided before another worker comes: a loop as it begins, and a half that was given away or kept.
template <class Worker, class Loop>
void run_whole(Worker& w, Loop& loop, loop_view& own, std::uint64_t first, std::uint64_t last);

/// Pieces [first, last), executed as a task: by a thief, or by the worker that has offered them while it waits inside
/// an earlier one, and may compute otherwise by then. That worker says where to start. `given`: as open_chunk's.
template <class Worker, class Loop>
[[gnu::noinline, gnu::cold]] void run_taken(Worker& w, Loop& loop, std::uint64_t start, std::uint64_t first,
                                            std::uint64_t last, bool given = false) {
  const base::float_environment_scope as_caller(loop.environment);
  loop_view own{chunk_size(start, !Loop::template single_calls<Worker>), w.place(), last};
  given ? run_whole(w, loop, own, first, last) : run_part(w, loop, own, first, last);
}

/// A row, or a block: a plain loop, which the compiler vectorizes as it does the one that a user writes. False when the
/// loop is to stop.
template <class Worker, class Loop>
[[nodiscard]] bool run_pieces(Worker& w, const Loop& loop, std::uint64_t first, std::uint64_t last) {
  if constexpr (Loop::template single_calls<Worker>) {
    const auto run = loop.run;  // so that what it refers to need not be read again for each call
    do {
      if (loop.stop.stop_requested()) return false;
      run(w, first);
    } while (++first != last);
  } else {
    if (loop.stop.stop_requested()) return false;
    loop.run(w, first, last);
  }
  return true;
}

/// Whether work is requested from the calling worker: in the middle of a chunk, as a join finds out where it begins.
template <class Worker>
[[nodiscard]] bool is_asked(Worker& w) {
  if constexpr (starts_whole<Worker>) return w.own().deque.work_requested();
  return false;
}

/// Pieces [first, last), two and more, which others may take before they have begun. Measures after each chunk how long
/// that was.
template <class Worker, class Loop>
[[gnu::noinline]] void run_open_chunk(Worker& w, Loop& loop, loop_view& own, std::uint64_t first,
                                      std::uint64_t last) {
  struct {
    typename Loop::chunk_type chunk;
    Loop& loop;
    loop_view& own;
    const std::uint64_t first, last, start;
  } open{typename Loop::chunk_type(first, last), loop, own, first, last, own.chunk.elsewhere()};
  join(
      w,
      [&open](Worker& v) {
        chunk_size& pace = open.own.chunk;
        std::uint64_t i = open.first;
        std::uint64_t measured = i;  // up to here
        std::uint64_t end = open.last;
        const auto after = [&](std::uint64_t from, std::uint64_t pieces) {
          return open.last - from > pieces ? aligned_cut(from, from + pieces) : std::max(open.last, from + 1);
        };
        std::uint64_t row = 0;
        std::uint64_t look = 0;
        const auto plan = [&] {
          const std::uint64_t chunk = Loop::template chunk<Worker>(pace, open.last - i);
          row = Loop::template row<Worker>(pace, chunk);
          look = after(i, chunk);
        };
        plan();
        bool has_answered = false;
        try {
          for (bool goes_on = true; goes_on;) {
            const std::uint64_t pause = std::min(look, after(i, std::max(row, pace.between_requests())));
            for (std::uint64_t until = after(i, row); (goes_on = open.chunk.begins(i, until));
                 until = after(i, row)) {
              if (!run_pieces(v, open.loop, i, until)) return;
              i = until;
              if (i >= pause) break;
            }
            if (!goes_on || i == open.last) continue;
            if (i >= look) {
              if (open.loop.is_over()) return;
              pace.learn(i - std::exchange(measured, i));
              plan();
              has_answered = false;
            }
            if (is_asked(v) && !has_answered) [[unlikely]] {
              has_answered = pace.are_worth_sharing(open.last - i);
              if (has_answered) v.engine().answer_steal_request(v.place());
            }
          }
          if (i != end) end = open.chunk.kept_from(i);
        } catch (...) {
          open.loop.thrown.store(true, base::relaxed);
          throw;
        }
        // Also where the rest was taken during a long row: so that is not hidden again.
        if (i != measured && i != open.own.last) pace.learn(i - measured, i != open.last);
        if (i != end) run_whole(v, open.loop, open.own, i, end);  // SP-I3
      },
      either_way(
          open,
          [](auto& chunk, Worker& v) {
            const std::uint64_t rest = chunk.chunk.take_rest(true);
            if (rest != chunk.last) run_part(v, chunk.loop, chunk.own, rest, chunk.last);
          },
          [](auto& chunk, Worker& v) {
            const std::uint64_t rest = chunk.chunk.take_rest(v.place() == chunk.own.worker);
            if (rest == chunk.last) return;
            run_taken(v, chunk.loop, chunk.start, rest, chunk.last, chunk.chunk.was_given());
          }));
}

/// The same as calls of this worker alone.
template <class Worker, class Loop>
[[gnu::noinline]] void run_alone(Worker& w, Loop& loop, loop_view& own, std::uint64_t first,
                                 std::uint64_t last) {
  try {
    static_cast<void>(run_pieces(w, loop, first, last));
  } catch (...) {
    loop.thrown.store(true, base::relaxed);
    throw;
  }
  own.chunk.learn(last - first);
}

/// One chunk. Each way is a function of its own, so that a recursion that takes one has no frames of the other.
template <class Worker, class Loop>
void run_chunk(Worker& w, Loop& loop, loop_view& own, std::uint64_t first, std::uint64_t last) {
  if constexpr (Loop::template single_calls<Worker>) {
    if (last - first > 1) return run_open_chunk(w, loop, own, first, last);
  }
  run_alone(w, loop, own, first, last);
}

/// Pieces [first, last); `own` belongs to worker `w`.
template <class Worker, class Loop>
void run_part(Worker& w, Loop& loop, loop_view& own, std::uint64_t first, std::uint64_t last) {
  if (first == last || loop.is_over()) return;
  if (last - first <= own.chunk.pieces()) return run_chunk(w, loop, own, first, last);
  struct {
    Loop& loop;
    loop_view& own;
    std::uint64_t first, middle, last, start;
  } const part{loop, own, first, aligned_half(first, last), last, own.chunk.elsewhere()};
  join(
      w, [&part](Worker& v) { run_part(v, part.loop, part.own, part.first, part.middle); },
      either_way(
          part, [](auto& p, Worker& v) { run_part(v, p.loop, p.own, p.middle, p.last); },
          [](auto& p, Worker& v) { run_taken(v, p.loop, p.start, p.middle, p.last); }));
}

template <class Worker, class Loop>
void run_whole(Worker& w, Loop& loop, loop_view& own, std::uint64_t first, std::uint64_t last) {
  if constexpr (starts_whole<Worker>) {
    if (last - first > 1 && !loop.is_over()) return run_open_chunk(w, loop, own, first, last);
  }
  run_part(w, loop, own, first, last);
}

/// The calls of a loop that has a few.
template <class Loop>
struct few_calls {
  Loop& loop;

  void operator()(auto& w, std::uint64_t i) const {
    if (loop.is_over()) return;
    try {
      loop.run(w, i);
    } catch (...) {
      loop.thrown.store(true, base::relaxed);
      throw;
    }
  }
  [[nodiscard]] base::float_environment_scope on_taking() const noexcept {
    return base::float_environment_scope(loop.environment);
  }
};

/// Calls `run(worker, first, last)` for consecutive parts of [0, pieces), so that together they cover it once, or
/// `run(worker, i)` for each; `InRows`: also a row of them without a look whether work is requested. Fewer are run when
/// `stop`, which is looked at between calls, asks to stop, or when a call throws. Returns when all calls are over.
/// Throws recursion_too_deep.
template <bool InRows = false, class Worker, class Run, class Stop>
void split_by_need(Worker& w, std::uint64_t pieces, Run&& run, const Stop& stop) {
  require_stack(w);
  shared_loop<std::remove_reference_t<Run>, Stop, InRows> loop{run, stop};
  if constexpr (decltype(loop)::template single_calls<Worker>) {
    if (pieces <= few) return run_siblings(w, few_calls<decltype(loop)>{loop}, 0, pieces);  // SP-I4
  }
  loop_view own{chunk_size(1, !decltype(loop)::template single_calls<Worker>), w.place(), pieces};
  run_whole(w, loop, own, 0, pieces);
}

}  // namespace jackdaw::fork_join
