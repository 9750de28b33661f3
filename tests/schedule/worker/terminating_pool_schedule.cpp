// A pool in phases: initial tasks, what tasks put, and what guests bring is executed once, with its data; the one that
// sees a phase closed sees all that was done in it (docs/internals/verification/bugs-of-others.md: missed-queue).
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <jackdaw/observe/observer.hpp>
#include <jackdaw/pool/families/distributed.hpp>
#include <jackdaw/pool/families/stealing.hpp>
#include <jackdaw/queue/locked/linked_list.hpp>
#include <jackdaw/queue/locked/locked.hpp>
#include <jackdaw/simulated/plain.hpp>
#include <jackdaw/sync/spin_lock.hpp>
#include <jackdaw/worker/engine/worker_loop.hpp>
#include <jackdaw/worker/idle/wake_every_put.hpp>
#include <jackdaw/worker/options/scheduler_options.hpp>

#include "tests/support/explore.hpp"

using namespace jackdaw;

namespace {

constexpr unsigned workers = 3;

using balanced = pool::stealing<queue::locked<queue::linked_list<>, sync::spin_lock>, queue::end::working>;
using unbalanced = pool::distributed<queue::linked_list<>>;

template <class Pool>
class phases;

template <class Pool>
struct member {
  phases<Pool>* of;
  unsigned id;
};

/// A task with a word of its own: 1 when it is put, 2 when it was executed.
template <class Pool>
struct piece : task {
  piece() : task(&execute_piece) {}
  void load() { data.set(1); }
  [[nodiscard]] bool is_done() const { return data.get() == 2; }

  simulated::plain<int> data{};
  piece* follower = nullptr;  // which it puts

 private:
  static void execute_piece(task& self, void* worker, task_verb /*verb*/) {
    auto& as = *static_cast<member<Pool>*>(worker);
    as.of->execute_piece(static_cast<piece&>(self), as.id);
  }
};

template <class Pool>
std::array<member<Pool>, workers> crew_of(phases<Pool>* of) {
  return {{{of, 0}, {of, 1}, {of, 2}}};
}

template <class Pool>
struct crew_first {
  explicit crew_first(phases<Pool>* of) : crew(crew_of(of)) {}
  std::array<member<Pool>, workers> crew;
};

/// A loop without an engine: its threads are those of the exploration.
template <class Pool>
class phases : crew_first<Pool>,
               public working::loop<Pool, working::wake_every_put, observe::null_observer, member<Pool>> {
 public:
  using loop = working::loop<Pool, working::wake_every_put, observe::null_observer, member<Pool>>;

  phases() : crew_first<Pool>(this), loop(staff(), this->crew.data()) {
    for (std::size_t i = 0; i + 1 < inner.size(); i += 2) inner[i].follower = &inner[i + 1];
  }

  void execute_piece(piece<Pool>& self, unsigned id) {
    if (self.data.get() != 1) wrong.store(true, base::relaxed);
    if (self.follower != nullptr) {
      self.follower->load();
      this->put(id, *self.follower);
    }
    self.data.set(2);
    executed.fetch_add(1, base::relaxed);
  }

  /// As engine::run.
  void run() {
    while (!this->termination_.claim()) this->serve(0, at_rest(), never);
    for (std::size_t i = 0; i < inner.size(); i += 2) {
      inner[i].load();
      this->pool_.init(static_cast<unsigned>(i / 2) % workers, inner[i]);
    }
    this->begin(inner.size() / 2);
    this->work(0, never);
    this->serve(0, at_rest(), never);
    for (const auto& each : inner) {
      if (!each.is_done()) wrong.store(true, base::relaxed);
    }
  }
  /// As worker 0, until what guests have brought is done, too.
  void finish(std::uint32_t all) {
    const auto over =
        [&] {  // first that all are brought: else the phase may look closed that has not been seen open
          return all_brought.load(base::acquire) && executed.load(base::relaxed) == all &&
                 !this->termination_.is_open();
        };
    this->serve(0, over, never);
    for (const auto& each : brought) {
      if (!each.is_done()) wrong.store(true, base::relaxed);
    }
    stopping.store(true, base::release);
    this->idle_.wake_all();
    this->limit_.wake_all();
  }
  void live(unsigned id) {
    this->serve(id, [this] { return stopping.load(base::acquire); }, never);
  }
  void bring() {
    for (auto& each : brought) {
      const unsigned place = this->guests().enter();
      each.load();
      this->put_from_outside(place, each, [] { return false; });
      this->guests().leave(place);
    }
    all_brought.store(true, base::release);
    this->idle_.wake_all();
  }

  std::array<piece<Pool>, 6> inner;
  std::array<piece<Pool>, 2> brought;
  base::atomic<std::uint32_t> executed{0};
  base::atomic<bool> wrong{false};
  base::atomic<bool> stopping{false};
  base::atomic<bool> all_brought{false};

 private:
  static constexpr auto never = [] { return false; };
  auto at_rest() {
    return [this] { return !this->termination_.is_open(); };
  }
  /// All are to work, and none is moved.
  static const working::staffing& staff() {
    static const working::staffing all = [] {
      auto some = working::staffing::all_of(workers);
      some.pins = {0};
      return some;
    }();
    return all;
  }
};

}  // namespace

TEST_CASE_TEMPLATE("two runs one after the other, while a guest brings tasks", Pool, balanced, unbalanced) {
  tests::explore(1500, [] {
    auto p = std::make_shared<phases<Pool>>();
    return tests::program{{[p] {
                             p->run();
                             p->run();
                             p->finish(2 * 6 + 2);
                           },
                           [p] { p->live(1); }, [p] { p->live(2); }, [p] { p->bring(); }},
                          [p] { return !p->wrong.peek(); }};
  });
}

TEST_CASE_TEMPLATE("guests alone open phases", Pool, balanced, unbalanced) {
  tests::explore(1500, [] {
    auto p = std::make_shared<phases<Pool>>();
    return tests::program{
        {[p] { p->finish(2); }, [p] { p->live(1); }, [p] { p->live(2); }, [p] { p->bring(); }},
        [p] { return !p->wrong.peek(); }};
  });
}
