// Branches of a deep recursion that an exception leaves: each is taken back, or found to be stolen, in a few looks.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/explore/look_count.hpp>
#include <jackdaw/queue/batch.hpp>
#include <jackdaw/queue/split/split_deque.hpp>
#include <jackdaw/task/task.hpp>

using namespace jackdaw;

namespace {

struct outcome {
  std::uint64_t looks = 0;
  std::size_t stolen = 0;
  std::size_t taken_back = 0;
};

/// A recursion of `levels`, whose frames are played by an array: those of newer levels lie lower. At each of the first
/// `thefts` levels that it leaves, a thief steals by force beforehand. `known`: the deque knows where frames lie.
outcome leave_all(std::size_t levels, std::size_t thefts, bool known) {
  queue::split_deque deque;
  std::vector<task> frames(levels);
  std::vector<bool> stolen(levels);
  if (known) deque.set_frames(reinterpret_cast<std::uintptr_t>(frames.data()), levels * sizeof(task));
  for (std::size_t level = levels; level-- > 0;) static_cast<void>(deque.push_frame(frames[level]));
  outcome all;
  const std::uint64_t before = base::looks_so_far.load();
  for (std::size_t level = 0; level < levels; ++level) {  // the newest first
    if (level < thefts) {
      queue::batch taken;
      deque.steal_by_force(taken);
      for (std::size_t i = 0; i < taken.count; ++i) {
        const auto which = static_cast<std::size_t>(taken.items[i] - frames.data());
        REQUIRE(which >= level);
        REQUIRE(!stolen[which]);
        stolen[which] = true;
      }
      all.stolen += taken.count;
    }
    if (deque.take_out(frames[level])) {
      REQUIRE(!stolen[level]);
      ++all.taken_back;
    } else {
      REQUIRE(stolen[level]);
    }
  }
  all.looks = base::looks_so_far.load() - before;
  CHECK(all.stolen + all.taken_back == levels);
  return all;
}

}  // namespace

TEST_CASE("branches that an exception leaves are found, or found to be stolen, in a few looks each") {
  for (const std::size_t levels : {std::size_t{1000}, std::size_t{2000}, std::size_t{20'000}}) {
    CAPTURE(levels);
    const outcome found = leave_all(levels, levels / 100, true);
    CHECK(found.stolen > levels / 10);
    CHECK(found.looks <= 10 * levels);
  }
}

TEST_CASE("where it is not known where frames lie, they are found, too") {
  const outcome found = leave_all(2000, 20, false);
  CHECK(found.stolen > 200);
}
