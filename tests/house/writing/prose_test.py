#!/usr/bin/env python3
"""Sentences and lines of pages and headers are short; prose.txt has what is not yet. prose_test.py ROOT [--update]"""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import prose  # noqa: E402
import ratchet  # noqa: E402

ROOT = Path(sys.argv[1]).resolve()
LIST = Path(__file__).with_name("prose.txt")


class ProseTest(unittest.TestCase):
    def test_the_tree(self):
        said = ratchet.compare(prose.of_tree(ROOT), ratchet.read(LIST), LIST.name)
        self.assertEqual(said, [], "\n" + "\n".join(said))

    def found(self, text, name="page.md"):
        return [line.partition(": ")[2].partition(",")[0] for line in prose.of_page(name, text)]

    def test_long_sentences_of_a_page(self):
        self.assertEqual(self.found("w " * 35 + "."), [])
        self.assertEqual(self.found("w " * 36 + "."), ["a sentence of 36 words"])
        self.assertEqual(self.found("w " * 30 + ".", "README.md"), [])
        self.assertEqual(self.found("w " * 31 + ".", "README.md"), ["a sentence of 31 words"])
        self.assertEqual(self.found("w\n" * 36), ["a sentence of 36 words"])
        self.assertEqual(self.found("w " * 30 + "end. " + "w " * 30), [])
        self.assertEqual(self.found("w " * 20 + "e.g. " + "w " * 20), ["a sentence of 41 words"])

    def test_what_is_no_sentence(self):
        self.assertEqual(self.found("```cpp\n" + "w " * 20 + "\n" + "w " * 20 + "\n```"), [])
        self.assertEqual(self.found("| " + "w " * 40 + " |"), [])
        self.assertEqual(self.found("`" + "w " * 20 + "` " + "w " * 20), [])
        self.assertEqual(self.found("- " + "w " * 20 + "\n- " + "w " * 20), [])
        self.assertEqual(self.found("# " + "w " * 20 + "\n" + "w " * 20), [])
        self.assertEqual(self.found("w " * 20 + "\n\n" + "w " * 20), [])
        self.assertEqual(self.found("[" + "w " * 5 + "](a b c d)" + " w" * 30), [])

    def test_wide_lines_of_a_page(self):
        self.assertEqual(self.found("x" * 160), [])
        self.assertEqual(self.found("x" * 161), ["161 characters"])
        self.assertEqual(self.found("```\n" + "x" * 161 + "\n```\n|" + "x" * 161), [])

    def header(self, text):
        return [line.split(": ")[0].rpartition(":")[2] + " " + line.partition(": ")[2].partition(",")[0]
                for line in prose.of_header("a.hpp", text)]

    def test_comments_of_a_header(self):
        half = "// " + "word " * 18 + "\n"
        self.assertEqual(self.header(half + half + "int a;"), ["1 a sentence of 36 words"])
        self.assertEqual(self.header("/" + half + "/" + half + "int a;"), ["1 a sentence of 36 words"])
        self.assertEqual(self.header("int a;\n  " + half + "  " + half), ["2 a sentence of 36 words"])
        self.assertEqual(self.header(half + "//\n" + half), [])
        self.assertEqual(self.header(half + "int a;\n" + half), [])
        self.assertEqual(self.header("int a;  // " + "w " * 36), ["1 a sentence of 36 words"])
        self.assertEqual(self.header(half + "//     " + "word " * 18 + "\n"), [])  # code
        self.assertEqual(self.header("//   I1  " + "word " * 18 + "\n//       " + "word " * 18), ["1 a sentence of 36 words"])
        self.assertEqual(self.header("//   I1  " + "word " * 18 + "\n//   I2  " + "word " * 18), [])
        self.assertEqual(self.header("//   f(a, b), g  " + "word " * 18 + "\n//   h(a)  " + "word " * 18), [])

    def test_wide_lines_of_a_header(self):
        self.assertEqual(self.header("// " + "x" * 117), [])
        self.assertEqual(self.header("// " + "x" * 118), ["1 121 characters"])

    def test_counts_may_only_fall(self):
        self.assertEqual(ratchet.compare({"a": ["x", "y"]}, {"a": 2}, "list"), [])
        self.assertEqual(ratchet.compare({"a": ["x", "y"]}, {"a": 1}, "list"), ["a: 2, allowed 1", "    x", "    y"])
        self.assertEqual(ratchet.compare({"a": ["x"]}, {}, "list"), ["a: 1, allowed 0", "    x"])
        self.assertEqual(len(ratchet.compare({"a": []}, {"a": 1}, "list")), 1)
        self.assertEqual(len(ratchet.compare({}, {"gone": 1}, "list")), 1)


if sys.argv[2:] == ["--update"]:
    ratchet.write(LIST, prose.of_tree(ROOT))
else:
    unittest.main(argv=sys.argv[:1])
