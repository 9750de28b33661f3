// What the flagship shares, keeps and asks for, one thread at a time.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/asymmetric_fence.hpp>
#include <jackdaw/base/clock.hpp>
#include <jackdaw/pool/flagship.hpp>

#include "tests/support/sizes.hpp"

using namespace jackdaw;

TEST_CASE("jackdaw: a question where nothing is there stands until there is something to share") {
  pool::flagship of_two(2);
  std::array<task, 3> tasks;
  of_two.answered(0);
  CHECK(of_two.get(1) == nullptr);
  CHECK(of_two.asked(0));
  CHECK_FALSE(of_two.attend(0));
  CHECK_FALSE(of_two.settled(0));
  for (task& item : tasks) {
    if (of_two.put(0, item)) static_cast<void>(of_two.attend_put(0, false));
  }
  CHECK(of_two.settled(0));
  of_two.answered(0);
  CHECK(of_two.get(1) == &tasks[0]);
  while (of_two.get(0) != nullptr) {}

  of_two.ask(0);
  int chances = 1;
  for (; chances < 100 && !of_two.settled(0); ++chances) CHECK_FALSE(of_two.attend(0));
  CHECK(chances == 8);  // then its owner has the fast path again, and who is hungry asks again
}

namespace {

/// Worker 0 of two puts `tasks`, and answers whoever asks.
void put_and_share(pool::flagship& of_two, std::span<task> tasks) {
  of_two.ask(0);
  for (task& item : tasks) {
    if (of_two.put(0, item)) static_cast<void>(of_two.attend_put(0, false));
  }
  of_two.answered(0);
}

/// Worker 1 steals from worker 0, and is busy for so long.
void steal_and_work(pool::flagship& of_two, double seconds) {
  CHECK(of_two.steal(1) != nullptr);
  for (const double end = base::seconds_now() + seconds; base::seconds_now() < end;) {}
}

void take_all(pool::flagship& of_two) {
  for (unsigned id = 0; id < 2; ++id) {
    while (of_two.get_own(id) != nullptr) {}
    of_two.answered(id);
  }
}

}  // namespace

TEST_CASE("jackdaw: whose loot keeps it busy for long asks for more while it takes that") {
  if (!base::asymmetric_fence::available()) return;  // then each question stands for ever
  std::vector<task> tasks(3);
  const auto asks = [&tasks](double seconds_of_the_last) {
    pool::flagship of_two(2);
    put_and_share(of_two, {tasks.data(), 2});
    steal_and_work(of_two, seconds_of_the_last);
    take_all(of_two);
    put_and_share(of_two, {tasks.data(), 2});
    steal_and_work(of_two, 0);
    return of_two.asked(0);
  };
  CHECK(asks(2 * pool::thief_pace::long_task));
  if (tests::sanitized) return;  // there the test itself may take as long as a long task
  int rounds = 0;
  while (asks(0) && rounds < 100) ++rounds;  // unless this thread has lost its processor meanwhile
  CHECK(rounds < 100);
}

TEST_CASE("jackdaw: who has stolen several long tasks shares them before it is busy") {
  if (!base::asymmetric_fence::available()) return;  // then it is asked all the time
  std::vector<task> tasks(16);
  pool::flagship of_two(2);
  put_and_share(of_two, {tasks.data(), 2});
  steal_and_work(of_two, 2 * pool::thief_pace::long_task);
  take_all(of_two);
  of_two.ask(0);
  for (task& item : tasks) static_cast<void>(of_two.put(0, item));
  CHECK(of_two.attend(0));
  CHECK(of_two.steal(1) != nullptr);  // a half of eight
  CHECK(of_two.asked(1));
  CHECK(of_two.attend(1));
  CHECK(of_two.at(1).deque.has_public());
  take_all(of_two);
}

TEST_CASE("jackdaw: a thief that rests finds all the same what there is") {
  std::vector<task> tasks(256);
  for (int round = 0; round < 4; ++round) {  // an interruption makes a rest shorter
    pool::flagship of_two(2);
    put_and_share(of_two, tasks);
    for (int thefts = 0; thefts < 6; ++thefts) {  // at once after each other: each rest is twice as long
      REQUIRE(of_two.at(0).deque.has_public());
      CHECK(of_two.steal(1) != nullptr);
    }
    take_all(of_two);
  }
}

TEST_CASE("jackdaw: who was overruled is asked for longer") {
  if (!base::asymmetric_fence::available()) return;  // then nobody could intrude
  pool::flagship of_two(2);
  task item;
  const auto chances = [&of_two] {
    of_two.ask(0);
    int count = 1;
    for (; count < 1000 && !of_two.settled(0); ++count) CHECK_FALSE(of_two.attend(0));
    return count;
  };
  static_cast<void>(of_two.put(0, item));
  CHECK(of_two.steal_from(1, 0) == &item);  // nobody has attended to the question
  CHECK(of_two.get_own(0) == nullptr);
  CHECK(chances() == 64);
  CHECK(chances() == 8);
}

TEST_CASE(
    "a thief's pace: each question in vain doubles the wait for the next, up to a bound, until it gets "
    "something") {
  pool::thief_pace pace;
  CHECK(pace.next_question() <= base::seconds_now());
  double wait = pool::thief_pace::shortest_rest;
  for (int questions = 0; questions < 10; ++questions) {
    const double before = base::seconds_now();
    pace.asked_in_vain();
    const double after = base::seconds_now();
    CHECK(pace.next_question() >= before + wait);
    CHECK(pace.next_question() <= after + wait);
    CHECK(pace.soon() <= pace.next_question());
    wait = std::min(2 * wait, pool::thief_pace::longest_rest);
  }
  const double before = base::seconds_now();
  pace.asks();
  CHECK(pace.next_question() >= before + pool::thief_pace::longest_rest);
  pace.got(1);
  CHECK(pace.next_question() <= base::seconds_now() + pool::thief_pace::shortest_rest);
}

TEST_CASE(
    "jackdaw: who has asked in vain, and waits before it asks again, leaves no task of an owner that is "
    "away") {
  if (!base::asymmetric_fence::available()) return;  // then nobody could intrude
  pool::flagship of_two(2);
  task item;
  for (int round = 0; round < 100; ++round) {  // some microseconds of waiting are sometimes over at once
    for (const auto take : {+[](pool::flagship& of) { return of.steal(1); },
                            +[](pool::flagship& of) { return of.steal_from(1, 0); }}) {
      of_two.answered(0);
      static_cast<void>(of_two.put(0, item));  // and nobody attends to the question
      for (int questions = 0; questions < 6; ++questions) of_two.at(1).pace.asked_in_vain();
      CHECK(take(of_two) == &item);
    }
  }
}

TEST_CASE(
    "jackdaw keeps a task that is alone for its owner when somebody asks, and gives it to who needs it") {
  if (!base::asymmetric_fence::available()) return;  // then nobody could intrude
  pool::flagship of_two(2);
  std::vector<task> tasks(3);
  bool asleep = false;
  const auto put = [&](task& item) {
    if (of_two.put(0, item))
      CHECK(of_two.attend_put(0, asleep));  // whoever sleeps is to be woken all the same
  };
  of_two.ask(0);
  put(tasks[0]);
  CHECK_FALSE(of_two.at(0).deque.has_public());
  CHECK(of_two.get(0) == &tasks[0]);
  asleep = true;
  put(tasks[0]);
  CHECK(of_two.at(0).deque.has_public());  // for who comes late
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
    "jackdaw: who was overruled for a task that was alone gives the next ones away, until it is soon back") {
  if (!base::asymmetric_fence::available()) return;  // then nobody could intrude
  std::vector<task> tasks(4);
  pool::flagship of_two(2);
  const auto is_shared = [&](task& alone) {
    put_and_share(of_two, {&alone, 1});
    return of_two.at(0).deque.has_public();
  };
  CHECK_FALSE(is_shared(tasks[0]));
  CHECK(of_two.steal(1) == &tasks[0]);  // overrules its owner
  REQUIRE(is_shared(tasks[1]));
  steal_and_work(of_two, 20 * pool::thief_pace::long_task);  // meanwhile the owner works, too
  CHECK(of_two.get(0) == nullptr);
  REQUIRE(is_shared(tasks[2]));
  CHECK(of_two.steal(1) == &tasks[2]);
  if (tests::sanitized) return;  // there it is not soon
  int rounds = 0;
  do {
    static_cast<void>(of_two.get(0));  // at once; unless this thread has lost its processor meanwhile
  } while (is_shared(tasks[3]) && ++rounds < 100);
  CHECK(rounds < 100);
  take_all(of_two);
}
