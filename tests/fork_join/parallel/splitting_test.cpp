// How a loop is divided (parallel/splitting.hpp), by a worker that is none: it says when work is requested and taken.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace splitting_test {

using namespace jackdaw;

namespace {

/// A worker of two, each of whose branches the other one takes before it has begun with its own, or never. `LooksAround`:
/// it sees between two rows whether work is requested, so that loops start whole.
template <bool LooksAround>
struct robbed {
  using observer_type = observe::null_observer;
  struct part {
    struct {
      [[nodiscard]] static bool work_requested() { return asks; }
    } deque;
  };
  struct pool {
    void answer_steal_request(unsigned /*id*/) { ++answers; }
  };

  unsigned number;
  [[nodiscard]] unsigned id() const { return number; }
  [[nodiscard]] unsigned place() const { return number; }
  [[nodiscard]] static unsigned workers() { return 2; }
  [[nodiscard]] static part own()
    requires LooksAround
  {
    return {};
  }
  [[nodiscard]] static pool engine() { return {}; }

  inline static bool thief_comes = true;
  inline static bool asks = false;
  inline static unsigned answers = 0;
  inline static unsigned depth = 0;  // of joins
  inline static unsigned deepest = 0;
};

template <bool LooksAround, class F, class G>
void join(robbed<LooksAround>& w, F&& own, G&& offered) {  // found by its argument
  using worker_type = robbed<LooksAround>;
  constexpr unsigned too_deep = 1000;
  if (!worker_type::thief_comes) {
    own(w);
    return static_cast<void>(fork_join::value_of(offered, w));
  }
  if (++worker_type::depth < too_deep) {
    worker_type::deepest = std::max(worker_type::deepest, worker_type::depth);
    worker_type thief{1 - w.id()};
    static_cast<void>(fork_join::value_as_task(offered, thief));
    own(w);
  } else {
    worker_type::deepest = too_deep;
  }
  --worker_type::depth;
}

struct no_fence {
  static bool available() { return false; }
  static void heavy() {}
};

/// How deep joins are nested for `calls` calls that are one chunk at first.
template <class Fence, bool LooksAround>
unsigned deepest_of(std::uint64_t calls) {
  using worker_type = robbed<LooksAround>;
  tests::tally ran(calls);
  const auto run = [&ran](worker_type&, std::uint64_t i) { ran(i); };
  const fork_join::never_stop stop;
  fork_join::shared_loop<decltype(run), fork_join::never_stop, false, fork_join::basic_open_chunk<Fence>>
      loop{run, stop};
  fork_join::loop_view own{fork_join::chunk_size(calls), 0, calls};
  worker_type owner{0};
  worker_type::deepest = 0;
  fork_join::run_whole(owner, loop, own, 0, calls);
  CHECK(ran.wrong() == 0);
  return worker_type::deepest;
}

}  // namespace

TEST_CASE(
    "a loop whose branches are all stolen before they begin nests no deeper than its range can be halved") {
  for (const unsigned halves : {4U, 8U, 12U}) {
    CAPTURE(halves);
    const std::uint64_t calls = std::uint64_t{1} << halves;
    CHECK(deepest_of<base::asymmetric_fence, false>(calls) <= 2 * halves);
    CHECK(deepest_of<no_fence, false>(calls) <= 2 * halves);
    CHECK(deepest_of<base::asymmetric_fence, true>(calls) <= 2 * halves + 1);
    CHECK(deepest_of<no_fence, true>(calls) <= 2 * halves + 1);
  }
}

namespace {

/// A loop that starts whole, and that nobody takes from: `run` as that of a shared loop, which `prepare` gets before.
template <bool InRows = false, class Chunk = fork_join::open_chunk, class Run, class Prepare>
void run_undisturbed(std::uint64_t pieces, const Run& run, const Prepare& prepare) {
  using worker_type = robbed<true>;
  const fork_join::never_stop stop;
  fork_join::shared_loop<const Run, fork_join::never_stop, InRows, Chunk> loop{run, stop};
  prepare(loop);
  worker_type owner{0};
  constexpr bool in_blocks = !decltype(loop)::template single_calls<worker_type>;
  fork_join::loop_view own{fork_join::chunk_size(1, in_blocks), 0, pieces};
  worker_type::thief_comes = false;
  fork_join::run_whole(owner, loop, own, 0, pieces);
  worker_type::thief_comes = true;
}

}  // namespace

TEST_CASE("a worker learns after some microseconds that a call of another one has thrown") {
  constexpr std::uint64_t calls = 1'000'000;
  base::atomic<bool>* thrown = nullptr;
  std::uint64_t made = 0;
  const auto run = [&](robbed<true>&, std::uint64_t /*i*/) {
    if (++made == calls / 100) thrown->store(true, base::relaxed);
  };
  run_undisturbed(calls, run, [&](auto& loop) { thrown = &loop.thrown; });
  CHECK(made >= calls / 100);
  CHECK(made < calls / 2);
}

TEST_CASE(
    "work that is requested in the middle of a loop is given away, but not in a loop that is hardly any") {
  using worker_type = robbed<true>;
  std::uint64_t made = 0;
  const auto run = [&](worker_type&, std::uint64_t /*i*/) { ++made; };
  const auto answers_in = [&](std::uint64_t calls) {
    made = 0;
    worker_type::answers = 0;
    worker_type::asks = true;
    run_undisturbed(calls, run, [](auto&) {});
    worker_type::asks = false;
    CHECK(made == calls);
    return worker_type::answers;
  };
  CHECK(answers_in(1'000'000) > 0);
  unsigned wrong = 0;
  for (int tries = 0; tries < 1000; ++tries) {
    const auto begin = base::nanoseconds_now();
    const unsigned answers = answers_in(20);
    if (base::nanoseconds_now() - begin < 700) wrong += answers;  // a slow build takes longer
  }
  CHECK(wrong == 0);
}

TEST_CASE("a block is no more than half of what is left, unless that is short") {
  constexpr std::uint64_t pieces = 1000;
  std::uint64_t largest = 0;
  std::uint64_t made = 0;
  const auto run = [&](robbed<true>&, std::uint64_t first, std::uint64_t last) {
    CHECK(first == made);
    made = last;
    largest = std::max(largest, last - first);
  };
  for (int tries = 0; tries < 10; ++tries) {
    made = 0;
    run_undisturbed(pieces, run, [](auto&) {});
    CHECK(made == pieces);
  }
  CHECK(largest <= pieces / 2);
}

TEST_CASE("a range is cut where its pieces begin a line of 16, unless that makes a part much shorter") {
  for (const std::uint64_t from : {0U, 1U, 15U, 16U, 17U, 1000U}) {
    for (std::uint64_t pieces = 1; pieces < 600; ++pieces) {
      CAPTURE(from);
      CAPTURE(pieces);
      const std::uint64_t at = fork_join::aligned_cut(from, from + pieces);
      CHECK(at > from);
      CHECK(at <= from + pieces);
      CHECK((pieces < 16 ? at == from + pieces : at % 16 == 0));
      if (pieces == 1) continue;
      const std::uint64_t half = fork_join::aligned_half(from, from + pieces);
      CHECK(half > from);
      CHECK(half < from + pieces);
      CHECK((from + pieces - half) * 8 <= (half - from) * 9 + 8);
      CHECK((half - from) <= from + pieces - half + 1);
      CHECK((half % 16 == 0 || pieces <= 512));
    }
  }
}

namespace {

/// An open chunk that writes down where its rows end.
struct noted_chunk : fork_join::open_chunk {
  using fork_join::open_chunk::basic_open_chunk;
  [[nodiscard]] bool begins(std::uint64_t i, std::uint64_t until) {
    ends.push_back(until);
    return fork_join::open_chunk::begins(i, until);
  }
  inline static std::vector<std::uint64_t> ends;
};

}  // namespace

TEST_CASE("long rows and blocks begin where a line of pieces does, as vectors want it") {
  constexpr std::uint64_t pieces = 1'000'003;
  std::uint64_t made = 0;
  noted_chunk::ends.clear();
  run_undisturbed<true, noted_chunk>(
      pieces, [&](robbed<true>&, std::uint64_t /*i*/) { ++made; }, [](auto&) {});
  CHECK(made == pieces);
  std::uint64_t from = 0;
  std::uint64_t unaligned = 0;
  for (const std::uint64_t until : noted_chunk::ends) {
    if (until - from >= 16) unaligned += until < pieces && until % 16 != 0 ? 1 : 0;
    from = until;
  }
  CHECK(unaligned == 0);  // a slow build may have short rows only

  std::uint64_t longest = 0;
  unaligned = 0;
  run_undisturbed(
      pieces,
      [&](robbed<true>&, std::uint64_t first, std::uint64_t last) {
        longest = std::max(longest, last - first);
        if (last - first >= 16) unaligned += last < pieces && last % 16 != 0 ? 1 : 0;
      },
      [](auto&) {});
  CHECK(longest >= 16);
  CHECK(unaligned == 0);
}

}  // namespace splitting_test
