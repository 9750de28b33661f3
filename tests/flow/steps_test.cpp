// Simulations: steps follow each other in order, and only a few are in flight.
#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/steps.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

using namespace jackdaw;

namespace {

constexpr std::size_t blocks = 8;
constexpr std::size_t block_size = 4;
using block = std::vector<double>;

/// One time step of heat on a ring, for one block of cells.
void step_of(const block& left, const block& here, const block& right, block& next) {
  for (std::size_t i = 0; i < block_size; ++i) {
    const double before = i == 0 ? left.back() : here[i - 1];
    const double after = i + 1 == block_size ? right.front() : here[i + 1];
    next[i] = here[i] + 0.25 * (before - 2 * here[i] + after);
  }
}

std::vector<block> serial(std::uint64_t steps) {
  std::vector<block> now(blocks, block(block_size, 0.0));
  now[2][1] = 1000.0;
  for (std::uint64_t s = 0; s < steps; ++s) {
    std::vector<block> next = now;
    for (std::size_t b = 0; b < blocks; ++b)
      step_of(now[(b + blocks - 1) % blocks], now[b], now[(b + 1) % blocks], next[b]);
    now = std::move(next);
  }
  return now;
}

/// Counts the tasks that have been submitted and are not over, by living in their closures.
class living {
 public:
  explicit living(std::atomic<long>& count) : count_(&count) { ++*count_; }
  living(const living& other) : count_(other.count_) { ++*count_; }
  living& operator=(const living&) = delete;
  ~living() { --*count_; }

 private:
  std::atomic<long>* count_;
};

}  // namespace

TEST_CASE("a simulation does what a loop does, however many steps, with few of them in flight") {
  for (const unsigned workers : {1U, 2U, 4U}) {
    for (const std::size_t in_flight : {1U, 2U, 5U}) {
      CAPTURE(workers);
      CAPTURE(in_flight);
      const auto steps = static_cast<std::uint64_t>(tests::scaled(2000));
      scheduler sched(workers);
      flow tasks(sched);
      std::vector<std::unique_ptr<buffered<block, 3>>> field;
      for (std::size_t b = 0; b < blocks; ++b)
        field.push_back(std::make_unique<buffered<block, 3>>(block_size, 0.0));
      field[2]->value()[1] = 1000.0;
      std::atomic<long> alive{0};
      long most = 0;
      submit_steps(tasks, in_flight, [&](auto& step, std::uint64_t number) {
        std::vector<handle<block>*> old;
        for (auto& f : field) old.push_back(&f->current());
        for (std::size_t b = 0; b < blocks; ++b) {
          step.submit(read(*old[(b + blocks - 1) % blocks]), read(*old[b]), read(*old[(b + 1) % blocks]),
                      write(field[b]->next()),
                      [token = living(alive)](const block& l, const block& h, const block& r, block& next) {
                        step_of(l, h, r, next);
                      });
          most = std::max(most, alive.load());
        }
        return number + 1 < steps;
      });
      tasks.wait();
      const std::vector<block> expected = serial(steps);
      for (std::size_t b = 0; b < blocks; ++b) CHECK(field[b]->value() == expected[b]);
      CHECK(most <= static_cast<long>(in_flight * blocks));
      CHECK(alive == 0);
    }
  }
}

TEST_CASE("steps overlap: as many as may be in flight, no more") {
  scheduler sched(3);
  flow tasks(sched);
  std::atomic<int> inside{0};
  std::atomic<int> most{0};
  std::atomic<bool> met{false};
  submit_steps(tasks, 2, [&](auto& step, std::uint64_t number) {
    step.submit([&, number] {
      const int now = ++inside;
      for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {}
      if (now == 2) met = true;
      while (number < 2 && !met) std::this_thread::yield();  // ends only if two steps run at the same time
      --inside;
    });
    return number < 500;
  });
  tasks.wait();
  CHECK(most == 2);
}

TEST_CASE("a simulation ends when its tasks say so, and may be one of several") {
  scheduler sched(2);
  flow tasks(sched);
  std::deque<handle<long>> sums(3);
  std::deque<std::atomic<bool>> reached(3);
  std::deque<std::atomic<std::uint64_t>> steps(3);
  for (std::size_t i = 0; i < 3; ++i) {
    submit_steps(tasks, 4, [&, i](auto& step, std::uint64_t number) {
      step.submit(write(sums[i]), [&, i](long& s) { reached[i] = ++s >= 100; });
      steps[i] = number + 1;
      return !reached[i];
    });
  }
  tasks.wait();
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(sums[i].value() == static_cast<long>(steps[i].load()));
    CHECK(sums[i].value() >= 100);
    CHECK(sums[i].value() <= 104);
  }
}

TEST_CASE("a simulation holds no more memory for more steps, on every pool") {
  tests::for_each_choice({2}, [](const scheduler_choice& choice) {
    if (choice.idle != idle_of(choice.pool)) return;
    CAPTURE(tests::text(choice));
    any_scheduler sched = tests::make_scheduler(choice);
    basic_flow tasks(sched);
    std::deque<handle<long>> cells(4);
    std::atomic<long> alive{0};
    long most = 0;
    submit_steps(tasks, 5, [&](auto& step, std::uint64_t number) {
      for (std::size_t i = 0; i < 4; ++i) {
        step.submit(write(cells[i]), read(cells[(i + 1) % 4]),
                    [token = living(alive)](long& x, const long&) { ++x; });
        most = std::max(most, alive.load());
      }
      return number + 1 < 300;
    });
    tasks.wait();
    CHECK(most <= 20);
    for (const auto& c : cells) CHECK(c.value() == 300);
  });
}

TEST_CASE("a step that fails ends the simulation") {
  scheduler sched(2);
  flow tasks(sched);
  handle<long> sum(0);
  std::atomic<std::uint64_t> last{0};
  submit_steps(tasks, 3, [&](auto& step, std::uint64_t number) {
    last = number;
    step.submit(named("tenth"), write(sum), [number](long& s) {
      if (number == 10) throw std::runtime_error("no water");
      ++s;
    });
    return true;
  });
  try {
    tasks.wait();
    FAIL("wait() did not throw");
  } catch (const flow_error& e) {
    CHECK(std::string(e.what()).find("task 'tenth' has failed: no water") == 0);
  }
  CHECK(last >= 10);
  CHECK(last <= 12);
  CHECK(sum.value() == 10);

  submit_steps(tasks, 3, [](auto&, std::uint64_t number) {
    if (number == 4) throw std::runtime_error("no more");
    return true;
  });
  try {
    tasks.wait();
    FAIL("wait() did not throw");
  } catch (const flow_error& e) {
    CHECK(std::string(e.what()).find("task '(step)' has failed: no more") == 0);
  }
}

TEST_CASE("cancel() ends a simulation without an end") {
  scheduler sched(2);
  flow tasks(sched);
  handle<long> sum(0);
  submit_steps(tasks, 5, [&](auto& step, std::uint64_t /*number*/) {
    step.submit(write(sum), [&](long& s) {
      if (++s == 1000) tasks.cancel();
    });
    return true;
  });
  tasks.wait();
  CHECK(sum.value() == 1000);
}

TEST_CASE("no step in flight is refused") {
  scheduler sched(1);
  flow tasks(sched);
  CHECK_THROWS_WITH_AS(submit_steps(tasks, 0, [](auto&, std::uint64_t) { return false; }),
                       "a simulation with 0 steps in flight would never begin; expected at least 1",
                       std::invalid_argument);
}
