// The end of a flow whose tasks wait for a reservation of another: it says so, and comes when that is used.
#include <string>
#include <thread>

#include <doctest/doctest.h>
#include <unistd.h>

#include <jackdaw/flow/basic_flow.hpp>

#include "tests/flow/errors.hpp"

namespace end_test {

using namespace jackdaw;
using jackdaw::tests::contains;

namespace {

/// What the process writes to the standard error stream while this lives, instead of its going there.
class caught_errors {
 public:
  caught_errors() : before_(dup(STDERR_FILENO)) {
    REQUIRE(pipe(ends_) == 0);
    dup2(ends_[1], STDERR_FILENO);
  }
  caught_errors(const caught_errors&) = delete;
  caught_errors& operator=(const caught_errors&) = delete;
  ~caught_errors() {
    dup2(before_, STDERR_FILENO);
    for (const int each : {before_, ends_[0], ends_[1]}) close(each);
  }

  /// Returns the next line as soon as there is one.
  [[nodiscard]] std::string line() const {
    std::string all;
    for (char next = 0; read(ends_[0], &next, 1) == 1 && next != '\n';) all += next;
    return all;
  }

 private:
  int before_;
  int ends_[2] = {};
};

}  // namespace

TEST_CASE(
    "a flow that ends while its tasks wait for a reservation of another flow says so, and ends after that") {
  for (const unsigned workers : {1U, 2U, 4U, 8U}) {
    CAPTURE(workers);
    scheduler sched(workers);
    flow other(sched);
    handle<int> a(0);
    auto later = other.reserve(write(a));
    int seen = 0;
    std::string said;
    {
      const caught_errors caught;
      std::thread ends([&] {
        flow tasks(sched);
        tasks.submit(named("reader"), jackdaw::read(a), [&seen](int x) { seen = x; });
      });
      said = caught.line();
      later.submit([](int& x) { x = 5; });
      ends.join();
    }
    CHECK(contains(said,
                   "jackdaw: the end of a flow waits for tasks that cannot run; 1 reservation is unused"));
    CHECK(contains(said, "task 'reader' waits for version 1 of the handle"));
    CHECK(seen == 5);
    other.wait();
  }
}

}  // namespace end_test
