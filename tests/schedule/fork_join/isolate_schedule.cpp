// Isolation: waits inside run nothing from outside, whichever thread takes the mark; and the mark's memory comes
// again, whichever was its last holder.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/base/random.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/schedule/fork_join/forking_crew.hpp"
#include "tests/support/explore.hpp"

using namespace jackdaw;
using tests::forking_crew;
using worker_type = forking_crew::member;

namespace {

constexpr std::size_t pieces = 4;

struct rooms {
  forking_crew crew;
  std::array<simulated::plain<int>, pieces> outside{};
  std::array<simulated::plain<int>, pieces> inside{};
  simulated::plain<bool> is_isolated{false};  // of member 0
  base::atomic<bool> wrong{false};

  void check(bool holds) {
    if (!holds) wrong.store(true, base::relaxed);
  }
  void put_outside(worker_type& w, basic_task_group<worker_type>& group) {
    for (auto& each : outside) {
      group.spawn(w, [&each, this](worker_type& by) {
        if (by.id() == 0) check(!is_isolated.get());
        each.set(each.get() + 1);
        simulated::explorer::step();
      });
    }
  }
  int walk_inside(worker_type& w, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      inside[first].set(inside[first].get() + 1);
      simulated::explorer::step();
      return inside[first].get();
    }
    const std::size_t middle = first + (last - first) / 2;
    const auto [left, right] = join(
        w, [=, this](worker_type& v) { return walk_inside(v, first, middle); },
        [=, this](worker_type& v) { return walk_inside(v, middle, last); });
    return left + right;
  }
  void isolated(worker_type& w) {
    isolate(w, [this](worker_type& v) {
      is_isolated.set(true);
      const int before = inside[0].get();
      check(walk_inside(v, 0, pieces) == static_cast<int>(pieces) * (before + 1));
      is_isolated.set(false);
    });
  }
};

}  // namespace

TEST_CASE(
    "an isolated worker runs nothing from outside, again and again, while thieves take from both rooms") {
  tests::explore_programs(5000, [](std::uint64_t seed) {
    auto r = std::make_shared<rooms>();
    base::random random(seed);
    const int acts = 3 + static_cast<int>(random.below(4));
    const int rounds = 1 + static_cast<int>(random.below(3));
    return tests::program{{[=] {
                             r->crew.work(0, [&](worker_type& w) {
                               basic_task_group<worker_type> group(w);
                               r->put_outside(w, group);
                               for (int i = 0; i < rounds; ++i) r->isolated(w);
                               group.wait();
                               for (const auto& each : r->outside) r->check(each.get() == 1);
                               for (const auto& each : r->inside) r->check(each.get() == rounds);
                             });
                           },
                           [=] { r->crew.steal(1, acts); }, [=] { r->crew.steal(2, acts); }},
                          [=] { return !r->wrong.peek() && r->crew.is_empty(); }};
  });
}

TEST_CASE("marks that are stolen while their scope ends: their memory comes again for either of the two") {
  tests::explore(5000, [] {
    auto r = std::make_shared<rooms>();
    const auto scopes = [r](worker_type& w) {
      for (int i = 0; i < 3; ++i) isolate(w, [] { simulated::explorer::step(); });
    };
    const auto thief = [r, scopes](worker_type& w) {
      for (int i = 0; i < 3; ++i) {
        if (task* const item = r->crew.get_unless_resting(w.id(), [] { return false; }))
          r->crew.execute(w.id(), *item);
        if (i == 1) scopes(w);
      }
    };
    return tests::program{
        {[=] { r->crew.work(0, scopes); }, [=] { r->crew.work(1, thief); }, [=] { r->crew.work(2, thief); }},
        [=] { return r->crew.is_empty(); }};
  });
}
