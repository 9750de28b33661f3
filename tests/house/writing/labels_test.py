#!/usr/bin/env python3
"""Labels are defined, and memory orders have one; labels.txt counts where not. labels_test.py ROOT [--update]"""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import labels  # noqa: E402
import ratchet  # noqa: E402

ROOT = Path(sys.argv[1]).resolve()
LIST = Path(__file__).with_name("labels.txt")

WELL = """// A deque.
//   I1  the owner alone changes bottom_; T15 says why.
//   I2  is about (I1).
// Orderings: E1 push -> take. E2, a chain: all of it. See base/other.hpp.
#pragma once
void push() {
  slots_[b] = item;                   // I1
  bottom_.store(b + 1, base::release);  // E1 -> take
  // E2: the chain
  count_.fetch_add(1, base::acq_rel);
  if (!word_.compare_exchange_strong(
          seen, next, base::acquire,
          base::relaxed)) {}  // E1
  hint_.store(1, base::relaxed);  // other.hpp F1
  const char* text = "// I9";
}
"""
OTHER = """// F1  a fence
#pragma once
"""
BAD = """//   I1  one
//   I1  two
#pragma once
void f() {
  a_.store(1, base::release);
  b_.load(std::memory_order_acquire);  // pairs with nothing
  c_ = 1;  // I7
  d_ = 1;  // what it says (I8)
}
"""


class LabelsTest(unittest.TestCase):
    def test_the_tree(self):
        said = ratchet.compare(labels.of_tree(ROOT), ratchet.read(LIST), LIST.name)
        self.assertEqual(said, [], "\n" + "\n".join(said))

    def test_what_is_well(self):
        self.assertEqual(labels.of_files({"x/base/other.hpp": OTHER, "x/well.hpp": WELL}), {"x/base/other.hpp": [], "x/well.hpp": []})

    def test_what_is_not(self):
        self.assertEqual([line.partition(":")[2] for line in labels.of_files({"x/bad.hpp": BAD})["x/bad.hpp"]], [
            "2: I1 is defined in line 1 already",
            "7: I7 is defined neither here nor in a file that the comments name",
            "8: I8 is defined neither here nor in a file that the comments name",
            "5: a memory order without a label",
            "6: a memory order without a label",
        ])

    def test_a_file_that_is_not_named(self):
        text = WELL.replace(" See base/other.hpp.", "").replace("other.hpp F1", "F1")
        self.assertEqual(labels.of_files({"x/base/other.hpp": OTHER, "x/well.hpp": text})["x/well.hpp"],
                         ["x/well.hpp:14: F1 is defined neither here nor in a file that the comments name"])
        text = text.replace("#pragma once", "#pragma once\n#include <jackdaw/base/other.hpp>")
        self.assertEqual(labels.of_files({"include/jackdaw/base/other.hpp": OTHER, "x/well.hpp": text})["x/well.hpp"], [])
        of_invariant = OTHER.replace("F1", "I7"), text.replace("// F1", "// I7")
        self.assertEqual(len(labels.of_files({"include/jackdaw/base/other.hpp": of_invariant[0], "x/well.hpp": of_invariant[1]})["x/well.hpp"]), 1)


if sys.argv[2:] == ["--update"]:
    ratchet.write(LIST, labels.of_tree(ROOT))
else:
    unittest.main(argv=sys.argv[:1])
