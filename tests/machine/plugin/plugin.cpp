// A shared library that uses Jackdaw, to be loaded with dlopen(). What it shows is C, but for the host's
// scheduler.
#include <atomic>

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
