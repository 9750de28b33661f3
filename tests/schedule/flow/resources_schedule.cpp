// Units of resources: in every interleaving a task that has units sees what those before it did with them, none has too
// many, and no task that waits is forgotten.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <jackdaw/base/atomic.hpp>
#include <jackdaw/base/threads/bounded_spin.hpp>
#include <jackdaw/flow/resource/required_units.hpp>
#include <jackdaw/flow/resource/resource.hpp>
#include <jackdaw/flow/resource/unit_sharing.hpp>
#include <jackdaw/flow/version/waiter.hpp>
#include <jackdaw/simulated/plain.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;
using dataflow::unit_sharing;

namespace {

struct nowhere final : dataflow::flow_base {
  void resume_from_elsewhere(dataflow::waiter& /*woken*/) override {}
};

/// What the tasks of one program share.
struct shared {
  resource one{1};
  resource two{2};
  nowhere home;
  nowhere cancelled;
  simulated::plain<int> with_one;  // the only unit
  base::atomic<unsigned> use_of_two{0};
  base::atomic<unsigned> too_many{0};
  base::atomic<unsigned> ran{0};
  base::atomic<unsigned> skipped{0};
  base::atomic<bool> is_cancelled{false};
};

/// A task; the thread that is granted its units executes it, as a worker would that takes it from the pool.
struct pretended_task : dataflow::linked_waiter {
  pretended_task(shared& in, dataflow::flow_base& flow, std::uint64_t of_one, std::uint64_t of_two)
      : linked_waiter(flow, kind_of_all),
        all(&in),
        units_of_one(of_one),
        units_of_two(of_two),
        needs(*this, &resume, 0, {{{&in.one, of_one}, {&in.two, of_two}}}) {}

  void execute() {
    const bool may_be_cancelled = owner_flow == &all->cancelled;
    const auto is_called_off = [&] { return may_be_cancelled && all->is_cancelled.load(base::relaxed); };
    while (!needs.has_units && !is_called_off()) {
      if (unit_sharing::take_or_wait(needs, is_called_off) == unit_sharing::answer::waits) return;
    }
    if (needs.has_units) {
      run();
    } else {
      all->skipped.fetch_add(1, base::relaxed);
    }
    unit_sharing::give_back(needs);
  }
  void run() {
    if (units_of_one != 0) all->with_one.set(all->with_one.get() + 1);
    const unsigned most = 2;
    if (all->use_of_two.fetch_add(static_cast<unsigned>(units_of_two), base::relaxed) + units_of_two > most)
      all->too_many.fetch_add(1, base::relaxed);
    all->use_of_two.fetch_sub(static_cast<unsigned>(units_of_two), base::relaxed);
    all->ran.fetch_add(1, base::relaxed);
  }
  static void resume(dataflow::waiter& task) { static_cast<pretended_task&>(task).execute(); }

  shared* all;
  std::uint64_t units_of_one;
  std::uint64_t units_of_two;
  dataflow::required_units<2> needs;
  static constexpr dataflow::task_kind kind_of_all{nullptr, nullptr, nullptr};
};

}  // namespace

TEST_CASE("tasks that require two resources in all orders: data are carried, and each of them runs once") {
  tests::explore(2000, [] {
    struct state : shared {
      pretended_task a{*this, home, 1, 1};
      pretended_task b{*this, home, 0, 2};
      pretended_task c{*this, home, 1, 2};
      pretended_task d{*this, home, 1, 0};
    };
    auto s = std::make_shared<state>();
    return tests::program{{[s] {
                             s->a.execute();
                             s->d.execute();
                           },
                           [s] { s->b.execute(); }, [s] { s->c.execute(); }},
                          [s] {
                            return s->ran.peek() == 4 && s->too_many.peek() == 0 && s->with_one.get() == 3 &&
                                   s->one.available() == 1 && s->two.available() == 2;
                          }};
  });
}

TEST_CASE(
    "a flow is cancelled while its tasks begin to wait: each runs or is skipped, and none waits for ever") {
  tests::explore(2000, [] {
    struct state : shared {
      pretended_task holder{*this, home, 1, 0};
      pretended_task first{*this, cancelled, 1, 2};
      pretended_task second{*this, cancelled, 1, 0};
    };
    auto s = std::make_shared<state>();
    static_cast<void>(unit_sharing::take(s->holder.needs));
    return tests::program{{[s] { s->first.execute(); }, [s] { s->second.execute(); },
                           [s] {
                             s->is_cancelled.store(true, base::relaxed);
                             unit_sharing::call_off(s->cancelled);
                           }},
                          [s] {  // while the holder has its unit
                            const bool all =
                                s->skipped.peek() == 2 && s->ran.peek() == 0 && s->one.available() == 0;
                            unit_sharing::give_back(s->holder.needs);
                            return all && s->one.available() == 1 && s->two.available() == 2;
                          }};
  });
}
