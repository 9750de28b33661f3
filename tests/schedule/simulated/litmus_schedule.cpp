// The explorer's memory is that of C++20: of each litmus test all outcomes that the standard allows are seen, and no
// other.
//
// Names and shapes: Alglave, Maranget, Tautschnig, "Herding cats" (TOPLAS 2014); Batty et al., "Mathematizing C++
// concurrency" (POPL 2011); Lahav et al., "Repairing sequential consistency in C/C++11" (PLDI 2017). Outcomes are what
// the threads have read, from the first thread's to the last's; then, after a bar, the final values.
#include <source_location>
#include <vector>

#include <doctest/doctest.h>

#include "tests/schedule/simulated/litmus.hpp"

using namespace jackdaw;
using namespace jackdaw::tests::litmus;

TEST_CASE("MP: message passing") {
  const outcomes all{"00", "01", "10", "11"};
  const outcomes ordered{"00", "01", "11"};
  CHECK(all_of({store_x_then_y(relaxed, relaxed), load_y_then_x(relaxed, relaxed)}) == all);
  CHECK(all_of({store_x_then_y(relaxed, release), load_y_then_x(relaxed, relaxed)}) == all);
  CHECK(all_of({store_x_then_y(relaxed, relaxed), load_y_then_x(acquire, relaxed)}) == all);
  CHECK(all_of({store_x_then_y(relaxed, release), load_y_then_x(acquire, relaxed)}) == ordered);
}

// Named in docs/internals/verification/exploration.md.
TEST_CASE("blind spots: what the standard allows, and is never seen") {
  const auto load_buffering = [](bool first) {
    return [=](words& w) {
      w.read[first ? 0 : 1] = (first ? w.x : w.y).load(relaxed);
      (first ? w.y : w.x).store(1, relaxed);
    };
  };
  CHECK(!all_of({load_buffering(true), load_buffering(false)}).contains("11"));
  // The order of sequentially consistent operations might be the opposite of that in which they are executed. So in
  // Z6.U, too: only the fetch_add lies between what synchronizes with it and what reads later.
  const auto add = [](words& w) {
    w.read[0] = w.y.fetch_add(1, seq_cst);
    w.read[1] = w.y.load(relaxed);
  };
  const auto store_y_and_look = [](words& w) {
    w.y.store(3, seq_cst);
    w.read[2] = w.x.load(seq_cst);
  };
  CHECK(!all_of({store_x_then_y(seq_cst, release), add, store_y_and_look}).contains("130"));
  CHECK(!all_of({store_x_then_y(seq_cst, relaxed), load_y_then_x(relaxed, seq_cst)}).contains("10"));
}

TEST_CASE("MP with fences") {
  const auto writer = [](order how) {
    return [=](words& w) {
      w.x.store(1, relaxed);
      explorer::fence(how, std::source_location::current());
      w.y.store(1, relaxed);
    };
  };
  const auto reader = [](order how) {
    return [=](words& w) {
      w.read[0] = w.y.load(relaxed);
      explorer::fence(how, std::source_location::current());
      w.read[1] = w.x.load(relaxed);
    };
  };
  const outcomes ordered{"00", "01", "11"};
  CHECK(all_of({writer(release), reader(acquire)}) == ordered);
  CHECK(all_of({writer(seq_cst), reader(seq_cst)}) == ordered);
  CHECK(all_of({writer(release), load_y_then_x(acquire, relaxed)}) == ordered);
  CHECK(all_of({store_x_then_y(relaxed, release), reader(acquire)}) == ordered);
  CHECK(all_of({writer(acquire), reader(acquire)}).contains("10"));
  CHECK(all_of({writer(release), reader(release)}).contains("10"));
}

TEST_CASE("SB: store buffering") {
  const auto party = [](bool first, order stores, order loads) {
    return [=](words& w) {
      (first ? w.x : w.y).store(1, stores);
      w.read[first ? 0 : 1] = (first ? w.y : w.x).load(loads);
    };
  };
  const outcomes all{"00", "01", "10", "11"};
  const outcomes ordered{"01", "10", "11"};
  CHECK(all_of({party(true, release, acquire), party(false, release, acquire)}) == all);
  CHECK(all_of({party(true, seq_cst, acquire), party(false, seq_cst, seq_cst)}) == all);
  CHECK(all_of({party(true, seq_cst, seq_cst), party(false, seq_cst, relaxed)}) == all);
  CHECK(all_of({party(true, seq_cst, seq_cst), party(false, seq_cst, seq_cst)}) == ordered);
}

TEST_CASE("SB with fences, symmetric and asymmetric") {
  const auto party = [](bool first, auto fence) {
    return [=](words& w) {
      (first ? w.x : w.y).store(1, relaxed);
      fence();
      w.read[first ? 0 : 1] = (first ? w.y : w.x).load(relaxed);
    };
  };
  const auto full = [] { base::full_fence(); };
  const auto none = [] {};
  const auto weaker = [] { explorer::fence(acq_rel, std::source_location::current()); };
  const auto heavy = [] { base::asymmetric_fence::heavy(); };
  const auto light = [] { base::asymmetric_fence::light(); };
  const outcomes all{"00", "01", "10", "11"};
  const outcomes ordered{"01", "10", "11"};
  CHECK(all_of({party(true, full), party(false, full)}) == ordered);
  CHECK(all_of({party(true, full), party(false, none)}) == all);
  CHECK(all_of({party(true, weaker), party(false, full)}) == all);
  CHECK(all_of({party(true, heavy), party(false, light)}) == ordered);
  CHECK(all_of({party(true, heavy), party(false, none)}) == all);  // the compiler may exchange them
  CHECK(all_of({party(true, light), party(false, light)}) == all);
}

TEST_CASE("SB of an operation and a fence") {
  const auto by_fence = [](words& w) {
    w.x.store(1, relaxed);
    base::full_fence();
    w.read[0] = w.y.load(relaxed);
  };
  const auto by_operations = [](words& w) {
    w.y.store(1, seq_cst);
    w.read[1] = w.x.load(seq_cst);
  };
  CHECK(all_of({by_fence, by_operations}) == outcomes{"01", "10", "11"});
}

TEST_CASE("a read-modify-write that is sequentially consistent, and then a relaxed load, are no fence") {
  const auto party = [](bool first, order loads) {
    return [=](words& w) {
      (first ? w.x : w.y).fetch_add(1, seq_cst);
      w.read[first ? 0 : 1] = (first ? w.y : w.x).load(loads);
    };
  };
  CHECK(all_of({party(true, relaxed), party(false, relaxed)}).contains("00"));
  CHECK(all_of({party(true, seq_cst), party(false, relaxed)}).contains("00"));
  CHECK(!all_of({party(true, seq_cst), party(false, seq_cst)}).contains("00"));
}

TEST_CASE("IRIW: two writers, and two readers that may disagree about their order") {
  const auto writer = [](bool first, order how) {
    return [=](words& w) { (first ? w.x : w.y).store(1, how); };
  };
  const auto reader = [](bool first, order how) {
    return [=](words& w) {
      w.read[first ? 0 : 2] = (first ? w.x : w.y).load(how);
      w.read[first ? 1 : 3] = (first ? w.y : w.x).load(how);
    };
  };
  const auto fenced_reader = [](bool first) {
    return [=](words& w) {
      w.read[first ? 0 : 2] = (first ? w.x : w.y).load(relaxed);
      base::full_fence();
      w.read[first ? 1 : 3] = (first ? w.y : w.x).load(relaxed);
    };
  };
  const auto seen = [&](order writes, order reads) {
    return all_of({writer(true, writes), writer(false, writes), reader(true, reads), reader(false, reads)});
  };
  CHECK(seen(release, acquire).size() == 16);
  CHECK(!seen(seq_cst, seq_cst).contains("1010"));
  CHECK(seen(seq_cst, seq_cst).size() == 15);
  CHECK(!all_of({writer(true, relaxed), writer(false, relaxed), fenced_reader(true), fenced_reader(false)})
             .contains("1010"));
}

TEST_CASE("WRC: what was read is handed on") {
  const auto writer = [](words& w) { w.x.store(1, relaxed); };
  const auto middle = [](order how) {
    return [=](words& w) {
      w.read[0] = w.x.load(relaxed);
      w.y.store(1, how);
    };
  };
  const auto reader = [](order how) {
    return [=](words& w) {
      w.read[1] = w.y.load(how);
      w.read[2] = w.x.load(relaxed);
    };
  };
  CHECK(all_of({writer, middle(relaxed), reader(relaxed)}).contains("110"));
  CHECK(all_of({writer, middle(release), reader(relaxed)}).contains("110"));
  CHECK(!all_of({writer, middle(release), reader(acquire)}).contains("110"));
}

TEST_CASE("S: a store that may be placed before one that is executed earlier") {
  const auto first = [](order how) {
    return [=](words& w) {
      w.x.store(2, relaxed);
      w.y.store(1, how);
    };
  };
  const auto second = [](order how) {
    return [=](words& w) {
      w.read[0] = w.y.load(how);
      w.x.store(1, relaxed);
    };
  };
  CHECK(all_of({first(relaxed), second(relaxed)}, with_final_values).contains("1|21"));
  CHECK(all_of({first(release), second(relaxed)}, with_final_values).contains("1|21"));
  CHECK(!all_of({first(release), second(acquire)}, with_final_values).contains("1|21"));
}

TEST_CASE("R: a store and a load against two stores") {
  const auto first = [](order how) {
    return [=](words& w) {
      w.x.store(1, how);
      w.y.store(1, how);
    };
  };
  const auto second = [](order stores, order loads) {
    return [=](words& w) {
      w.y.store(2, stores);
      w.read[0] = w.x.load(loads);
    };
  };
  CHECK(all_of({first(release), second(release, acquire)}, with_final_values).contains("0|12"));
  CHECK(all_of({first(seq_cst), second(seq_cst, acquire)}, with_final_values).contains("0|12"));
  CHECK(!all_of({first(seq_cst), second(seq_cst, seq_cst)}, with_final_values).contains("0|12"));
}

TEST_CASE("2+2W: two threads write two words in opposite order") {
  const auto party = [](bool first, order how) {
    return [=](words& w) {
      (first ? w.x : w.y).store(1, how);
      (first ? w.y : w.x).store(2, how);
    };
  };
  CHECK(all_of({party(true, relaxed), party(false, relaxed)}, with_final_values) ==
        outcomes{"|11", "|12", "|21", "|22"});
  CHECK(all_of({party(true, release), party(false, release)}, with_final_values).contains("|11"));
  CHECK(all_of({party(true, seq_cst), party(false, seq_cst)}, with_final_values) ==
        outcomes{"|12", "|21", "|22"});
}
