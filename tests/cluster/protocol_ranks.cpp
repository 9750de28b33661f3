// The parts of a pool's protocol that know no messages: termination and lifelines, with messages in any order.
#include <cstdint>
#include <deque>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/random.hpp>

#include "src/cluster/pool/first_worker.hpp"
#include "src/cluster/pool/lifelines.hpp"
#include "src/cluster/pool/termination_wave.hpp"

namespace detail = jackdaw::cluster::detail;

namespace {

/// Ranks that send each other work at random, with messages that take any time, each line in its order. A third of the
/// lines is so slow that waves pass what is on its way there.
class job {
 public:
  job(unsigned ranks, std::uint64_t seed)
      : random_(seed),
        slow_(static_cast<unsigned>(seed) % 3),
        ranks_(ranks),
        tasks_(ranks),
        own_(ranks),
        lines_(ranks * ranks) {
    for (unsigned i = 0; i < ranks; ++i) waves_.emplace_back(i, ranks);
    tasks_[0] = 50;
  }

  /// Steps until the root says that it is over. Returns whether it was.
  bool run() {
    for (int step = 0; step < 2'000'000; ++step) {
      const unsigned rank = random_.below(ranks_);
      if (random_.below(2) == 0) {
        deliver(rank);
      } else if (tasks_[rank] > 0) {
        work(rank);
      } else if (answer(rank)) {
        return is_really_over();
      }
    }
    return false;
  }

 private:
  enum class kind { work, wave, report };
  struct message {
    kind what;
    detail::traffic sum;
  };

  void send(unsigned from, unsigned to, message what) { lines_[from * ranks_ + to].push_back(what); }

  void deliver(unsigned to) {
    const unsigned from = random_.below(ranks_);
    auto& line = lines_[from * ranks_ + to];
    if (line.empty()) return;
    if ((from + 2 * to) % 3 == slow_ && random_.below(300) != 0) return;
    const message first = line.front();
    line.pop_front();
    if (first.what == kind::work) {
      ++own_[to].received;
      tasks_[to] += 1 + static_cast<int>(random_.below(2));
    } else if (first.what == kind::wave) {
      begin(to);
    } else {
      waves_[to].reported(first.sum);
    }
  }

  void work(unsigned rank) {
    --tasks_[rank];
    if (random_.below(3) != 0 || ranks_ == 1) return;
    ++own_[rank].sent;
    send(rank, (rank + 1 + random_.below(ranks_ - 1)) % ranks_, {kind::work, {}});
  }

  void begin(unsigned rank) {
    waves_[rank].comes();
    for (unsigned i = 0; i < waves_[rank].children(); ++i)
      send(rank, waves_[rank].child(i), {kind::wave, {}});
  }

  bool answer(unsigned rank) {
    detail::termination_wave& wave = waves_[rank];
    if (wave.is_root() && !wave.is_here()) begin(rank);
    if (!wave.may_answer()) return false;
    const detail::traffic sum = wave.answer(own_[rank]);
    if (wave.is_root()) return wave.is_over(sum);
    send(rank, wave.parent(), {kind::report, sum});
    return false;
  }

  [[nodiscard]] bool is_really_over() const {
    for (const int each : tasks_)
      if (each != 0) return false;
    for (const auto& line : lines_)
      for (const message& each : line)
        if (each.what == kind::work) return false;
    return true;
  }

  jackdaw::base::random random_;
  unsigned slow_;  // which lines are
  unsigned ranks_;
  std::vector<int> tasks_;
  std::vector<detail::traffic> own_;
  std::vector<std::deque<message>> lines_;
  std::vector<detail::termination_wave> waves_;
};

}  // namespace

TEST_CASE("a run is said to be over when it is, and not before, whatever time messages take") {
  for (unsigned ranks = 1; ranks <= 9; ++ranks)
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      CAPTURE(ranks);
      CAPTURE(seed);
      CHECK(job(ranks, seed).run());
    }
}

TEST_CASE("lifelines reach every rank, in as many steps as the number of ranks has bits") {
  for (const unsigned ranks : {2U, 3U, 4U, 7U, 16U, 100U}) {
    std::set<unsigned> reached{0};
    unsigned steps = 0;
    for (; reached.size() < ranks && steps < 64; ++steps) {
      for (const unsigned rank : std::set<unsigned>(reached)) {
        detail::lifelines lines(rank, ranks);
        for (unsigned i = 0; i < detail::lifelines::most_tries; ++i) {
          const auto victim = lines.next_victim();
          REQUIRE(victim.has_value());
          CHECK(*victim != rank);
          CHECK(*victim < ranks);
          CHECK_FALSE(lines.next_victim().has_value());  // an answer is due
          lines.refused();
        }
        CHECK_FALSE(lines.next_victim().has_value());
        while (const auto line = lines.next_lifeline()) reached.insert(*line);
      }
    }
    CHECK((1U << (steps - 1)) < ranks);
  }
}

TEST_CASE("a lifeline holds until it has given, and those that wait get work in turn") {
  detail::lifelines lines(0, 4);
  for (unsigned i = 0; i < detail::lifelines::most_tries; ++i) {
    static_cast<void>(lines.next_victim());
    lines.refused();
  }
  CHECK(lines.next_lifeline() == 1U);
  CHECK(lines.next_lifeline() == 2U);
  CHECK_FALSE(lines.next_lifeline().has_value());
  lines.got_work(2, false);
  CHECK(lines.next_victim().has_value());
  lines.refused();
  static_cast<void>(lines.next_victim());
  lines.refused();
  CHECK(lines.next_lifeline() == 2U);
  CHECK_FALSE(lines.next_lifeline().has_value());
  lines.remember(3);
  lines.remember(1);
  CHECK(lines.take_waiting() == 3);
  CHECK(lines.take_waiting() == 1);
  CHECK_FALSE(lines.has_waiting());
  detail::lifelines alone(0, 1);
  CHECK_FALSE(alone.next_victim().has_value());
}

TEST_CASE("the thread for messages is worker 0, whichever worker gets what a run begins with") {
  jackdaw::scheduler three({.workers = 3, .surplus = jackdaw::surplus_use::work});
  for (unsigned thief = 0; thief < 3; ++thief) {
    unsigned begun_by = 99;
    unsigned served_by = 99;
    three.run([&](jackdaw::worker& first) {
      const auto begin = [&](jackdaw::worker& here) {
        begun_by = here.place();
        detail::as_first_worker(here, [&](jackdaw::worker& self) { served_by = self.place(); });
      };
      using closure = jackdaw::closure_task<decltype(begin), jackdaw::worker, jackdaw::scheduler::task_type>;
      first.submit_pinned(thief, closure::create(first, begin));
    });
    CHECK(begun_by == thief);
    CHECK(served_by == 0);
  }
}
