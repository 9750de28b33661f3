// Callables that throw when they are copied or moved into a task, results and objects that throw when they are moved,
// comparisons and combinations that throw: the caller gets that exception, all callables are destroyed, and the
// scheduler computes on. Destructors that throw end the program by std::terminate, as the documentation says.
#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <unistd.h>

#include <jackdaw/jackdaw.hpp>

#include "tests/faults/fault_kinds.hpp"
#include "tests/faults/workloads/workloads.hpp"

namespace jackdaw::tests {

namespace {

struct thrown_on_purpose {};

/// The n-th of some events throws. 0: none.
class countdown {
 public:
  void arm(int n) noexcept { left_ = n; }
  [[nodiscard]] bool was_reached() const noexcept { return left_ < 0; }
  void count() {
    if (left_ != 0 && --left_ == 0) {
      left_ = -1;
      throw thrown_on_purpose();
    }
  }

 private:
  std::atomic<int> left_{0};
};

countdown moves;

/// Copies and moves count, and may throw.
struct fragile {
  fragile() = default;
  fragile(const fragile& other) : value(other.value) { moves.count(); }
  fragile(fragile&& other) : value(other.value) { moves.count(); }  // NOLINT: it throws on purpose
  fragile& operator=(const fragile& other) {
    moves.count();
    value = other.value;
    return *this;
  }
  fragile& operator=(fragile&& other) {  // NOLINT: it throws on purpose
    moves.count();
    value = other.value;
    return *this;
  }
  ~fragile() = default;

  friend bool operator<(const fragile& a, const fragile& b) {
    moves.count();
    return a.value < b.value;
  }
  friend fragile operator+(const fragile& a, const fragile& b) {
    fragile sum;
    sum.value = a.value + b.value;
    return sum;
  }

  long value = 1;
  [[no_unique_address]] witness seen;
};

/// One for each face. True: the result is right.
struct throwing_face {
  std::string_view name;
  bool (*run)(scheduler& on);
};

bool put_fragile(scheduler& on) {
  std::atomic<long> sum{0};
  on.run([&](worker& w) {
    const fragile f;
    for (int i = 0; i < 5; ++i) w.put([&sum, f] { sum += f.value; });
    auto all = w.after(2, [&sum, f] { sum += f.value; });
    for (int i = 0; i < 2; ++i) {
      w.put([f, done = all.next()](worker& v) mutable { done.arrive(v); });
    }
  });
  return sum == 6;
}

bool run_fragile(scheduler& on) {
  std::atomic<long> sum{0};
  const fragile f;
  const auto one = [&sum, f] { sum += f.value; };
  on.run(one, one, one, one);
  return sum == 4;
}

bool join_fragile(scheduler& on) {
  const fragile f = on.run([](worker& w) {
    const fragile g;
    const auto [a, b, c] = join(w, [g] { return g; }, [g] { return g; }, [g] { return fragile(g); });
    return a + b + c;
  });
  return f.value == 3;
}

bool spawn_fragile(scheduler& on) {
  std::array<fragile, 5> results;
  on.run([&](worker& w) {
    const fragile f;
    task_group all(w);
    for (fragile& each : results) all.spawn(w, [f] { return f + f; }, each);
    all.wait();
  });
  return std::ranges::all_of(results, [](const fragile& each) { return each.value == 2; });
}

bool spawn_outside(scheduler& /*default*/) {
  std::atomic<long> sum{0};
  const fragile f;
  task_group all;
  for (int i = 0; i < 5; ++i) all.spawn([&sum, f] { sum += f.value; });
  all.wait();
  return sum == 5;
}

bool reduce_fragile(scheduler& on) {
  return on.run([](worker& w) {
    const std::vector<fragile> data(300);
    const fragile zero = [] {
      fragile z;
      z.value = 0;
      return z;
    }();
    return parallel_reduce(
               w, 0, 300, zero, [&](int i) { return data[static_cast<std::size_t>(i)]; }, std::plus<>())
        .value;
  }) == 300;
}

bool sort_fragile(scheduler& on) {
  std::vector<fragile> data(3000);
  for (std::size_t i = 0; i < data.size(); ++i) data[i].value = static_cast<long>(i * 7919 % data.size());
  std::vector<fragile> scanned(data.size());
  on.run([&](worker& w) {
    parallel_scan(w, data.begin(), data.end(), scanned.begin(), std::plus<>());
    parallel_sort(w, data.begin(), data.end());
    parallel_stable_sort(w, data.begin(), data.end());
  });
  long sum = 0;
  bool right = true;
  for (std::size_t i = 0; i < data.size(); ++i) right = right && data[i].value == static_cast<long>(i);
  for (const fragile& each : data) sum += each.value;
  return right && scanned.back().value == sum;
}

bool for_fragile(scheduler& on) {
  std::atomic<long> sum{0};
  const fragile f;
  on.run([&](worker& w) { parallel_for(w, 0, 100, [&sum, f](int) { sum += f.value; }); });
  return sum == 100;
}

bool submit_fragile(scheduler& on) {
  handle<long> a(0);
  handle<fragile> b;
  flow tasks(on);
  const fragile f;
  auto later = tasks.reserve(write(b), read(a));
  for (int i = 0; i < 4; ++i) {
    tasks.submit(write(a), [f](long& x) { x += f.value; });
    tasks.submit(priority(i), reduce(a), [f](long& x) { x += f.value; });
    tasks.submit(with_subtasks, write(a), [f](auto& all, long& x) {
      ++x;
      all.submit([f] {});
    });
    tasks.submit(add(b), [f](fragile& x) { x.value += f.value; });
  }
  later.submit([f](fragile& x, long) { x = f; });
  tasks.wait();
  return a.value() == 12 && b.value().value == 5;
}

constexpr std::array faces{throwing_face{"put", &put_fragile},       throwing_face{"run", &run_fragile},
                           throwing_face{"join", &join_fragile},     throwing_face{"spawn", &spawn_fragile},
                           throwing_face{"outside", &spawn_outside}, throwing_face{"reduce", &reduce_fragile},
                           throwing_face{"sort", &sort_fragile},     throwing_face{"for", &for_fragile},
                           throwing_face{"submit", &submit_fragile}};

bool is_on_purpose(const std::exception_ptr& what) {
  try {
    std::rethrow_exception(what);
  } catch (const thrown_on_purpose&) { return true; } catch (const flow_error& failed) {
    return std::ranges::all_of(failed.failures(),
                               [](const flow_failure& each) { return is_on_purpose(each.thrown); });
  } catch (...) { return false; }
}

/// `n`: which copy, move or comparison throws. Tells the driver `n` where one was.
void compute_with_throw(const throwing_face& face, int n) {
  scheduler on(3U);
  bool right = true;
  moves.arm(n);
  bool threw = false;
  try {
    right = face.run(on);
  } catch (...) {
    threw = true;
    expect(is_on_purpose(std::current_exception()), "another exception than was thrown");
  }
  const bool reached = moves.was_reached();
  moves.arm(0);
  tell_driver(reached ? static_cast<std::uint64_t>(n) : 0);
  expect(threw || right, "a wrong result, and no exception");
  expect(!reached || threw, "an exception was lost");
  expect(witness::alive == 0, "a callable was not destroyed after the exception");
  expect(face.run(on), "a wrong result after the exception");
  expect(witness::alive == 0, "a callable was not destroyed");
}

/// A callable or result whose destructor throws, once it is no shell.
struct explosive {
  explosive() = default;
  explosive(const explosive& other) = default;
  explosive(explosive&& other) noexcept : armed(std::exchange(other.armed, false)) {}
  explosive& operator=(const explosive&) = default;
  explosive& operator=(explosive&& other) noexcept {
    armed = std::exchange(other.armed, false);
    return *this;
  }
  ~explosive() noexcept(false) {
    if (armed) throw thrown_on_purpose();
  }
  bool armed = false;
};

explosive charge() {
  explosive made;
  made.armed = true;
  return made;
}

constexpr std::array explosions{
    throwing_face{"put",
                  [](scheduler& on) {
                    on.run([](worker& w) { w.put([e = charge()] { static_cast<void>(e); }); });
                    return true;
                  }},
    throwing_face{"dropped",
                  [](scheduler& on) {
                    on.run([](worker& w) {
                      for (int i = 0; i < 9; ++i) w.put([e = charge()] { throw 1; });
                    });
                    return true;
                  }},
    throwing_face{"spawn",
                  [](scheduler& on) {
                    on.run([](worker& w) {
                      task_group all(w);
                      all.spawn(w, [e = charge()] { static_cast<void>(e); });
                      all.wait();
                    });
                    return true;
                  }},
    throwing_face{"submit",
                  [](scheduler& on) {
                    flow tasks(on);
                    tasks.submit([e = charge()] { static_cast<void>(e); });
                    tasks.wait();
                    return true;
                  }},
    throwing_face{"subtask", [](scheduler& on) {
                    flow tasks(on);
                    tasks.submit(with_subtasks,
                                 [](auto& all) { all.submit([e = charge()] { static_cast<void>(e); }); });
                    tasks.wait();
                    return true;
                  }}};

constexpr int status_of_terminate = 77;

void destroy_with_throw(const throwing_face& face) {
  std::set_terminate([] {
    tell_driver(status_of_terminate);
    _exit(0);
  });
  scheduler on(3U);
  face.run(on);
  fail_case("a destructor that throws does not end the program");
}

}  // namespace

void callables_that_throw(fault_cases& cases) {
  for (const throwing_face& face : faces) {
    const bool has_many = face.name == "sort" || face.name == "reduce";
    const std::uint64_t step = has_many ? 1 + 997 / cases.chosen().rounds : 1;
    cases.until_not_needed(1 + cases.random() % step, step, [&](std::uint64_t n) {
      return cases.run("throwing_move", std::string(face.name) + "." + std::to_string(n),
                       [&] { compute_with_throw(face, static_cast<int>(n)); });
    });
  }
  for (const throwing_face& face : explosions) {
    cases.run("throwing_destructor", std::string(face.name), [&] { destroy_with_throw(face); });
  }
}

}  // namespace jackdaw::tests
