// What must compile without a warning under the ThreadSanitizer of g++: puts, joins, tasks by their data, and waiting.
#include <jackdaw/jackdaw.hpp>

int main() {
  jackdaw::scheduler workers;
  int sum = 0;
  workers.run([&](jackdaw::worker& w) {
    w.put([] {});
    jackdaw::join(w, [](jackdaw::worker&) {}, [](jackdaw::worker&) {});
  });
  jackdaw::flow tasks{workers};
  jackdaw::handle<int> value{1};
  tasks.submit(jackdaw::write(value), [](int& v) { v = 2; });
  tasks.wait();
  jackdaw::sync::sleep_until([&] { return ++sum > 1; });
}
