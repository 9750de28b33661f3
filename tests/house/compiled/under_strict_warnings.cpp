// What must compile without a warning, beside the macros of others, where users ask for more warnings than we do:
// templates warn where they are used.
#include <functional>
#include <numeric>
#include <vector>

// What <X11/Xlib.h> and Qt define: short words that are macros in programs with windows.
#define None 0L
#define Always 2
#define Status int
#define Bool int
#define True 1
#define False 0
#define Success 0
#define Above 0
#define Below 1
#define Opposite 4
#define Complex 0
#define Convex 2
#define GrayScale 1
#define KeyPress 2
#define FocusIn 9
#define Expose 12
#define CursorShape 0
#define Unsorted 0
#define emit
#define signals public
#define slots
#define foreach(element, all) for (element : all)
#define forever for (;;)

#include <jackdaw/crew.hpp>
#include <jackdaw/jackdaw.hpp>
#include <jackdaw/observe.hpp>
#include <jackdaw/pools.hpp>
#include <jackdaw/replay.hpp>
#include <jackdaw/trace.hpp>

namespace {

using namespace jackdaw;

void joins(worker& w) {
  join(w, [](worker&) {}, [](worker&) { return 1; });
  task_group group(w);
  group.spawn(w, [] {});
  group.wait();
  isolate(w, [](worker& v) { parallel_for(v, 0, 9, [](int) {}); });
}

void loops(worker& w, std::vector<int>& numbers) {
  static_cast<void>(parallel_reduce(w, 0, 9, 0L, [](int i) { return static_cast<long>(i); }, std::plus<>()));
  parallel_sort(w, numbers.begin(), numbers.end());
  parallel_sort(w, numbers.begin(), numbers.end(), [](int a, int b) { return a > b; });
}

void tasks_by_data(scheduler& on) {
  flow tasks{on};
  handle<int> value{1};
  tasks.submit(write(value), [](int& v) { v = 2; });
  tasks.submit(priority{1}, read(value), [](const int&) {});
  tasks.submit(affinity{0}, add(value), [](int& v) { ++v; });
  tasks.wait();
}

void observed(std::vector<int>& numbers) {
  observed_scheduler<recorder> on{2};
  on.run([&](auto& w) { parallel_sort(w, numbers.begin(), numbers.end()); });
  const auto program = replay::read_program(on.observer().take());
  static_cast<void>(replay::replay_run(program, *replay::policy_of("jackdaw"), {.workers = 4}));
}

}  // namespace

int main() {
  std::vector<int> numbers(9);
  std::iota(numbers.begin(), numbers.end(), 0);
  scheduler on;
  on.run([&](worker& w) {
    w.put([] {});
    joins(w);
    loops(w, numbers);
  });
  tasks_by_data(on);
  observed(numbers);
}
