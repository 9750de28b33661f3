#include "src/cluster/pool/engine.hpp"

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <jackdaw/base/clock.hpp>

#include "src/cluster/pool/conversation.hpp"
#include "src/cluster/pool/pace.hpp"
#include "src/cluster/record/rank_record.hpp"

namespace jackdaw::cluster {

/// One run: what is done between the ranks, by one thread at a time, which is a worker of this rank.
class pool::engine::turn final : public detail::between_tasks {
 public:
  explicit turn(engine& of)
      : of_(of),
        tasks_(of.scheduler_, of.types_),
        talk_(tasks_, of.state_, of.mail_, of.lines_, of.wave_, of.counts_) {}

  /// The thread for messages, which is worker 0.
  void serve(const std::function<void(jackdaw::worker&)>& begin, jackdaw::worker& self) {
    begin(self);
    detail::local_tasks::show(self);
    detail::pace pace;
    while (!talk_.is_over()) {
      const std::int64_t since = base::nanoseconds_now() - looked_.load(base::relaxed);
      bool moved = false;
      if (since > recent) {
        if (const std::unique_lock hold(one_, std::try_to_lock); hold.owns_lock()) {
          moved = talk_.look(self, 0);
          moved |= talk_.answer_wave(self);
        }
      }
      pace.rest(moved, since > recent ? tasks_.are_few(self) : false);
    }
    const std::lock_guard hold(one_);
    of_.mail_.by_worker(0);
    while (!of_.mail_.clean_up()) {
      static_cast<void>(of_.mail_.receive());  // what the others wait to be rid of
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
  engine& of_;
  detail::local_tasks tasks_;
  detail::conversation<detail::local_tasks, jackdaw::worker> talk_;
  std::mutex one_;
  base::atomic<std::int64_t> looked_{0};           // when a worker did, between two tasks
  static constexpr std::int64_t recent = 200'000;  // nanoseconds
};

pool::engine::engine(world& of, detail::pool_state& state)
    : world_(of),
      state_(state),
      types_(state.rank),
      scheduler_({.workers = state.workers + 1, .surplus = surplus_use::work}),
      mail_(of.inside()),
      lines_(state.rank, state.ranks),
      wave_(state.rank, state.ranks) {
  const std::vector<std::uint64_t> all = of.gather(types_.fingerprint());
  for (unsigned i = 1; i < all.size(); ++i) {
    if (all[i] != all[0])
      throw failure(errc::other_program, i,
                    "its types of tasks are not those of rank 0; expected the same program on all ranks");
  }
}

void pool::engine::run(const std::function<void(jackdaw::worker&)>& begin) {
  counts_ = {};
  state_.drops.store(false, base::relaxed);
  state_.recorded.store(0, base::relaxed);
  mail_.begin_run();
  lines_.begin_run();
  wave_.begin_run();
  detail::running = &state_;
  turn now(*this);
  state_.between = &now;
  state_.tracks = world_.inside().record != nullptr ? world_.inside().record->pool_workers.data() : nullptr;
  scheduler_.run([&](jackdaw::worker& self) { now.serve(begin, self); });
  state_.between = nullptr;
  state_.tracks = nullptr;
  detail::running = nullptr;
  counts_.messages = mail_.sent();
  counts_.waves = wave_.waves();

  using task_and_what = std::pair<std::string, std::string>;
  const bool failed = state_.recorded.load(base::acquire) == 2;
  const auto all =
      world_.gather(failed ? task_and_what{state_.failed_task, state_.failed_what} : task_and_what{});
  for (unsigned i = 0; i < all.size(); ++i) {
    if (!all[i].first.empty())
      throw failure(errc::task_failed, i, "task '" + all[i].first + "' has failed: " + all[i].second);
  }
}

}  // namespace jackdaw::cluster
