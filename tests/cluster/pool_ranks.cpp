// Pools over ranks: tasks of all kinds run once, on any rank; results, best values and failures reach all ranks.
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/fork_join.hpp>

#include "tests/cluster/rank_main.hpp"

namespace cluster = jackdaw::cluster;

namespace {

/// A tree of tasks that counts its leaves.
struct split {
  static constexpr std::string_view name = "split";
  cluster::reduction<long> leaves;
  int levels;

  void operator()(cluster::worker& worker) const {
    if (levels == 0) {
      ++worker.at(leaves);
      return;
    }
    worker.put(split{leaves, levels - 1});
    worker.put(split{leaves, levels - 1});
  }
};

/// A task that is no mere bytes: a word that grows, and where it has been.
struct word {
  static constexpr std::string_view name = "word";
  cluster::reduction<std::map<std::string, int>> found;
  std::string text;
  std::vector<unsigned> ranks;

  template <class Archive>
  void serialize(Archive& archive) {
    archive(found, text, ranks);
  }
  void operator()(cluster::worker& worker) const {
    if (text.size() == 9) {
      ++worker.at(found)[text];
      return;
    }
    for (const char next : {'a', 'b'}) {
      word longer = *this;
      longer.text += next;
      longer.ranks.push_back(worker.rank());
      worker.put(std::move(longer));
    }
  }
};

std::map<std::string, int> joined(std::map<std::string, int> a, const std::map<std::string, int>& b) {
  for (const auto& [text, count] : b) a[text] += count;
  return a;
}

/// Sums numbers by joins inside the task, which stay on the rank.
struct sum_of_range {
  static constexpr std::string_view name = "sum";
  cluster::reduction<long> sum;
  long first, last;

  static long of(jackdaw::worker& w, long from, long to) {
    if (to - from < 64) {
      long all = 0;
      for (long i = from; i < to; ++i) all += i;
      return all;
    }
    const long middle = from + (to - from) / 2;
    const auto [a, b] = jackdaw::join(
        w, [=](jackdaw::worker& v) { return of(v, from, middle); },
        [=](jackdaw::worker& v) { return of(v, middle, to); });
    return a + b;
  }
  void operator()(cluster::worker& worker) const {
    if (last - first <= 4096) {
      worker.at(sum) += of(worker.local(), first, last);
      return;
    }
    const long middle = first + (last - first) / 2;
    worker.put(sum_of_range{sum, first, middle});
    worker.put(sum_of_range{sum, middle, last});
  }
};

/// Offers the larger and larger numbers of its part; counts what it need not look at.
struct climb {
  static constexpr std::string_view name = "climb";
  cluster::best<long, std::greater<long>> highest;
  long first, last;

  void operator()(cluster::worker& worker) const {
    if (last <= worker.at(highest)) return;
    if (last - first == 1) {
      worker.improve(highest, last);
      return;
    }
    const long middle = first + (last - first) / 2;
    worker.put(climb{highest, first, middle});
    worker.put(climb{highest, middle, last});
  }
};

struct fails {
  static constexpr std::string_view name = "fails";
  int levels;

  void operator()(cluster::worker& worker) const {
    if (levels == 0) throw std::runtime_error("no number " + std::to_string(7));
    for (int i = 0; i < 2; ++i) worker.put(fails{levels - 1});
  }
};

}  // namespace

TEST_CASE("each task runs once, in one run after another") {
  cluster::pool p(here());
  const auto leaves = p.reduction_of<long>();
  for (int run = 1; run <= 20; ++run) {
    p.run(split{leaves, 10});
    REQUIRE(p.result(leaves) == run * 1024);
  }
}

TEST_CASE("a run without tasks ends, and one with a task of each rank does all") {
  cluster::pool p(here());
  const auto leaves = p.reduction_of<long>();
  p.run(split{leaves, 0});
  CHECK(p.result(leaves) == 1);
  p.run_on_all(split{leaves, 8});
  CHECK(p.result(leaves) == 1 + 256 * static_cast<long>(here().ranks()));
}

TEST_CASE("tasks with strings and vectors, results that are maps") {
  cluster::pool p(here());
  const auto found = p.reduction_of(std::map<std::string, int>(), joined);
  p.run(word{found, "", {}});
  const auto all = p.result(found, joined);
  CHECK(all.size() == 512);
  for (const auto& [text, count] : all) CHECK(count == 1);
}

TEST_CASE("tasks may join inside their rank") {
  cluster::pool p(here());
  const auto sum = p.reduction_of<long>();
  constexpr long count = 1 << 20;
  p.run(sum_of_range{sum, 0, count});
  CHECK(p.result(sum) == count * (count - 1) / 2);
}

TEST_CASE("lambdas travel by their bytes") {
  cluster::pool p(here());
  const auto sum = p.reduction_of<long>();
  p.run([sum](cluster::worker& worker) {
    for (long i = 1; i <= 1000; ++i) worker.put([sum, i](cluster::worker& other) { other.at(sum) += i; });
  });
  CHECK(p.result(sum) == 500500);
}

TEST_CASE("the best value of any rank is known to all afterwards") {
  cluster::pool p(here());
  const auto highest = p.best_of(0L);
  p.run(climb{highest, 0, 100'000});
  CHECK(p.result(highest) == 100'000);
}

TEST_CASE("each rank reads what it has kept") {
  cluster::pool p(here());
  const auto own = p.keep(std::string("rank ") + std::to_string(here().rank()));
  const auto right = p.reduction_of<long>();
  p.run_on_all([=](cluster::worker& worker) {
    for (int i = 0; i < 100; ++i)
      worker.put([=](cluster::worker& w) {
        w.at(right) += w.at(own) == "rank " + std::to_string(w.rank()) ? 1 : 0;
      });
  });
  CHECK(p.result(right) == 100 * static_cast<long>(here().ranks()));
}

TEST_CASE("what a task throws reaches all ranks as one failure, and the pool goes on") {
  cluster::pool p(here());
  const auto leaves = p.reduction_of<long>();
  for (int round = 0; round < 3; ++round) {
    std::string what;
    unsigned rank = 0;
    try {
      p.run(fails{6});
    } catch (const cluster::failure& error) {
      CHECK(error.code() == cluster::errc::task_failed);
      what = error.what();
      rank = error.rank();
    }
    CHECK(what.find("task 'fails' has failed: no number 7") != std::string::npos);
    CHECK(here().gather(what) == std::vector<std::string>(here().ranks(), what));
    CHECK(here().gather(rank) == std::vector<unsigned>(here().ranks(), rank));
    p.run(split{leaves, 6});
    CHECK(p.result(leaves) == 64 * (round + 1));
  }
}

TEST_CASE("ranks that come late are waited for") {
  cluster::pool p(here());
  const auto leaves = p.reduction_of<long>();
  for (int round = 1; round <= 3; ++round) {
    if (here().rank() == static_cast<unsigned>(round) % here().ranks())
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    p.run(split{leaves, 9});
    CHECK(p.result(leaves) == 512 * round);
  }
}
