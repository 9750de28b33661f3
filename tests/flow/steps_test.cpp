// Simulations: steps follow each other in order, and only a few are in flight.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/flow/buffered.hpp>
#include <jackdaw/flow/steps.hpp>

#include "tests/support/pools.hpp"
#include "tests/support/sizes.hpp"

namespace steps_test {

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

TEST_CASE("a simulation ends when a step has found that it is enough: at once, or after those in flight") {
  for (const std::size_t in_flight : {1U, 3U}) {
    CAPTURE(in_flight);
    scheduler sched(2);
    flow tasks(sched);
    std::deque<handle<double>> cells(4);
    handle<double> change(0.0);
    std::atomic<std::uint64_t> steps{0};
    submit_steps(
        tasks, in_flight,
        [&](auto& step, std::uint64_t number) {
          for (auto& cell : cells) {
            step.submit(write(cell), reduce(change), [](double& x, double& sum) {
              sum += 1 - x;
              x = 0.5 * (x + 1);
            });
          }
          steps = number + 1;
        },
        write(change), [](double& sum) { return std::exchange(sum, 0) < 4 * 0.001; });
    tasks.wait();
    constexpr std::uint64_t enough = 11;  // 2^-10 is less than 0.001
    CHECK(steps >= enough);
    CHECK(steps < enough + in_flight);
    for (const auto& cell : cells) CHECK(1 - cell.value() == std::ldexp(1.0, -static_cast<int>(steps)));
  }
}

TEST_CASE("what ends a simulation may look at a range, and the number of steps may have a bound, too") {
  scheduler sched(2);
  flow tasks(sched);
  std::deque<handle<int>> cells(3);
  handle<int> seen(0);
  int last = 0;
  const auto count = [&](int enough, int most) {
    std::vector<handle<int>*> some{&cells[0], &cells[2]};
    submit_steps(
        tasks, 1,
        [&, most](auto& step, std::uint64_t number) {
          for (auto& cell : cells) step.submit(write(cell), [](int& x) { ++x; });
          last = static_cast<int>(number) + 1;
          return last < most;
        },
        read(some), write(seen),
        [enough](references<const int> xs, int& s) {
          s = xs[0] + xs[1];
          return s >= enough;
        });
    some.clear();  // it is not needed any more
    tasks.wait();
    return last;
  };
  CHECK(count(10, 100) == 5);
  CHECK(seen.value() == 10);
  CHECK(count(100, 7) == 7);
  CHECK(seen.value() == 24);
}

TEST_CASE("no step in flight is refused") {
  scheduler sched(1);
  flow tasks(sched);
  CHECK_THROWS_WITH_AS(submit_steps(tasks, 0, [](auto&, std::uint64_t) { return false; }),
                       "a simulation with 0 steps in flight would never begin; expected at least 1",
                       std::invalid_argument);
}

}  // namespace steps_test
