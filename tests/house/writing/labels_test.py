#!/usr/bin/env python3
"""Labels are defined once, and memory orders have one; labels.txt counts where not. labels_test.py ROOT [--update]"""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import labels  # noqa: E402
import ratchet  # noqa: E402

ROOT = Path(sys.argv[1]).resolve()
LIST = Path(__file__).with_name("labels.txt")

WELL = """// A deque.
//   AD-I1  the owner alone changes bottom_; T15 says why.
//   AD-I2  is about (AD-I1).
// Orderings: AD-E1 push -> take. AD-E2, a chain: all of it.
#pragma once
void push() {
  slots_[b] = item;                   // AD-I1
  bottom_.store(b + 1, base::release);  // AD-E1 -> take
  // AD-E2: the chain
  count_.fetch_add(1, base::acq_rel);
  if (!word_.compare_exchange_strong(
          seen, next, base::acquire,
          base::relaxed)) {}  // AD-E1
  hint_.store(1, base::relaxed);  // other.hpp AF-F1
  const char* text = "// I9";
}
"""
OTHER = """// AF-F1  a fence
#pragma once
"""
BAD = """//   AB-I1  one
//   AB-I1  two
#pragma once
void f() {
  a_.store(1, base::release);
  b_.load(std::memory_order_acquire);  // pairs with nothing
  c_ = 1;  // AB-I7
  d_ = 1;  // what it says (AF-I8)
  e_ = 1;  // I1: what it says (E2)
}
"""


class LabelsTest(unittest.TestCase):
    def test_the_tree(self):
        said = ratchet.compare(labels.of_tree(ROOT), ratchet.read(LIST), LIST.name)
        self.assertEqual(said, [], "\n" + "\n".join(said))

    def test_what_is_well(self):
        self.assertEqual(labels.of_files({"x/base/other.hpp": OTHER, "x/well.hpp": WELL}, {"page.md": "AD-I2, T15"}),
                         {"x/base/other.hpp": [], "x/well.hpp": []})

    def test_what_is_not(self):
        self.assertEqual([line.partition(":")[2] for line in labels.of_files({"x/bad.hpp": BAD})["x/bad.hpp"]], [
            "2: AB-I1 is defined in x/bad.hpp:1 already",
            "7: AB-I7 is not defined",
            "8: AF-I8 is not defined",
            "9: I1 does not say whose it is",
            "9: E2 does not say whose it is",
            "5: a memory order without a label",
            "6: a memory order without a label",
        ])

    def test_two_headers(self):
        self.assertEqual(labels.of_files({"a/one.hpp": OTHER, "a/two.hpp": OTHER}),
                         {"a/one.hpp": [], "a/two.hpp": ["a/two.hpp:1: AF-F1 is defined in a/one.hpp:1 already"]})
        third = OTHER.replace("F1", "F2")
        self.assertEqual(labels.of_files({"a/one.hpp": OTHER, "a/two.hpp": third}), {"a/one.hpp": [], "a/two.hpp": []})
        self.assertEqual(labels.of_files({"a/one.hpp": OTHER, "b/two.hpp": third})["b/two.hpp"],
                         ["b/two.hpp:1: AF-F2 begins as those of a"])

    def test_pages_and_mutants(self):
        self.assertEqual(labels.of_files({"x/other.hpp": OTHER}, {"page.md": "by AF-F1 and AF-F3"})["page.md"],
                         ["page.md: AF-F3 is not defined"])


if sys.argv[2:] == ["--update"]:
    ratchet.write(LIST, labels.of_tree(ROOT))
else:
    unittest.main(argv=sys.argv[:1])
