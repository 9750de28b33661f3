#include "tests/faults/workloads/workloads.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include <jackdaw/jackdaw.hpp>

#include "tests/support/schedulers.hpp"

namespace jackdaw::tests {

namespace {

long fib(worker& w, int n) {
  if (n < 2) return n;
  const auto [a, b] = join(
      w, [n, seen = witness()](worker& v) { return fib(v, n - 1); },
      [n, seen = witness()](worker& v) { return fib(v, n - 2); });
  return a + b;
}

constexpr int fib_argument = 14;
constexpr long fib_result = 377;

/// Joins: in a run of a scheduler.
class joins final : public computation {
 public:
  explicit joins(unsigned workers) : scheduler_(workers) {}
  bool is_right() override {
    return scheduler_.run([](worker& w) { return fib(w, fib_argument); }) == fib_result;
  }

 private:
  scheduler scheduler_;
};

/// Joins from outside: on the scheduler of the process.
class joins_outside final : public computation {
 public:
  explicit joins_outside(unsigned workers) { configure_default_scheduler({.workers = workers}); }
  bool is_right() override {
    const auto [a, b] = join([](worker& w) { return fib(w, fib_argument - 1); },
                             [](worker& w) { return fib(w, fib_argument - 2); });
    return a + b == fib_result;
  }
};

/// A group in each of a few tasks, and a group outside.
class groups final : public computation {
 public:
  explicit groups(unsigned workers) : scheduler_(workers) {
    configure_default_scheduler({.workers = workers});
  }

  bool is_right() override {
    std::array<std::atomic<long>, 3> sums{};
    scheduler_.run([&](worker& w) {
      task_group all(w);
      for (int i = 0; i < 8; ++i) {
        all.spawn(w, [&sums, i, seen = witness()](worker& v) {
          task_group inner(v, on_failure::collect);
          for (int k = 0; k < 8; ++k) inner.spawn(v, [&sums, i, seen = witness()] { sums[0] += i; });
          inner.wait();
        });
      }
      all.wait();
    });
    task_group outside;
    for (int i = 0; i < 20; ++i) outside.spawn([&sums, seen = witness()] { ++sums[1]; });
    outside.wait();
    return sums[0] == 224 && sums[1] == 20;
  }

 private:
  scheduler scheduler_;
};

/// A loop, a reduction, a scan and a sort.
class loops final : public computation {
 public:
  explicit loops(unsigned workers) : data_(length), scanned_(length) {
    configure_default_scheduler({.workers = workers});
  }

  bool is_right() override {
    parallel_for(std::size_t{0}, length,
                 [this, seen = witness()](std::size_t i) { data_[i] = i * 7919 % length; });
    const std::size_t sum = parallel_reduce(data_, std::size_t{0}, std::identity(), std::plus<>());
    parallel_scan(data_.begin(), data_.end(), scanned_.begin(), std::plus<>());
    parallel_sort(data_.begin(), data_.end());
    bool sorted = true;
    for (std::size_t i = 0; i < length; ++i) sorted = sorted && data_[i] == i;
    parallel_stable_sort(data_.begin(), data_.end(), std::greater<>());
    return sorted && sum == length * (length - 1) / 2 && scanned_.back() == sum &&
           std::ranges::is_sorted(data_, std::greater<>());
  }

 private:
  static constexpr std::size_t length = 20'000;
  std::vector<std::size_t> data_;
  std::vector<std::size_t> scanned_;
};

/// Tasks ordered by their data: all kinds of accesses, subtasks, a reservation, priorities, steps.
class flows final : public computation {
 public:
  explicit flows(unsigned workers) : scheduler_(workers) {}

  bool is_right() override {
    handle<long> a(0);
    handle<long> b(0);
    handle<long> c(0);
    std::atomic<long> read_sum{0};
    flow tasks(scheduler_);
    auto last = tasks.reserve(write(c), read(a));
    for (int i = 0; i < 10; ++i) {
      tasks.submit(write(a), [seen = witness()](long& x) { ++x; });
      tasks.submit(priority(i % 3), read(a), [&, seen = witness()](long x) { read_sum += x; });
      tasks.submit(add(b), [seen = witness()](long& x) { ++x; });
      tasks.submit(reduce(b), [seen = witness()](long& x) { ++x; });
    }
    tasks.submit(named("with subtasks"), with_subtasks, write(a), [&b, seen = witness()](auto& all, long& x) {
      ++x;
      for (int i = 0; i < 5; ++i) all.submit(add(b), [seen = witness()](long& y) { ++y; });
    });
    last.submit([seen = witness()](long& x, long) { x = 5; });
    tasks.wait();
    return a.value() == 11 && b.value() == 25 && c.value() == 5 && read_sum == 55;
  }

 private:
  scheduler scheduler_;
};

/// Puts `left` tasks below it, two by two.
template <class Worker>
void put_tree(Worker& w, int depth, std::atomic<long>& leaves) {
  if (depth == 0) {
    ++leaves;
    return;
  }
  for (int i = 0; i < 2; ++i) {
    w.put([depth, &leaves, seen = witness()](Worker& v) { put_tree(v, depth - 1, leaves); });
  }
}

/// Tasks that put tasks, and one that waits for others.
template <class Scheduler, class Worker>
bool puts_are_right(Scheduler& scheduler) {
  std::atomic<long> leaves{0};
  std::atomic<long> at_the_end{0};
  scheduler.run([&](Worker& w) {
    put_tree(w, 5, leaves);
    auto all = w.after(8, [&, seen = witness()] { at_the_end += 1; });
    for (int i = 0; i < 8; ++i) {
      w.put([&, done = all.next(), seen = witness()](Worker& v) mutable {
        at_the_end += 10;
        done.arrive(v);
      });
    }
  });
  return leaves == 32 && at_the_end == 81;
}

class puts final : public computation {
 public:
  explicit puts(unsigned workers) : scheduler_(workers) {}
  bool is_right() override { return puts_are_right<scheduler, worker>(scheduler_); }

 private:
  scheduler scheduler_;
};

class puts_by_name final : public computation {
 public:
  explicit puts_by_name(const scheduler_choice& choice) : scheduler_(make_scheduler(choice)) {}
  bool is_right() override { return puts_are_right<any_scheduler, any_worker>(scheduler_); }

 private:
  any_scheduler scheduler_;
};

template <class Computation>
std::unique_ptr<computation> make(unsigned workers) {
  return std::make_unique<Computation>(workers);
}

constexpr std::array all{workload{"join", &make<joins>},   workload{"join_outside", &make<joins_outside>},
                         workload{"group", &make<groups>}, workload{"loop", &make<loops>},
                         workload{"flow", &make<flows>},   workload{"put", &make<puts>}};

bool lacks_resources(const std::exception_ptr& what);

bool all_lack_resources(const auto& exceptions) { return std::ranges::all_of(exceptions, lacks_resources); }

bool lacks_resources(const std::exception_ptr& what) {
  try {
    std::rethrow_exception(what);
  } catch (const std::bad_alloc&) { return true; } catch (const std::system_error&) {
    return true;
  } catch (const flow_error& failed) {
    return std::ranges::all_of(failed.failures(),
                               [](const flow_failure& each) { return lacks_resources(each.thrown); });
  } catch (const task_failures& failed) { return all_lack_resources(failed.each); } catch (...) {
    return false;
  }
}

}  // namespace

std::span<const workload> workloads() {
  static const std::vector<workload> each = [] {
    std::vector<workload> found(all.begin(), all.end());
    found.insert(found.end(), special_workloads().begin(), special_workloads().end());
    return found;
  }();
  return each;
}

std::unique_ptr<computation> make_pool_computation(const std::string& pool, const std::string& memory,
                                                   unsigned workers) {
  return std::make_unique<puts_by_name>(scheduler_choice{.pool = pool, .memory = memory, .workers = workers});
}

void expect_lack_of_resources() {
  if (!lacks_resources(std::current_exception())) throw;
}

}  // namespace jackdaw::tests
