// Ranks that call different functions of a pool, or with other tokens: all of them get one failure with the same text.
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/cluster/rank_main.hpp"

namespace cluster = jackdaw::cluster;

namespace {

struct count {
  static constexpr std::string_view name = "count";
  cluster::reduction<long> leaves;
  int levels;

  void operator()(cluster::worker& worker) const {
    if (levels == 0) {
      ++worker.at(leaves);
      return;
    }
    for (int i = 0; i < 2; ++i) worker.put(count{leaves, levels - 1});
  }
};

bool is_last() { return here().rank() + 1 == here().ranks(); }

/// What f() throws: the same on all ranks.
std::string text_of_failure(const std::function<void()>& f, cluster::errc code) {
  std::string text = "nothing";
  try {
    f();
  } catch (const cluster::failure& error) {
    CHECK(error.code() == code);
    text = error.what();
  }
  CHECK(here().gather(text) == std::vector<std::string>(here().ranks(), text));
  return text;
}
std::string text_of_difference(const std::function<void()>& f) {
  return text_of_failure(f, cluster::errc::differing_calls);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("results of different reductions are refused, and the pool goes on") {
  cluster::pool p(here());
  const auto a = p.reduction_of<long>();
  const auto b = p.reduction_of<long>();
  p.run(count{a, 5});
  const std::string text = text_of_difference([&] { static_cast<void>(p.result(is_last() ? b : a)); });
  CHECK(has(text, "it calls result() of reduction or kept value 2"));
  CHECK(has(text, "where rank 0 calls result() of reduction or kept value 1"));
  CHECK(p.result(a) == 32);
  CHECK(p.result(b) == 0);
}

TEST_CASE("run() and run_on_all() at once are refused, and no task runs") {
  cluster::pool p(here());
  const auto leaves = p.reduction_of<long>();
  const std::string text = text_of_difference([&] {
    if (is_last()) {
      p.run_on_all(count{leaves, 3});
    } else {
      p.run(count{leaves, 3});
    }
  });
  CHECK(has(text, "it calls run_on_all()"));
  CHECK(has(text, "where rank 0 calls run()"));
  CHECK(p.result(leaves) == 0);
}

TEST_CASE("a run and a result at once are refused") {
  cluster::pool p(here());
  const auto leaves = p.reduction_of<long>();
  const std::string text = text_of_difference([&] {
    if (is_last()) {
      static_cast<void>(p.result(leaves));
    } else {
      p.run(count{leaves, 3});
    }
  });
  CHECK(has(text, "it calls result()"));
}

TEST_CASE("other numbers and other types of reductions are refused") {
  {
    cluster::pool p(here());
    if (is_last()) static_cast<void>(p.reduction_of<std::vector<double>>());
    const auto leaves = p.reduction_of<long>();
    const std::string text = text_of_difference([&] { p.run(count{leaves, 3}); });
    CHECK(has(text, "which has 2 reductions and kept values and 0 best values where"));
  }
  {
    cluster::pool p(here());
    if (is_last()) {
      static_cast<void>(p.reduction_of<std::vector<double>>());
    } else {
      static_cast<void>(p.keep(7));
    }
    const auto leaves = p.reduction_of<long>();
    const std::string text = text_of_difference([&] { p.run(count{leaves, 3}); });
    CHECK(has(text, ", of other types; expected"));
  }
}

TEST_CASE("runs of different pools are refused") {
  cluster::pool p(here());
  cluster::pool q(here());
  const auto in_p = p.reduction_of<long>();
  const auto in_q = q.reduction_of<long>();
  const std::string text = text_of_difference([&] {
    if (is_last()) {
      p.run(count{in_p, 3});
    } else {
      q.run(count{in_q, 3});
    }
  });
  CHECK(has(text, "it calls run() of pool "));
}

TEST_CASE("a token of another pool is refused, in tasks and in result()") {
  cluster::pool p(here());
  cluster::pool q(here());
  const auto in_p = p.reduction_of<long>();
  const auto in_q = q.reduction_of<long>();
  const auto best_in_q = q.best_of(1L);
  const std::string text = text_of_failure([&] { p.run(count{in_q, 3}); }, cluster::errc::task_failed);
  CHECK(has(text, "task 'count' has failed: a token that is not of pool "));
  CHECK_THROWS_AS(static_cast<void>(p.result(in_q)), std::logic_error);
  CHECK_THROWS_AS(static_cast<void>(q.result(in_p)), std::logic_error);
  CHECK_THROWS_AS(static_cast<void>(p.rank_result(in_q)), std::logic_error);
  CHECK_THROWS_AS(static_cast<void>(p.result(best_in_q)), std::logic_error);
  CHECK(has(text_of_difference([&] { static_cast<void>(p.result(is_last() ? in_q : in_p)); }), "result()"));
  p.run(count{in_p, 4});
  q.run(count{in_q, 5});
  CHECK(p.result(in_p) == 16);
  CHECK(q.result(in_q) == 32);
}
