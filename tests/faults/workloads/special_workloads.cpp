// Forms of flows, waits inside tasks, runs side by side, crews: what the plain workloads do not use.
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include <jackdaw/crew.hpp>
#include <jackdaw/jackdaw.hpp>

#include "tests/faults/workloads/workloads.hpp"

namespace jackdaw::tests {

namespace {

/// Pinned tasks, steps, buffered objects, scratch memory, unused reservations, a cancelled flow.
class flow_forms final : public computation {
 public:
  explicit flow_forms(unsigned workers) : scheduler_(workers), space_(scheduler_, scratch_bytes) {}

  bool is_right() override {
    handle<long> a(0);
    std::array<handle<long>, 3> cells;
    buffered<long, 2> field(0);
    flow tasks(scheduler_);
    for (unsigned i = 0; i < 6; ++i) {
      tasks.submit(pinned(i % scheduler_.workers()), write(a), [this, seen = witness()](long& x) {
        auto column = space_.take<long>(10);
        std::fill(column.begin(), column.end(), 1L);
        x += column[9];
      });
      handle<long>& old = field.current();
      tasks.submit(read(old), write(field.next()),
                   [seen = witness()](long before, long& now) { now = before + 1; });
    }
    tasks.wait();
    submit_steps(tasks, 2, [&, seen = witness()](auto& step, std::uint64_t number) {
      for (auto& cell : cells) step.submit(write(cell), [seen](long& x) { ++x; });
      return number + 1 < 4;
    });
    tasks.wait();
    give_up_and_cancel();
    return a.value() == 6 && field.current().value() == 6 &&
           std::ranges::all_of(cells, [](auto& each) { return each.value() == 4; });
  }

 private:
  /// Two flows that end with tasks that were skipped.
  void give_up_and_cancel() {
    handle<long> b(0);
    flow skipped(scheduler_);
    { auto unused = skipped.reserve(write(b)); }
    skipped.submit(read(b), [seen = witness()](long) {});
    flow cancelled(scheduler_);
    cancelled.cancel();
    cancelled.submit(write(b), [seen = witness()](long& x) { ++x; });
    cancelled.wait();
  }

  static constexpr std::size_t scratch_bytes = 4096;
  scheduler scheduler_;
  scratch<scheduler> space_;
};

/// Waits inside of tasks: for a flow, for a handle, isolated.
class nested_waits final : public computation {
 public:
  explicit nested_waits(unsigned workers) : scheduler_(workers) {}

  bool is_right() override {
    std::atomic<long> sum{0};
    scheduler_.run([&](worker& w) {
      for (int i = 0; i < 3; ++i) {
        w.put([&, seen = witness()](worker& v) {
          handle<long> x(0);
          flow inner(scheduler_);
          for (int k = 0; k < 4; ++k) inner.submit(write(x), [seen](long& y) { ++y; });
          inner.wait(x);
          sum += x.value();
          isolate(v, [&](worker& u) {
            const auto [a, b] = join(u, [seen] { return 1; }, [seen] { return 2; });
            sum += a + b;
          });
          inner.wait();
        });
      }
    });
    return sum == 21;
  }

 private:
  scheduler scheduler_;
};

/// Two threads run at the same time on one scheduler; one run waits for the other.
class overlapping_runs final : public computation {
 public:
  explicit overlapping_runs(unsigned workers) : scheduler_(workers) {}

  bool is_right() override {
    std::atomic<bool> second_is_over{false};
    std::atomic<long> sum{0};
    std::exception_ptr thrown;
    std::thread other([&] {
      try {
        scheduler_.run([&, seen = witness()](worker& w) {
          for (int i = 0; i < 4; ++i) w.put([&sum, seen] { ++sum; });
        });
      } catch (...) { thrown = std::current_exception(); }
      second_is_over = true;
    });
    try {
      scheduler_.run([&, seen = witness()] {
        while (!second_is_over) std::this_thread::sleep_for(std::chrono::microseconds(200));
        sum += 10;
      });
    } catch (...) { thrown = std::current_exception(); }
    other.join();
    if (thrown != nullptr) std::rethrow_exception(thrown);
    return sum == 14;
  }

 private:
  scheduler scheduler_;
};

/// A tree in a crew: the threads are the program's.
class crews final : public computation {
 public:
  explicit crews(unsigned workers) : members_(std::min(workers, 4U)), crew_(members_) {}

  bool is_right() override {
    std::atomic<long> nodes{0};
    std::atomic<long> lost{0};  // children for which there was no memory
    crew_.join().put(5);
    {
      std::vector<std::jthread> threads;
      const auto live = [&] {
        auto me = crew_.join();
        while (const auto depth = me.get()) {
          ++nodes;
          for (int child = 0; child < 2 && *depth > 0; ++child) {
            try {
              me.put(*depth - 1);
            } catch (const std::bad_alloc&) { lost += (2L << (*depth - 1)) - 1; }
          }
        }
      };
      try {
        for (unsigned i = 1; i < members_; ++i) threads.emplace_back(live);
      } catch (...) {}  // then others do it
      live();
    }
    return nodes + lost == 63;
  }

 private:
  unsigned members_;
  crew<int> crew_;
};

template <class Computation>
std::unique_ptr<computation> make(unsigned workers) {
  return std::make_unique<Computation>(workers);
}

constexpr std::array special{
    workload{"flow_forms", &make<flow_forms>}, workload{"nested_waits", &make<nested_waits>},
    workload{"overlapping_runs", &make<overlapping_runs>}, workload{"crew", &make<crews>}};

}  // namespace

std::span<const workload> special_workloads() { return special; }

}  // namespace jackdaw::tests
