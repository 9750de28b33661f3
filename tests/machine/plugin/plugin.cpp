// A shared library that uses Jackdaw, to be loaded with dlopen(). What it shows is C, but for the host's
// scheduler.
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include <jackdaw/jackdaw.hpp>

namespace {

using namespace jackdaw;

int count_on(scheduler& where, int tasks) {
  std::atomic<int> done{0};
  where.run([&](worker& w) {
    for (int i = 0; i < tasks; ++i) w.put([&](worker& v) { v.put([&] { ++done; }); });
  });
  return done;
}

constexpr int many = 20;

/// `many`, if function(worker) is true in as many tasks, of which other threads than the caller's execute some.
int count_in_tasks(scheduler& where, auto function) {
  std::atomic<int> well{0};
  where.run([&](worker& w) {
    for (int i = 0; i < many; ++i) {
      w.put([&](worker& v) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        well += function(v) ? 1 : 0;
      });
    }
  });
  return well;
}

bool group_works(worker& w) {
  std::atomic<int> done{0};
  task_group group(w);
  for (int i = 0; i < 3; ++i) group.spawn(w, [&] { group.spawn([&] { ++done; }); });
  group.spawn([&] { ++done; });
  group.wait();
  return done == 4;
}

/// Each of several tasks waits for its own flow: that is refused.
bool own_wait_is_refused(scheduler& where) {
  std::atomic<int> refused{0};
  flow tasks(where);
  for (int i = 0; i < many; ++i) {
    tasks.submit([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      try {
        tasks.wait();
      } catch (const std::logic_error&) { ++refused; }
    });
  }
  tasks.wait();
  return refused == many;
}

/// Two flows whose tasks wait for each other's end: one of them is told.
bool cycle_is_found(scheduler& where) {
  std::atomic<int> begun{0};
  std::atomic<int> told{0};
  flow one(where);
  flow other(where);
  const auto waits_for = [&](flow& awaited) {
    return [&] {
      for (++begun; begun < 2;) std::this_thread::yield();
      try {
        awaited.wait();
      } catch (const stuck&) { ++told; }
    };
  };
  one.submit(waits_for(other));
  other.submit(waits_for(one));
  while (begun < 2) std::this_thread::yield();  // so that threads of the host execute them
  one.wait();
  other.wait();
  return told == 1;
}

/// A task sleeps until another one of its flow is over, so a reserve thread works in its place.
bool inner_wait_works(scheduler& where) {
  flow tasks(where);
  handle<int> inner(0);
  int seen = 0;
  std::atomic<bool> over{false};
  tasks.submit([&] {
    tasks.submit(write(inner), [](int& value) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      value = 1;
    });
    tasks.wait(inner);
    seen = inner.value();
    over = true;
  });
  while (!over) std::this_thread::yield();
  tasks.wait();
  return seen == 1;
}

}  // namespace

#define JACKDAW_SHOWN extern "C" [[gnu::visibility("default")]]

/// `tasks` tasks on a scheduler of the plugin's own.
JACKDAW_SHOWN int plugin_own(int tasks) {
  scheduler own(3U);
  return count_on(own, tasks);
}

/// Twice `tasks`, by a join on the process-wide scheduler: the host's or the plugin's, as the linker
/// decides.
JACKDAW_SHOWN int plugin_join(int tasks) {
  const auto [a, b] = join([tasks] { return tasks; }, [tasks] { return tasks; });
  return a + b;
}

/// `tasks` tasks on the host's scheduler, also from within one of its tasks.
JACKDAW_SHOWN int plugin_on_host(void* host, int tasks) {
  return count_on(*static_cast<scheduler*>(host), tasks);
}

/// 1 when an exception of a task comes out of run() here.
JACKDAW_SHOWN int plugin_throws() {
  scheduler own(2U);
  try {
    own.run([] { throw 7; });
  } catch (int seven) { return seven == 7 ? 1 : 0; }
  return 0;
}

/// 1 when tasks on threads of the host's scheduler are known there as tasks. Leaves nothing of the plugin behind.
JACKDAW_SHOWN int plugin_inside_host(void* host) {
  scheduler& where = *static_cast<scheduler*>(host);
  bool well = count_in_tasks(where, group_works) == many;
  {
    scratch memory(where, 100);
    well = count_in_tasks(where, [&](worker&) { return memory.take<int>(10).size() == 10; }) == many && well;
  }
  well = own_wait_is_refused(where) && cycle_is_found(where) && inner_wait_works(where) && well;
  where.await_rest();
  return well ? 1 : 0;
}

/// A run of the plugin's on the host's scheduler whose tasks call a function of the host.
JACKDAW_SHOWN void plugin_calls(void* host, void (*function)(void*), void* argument) {
  static_cast<void>(count_in_tasks(*static_cast<scheduler*>(host), [&](worker&) {
    function(argument);
    return true;
  }));
}
