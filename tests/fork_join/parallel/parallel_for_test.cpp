// parallel_for over indices, blocks, iterators and ranges.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/fork_join/support.hpp"
#include "tests/support/sizes.hpp"

namespace parallel_for_test {

using namespace jackdaw;
using tests::scaled;

namespace {

/// A worker of two, each of whose branches the other one takes before it has begun with its own. `LooksAround`: it sees
/// between two rows whether work is requested, so that loops start whole.
template <bool LooksAround>
struct robbed {
  using observer_type = observe::null_observer;
  struct part {
    struct {
      [[nodiscard]] static bool work_requested() { return false; }
    } deque;
  };
  struct pool {
    void answer_steal_request(unsigned /*id*/) {}
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

TEST_CASE("every index exactly once, ranges of all lengths") {
  tests::for_each_size([](scheduler& sized) {
    for (const int size : {0, 1, 2, 3, 7, 100, 1001, scaled(200000)}) {
      CAPTURE(size);
      tests::tally ran(static_cast<std::size_t>(size));
      const auto note = [&](std::size_t i) { ran(i); };
      sized.run([&](worker& w) {
        parallel_for(w, std::size_t{0}, static_cast<std::size_t>(size), note);
        parallel_for(w, 0, static_cast<unsigned long>(size), [&](worker&, std::size_t i) { note(i); });
        parallel_for_blocked(w, 10, size + 10, [&](int from, int to) {
          for (int i = from; i < to; ++i) note(static_cast<std::size_t>(i - 10));
        });
        parallel_for_blocked(w, -size, 0, [&](worker&, int from, int to) {
          for (int i = from; i < to; ++i) note(static_cast<std::size_t>(-i - 1));
        });
        parallel_for(std::size_t{0}, static_cast<std::size_t>(size), note);
      });
      CHECK(ran.wrong(5) == 0);
    }
  });
}

TEST_CASE("elements of iterators and ranges can be changed") {
  tests::for_each_size([](scheduler& sized) {
    std::vector<int> numbers(static_cast<std::size_t>(scaled(10000)));
    std::iota(numbers.begin(), numbers.end(), 0);
    sized.run([&](worker& w) {
      parallel_for(w, numbers, [](int& n) { n *= 2; });
      parallel_for(w, numbers.begin(), numbers.end(), [](worker&, int& n) { ++n; });
      parallel_for(w, numbers.data(), numbers.data(), [](int& n) { n = 0; });
      parallel_for(std::array<int, 3>{1, 2, 3}, [](int) {});
    });
    parallel_for(numbers.begin(), numbers.end(), [](int& n) { ++n; });
    parallel_for(numbers, [](int& n) { --n; });
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i)
      wrong += numbers[i] != 2 * static_cast<int>(i) + 1 ? 1 : 0;
    CHECK(wrong == 0);
  });
}

TEST_CASE("nested, in joins and in each other, with work of very different size") {
  tests::for_each_size([](scheduler& sized) {
    constexpr int rows = 40;
    const int columns = scaled(1000);
    tests::tally ran(static_cast<std::size_t>(2 * rows * columns));
    const auto half = [&](worker& w, int from) {
      parallel_for(w, from, from + rows, [&](worker& v, int row) {
        parallel_for(v, 0, columns, [&](int column) {
          if (column == 0 && row % 17 == 0) tests::work(50000);
          ran(static_cast<std::size_t>(row * columns + column));
        });
      });
    };
    sized.run([&](worker& w) { join(w, [&](worker& v) { half(v, 0); }, [&](worker& v) { half(v, rows); }); });
    CHECK(ran.wrong() == 0);
  });
}

TEST_CASE("an exception ends the loop early, comes out, and no call goes on") {
  tests::for_each_size([](scheduler& sized) {
    for (int round = 0; round < scaled(50); ++round) {
      std::atomic<int> inside{0};
      const int size = 1000;
      bool thrown = false;
      sized.run([&](worker& w) {
        try {
          parallel_for(w, 0, size, [&](int i) {
            ++inside;
            tests::work(i % 50);
            --inside;
            if (i % 300 == 7 * round % 300) throw std::runtime_error("enough");
          });
        } catch (const std::runtime_error&) { thrown = inside == 0; }
      });
      CHECK(thrown);
    }
    CHECK_THROWS_AS(sized.run([&](worker& w) { parallel_for(w, 0, 1, [](int) { throw 1; }); }), int);
    tests::check_usable(sized);
  });
}

TEST_CASE("a worker learns after some microseconds that a call of another one has thrown") {
  using worker_type = robbed<true>;
  constexpr std::uint64_t calls = 1'000'000;
  base::atomic<bool>* thrown = nullptr;
  std::uint64_t made = 0;
  const auto run = [&](worker_type&, std::uint64_t /*i*/) {
    if (++made == calls / 100) thrown->store(true, base::relaxed);
  };
  const fork_join::never_stop stop;
  fork_join::shared_loop<decltype(run), fork_join::never_stop> loop{run, stop};
  thrown = &loop.thrown;
  worker_type owner{0};
  fork_join::loop_view own{fork_join::chunk_size(1), 0, calls};
  worker_type::thief_comes = false;
  fork_join::run_whole(owner, loop, own, 0, calls);
  worker_type::thief_comes = true;
  CHECK(made >= calls / 100);
  CHECK(made < calls / 2);
}

TEST_CASE("a stop token ends the loop between calls, without an exception") {
  tests::for_each_size([](scheduler& sized) {
    const int size = scaled(100000);
    std::atomic<int> calls{0};
    std::stop_source source;
    sized.run([&](worker& w) {
      const auto body = [&](int i) {
        ++calls;
        tests::work(100);
        if (i == size / 100) source.request_stop();
        // The thread that shall stop may have lost its processor.
        if (calls > size / 2 && !source.stop_requested())
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
      };
      parallel_for(w, 0, size, body, source.get_token());
      CHECK(calls < size);
      const int before = calls;
      parallel_for(w, 0, size, body, source.get_token());
      parallel_for_blocked(w, 0, size, [&](int, int) { ++calls; }, source.get_token());
      CHECK(calls == before);
      parallel_for(w, 0, 10, [&](int) { ++calls; }, std::stop_token{});
      CHECK(calls == before + 10);
    });
  });
}

TEST_CASE("from several threads at once") {
  std::vector<std::thread> callers;
  tests::tally ran(4000);
  for (std::size_t caller = 0; caller < 4; ++caller) {
    callers.emplace_back(
        [&, caller] { parallel_for(1000 * caller, 1000 * (caller + 1), [&](std::size_t i) { ran(i); }); });
  }
  for (auto& caller : callers) caller.join();
  CHECK(ran.wrong() == 0);
}

}  // namespace parallel_for_test
