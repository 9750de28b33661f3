#include "src/cluster/pool/engine.hpp"

#include <exception>
#include <mutex>
#include <string>
#include <vector>

#include <jackdaw/base/assert.hpp>
#include <jackdaw/base/clock.hpp>

#include "src/cluster/inside_task.hpp"
#include "src/cluster/pool/calls.hpp"
#include "src/cluster/pool/conversation.hpp"
#include "src/cluster/pool/first_worker.hpp"
#include "src/cluster/pool/pace.hpp"
#include "src/cluster/pool/surviving_conversation.hpp"
#include "src/cluster/record/rank_record.hpp"

namespace jackdaw::cluster {

namespace {

/// When a run is over, also by an exception.
struct finally {
  ~finally() { detail::running = nullptr; }
};

}  // namespace

/// One run, with the conversation `Talk`: what is done between the ranks, by one thread at a time, which is a worker of
/// this rank.
template <class Talk>
class pool::engine::turn final : public detail::between_tasks {
 public:
  /// `parts`: what the conversation takes besides the tasks.
  template <class... Parts>
  explicit turn(engine& of, Parts&... parts)
      : mail_(of.mail_),
        tasks_(of.scheduler_, of.types_, of.state_),
        state_(of.state_),
        talk_(tasks_, parts...) {}

  [[nodiscard]] Talk& talk() noexcept { return talk_; }

  /// The thread for messages, which is worker 0. `begin` puts the first tasks.
  template <class Begin>
  void serve(const Begin& begin, jackdaw::worker& self) {
    try {
      begin(self);
    } catch (...) { state_.record("the first task", std::current_exception(), "it could not be put: "); }
    detail::local_tasks::show(self);
    detail::pace pace;
    while (!talk_.is_over()) {
      const std::int64_t since = base::nanoseconds_now() - looked_.load(base::relaxed);
      bool moved = false;
      if (since > recent) {
        if (const std::unique_lock hold(one_, std::try_to_lock); hold.owns_lock()) {
          moved = talk_.look(self, 0);
          moved |= talk_.out_of_tasks(self);
        }
      }
      pace.rest(moved, since > recent ? tasks_.are_few(self) : false);
    }
  }

  /// After that: until all messages have left this rank.
  void leave() {
    detail::pace pace;
    const std::lock_guard hold(one_);
    mail_.by_worker(0);
    while (!mail_.clean_up()) {
      static_cast<void>(mail_.receive());  // what the others wait to be rid of
      pace.rest(true, true);
    }
  }

  /// A worker, between two tasks.
  void look_around(jackdaw::worker& self) override {
    if (talk_.is_over()) return;
    if (const std::unique_lock hold(one_, std::try_to_lock); hold.owns_lock())
      static_cast<void>(talk_.look(self, self.place()));
    looked_.store(base::nanoseconds_now(), base::relaxed);
  }

 private:
  detail::mailbox& mail_;
  detail::local_tasks tasks_;
  detail::pool_state& state_;
  Talk talk_;
  std::mutex one_;
  base::atomic<std::int64_t> looked_{0};           // when a worker did, between two tasks
  static constexpr std::int64_t recent = 200'000;  // nanoseconds
};

pool::engine::engine(world& of, detail::pool_state& state)
    : world_(of),
      state_(state),
      types_(state.rank),
      scheduler_({.workers = state.workers + 1, .surplus = surplus_use::work}),
      mailbox_(of.inside().survives ? of.inside().mail : std::make_shared<detail::mailbox>(of.inside())),
      mail_(*mailbox_),
      lines_(state.rank, state.ranks),
      wave_(state.rank, state.ranks) {
  detail::pool_call made = detail::call_of(state, detail::pool_call::make);
  made.types = types_.fingerprint();
  static_cast<void>(detail::call_together(of, made));
}

void pool::engine::run(const std::function<void(jackdaw::worker&)>& begin, bool on_all) {
  detail::refuse_inside_pool_task("run() of a cluster::pool");
  if (!world_.inside().survives)  // there a run neither begins nor ends together
    static_cast<void>(detail::call_together(
        world_, detail::call_of(state_, on_all ? detail::pool_call::run_on_all : detail::pool_call::run)));
  counts_ = {};
  state_.drops.store(0, base::relaxed);
  state_.recorded.store(0, base::relaxed);
  mail_.begin_run();
  lines_.begin_run();
  detail::running = &state_;
  const finally ended{};
  if (world_.inside().survives) {
    run_surviving(begin, on_all);
  } else {
    run_here(begin);
  }
}

void pool::engine::serve_as_first(const std::function<void(jackdaw::worker&)>& serve) {
  scheduler_.run([&](jackdaw::worker& here) {
    detail::as_first_worker(here, [&](jackdaw::worker& self) { serve(self); });
  });
  JACKDAW_ASSERT(state_.intervals[0]->is_new(), "the thread for messages executes no tasks");
}

void pool::engine::run_here(const std::function<void(jackdaw::worker&)>& begin) {
  wave_.begin_run();
  turn<detail::conversation<detail::local_tasks, jackdaw::worker>> now(*this, state_, mail_, lines_, wave_,
                                                                       counts_);
  state_.between = &now;
  state_.tracks = world_.inside().record != nullptr ? world_.inside().record->pool_workers.data() : nullptr;
  serve_as_first([&](jackdaw::worker& self) {
    now.serve(begin, self);
    now.leave();
  });
  state_.between = nullptr;
  state_.tracks = nullptr;
  detail::running = nullptr;  // what follows is not in a task
  counts_.messages = mail_.sent();
  counts_.waves = wave_.waves();

  writer own;
  if (state_.recorded.load(base::acquire) == 2) {
    own.put(std::string(state_.failed_task));
    own.put(std::string(state_.failed_what));
  }
  const auto all =
      detail::call_together(world_, detail::call_of(state_, detail::pool_call::end_of_run), own.bytes());
  for (unsigned i = 0; i < all.size(); ++i) {
    if (all[i].empty()) continue;
    reader in(all[i]);
    const auto task = in.get<std::string>();
    throw failure(errc::task_failed, i, "task '" + task + "' has failed: " + in.get<std::string>());
  }
}

// It ends without a collective call, and with messages on their way: the mailbox is the world's.
void pool::engine::run_surviving(const std::function<void(jackdaw::worker&)>& begin, bool on_all) {
  detail::clear_results(state_);
  turn<detail::surviving_conversation<detail::local_tasks, jackdaw::worker>> now(*this, state_, mail_, lines_,
                                                                                 counts_);
  state_.between = &now;
  const auto begin_gifts = [&](jackdaw::worker& self) {
    if (state_.rank != 0) return;
    for (unsigned i = 0; i < (on_all ? state_.ranks : 1U); ++i) begin(self);
    if (on_all) now.talk().give_each(self);
  };
  serve_as_first([&](jackdaw::worker& self) { now.serve(begin_gifts, self); });
  state_.between = nullptr;
  detail::running = nullptr;
  counts_.messages = mail_.sent();
  if (const auto& failed = now.talk().failure())
    throw failure(errc::task_failed, failed->rank, "task '" + failed->task + "' has failed: " + failed->what);
}

}  // namespace jackdaw::cluster
