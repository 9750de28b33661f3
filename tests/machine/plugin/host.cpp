// A program with Jackdaw loads, uses and closes a plugin that has it, too, and that works on the program's
// scheduler. That one is used on when the plugin is gone.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include <jackdaw/jackdaw.hpp>

#include "tests/machine/plugin/load.hpp"

namespace {

/// Calls `other` while a run is under way for so long that other runs go to a second scheduler.
template <class F>
void beside_a_long_run(jackdaw::scheduler& shared, F&& other) {
  std::atomic<bool> begun{false};
  std::atomic<bool> over{false};
  std::thread holder([&] {
    shared.run([&] {
      begun = true;
      while (!over) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    });
  });
  while (!begun) std::this_thread::yield();
  other();
  over = true;
  holder.join();
}

struct host_task {
  jackdaw::scratch<jackdaw::scheduler> memory;
  std::atomic<int> well{0};
};

/// Notices that it is a task of the host's scheduler, although the plugin's code makes the run.
void as_task(void* of) {
  auto& mine = *static_cast<host_task*>(of);
  try {
    if (mine.memory.take<int>(10).size() == 10) ++mine.well;
  } catch (const std::logic_error&) {}  // NOLINT(bugprone-empty-catch): then it does not count
}

/// With threads that were made while the plugin was there: the one for tasks from outside, those of the second
/// scheduler, and on reserve.
bool works_on(jackdaw::scheduler& shared) {
  jackdaw::flow tasks(shared);
  jackdaw::handle<int> sum(0);
  for (int i = 0; i < 100; ++i) tasks.submit(write(sum), [](int& x) { ++x; });
  tasks.wait();
  bool beside = false;
  beside_a_long_run(shared, [&] { beside = shared.run([] { return true; }); });
  return beside && sum.value() == 100;
}

}  // namespace

int main(int, char** arguments) {
  jackdaw::scheduler shared(3U);
  for (int round = 0; round < 20; ++round) {
    const bool well = with_plugin(arguments[1], [&](void* plugin) {
      const auto on_host = function_of<int(void*, int)>(plugin, "plugin_on_host");
      const auto own = function_of<int(int)>(plugin, "plugin_own");
      if (on_host(&shared, 50) != 50) return false;
      if (round == 0) {
        bool beside = false;
        beside_a_long_run(shared, [&] { beside = on_host(&shared, 10) == 10; });
        if (!beside) return false;
      }
      if (function_of<int(void*)>(plugin, "plugin_inside_host")(&shared) != 1) return false;
      host_task mine{.memory = jackdaw::scratch(shared, 100)};
      function_of<void(void*, void (*)(void*), void*)>(plugin, "plugin_calls")(&shared, as_task, &mine);
      if (mine.well != 20) return false;
      std::atomic<int> done{0};
      shared.run([&](jackdaw::worker& w) {  // the plugin must notice that it is inside this very run
        done += on_host(&shared, 10);
        for (int i = 0; i < 8; ++i) w.put([&] { done += on_host(&shared, 10) + own(5); });
      });
      return done == 10 + 8 * 15;
    });
    if (!well || !works_on(shared)) return 1;
    const auto [a, b] = jackdaw::join([] { return 1; }, [] { return 2; });
    if (a + b != 3) return 1;
  }
  std::puts("ended well");
}
