// How a range of independent pieces is divided among workers without a grain size to choose.
//
// The range is cut in halves until a half is a chunk of some microseconds, which is measured: near halves are run,
// further ones offered. A chunk of single calls stays open meanwhile (parallel/open_chunk.hpp). Source:
// divide and conquer as in Cilk; chunks by measurement are our own. Lazy binary splitting (Tzannes, Caragea, Barua,
// Vishkin, PPoPP 2010), which cuts only when there is nothing else to take, was tried. It hides what is left behind a
// long call, once the half that it has offered is gone.
// Invariants
//   SP-I1  each piece is run by exactly one call of run, or by none once a call has thrown or `stop` asks to stop.
//   SP-I2  little is hidden. While a worker is inside a call, all pieces that have not begun are in tasks that a
//          thief may take, but those of the same row. That is as many as took 0.1 us before, 256 at most. A body that
//          takes the worker has rows of one call. In a blocked loop a chunk is one call.
//   SP-I3  recursion ends, whatever is taken before its taker's first call. A worker that has taken a part begins
//          with chunks of a sixteenth. An owner from which work is requested keeps at most the nearer half.
//   SP-I4  a loop of a few single calls, such as over the children of a node, measures nothing: each call is a branch
//          (fork_join/siblings.hpp).
// Cost: two joins and about 25 ns a chunk; a store and a load for each row. Span: that of join, plus
// one chunk.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/base/threads/float_environment.hpp>
#include <jackdaw/fork_join/current.hpp>
#include <jackdaw/fork_join/depth.hpp>
#include <jackdaw/fork_join/siblings.hpp>
#include <jackdaw/parallel/open_chunk.hpp>

namespace jackdaw::fork_join {

/// How many pieces take some microseconds: quadrupled or doubled while a chunk is faster than that, halved while it is
/// slower. A chunk during which the thread lost its processor looks slow and costs a few doublings.
class chunk_size {
 public:
  explicit chunk_size(std::uint64_t start) noexcept : pieces_(start < 1 ? 1 : start) {}

  [[nodiscard]] std::uint64_t pieces() const noexcept { return pieces_; }

  /// How many calls the owner of an open chunk announces at once, in a row that the compiler sees as a loop. As many
  /// as took a tenth of a microsecond in the chunk before, joins and all.
  [[nodiscard]] std::uint64_t row() const noexcept { return row_; }

  /// After `pieces` pieces.
  void learn(std::uint64_t pieces) noexcept {
    const std::int64_t now = base::nanoseconds_now();
    const std::int64_t spent = now - last_;
    last_ = now;
    if (spent < shortest) {  // no more than that: the rest of a range says little
      pieces_ = std::max(pieces_, (spent < shortest / 4 ? 4 : 2) * pieces);
    } else if (spent > longest) {
      pieces_ = (pieces + 1) / 2;
    }
    const std::uint64_t in_row =
        pieces * of_a_row / static_cast<std::uint64_t>(std::max<std::int64_t>(spent, 1));
    row_ = std::clamp<std::uint64_t>(in_row, 1, longest_row);
  }

  /// Where to start in another part of the range, whose pieces may take longer.
  [[nodiscard]] std::uint64_t elsewhere() const noexcept { return pieces_ / 16; }

 private:
  static constexpr std::int64_t shortest = 3'000;  // nanoseconds
  static constexpr std::int64_t longest = 12'000;
  static constexpr std::uint64_t of_a_row = 100;  // nanoseconds
  static constexpr std::uint64_t longest_row = 256;

  std::uint64_t pieces_;
  std::uint64_t row_ = 1;
  std::int64_t last_ = base::nanoseconds_now();
};

/// What all parts of one loop share. Run: run(worker, first, last), or run(worker, i) for one call. InRows: calls may
/// be announced in rows. Chunk: as open_chunk.
template <class Run, class Stop, bool InRows = false, class Chunk = open_chunk>
struct shared_loop {
  using chunk_type = Chunk;
  static constexpr bool in_rows = InRows;
  Run& run;
  const Stop& stop;
  const base::float_environment environment = base::float_environment::here();
  base::atomic<bool> thrown{false};  // a hint to the other parts; the exception itself travels by join

  [[nodiscard]] bool is_over() const noexcept { return stop.stop_requested() || thrown.load(base::relaxed); }
};

inline constexpr std::uint64_t few = 16;  ///< pieces: fewer joins than two looks at the clock cost

/// What a worker knows of a loop, in the frame in which it has come to it.
struct loop_view {
  chunk_size chunk;
  const unsigned worker;
};

template <class Worker, class Loop>
void run_part(Worker& w, Loop& loop, loop_view& own, std::uint64_t first, std::uint64_t last);

/// Pieces [first, last), executed as a task: by a thief, or by the worker that has offered them while it waits inside
/// an earlier one, and may compute otherwise by then. That worker says where to start.
template <class Worker, class Loop>
[[gnu::noinline, gnu::cold]] void run_taken(Worker& w, Loop& loop, std::uint64_t start, std::uint64_t first,
                                            std::uint64_t last) {
  const base::float_environment_scope as_caller(loop.environment);
  loop_view own{chunk_size(start), w.place()};
  run_part(w, loop, own, first, last);
}

/// Calls of this worker's only.
template <class Worker, class Loop>
void run_calls(Worker& w, Loop& loop, loop_view& own, std::uint64_t first, std::uint64_t last) {
  if constexpr (std::is_invocable_v<decltype(loop.run), Worker&, std::uint64_t>) {
    const auto run = loop.run;  // so that what it refers to need not be read again for each call
    for (std::uint64_t i = first; i != last; ++i) {
      if (loop.stop.stop_requested()) return;
      run(w, i);
    }
  } else {
    loop.run(w, first, last);
  }
  own.chunk.learn(last - first);
}

/// A chunk of two calls and more, which others may take before they have begun.
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
        const auto run = open.loop.run;  // so that what it refers to need not be read again for each call
        std::uint64_t i = open.first;
        std::uint64_t end = open.last;
        const std::uint64_t row = Loop::in_rows ? open.own.chunk.row() : 1;
        const auto row_end = [&](std::uint64_t from) {
          return open.last - from > row ? from + row : std::max(open.last, from + 1);
        };
        try {
          for (std::uint64_t until = row_end(i); open.chunk.begins(i, until); until = row_end(i)) {
            do {
              if (open.loop.stop.stop_requested()) return;
              run(v, i);
            } while (++i != until);
          }
          if (i != end) end = open.chunk.kept_from(i);
        } catch (...) {
          open.loop.thrown.store(true, base::relaxed);
          throw;
        }
        if (i != open.first)
          open.own.chunk.learn(i - open.first);  // also where the rest was taken during a long row
        if (i != open.last) run_part(v, open.loop, open.own, i, end);  // SP-I3
      },
      either_way(
          open,
          [](auto& chunk, Worker& v) {
            const std::uint64_t rest = chunk.chunk.take_rest(true);
            if (rest != chunk.last) run_part(v, chunk.loop, chunk.own, rest, chunk.last);
          },
          [](auto& chunk, Worker& v) {
            const std::uint64_t rest = chunk.chunk.take_rest(v.place() == chunk.own.worker);
            if (rest != chunk.last) run_taken(v, chunk.loop, chunk.start, rest, chunk.last);
          }));
}

/// The same as calls of this worker's only.
template <class Worker, class Loop>
[[gnu::noinline]] void run_alone(Worker& w, Loop& loop, loop_view& own, std::uint64_t first,
                                 std::uint64_t last) {
  try {
    run_calls(w, loop, own, first, last);
  } catch (...) {
    loop.thrown.store(true, base::relaxed);
    throw;
  }
}

/// One chunk. Each way is a function of its own, so that a recursion that takes one has no frames of the other.
template <class Worker, class Loop>
void run_chunk(Worker& w, Loop& loop, loop_view& own, std::uint64_t first, std::uint64_t last) {
  if constexpr (std::is_invocable_v<decltype(loop.run), Worker&, std::uint64_t>) {
    if (last - first > 1 && w.workers() > 1) return run_open_chunk(w, loop, own, first, last);
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
  } const part{loop, own, first, first + (last - first) / 2, last, own.chunk.elsewhere()};
  join(
      w, [&part](Worker& v) { run_part(v, part.loop, part.own, part.first, part.middle); },
      either_way(
          part, [](auto& p, Worker& v) { run_part(v, p.loop, p.own, p.middle, p.last); },
          [](auto& p, Worker& v) { run_taken(v, p.loop, p.start, p.middle, p.last); }));
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
  if constexpr (std::is_invocable_v<std::remove_reference_t<Run>&, Worker&, std::uint64_t>) {
    if (pieces <= few) return run_siblings(w, few_calls<decltype(loop)>{loop}, 0, pieces);  // SP-I4
  }
  loop_view own{chunk_size(1), w.place()};
  run_part(w, loop, own, 0, pieces);
}

}  // namespace jackdaw::fork_join
