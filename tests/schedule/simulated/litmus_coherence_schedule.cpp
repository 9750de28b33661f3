// Litmus tests of one location at a time: coherence, release sequences, read-modify-writes; and of plain data.
//
// Names as in litmus_schedule.cpp.
#include <cstddef>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "tests/schedule/simulated/litmus.hpp"

using namespace jackdaw;
using namespace jackdaw::tests::litmus;

TEST_CASE("coherence: CoRR, CoWR, CoRW, CoWW") {
  const auto twice = [](words& w) {
    w.read[0] = w.x.load(relaxed);
    w.read[1] = w.x.load(relaxed);
  };
  const auto store = [](int value) { return [=](words& w) { w.x.store(value, relaxed); }; };
  CHECK(all_of({store(1), twice}) == outcomes{"00", "01", "11"});
  const auto two = all_of({store(1), store(2), twice}, with_final_values);
  CHECK(!two.contains("12|10"));
  CHECK(!two.contains("21|20"));
  CHECK(two.contains("12|20"));
  CHECK(two.contains("21|10"));

  const auto write_and_read = [](words& w) {
    w.x.store(1, relaxed);
    w.read[0] = w.x.load(relaxed);
  };
  CHECK(all_of({write_and_read, store(2)}, with_final_values) == outcomes{"1|10", "1|20", "2|20"});

  const auto read_and_write = [](words& w) {
    w.read[0] = w.x.load(relaxed);
    w.x.store(1, relaxed);
  };
  CHECK(!all_of({read_and_write, store(2)}, with_final_values).contains("1|10"));
  CHECK(!all_of({read_and_write, store(2)}, with_final_values).contains("2|20"));

  const auto write_twice = [](words& w) {
    w.x.store(1, relaxed);
    w.x.store(2, relaxed);
  };
  CHECK(all_of({write_twice}, with_final_values) == outcomes{"|20"});
}

TEST_CASE("coherence among readers: two of them see two stores in one order") {
  const auto store = [](int value) { return [=](words& w) { w.x.store(value, relaxed); }; };
  const auto twice = [](std::size_t at) {
    return [=](words& w) {
      w.read[at] = w.x.load(relaxed);
      w.read[at + 1] = w.x.load(relaxed);
    };
  };
  const auto seen = all_of({store(1), store(2), twice(0), twice(2)});
  CHECK(seen.contains("1212"));
  CHECK(seen.contains("2121"));
  CHECK(!seen.contains("1221"));
  CHECK(!seen.contains("2112"));
}

TEST_CASE("release sequences: a read-modify-write carries on what was published, a store does not") {
  const auto publish = [](words& w) {
    w.x.store(1, relaxed);
    w.y.store(1, release);
  };
  const auto add = [](words& w) { w.y.fetch_add(1, relaxed); };
  const auto overwrite = [](words& w) { w.y.store(3, relaxed); };
  CHECK(!all_of({publish, add, load_y_then_x(acquire, relaxed)}).contains("20"));
  CHECK(all_of({publish, overwrite, load_y_then_x(acquire, relaxed)}).contains("30"));
  const auto publish_and_overwrite = [](words& w) {  // a release sequence of C++11, no longer of C++20
    w.x.store(1, relaxed);
    w.y.store(1, release);
    w.y.store(2, relaxed);
  };
  CHECK(all_of({publish_and_overwrite, load_y_then_x(acquire, relaxed)}).contains("20"));
}

TEST_CASE("read-modify-writes are one after the other") {
  const auto add = [](words& w) { w.x.fetch_add(1, relaxed); };
  CHECK(all_of({add, add, add}, with_final_values) == outcomes{"|30"});
  const auto take = [](std::size_t at) {
    return [=](words& w) {
      int expected = 0;
      w.read[at] = w.x.compare_exchange_strong(expected, 1, relaxed) ? 1 : 0;
    };
  };
  CHECK(all_of({take(0), take(1)}) == outcomes{"01", "10"});
}

TEST_CASE("a read-modify-write may take its place before a store that is executed earlier") {
  const auto store = [](words& w) { w.x.store(5, relaxed); };
  const auto add = [](words& w) { w.read[0] = w.x.fetch_add(1, relaxed); };
  CHECK(all_of({store, add}, with_final_values) == outcomes{"0|50", "5|60"});
}

TEST_CASE("a fence shows what was written before an earlier fence, but orders no plain data") {
  const auto writer = [](words& w) {
    w.data.set(1);
    w.x.store(1, relaxed);
    base::full_fence();
    w.read[0] = w.y.load(relaxed);
  };
  const auto reader = [](words& w) {
    w.y.store(1, relaxed);
    base::full_fence();
    w.read[1] = w.x.load(relaxed);
  };
  CHECK(!all_of({writer, reader}).contains("00"));
  const auto uses_data = [](words& w) {
    w.y.store(1, relaxed);
    base::full_fence();
    static_cast<void>(w.data.get());
  };
  CHECK(has_race({writer, uses_data}));
}

TEST_CASE("plain data: a race is one unless something orders it") {
  const auto hand_over = [](order how) {
    return [=](words& w) {
      w.data.set(1);
      w.y.store(1, how);
    };
  };
  const auto take_over = [](order how) {
    return [=](words& w) {
      if (w.y.load(how) == 1) w.data.set(2);
    };
  };
  CHECK(!has_race({hand_over(release), take_over(acquire)}));
  CHECK(has_race({hand_over(relaxed), take_over(acquire)}));
  CHECK(has_race({hand_over(release), take_over(relaxed)}));
  const auto reads_first = [](order how) {
    return [=](words& w) {
      static_cast<void>(w.data.get());
      w.y.store(1, how);
    };
  };
  CHECK(!has_race({reads_first(release), take_over(acquire)}));
  CHECK(has_race({reads_first(relaxed), take_over(acquire)}));
}

TEST_CASE("an atomic object is used only behind its construction") {
  const auto publish = [](order how) {
    auto made = std::make_shared<std::unique_ptr<base::atomic<int>>>();
    return std::vector<thread>{[=](words& w) {
                                 *made = std::make_unique<base::atomic<int>>(7);
                                 w.x.store(1, how);
                               },
                               [=](words& w) {
                                 if (w.x.load(acquire) == 1) w.read[0] = (*made)->load(relaxed);
                               }};
  };
  CHECK(all_of(publish(release)) == outcomes{"", "7"});
  CHECK_THROWS_AS(all_of(publish(relaxed)), explorer::failed);
}
