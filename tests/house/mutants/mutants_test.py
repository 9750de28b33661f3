#!/usr/bin/env python3
"""Each mutant still fits the library: what ./dev test tells of those that only ./dev soak compiles. mutants_test.py ROOT"""
import fnmatch
import re
import sys
import unittest
from pathlib import Path

ROOT = Path(sys.argv[1]).resolve()


def titles(test):
    """Titles of the cases in a source of tests and in the headers beside it that it includes, some of which have cases."""
    text = test.read_text()
    for name in re.findall(r'#include "([^"]+)"', text):
        for place in (test.parent / name, ROOT / name):
            if place.is_file():
                text += place.read_text()
    return re.findall(r'TEST_CASE\w*\([^"()]*"((?:[^"\\]|\\.)*)"', text)


def misfits(text, source, cases):
    """What is wrong with a mutant, given the text of the header that it breaks and the titles of its test's cases."""
    wrong = []
    change = re.search(r"\n<<<<\n(.*?)\n====\n(.*?)\n?>>>>", text, re.S)
    if not change:
        return ["expected lines <<<<, ==== and >>>> in this order"]
    count = source.count(change.group(1))
    if count != 1:
        wrong.append(f"the text to break stands {count} times in its file, expected once")
    if change.group(1) == change.group(2):
        wrong.append("it changes nothing")
    case = re.search(r"^case: ?(.+)$", text, re.M)
    # doctest separates patterns by commas, and knows `*` alone.
    patterns = [re.sub(r"[?\[\]]", "?", part.strip()) for part in re.split(r"(?<!\\),", case.group(1))] if case else []
    for pattern in patterns:
        if not any(fnmatch.fnmatchcase(title.lower(), pattern.lower()) for title in cases):
            wrong.append(f"no test case is called '{pattern}'")
    return wrong


class Mutants(unittest.TestCase):
    def test_what_is_found(self):
        well = "\nfile: a\n<<<<\n  one();\n====\n  two();\n>>>>\n"
        self.assertEqual(misfits(well, "{\n  one();\n}", []), [])
        self.assertIn("0 times", misfits(well, "{\n  three();\n}", [])[0])
        self.assertIn("2 times", misfits(well, "  one();\n  one();\n", [])[0])
        self.assertIn("nothing", misfits(well.replace("two", "one"), "  one();", [])[0])
        self.assertIn("expected lines", misfits("file: a\n<<<<\n", "", [])[0])
        named = well.replace("<<<<", "case: a task *, another\n<<<<", 1)
        self.assertEqual(misfits(named, "  one();", ["A task waits", "another"]), [])
        self.assertIn("no test case is called 'another'", misfits(named, "  one();", ["a task waits"])[0])

    def test_all_fit(self):
        found = sorted((ROOT / "tests/mutants").rglob("*.mutant"))
        self.assertGreater(len(found), 300)
        page = (ROOT / "docs/internals/verification/verification.md").read_text()
        self.assertIn(f"| {len(found)} broken variants of mechanisms |", page)
        for mutant in found:
            with self.subTest(mutant=mutant.name):
                text = mutant.read_text()
                key = {name: re.search(rf"^{name}: ?(.*)$", text, re.M) for name in ("file", "test", "flags", "why")}
                self.assertEqual([name for name, line in key.items() if not line], [], "lines that are missing")
                header, test = ROOT / key["file"].group(1), ROOT / key["test"].group(1)
                self.assertTrue(header.is_file(), header)
                self.assertTrue(test.is_file(), test)
                self.assertEqual(misfits(text, header.read_text(), titles(test)), [])


unittest.main(argv=sys.argv[:1])
