// A wait inside a task that finds itself over while another one looks for a cycle (flow/deadlock/nested_waits.hpp,
// NW-D1). Flows are pretended, so that the other one comes exactly then.
#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include <doctest/doctest.h>

#include <jackdaw/flow/deadlock/flow_error.hpp>
#include <jackdaw/flow/deadlock/nested_waits.hpp>
#include <jackdaw/worker/engine/current_worker.hpp>

#include "tests/flow/deadlock/pretended_flow.hpp"

namespace deciding_waits_test {

using namespace jackdaw;
using dataflow::nested_wait;
using tests::pretended_flow;

namespace {

/// A task of `second`, which was over, begins here and waits for `first`.
class latecomer {
 public:
  latecomer(pretended_flow& first, pretended_flow& second)
      : thread_([&] {
          int none = 0;
          const working::worker_scope<int> scope(none);
          second.of_thread = std::this_thread::get_id();
          second.over = false;
          try {
            const nested_wait wait(first.listed, nested_wait::throws);
            answer_ = listed;
          } catch (const stuck&) { answer_ = refused; }
        }) {}

  [[nodiscard]] bool has_answer() const { return answer_ != unknown; }
  [[nodiscard]] bool was_refused() {
    thread_.join();
    return answer_ == refused;
  }

 private:
  enum answer { unknown, listed, refused };
  std::atomic<answer> answer_{unknown};
  std::thread thread_;
};

/// A task of `first` waits here for `second`.
struct waiting_task {
  waiting_task() { first.of_thread = std::this_thread::get_id(); }

  int none = 0;
  const working::worker_scope<int> scope{none};
  pretended_flow first;
  pretended_flow second;
};

}  // namespace

TEST_CASE_FIXTURE(waiting_task,
                  "a wait that was seen to go on does go on, also if it had found the flow over before") {
  nested_wait wait(second.listed, nested_wait::throws);
  bool refused = false;
  int asked = 0;
  const bool ended = wait.over([&] {
    const bool now = second.over;
    if (++asked == 1) refused = latecomer(first, second).was_refused();
    return now;
  });
  CHECK(refused);
  CHECK(!ended);
  CHECK(asked == 2);
  second.over = true;
  CHECK(wait.over([&] { return second.over.load(); }));
  wait.require_over();
}

TEST_CASE_FIXTURE(waiting_task, "a search that looks at a wait that decides learns the result") {
  nested_wait wait(second.listed, nested_wait::throws);
  std::optional<latecomer> other;
  int asked = 0;
  const bool ended = wait.over([&] {
    const bool now = second.over;
    if (++asked == 2) {
      other.emplace(first, second);
      // It must not answer before this one has: time for one that does.
      for (int i = 0; i < 50 && !other->has_answer(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return now;
  });
  CHECK(ended);
  CHECK(!other->was_refused());
}

}  // namespace deciding_waits_test
