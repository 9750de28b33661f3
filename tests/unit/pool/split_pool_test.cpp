// What the default pool shares, keeps and asks for, one thread at a time.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/pool/split_pool/split_pool.hpp>

#include "tests/support/sizes.hpp"

namespace split_pool_test {

using namespace jackdaw;

TEST_CASE("jackdaw: a request where nothing is there stands until there is something to share") {
  pool::split_pool of_two(2);
  std::array<task, 3> tasks;
  of_two.clear_request(0);
  CHECK(of_two.get(1) == nullptr);
  CHECK(of_two.work_requested(0));
  CHECK_FALSE(of_two.answer_steal_request(0));
  CHECK_FALSE(of_two.may_clear_request(0));
  for (task& item : tasks) {
    if (of_two.put(0, item)) static_cast<void>(of_two.answer_steal_request_after_put(0, false));
  }
  CHECK(of_two.may_clear_request(0));
  of_two.clear_request(0);
  CHECK(of_two.get(1) == &tasks[0]);
  while (of_two.get(0) != nullptr) {}

  of_two.request_work(0);
  int chances = 1;
  for (; chances < 100 && !of_two.may_clear_request(0); ++chances)
    CHECK_FALSE(of_two.answer_steal_request(0));
  CHECK(chances == 8);  // then its owner has the fast path again, and a thief without work requests again
}

namespace {

/// Worker 0 of two puts `tasks`, and answers each steal request.
void put_and_share(pool::split_pool& of_two, std::span<task> tasks) {
  of_two.request_work(0);
  for (task& item : tasks) {
    if (of_two.put(0, item)) static_cast<void>(of_two.answer_steal_request_after_put(0, false));
  }
  of_two.clear_request(0);
}

/// Worker 1 steals from worker 0, and is busy for so long.
void steal_and_work(pool::split_pool& of_two, double seconds) {
  CHECK(of_two.steal(1) != nullptr);
  for (const double end = base::seconds_now() + seconds; base::seconds_now() < end;) {}
}

void take_all(pool::split_pool& of_two) {
  for (unsigned id = 0; id < 2; ++id) {
    while (of_two.get_own(id) != nullptr) {}
    of_two.clear_request(id);
  }
}

}  // namespace

TEST_CASE("jackdaw: whose loot keeps it busy for long asks for more while it takes that") {
  if (!base::asymmetric_fence::available()) return;  // then each request stands for ever
  std::vector<task> tasks(3);
  const auto requests_work = [&tasks](double seconds_of_the_last) {
    pool::split_pool of_two(2);
    put_and_share(of_two, {tasks.data(), 2});
    steal_and_work(of_two, seconds_of_the_last);
    take_all(of_two);
    put_and_share(of_two, {tasks.data(), 2});
    steal_and_work(of_two, 0);
    return of_two.work_requested(0);
  };
  CHECK(requests_work(2 * pool::steal_backoff::long_task));
  if (tests::slow) return;  // there the test itself may take as long as a long task
  int rounds = 0;
  while (requests_work(0) && rounds < 100) ++rounds;  // unless this thread has lost its processor meanwhile
  CHECK(rounds < 100);
}

TEST_CASE("jackdaw: a thief that has stolen several long tasks shares them before it is busy") {
  if (!base::asymmetric_fence::available()) return;  // then it is asked all the time
  std::vector<task> tasks(16);
  pool::split_pool of_two(2);
  put_and_share(of_two, {tasks.data(), 2});
  steal_and_work(of_two, 2 * pool::steal_backoff::long_task);
  take_all(of_two);
  of_two.request_work(0);
  for (task& item : tasks) static_cast<void>(of_two.put(0, item));
  CHECK(of_two.answer_steal_request(0));
  CHECK(of_two.steal(1) != nullptr);  // a half of eight
  CHECK(of_two.work_requested(1));
  CHECK(of_two.answer_steal_request(1));
  CHECK(of_two.at(1).deque.has_public());
  take_all(of_two);
}

TEST_CASE("jackdaw: a thief that rests finds all the same what there is") {
  std::vector<task> tasks(256);
  for (int round = 0; round < 4; ++round) {  // an interruption makes a rest shorter
    pool::split_pool of_two(2);
    put_and_share(of_two, tasks);
    for (int thefts = 0; thefts < 6; ++thefts) {  // at once after each other: each rest is twice as long
      REQUIRE(of_two.at(0).deque.has_public());
      CHECK(of_two.steal(1) != nullptr);
    }
    take_all(of_two);
  }
}

TEST_CASE("jackdaw: an owner that was stolen from by force is asked for longer") {
  if (!base::asymmetric_fence::available()) return;  // then no thief could steal by force
  pool::split_pool of_two(2);
  task item;
  const auto chances = [&of_two] {
    of_two.request_work(0);
    int count = 1;
    for (; count < 1000 && !of_two.may_clear_request(0); ++count) CHECK_FALSE(of_two.answer_steal_request(0));
    return count;
  };
  static_cast<void>(of_two.put(0, item));
  CHECK(of_two.steal_from(1, 0, [] { return false; }) == &item);  // no owner has answered the request
  CHECK(of_two.get_own(0) == nullptr);
  CHECK(chances() == 64);
  CHECK(chances() == 8);
}

TEST_CASE(
    "a thief's pace: each request in vain doubles the wait for the next, up to a bound, until it gets "
    "something") {
  pool::steal_backoff pace;
  CHECK(pace.next_request() <= base::seconds_now());
  double wait = pool::steal_backoff::shortest_rest;
  for (int requests = 0; requests < 10; ++requests) {
    const double before = base::seconds_now();
    pace.requested_in_vain();
    const double after = base::seconds_now();
    CHECK(pace.next_request() >= before + wait);
    CHECK(pace.next_request() <= after + wait);
    CHECK(pace.soon() <= pace.next_request());
    wait = std::min(2 * wait, pool::steal_backoff::longest_rest);
  }
  const double before = base::seconds_now();
  pace.requests_work();
  CHECK(pace.next_request() >= before + pool::steal_backoff::longest_rest);
  pace.got(1);
  CHECK(pace.next_request() <= base::seconds_now() + pool::steal_backoff::shortest_rest);
}

TEST_CASE(
    "jackdaw: a thief that has requested work in vain, and waits before it requests work again, leaves no "
    "task of an owner that is away") {
  if (!base::asymmetric_fence::available()) return;  // then no thread could steal by force
  pool::split_pool of_two(2);
  task item;
  for (int round = 0; round < 100; ++round) {  // some microseconds of waiting are sometimes over at once
    for (const auto take :
         {+[](pool::split_pool& of) { return of.steal(1); },
          +[](pool::split_pool& of) { return of.steal_from(1, 0, [] { return false; }); }}) {
      of_two.clear_request(0);
      static_cast<void>(of_two.put(0, item));  // and no owner answers the request
      for (int requests = 0; requests < 6; ++requests) of_two.at(1).pace.requested_in_vain();
      CHECK(take(of_two) == &item);
    }
  }
}

TEST_CASE("jackdaw: a worker that waits takes nothing more from others once its wait is over") {
  if (!base::asymmetric_fence::available()) return;  // then no thread could steal by force
  pool::split_pool of_two(2);
  task item;
  const auto over = [] { return true; };
  of_two.clear_request(0);
  static_cast<void>(of_two.put(0, item));  // and no owner answers a request
  CHECK(of_two.steal_from(1, 0, over) == nullptr);
  CHECK(of_two.get_unless_resting(1, over) == nullptr);
  CHECK_FALSE(of_two.work_requested(0));
  CHECK(of_two.get(0) == &item);
  std::vector<task> tasks(2);
  put_and_share(of_two, {tasks.data(), 2});
  REQUIRE(of_two.at(0).deque.has_public());
  CHECK(of_two.steal_from(1, 0, over) == nullptr);
  CHECK(of_two.get_unless_resting(1, over) == nullptr);
  take_all(of_two);
}

TEST_CASE(
    "jackdaw keeps a task that is alone for its owner when work is requested, and gives it to a thief that "
    "needs it") {
  if (!base::asymmetric_fence::available()) return;  // then no thief could steal by force
  pool::split_pool of_two(2);
  std::vector<task> tasks(3);
  bool asleep = false;
  const auto put = [&](task& item) {
    if (of_two.put(0, item))
      CHECK(of_two.answer_steal_request_after_put(0, asleep));  // sleepers are to be woken all the same
  };
  of_two.request_work(0);
  put(tasks[0]);
  CHECK_FALSE(of_two.at(0).deque.has_public());
  CHECK(of_two.get(0) == &tasks[0]);
  asleep = true;
  put(tasks[0]);
  CHECK(of_two.at(0).deque.has_public());  // for a thief that comes late
  CHECK(of_two.get(1) == &tasks[0]);
  int rounds = 0;
  do {  // at once: that has just been so; unless this thread has lost its processor meanwhile
    static_cast<void>(of_two.get(0));
    put(tasks[0]);
  } while (of_two.at(0).deque.has_public() && ++rounds < 100);
  CHECK(rounds < 100);
  CHECK(of_two.get(0) == &tasks[0]);
  put(tasks[0]);
  put(tasks[1]);  // not alone any more
  CHECK(of_two.at(0).deque.has_public());
  CHECK(of_two.get(1) == &tasks[0]);
  CHECK(of_two.get(0) == &tasks[1]);
  put(tasks[2]);
  CHECK_FALSE(of_two.looks_empty(1));
  CHECK(of_two.get(1) == &tasks[2]);  // its owner does not come
  CHECK(of_two.get(0) == nullptr);
}

TEST_CASE(
    "jackdaw: an owner that was stolen from by force for a task that was alone gives the next ones away, "
    "until it is "
    "soon back") {
  if (!base::asymmetric_fence::available()) return;  // then no thief could steal by force
  std::vector<task> tasks(4);
  pool::split_pool of_two(2);
  const auto is_shared = [&](task& alone) {
    put_and_share(of_two, {&alone, 1});
    return of_two.at(0).deque.has_public();
  };
  CHECK_FALSE(is_shared(tasks[0]));
  CHECK(of_two.steal(1) == &tasks[0]);  // steals by force from its owner
  REQUIRE(is_shared(tasks[1]));
  steal_and_work(of_two, 20 * pool::steal_backoff::long_task);  // meanwhile the owner works, too
  CHECK(of_two.get(0) == nullptr);
  REQUIRE(is_shared(tasks[2]));
  CHECK(of_two.steal(1) == &tasks[2]);
  if (tests::slow) return;  // there it is not soon
  int rounds = 0;
  do {
    static_cast<void>(of_two.get(0));  // at once; unless this thread has lost its processor meanwhile
  } while (is_shared(tasks[3]) && ++rounds < 100);
  CHECK(rounds < 100);
  take_all(of_two);
}

TEST_CASE(
    "jackdaw: a late worker is stolen from only while it takes part, and is asked on behalf of sleepers") {
  pool::split_pool of_one(1, 3);
  std::array<task, 2> tasks;
  CHECK(of_one.get(0) == nullptr);
  of_one.include(2);
  of_one.clear_request(1);
  of_one.include(1);
  of_one.include(3);
  CHECK(of_one.work_requested(1));
  CHECK(of_one.work_requested(2));
  static_cast<void>(of_one.put(2, tasks[0]));
  CHECK_FALSE(of_one.looks_empty(0));
  CHECK(of_one.get(0) == &tasks[0]);
  static_cast<void>(of_one.put(0, tasks[1]));
  CHECK(of_one.get(2) == &tasks[1]);
  of_one.include(1);
  CHECK(of_one.looks_empty(0));
  CHECK(of_one.get(0) == nullptr);
}

}  // namespace split_pool_test
