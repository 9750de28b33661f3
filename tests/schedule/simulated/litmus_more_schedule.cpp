// More litmus tests: fences and operations mixed, chains through other threads' read-modify-writes, failed
// compare-exchanges, the kernel's fences and futexes.
//
// Names as in litmus_schedule.cpp; C++20 [atomics.order] with what P0668 has changed there.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include <jackdaw/base/threads/futex.hpp>

#include "tests/schedule/simulated/litmus.hpp"

using namespace jackdaw;
using namespace jackdaw::tests::litmus;

namespace {

using word = base::atomic<int> words::*;

void no_fence() {}
void full() { base::full_fence(); }
void heavy() { base::asymmetric_fence::heavy(); }
void light() { base::asymmetric_fence::light(); }

thread store(word at, int value, order how) {
  return [=](words& w) { (w.*at).store(value, how); };
}

/// Stores 1, passes a fence, loads into read[to].
thread store_and_load(word stored, order stores, void (*between)(), std::size_t to, word loaded,
                      order loads) {
  return [=](words& w) {
    (w.*stored).store(1, stores);
    between();
    w.read[to] = (w.*loaded).load(loads);
  };
}

/// Loads into read[to], passes a fence, loads into the next.
thread load_twice(std::size_t to, word first, order firstly, void (*between)(), word second, order secondly) {
  return [=](words& w) {
    w.read[to] = (w.*first).load(firstly);
    between();
    w.read[to + 1] = (w.*second).load(secondly);
  };
}

constexpr word x = &words::x;
constexpr word y = &words::y;
constexpr word z = &words::z;

}  // namespace

TEST_CASE("ISA2: a message by way of another thread") {
  const auto middle = [](order how) {
    return [=](words& w) {
      w.read[0] = w.y.load(how == relaxed ? relaxed : acquire);
      w.z.store(1, how);
    };
  };
  const auto seen = [&](order how) {
    return all_of(
        {store_x_then_y(relaxed, release), middle(how), load_twice(1, z, acquire, no_fence, x, relaxed)});
  };
  CHECK(seen(relaxed).contains("110"));
  CHECK(!seen(release).contains("110"));
}

TEST_CASE("RWC: what a reader has seen before its fence, the other one sees behind its own") {
  const auto seen = [](order writes, void (*reader)(), order stores, void (*party)(), order loads) {
    return all_of({store(x, 1, writes), load_twice(0, x, relaxed, reader, y, relaxed),
                   store_and_load(y, stores, party, 2, x, loads)});
  };
  CHECK(!seen(relaxed, full, relaxed, full, relaxed).contains("100"));
  CHECK(seen(relaxed, full, release, no_fence, acquire).contains("100"));
  // Operations instead of a fence, on one side.
  CHECK(!seen(seq_cst, full, seq_cst, no_fence, seq_cst).contains("100"));
  CHECK(!seen(relaxed, full, seq_cst, no_fence, seq_cst).contains("100"));
  CHECK(seen(relaxed, full, seq_cst, no_fence, acquire).contains("100"));
  // The kernel's fence.
  CHECK(!seen(relaxed, heavy, relaxed, light, relaxed).contains("100"));
  CHECK(seen(relaxed, heavy, relaxed, no_fence, relaxed).contains("100"));
}

TEST_CASE("W+RWC: the same behind a message") {
  const auto writer = [](words& w) {
    w.x.store(1, relaxed);
    w.z.store(1, release);
  };
  CHECK(!all_of({writer, load_twice(0, z, acquire, full, y, relaxed),
                 store_and_load(y, relaxed, full, 2, x, relaxed)})
             .contains("100"));
  // Operations order only what is sequentially consistent itself: the store to x is not.
  CHECK(all_of({writer, load_twice(0, z, acquire, no_fence, y, seq_cst),
                store_and_load(y, seq_cst, no_fence, 2, x, seq_cst)})
            .contains("100"));
}

TEST_CASE("Z6.3: two fences, and a message between them") {
  const auto first = [](words& w) {
    w.x.store(1, relaxed);
    full();
    w.y.store(1, relaxed);
  };
  const auto second = [](order how) {
    return [=](words& w) {
      w.y.store(2, relaxed);
      w.z.store(1, how);
    };
  };
  const auto seen = [&](order stores, order loads) {
    return all_of({first, second(stores), load_twice(0, z, loads, full, x, relaxed)}, with_final_values);
  };
  CHECK(!seen(release, acquire).contains("10|12"));
  CHECK(seen(relaxed, acquire).contains("10|12"));
}

TEST_CASE("3.SB: a ring of three") {
  const auto seen = [](void (*third)()) {
    return all_of({store_and_load(x, relaxed, full, 0, y, relaxed),
                   store_and_load(y, relaxed, full, 1, z, relaxed),
                   store_and_load(z, relaxed, third, 2, x, relaxed)});
  };
  CHECK(seen(full).size() == 7);
  CHECK(!seen(full).contains("000"));
  CHECK(seen(no_fence).contains("000"));
}

TEST_CASE("SB: a read-modify-write of a third word is a fence where it acquires and releases on both sides") {
  const auto party = [](bool first, order how) {
    return [=](words& w) {
      (first ? w.x : w.y).store(1, relaxed);
      w.z.fetch_add(1, how);
      w.read[first ? 0 : 1] = (first ? w.y : w.x).load(relaxed);
    };
  };
  CHECK(!all_of({party(true, acq_rel), party(false, acq_rel)}).contains("00"));
  CHECK(all_of({party(true, acquire), party(false, acq_rel)}).contains("00"));
  CHECK(all_of({party(true, acq_rel), party(false, release)}).contains("00"));
}

TEST_CASE("release sequences through another thread's compare-exchange, and from fence to fence") {
  const auto relay = [](words& w) {
    int expected = 1;
    w.y.compare_exchange_strong(expected, 2, relaxed, relaxed);
  };
  const auto by_fence = [](words& w) {
    w.x.store(1, relaxed);
    fence(release);
    w.y.store(1, relaxed);
  };
  const auto acquire_by_fence = [] { fence(acquire); };
  for (const thread& writer : {store_x_then_y(relaxed, release), thread(by_fence)}) {
    CHECK(!all_of({writer, relay, load_y_then_x(acquire, relaxed)}).contains("20"));
    CHECK(!all_of({writer, relay, load_twice(0, y, relaxed, acquire_by_fence, x, relaxed)}).contains("20"));
    CHECK(all_of({writer, relay, load_y_then_x(relaxed, relaxed)}).contains("20"));
  }
  CHECK(all_of({store_x_then_y(relaxed, relaxed), relay, load_y_then_x(acquire, relaxed)}).contains("20"));
}

TEST_CASE("IRIW: one reader with a fence, the other one with sequentially consistent loads") {
  CHECK(!all_of({store(x, 1, relaxed), store(y, 1, relaxed), load_twice(0, x, relaxed, full, y, relaxed),
                 load_twice(2, y, seq_cst, no_fence, x, seq_cst)})
             .contains("1010"));
}

TEST_CASE("CoRR with read-modify-writes between") {
  const auto add = [](int amount) { return [=](words& w) { w.x.fetch_add(amount, relaxed); }; };
  const auto seen = all_of({add(1), add(2), load_twice(0, x, relaxed, no_fence, x, relaxed)});
  CHECK(seen == outcomes{"00", "01", "02", "03", "11", "13", "22", "23", "33"});
  const auto add_and_look = [](words& w) {
    w.read[0] = w.x.fetch_add(1, relaxed);
    w.read[1] = w.x.load(relaxed);
  };
  CHECK(all_of({add_and_look, store(x, 5, relaxed)}, with_final_values) ==
        outcomes{"01|50", "05|50", "56|60"});
}

TEST_CASE("a compare-exchange that fails is a load of the weaker order") {
  const auto reader = [](order success, order failure, int expected) {
    return [=](words& w) {
      int found = expected;
      w.y.compare_exchange_strong(found, 7, success, failure);
      w.read[0] = found;
      w.read[1] = w.x.load(relaxed);
    };
  };
  const auto writer = store_x_then_y(relaxed, release);
  CHECK(all_of({writer, reader(acquire, relaxed, 9)}).contains("10"));
  CHECK(!all_of({writer, reader(relaxed, acquire, 9)}).contains("10"));
  CHECK(!all_of({writer, reader(acquire, relaxed, 1)}).contains("10"));
  CHECK(all_of({writer, reader(relaxed, acquire, 1)}).contains("10"));
}

TEST_CASE("a weak compare-exchange may fail without a reason, whatever it has read") {
  const auto try_it = [](words& w) {
    w.read[0] = w.y.load(relaxed);
    int found = 0;
    w.read[1] = w.x.compare_exchange_weak(found, 5, relaxed, relaxed) ? 1 : 0;
    w.read[2] = found;
  };
  CHECK(all_of({try_it}) == outcomes{"000", "010"});
  const auto add = [](words& w) {
    w.x.fetch_add(1, relaxed);
    w.y.store(1, relaxed);
  };
  CHECK(all_of({add, try_it}) == outcomes{"000", "001", "010", "100", "101"});
}

TEST_CASE("a fence by the kernel lies between two compiler fences") {
  const outcomes all{"00", "01", "10", "11"};
  const outcomes ordered{"00", "01", "11"};
  const auto writer = [](void (*between)()) {
    return [=](words& w) {
      w.x.store(1, relaxed);
      between();
      w.y.store(1, relaxed);
    };
  };
  CHECK(all_of({writer(light), load_twice(0, y, relaxed, heavy, x, relaxed)}) == ordered);
  CHECK(all_of({writer(no_fence), load_twice(0, y, relaxed, heavy, x, relaxed)}) == all);
  CHECK(all_of({writer(heavy), load_twice(0, y, relaxed, light, x, relaxed)}) == ordered);
  CHECK(all_of({writer(heavy), load_twice(0, y, relaxed, no_fence, x, relaxed)}) == all);
  CHECK(all_of({writer(full), load_twice(0, y, relaxed, heavy, x, relaxed)}) == ordered);
}

TEST_CASE("a futex: the value that is compared may be an old one, but a wake is not lost") {
  struct meeting {
    base::futex_word word{0};
    base::atomic<int> sleepers{0};
  };
  // Announcement and change in opposite order, by read-modify-writes of the count: one of the two sees the other.
  const auto threads = [](order how) {
    auto m = std::make_shared<std::unique_ptr<meeting>>();
    return std::vector<thread>{[=](words& w) {
                                 *m = std::make_unique<meeting>();
                                 w.z.store(1, release);
                                 (*m)->word.store(1, relaxed);
                                 if ((*m)->sleepers.fetch_add(0, how) != 0) base::futex_wake((*m)->word, 1);
                               },
                               [=](words& w) {
                                 if (w.z.load(acquire) == 0) return;
                                 (*m)->sleepers.fetch_add(1, how);
                                 base::futex_wait((*m)->word, 0);
                                 w.read[0] = static_cast<int>((*m)->word.load(relaxed));
                               }};
  };
  CHECK(all_of(threads(acq_rel)) ==
        outcomes{"", "0", "1"});  // 0: it has slept, and that has ended without a reason
  CHECK(fails(threads(relaxed), "every thread waits"));
}

TEST_CASE("memory that is used again has no history of another object") {
  constexpr std::size_t places = 129;
  auto given = std::make_shared<std::uint64_t*>();
  const auto uses_it_first = [](words& w) {
    const auto own = std::make_unique<std::uint64_t[]>(places);
    const base::atomic_ref<std::uint64_t> shared(own[0]);
    shared.store(1, relaxed);
    shared.store(0, relaxed);
    w.z.store(1, relaxed);
  };
  const auto gives_it = [=](words& w) {
    if (w.z.load(relaxed) == 0) return;
    *given = std::make_unique<std::uint64_t[]>(places).release();  // not told to delete: read by the next
    w.y.store(1, release);
  };
  const auto reads_it = [=](words& w) {
    if (w.y.load(acquire) == 0) return;
    w.read[0] = static_cast<int>(base::atomic_ref<std::uint64_t>(**given).load(relaxed));
    delete[] *given;
  };
  CHECK(all_of({uses_it_first, gives_it, reads_it}) == outcomes{"", "0"});
}

TEST_CASE("a program that does not do the same each time is found out") {
  std::atomic<int> times = 0;  // which the explorer does not know
  const thread other = [&](words& w) {
    if (++times < 10) w.x.store(1, relaxed);
  };
  CHECK(fails({other, other, other}, "the program does not do the same"));
}
