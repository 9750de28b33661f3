// The workers of a scheduler, as the engine lets them live, but in contexts instead of threads: runs that follow each
// other, guests that bring tasks meanwhile, a limit that changes, and the end. Each task is executed once, before its
// phase ends.
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/observe/observer.hpp>
#include <jackdaw/pool/families/distributed.hpp>
#include <jackdaw/pool/families/private_public.hpp>
#include <jackdaw/pool/families/stealing.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>
#include <jackdaw/queue/locked/block.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/engine/worker_loop.hpp>
#include <jackdaw/worker/idle/spin_on_flag.hpp>
#include <jackdaw/worker/idle/spin_yield_park.hpp>
#include <jackdaw/worker/idle/wake_every_put.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "tests/support/explore.hpp"
#include "tests/support/parcel.hpp"

using namespace jackdaw;

namespace {

template <class Container>
using spinning = queue::locked<Container, sync::spin_lock>;
using open_pool = pool::stealing<spinning<queue::linked_list<>>, queue::end::working>;
using hiding_pool =
    pool::private_public<queue::block<2>,
                         pool::stealing<spinning<queue::linked_list<queue::block<2>>>, queue::end::working>>;
using apart_pool = pool::distributed<queue::linked_list<>>;  // every worker must come to each phase
using parking = working::spin_yield_park_for<0, 0>;

struct context {
  unsigned id;
};

working::staffing staff_of(unsigned workers) {
  auto staff = working::staffing::all_of(workers);
  staff.pins = {0};  // so that no worker looks for another processor
  return staff;
}

/// worker/engine/engine.hpp without threads and without a stand-in.
template <class Pool, class Idle>
class small_engine : public working::loop<Pool, Idle, observe::null_observer, context> {
  using base_type = working::loop<Pool, Idle, observe::null_observer, context>;

 public:
  explicit small_engine(unsigned workers) : base_type(staff_of(workers), contexts.data()) {}

  void live(unsigned id) {
    this->take_seat(id);
    this->serve(id, [this] { return stopping.load(base::acquire); }, this->never);
  }

  /// By worker 0. `deal(init)` gives tasks to init().
  void run(auto&& deal) {
    const auto at_rest = [this] { return !this->termination_.is_open(); };
    this->take_seat(0);
    while (!this->termination_.claim()) this->serve(0, at_rest, this->never);
    std::size_t dealt = 0;
    deal([&](task& item) { this->pool_.init(static_cast<unsigned>(dealt++ % this->allowed()), item); });
    const working::run_environment::common as_caller(this->environment_);
    this->begin(dealt);
    this->work(0, this->never);
    this->serve(0, at_rest, this->never);
  }

  void bring(task& item, working::inbox_address to) {
    const unsigned place = this->guests().enter();
    this->put_from_outside(to, item, [] { return false; });
    this->guests().leave(place);
  }
  void hint_in_vain(unsigned to) { this->external_tasks_.of(to).hint(); }
  [[nodiscard]] bool is_quiet(unsigned id) const { return this->external_tasks_.of(id).is_quiet(); }
  void bring_pinned(unsigned to, task& item) { this->deliver(to, item, working::sender::guest); }

  void stop() {
    this->guests().await_departures();
    stopping.store(true, base::release);
    this->idle_.wake_all();
    this->limit_.wake_all();
  }

  [[nodiscard]] bool is_at_rest() const { return working::termination::is_rest(this->termination_.state()); }

 private:
  std::array<context, 4> contexts{{{0}, {1}, {2}, {3}}};
  base::atomic<bool> stopping{false};
};

template <class Pool, class Idle>
struct state {
  static constexpr unsigned workers = 2;
  static constexpr std::size_t most_tasks = 6;

  /// Puts the task `first_child`, and the one behind it, if it has any.
  struct node : tests::parcel<> {
    state* in = nullptr;
    std::size_t number = 0;
    std::size_t first_child = 0;
    simulated::plain<int> result;
    int pinned_to = -1;
    bool meets_another = false;  // waits, in a task, until another worker executes one of these, too
    base::atomic<bool> executed{false};
  };

  small_engine<Pool, Idle> engine{workers};
  std::array<node, most_tasks> nodes;
  base::atomic<int> executed{0};
  base::atomic<int> met{0};
  base::atomic<int> wrong{0};
  base::atomic<int> parties{0};

  state() {
    for (std::size_t i = 0; i < most_tasks; ++i) {
      nodes[i].in = this;
      nodes[i].number = i;
      nodes[i].execute = &execute_node;
    }
  }

  void expect(bool right) {
    if (!right) wrong.fetch_add(1, base::relaxed);
  }

  static void execute_node(task& item, void* executing, task_verb /*verb*/) {
    auto& self = static_cast<node&>(item);
    state& s = *self.in;
    const unsigned id = static_cast<context*>(executing)->id;
    s.expect(self.take());
    s.expect(self.pinned_to < 0 || static_cast<unsigned>(self.pinned_to) == id);
    self.result.set(self.result.get() + 1);
    if (self.meets_another) {
      const int met = s.met.fetch_add(1, base::relaxed) / 2;
      simulated::explorer::block_until([&s, met] { return s.met.peek() >= 2 * met + 2; });
    }
    if (self.first_child != 0) {
      for (const std::size_t child : {self.first_child, self.first_child + 1}) {
        s.nodes[child].load();
        s.engine.put(id, s.nodes[child]);
      }
    }
    s.executed.fetch_add(1, base::relaxed);
    self.executed.store(true, base::release);
  }

  void run(int times) {
    for (int i = 1; i <= times; ++i) {
      engine.run([&](auto&& init) {
        for (const std::size_t t : {std::size_t{0}, std::size_t{5}}) {
          nodes[t].load();
          init(nodes[t]);
        }
      });
      for (const std::size_t t : {0U, 1U, 2U, 5U}) expect(nodes[t].result.get() == i);  // H2
    }
  }

  void bring(std::size_t which) {
    nodes[which].load();
    engine.bring(nodes[which], {.worker = static_cast<unsigned>(which % workers),
                                .lane = static_cast<unsigned>(which % working::inbox_lanes<task>::lanes)});
  }

  /// The last thread to come here ends the scheduler, when all tasks are executed.
  void end(int tasks) {
    if (parties.fetch_sub(1, base::acq_rel) != 1) return;
    simulated::explorer::block_until([this, tasks] { return executed.peek() >= tasks; });
    engine.stop();
  }

  [[nodiscard]] bool is_well(int tasks) const {
    return wrong.peek() == 0 && executed.peek() == tasks && engine.is_at_rest();
  }
};

/// Worker 0 runs twice the tasks 0, 1, 2 and 5.
template <class Pool, class Idle>
tests::program two_runs() {
  auto s = std::make_shared<state<Pool, Idle>>();
  s->nodes[0].first_child = 1;
  s->parties.store(1);
  return {{[s] {
             s->run(2);
             s->end(8);
           },
           [s] { s->engine.live(1); }},
          [s] { return s->is_well(8); }};
}

/// Each of the tasks 1 and 2 needs the other one: a worker has to come for the second, in either run.
template <class Pool, class Idle>
tests::program tasks_that_meet() {
  auto s = std::make_shared<state<Pool, Idle>>();
  s->nodes[0].first_child = 1;
  s->nodes[1].meets_another = s->nodes[2].meets_another = true;
  s->parties.store(1);
  return {{[s] {
             s->run(2);
             s->end(8);
           },
           [s] { s->engine.live(1); }},
          [s] { return s->is_well(8); }};
}

/// The tasks 0, 1, 2 and 5, once, while a guest brings tasks 3 and 4.
template <class Pool, class Idle>
tests::program with_a_guest(bool pinned) {
  auto s = std::make_shared<state<Pool, Idle>>();
  s->nodes[0].first_child = 1;
  s->parties.store(2);
  return {{[s] {
             s->run(1);
             s->end(6);
           },
           [s] { s->engine.live(1); },
           [s, pinned] {
             s->bring(3);
             if (pinned) {
               s->nodes[4].pinned_to = 1;
               s->nodes[4].load();
               s->engine.bring_pinned(1, s->nodes[4]);
             } else {
               s->bring(4);
             }
             // Worker 0 has gone, perhaps, and no thread stands in: what was dealt to it worker 1 takes.
             tests::wait_for(s->nodes[4].executed, true);
             s->expect(s->nodes[4].result.get() == 1);
             s->end(6);
           }},
          [s] { return s->is_well(6); }};
}

/// A thread has hinted at a task that a worker has taken before.
template <class Pool, class Idle>
tests::program with_a_vain_hint() {
  auto s = std::make_shared<state<Pool, Idle>>();
  s->nodes[0].first_child = 1;
  s->engine.hint_in_vain(0);
  s->parties.store(1);
  return {{[s] {
             s->run(1);
             s->end(4);
           },
           [s] { s->engine.live(1); }},
          [s] { return s->is_well(4) && s->engine.is_quiet(0); }};
}

/// A limit falls to one and rises again meanwhile.
template <class Pool, class Idle>
tests::program with_a_limit() {
  auto s = std::make_shared<state<Pool, Idle>>();
  s->nodes[0].first_child = 1;
  s->parties.store(2);
  return {{[s] {
             s->run(2);
             s->end(8);
           },
           [s] { s->engine.live(1); },
           [s] {
             s->engine.allow(1);
             s->engine.allow(2);
             s->end(8);
           }},
          [s] { return s->is_well(8); }};
}

}  // namespace

TEST_CASE_TEMPLATE("workers: runs that follow each other with the same tasks", Idle, working::wake_every_put,
                   working::spin_on_flag, parking) {
  tests::explore(1000, [] { return two_runs<open_pool, Idle>(); });
  tests::explore(1000, [] { return two_runs<hiding_pool, Idle>(); });
  tests::explore(1000, [] { return two_runs<pool::split_pool, Idle>(); });
  tests::explore(1000, [] { return two_runs<apart_pool, Idle>(); });
}

TEST_CASE_TEMPLATE("workers: a guest brings tasks while a run begins, goes on or ends", Idle,
                   working::wake_every_put, parking) {
  tests::explore(1000, [] { return with_a_guest<open_pool, Idle>(false); });
  tests::explore(1000, [] { return with_a_guest<open_pool, Idle>(true); });
  tests::explore(1000, [] { return with_a_guest<hiding_pool, Idle>(false); });
  tests::explore(1000, [] { return with_a_guest<pool::split_pool, Idle>(false); });
}

TEST_CASE("workers: a hint at nothing is taken back, so that it does not make each look longer") {
  tests::explore(300, [] { return with_a_vain_hint<open_pool, parking>(); });
  tests::explore(300, [] { return with_a_vain_hint<pool::split_pool, parking>(); });
}

TEST_CASE("workers: the limit falls and rises while they work") {
  tests::explore(2000, [] { return with_a_limit<open_pool, parking>(); });
  tests::explore(2000, [] { return with_a_limit<hiding_pool, parking>(); });
}

TEST_CASE_TEMPLATE("workers: none sleeps beside a task that another one waits for", Idle,
                   working::wake_every_put, working::spin_on_flag, parking) {
  tests::explore(500, [] { return tasks_that_meet<open_pool, Idle>(); });
  tests::explore(1000, [] { return tasks_that_meet<pool::split_pool, Idle>(); });
}
