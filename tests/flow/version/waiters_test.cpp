// The tasks that wait at one handle: in which order they come out, and what it costs to look for them.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>
#include <jackdaw/flow/version/versions.hpp>
#include <jackdaw/flow/version/waiters.hpp>

#include "tests/flow/growth/growth.hpp"

using namespace jackdaw;
using tests::check_growth;

namespace {

struct nowhere final : dataflow::flow_base {
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}
};

/// A task that wants some version.
struct small_waiter : dataflow::linked_waiter {
  small_waiter(dataflow::versions& of, std::uint64_t version)
      : linked_waiter(home_of_all, kind_of_all), need(of, dataflow::requirement::ordered, version) {
    count = 1;
  }
  dataflow::requirement need;  // right behind the waiter

  inline static nowhere home_of_all;
  static constexpr dataflow::task_kind kind_of_all{nullptr, nullptr, nullptr};
};

using small_waiters = std::vector<std::unique_ptr<small_waiter>>;

/// For the versions 0 to n - 1, `each` times.
small_waiters wanting_each_version(dataflow::versions& of, std::uint64_t n, unsigned each = 1) {
  small_waiters all;
  for (std::uint64_t i = 0; i < n * each; ++i) all.push_back(std::make_unique<small_waiter>(of, i / each));
  return all;
}

void shuffle(small_waiters& all, base::random& random) {
  for (std::size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[random.below(static_cast<std::uint32_t>(i))]);
}

std::vector<dataflow::waiter*> taken_up_to(dataflow::waiters& from, std::uint64_t version,
                                           bool held = false) {
  dataflow::waiter* woken = nullptr;
  from.take_ready(version, held, woken);
  std::vector<dataflow::waiter*> all;
  dataflow::waiters::for_each_woken(woken, [&all](dataflow::waiter& w) { all.push_back(&w); });
  return all;
}

}  // namespace

TEST_CASE("waiters come out by version, in whatever order they went in, and none is lost") {
  dataflow::versions of;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    CAPTURE(seed);
    base::random random(seed);
    dataflow::waiters list;
    small_waiters all = wanting_each_version(of, 1 + random.below(40), 1 + random.below(4));
    shuffle(all, random);
    std::vector<dataflow::waiter*> in;  // those that are there
    std::uint64_t reached = 0;
    for (auto& each : all) {
      if (each->wanted() < reached || (each->wanted() == reached && reached > 0))
        continue;  // would not have to wait
      list.insert(*each);
      in.push_back(each.get());
      if (random.below(4) == 0) {  // one leaves that fits, as merging does
        dataflow::waiter* const wanted = in[random.below(static_cast<std::uint32_t>(in.size()))];
        const bool exactly = random.below(2) == 0;
        dataflow::waiter* const left =
            exactly ? (list.take_out(*wanted) ? wanted : nullptr)
                    : list.take(wanted->wanted(), [&](const dataflow::waiter& w) { return &w == wanted; });
        if (exactly) CHECK(left == wanted);
        if (left != nullptr) std::erase(in, left);
        CHECK((left == nullptr || left == wanted));
      }
      if (random.below(8) == 0) {
        reached += random.below(3);
        for (dataflow::waiter* const out : taken_up_to(list, reached)) {
          CHECK(out->wanted() <= reached);
          CHECK(std::erase(in, out) == 1);
        }
        CHECK(std::ranges::none_of(in, [&](const auto* w) { return w->wanted() <= reached; }));
      }
    }
    std::size_t seen = 0;
    list.for_each([&](dataflow::waiter& w) { seen += static_cast<std::size_t>(std::ranges::count(in, &w)); });
    CHECK(seen == in.size());
    for (std::uint64_t version = reached; !in.empty(); ++version) {
      for (dataflow::waiter* const out : taken_up_to(list, version)) {
        CHECK(out->wanted() <= version);
        CHECK(std::erase(in, out) == 1);
      }
      REQUIRE(std::ranges::none_of(in, [&](const auto* w) { return w->wanted() <= version; }));
    }
    CHECK(list.empty());
  }
}

TEST_CASE("of those that await their turn one comes at a time, and none while the handle is held") {
  dataflow::versions of;
  dataflow::waiters list;
  small_waiters all = wanting_each_version(of, 3, 4);
  for (const std::size_t i : {11U, 0U, 5U, 4U, 1U, 6U, 8U, 2U, 7U}) {  // versions 2, 0, 1, 1, 0, 1, 2, 0, 1
    all[i]->awaits_turn = all[i]->wanted() == 1;
    list.insert(*all[i]);
  }
  CHECK(taken_up_to(list, 1).size() == 4);  // all of version 0, and one of those of version 1
  for (int left = 3; left > 0; --left) {
    CHECK(taken_up_to(list, 1, true).empty());
    CHECK(taken_up_to(list, 1).size() == 1);
  }
  CHECK(taken_up_to(list, 1).empty());
  CHECK(taken_up_to(list, 2).size() == 2);
}

TEST_CASE("looks at waiters grow as their number, in whatever order they come") {
  dataflow::versions of;
  enum class order { ascending, descending, first_last, random, two_runs };
  for (const order by :
       {order::ascending, order::descending, order::first_last, order::random, order::two_runs}) {
    CAPTURE(static_cast<int>(by));
    check_growth([&](std::size_t n) {
      small_waiters all = wanting_each_version(of, n);
      base::random random(5);
      if (by == order::descending) std::ranges::reverse(all);
      if (by == order::first_last) std::rotate(all.begin(), all.begin() + 1, all.end());
      if (by == order::random) shuffle(all, random);
      if (by == order::two_runs)
        std::rotate(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n / 2), all.end());
      dataflow::waiters list;
      for (auto& each : all) list.insert(*each);
      for (std::uint64_t version = 0; version < n; ++version) CHECK(taken_up_to(list, version).size() == 1);
    });
  }
}
