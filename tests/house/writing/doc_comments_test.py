#!/usr/bin/env python3
"""Public names have doc comments; doc_comments.txt has those that lack something. doc_comments_test.py ROOT [--update]"""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
import doc_comments  # noqa: E402
import ratchet  # noqa: E402
from public_names import HEADERS  # noqa: E402

ROOT = Path(sys.argv[1]).resolve()
LIST = Path(__file__).with_name("doc_comments.txt")

INNER = """#pragma once
namespace jackdaw {

namespace hidden {
struct not_public {};
/// Said elsewhere.
///     said();
/// Cost: none. Threads: any. Errors: none.
template <class T>
  requires requires(T& t) { t.f(); }
void said(T&& t) { f("}", '{', R"(})"); }
}  // namespace hidden

void nothing_said(int);

/// Only what it is.
int bare(int a = {}, void (*f)(int) = nullptr);

/// A class.
///     whole w;
///
/// Cost: little. Threads: any. Throws nothing.
class whole : public hidden::some_face<whole> {
 public:
  explicit whole(int a) noexcept : a_(a), b_{a} { f(); }
  whole(const whole&) = delete;
  /// What it does.
  void first() const;
  void second();  ///< Behind it.
  void third();

  // For tasks, not for users.
  void fourth();

 private:
  void fifth();
};

/// Options need no more.
struct options {
  int a = 1;  ///< one
  int b;
};

/// An alias.
template <class T>
using short_name = whole;

/// Some colours.
enum class colour { red, blue };

/// A row.
void row_one() noexcept;
void row_two() noexcept;

}  // namespace jackdaw
"""


class DocCommentsTest(unittest.TestCase):
    def test_the_tree(self):
        said = ratchet.compare(doc_comments.of_tree(ROOT), ratchet.read(LIST), LIST.name)
        self.assertEqual(said, [], "\n" + "\n".join(said))

    def test_what_is_lacking_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            include = Path(folder) / "include/jackdaw"
            (include / "inner").mkdir(parents=True)
            for header in HEADERS:
                (include / f"{header}.hpp").write_text("// Nothing.\n#pragma once\n")
            (include / "flow.hpp").write_text("// All.\n//   whole, gone   what it is\n#pragma once\n#include <jackdaw/inner/inner.hpp>\n"
                                              "namespace jackdaw {\nusing hidden::said;\n}\n")
            (include / "inner/inner.hpp").write_text(INNER)
            (include / "inner/other.hpp").write_text("// docs/gone.md, and so on\n#pragma once\nnamespace jackdaw { void not_included(); }\n")
            listed = "a line in the first comment of its header"
            self.assertEqual(doc_comments.of_tree(folder), {
                "whole": ["what third is"],
                "nothing_said": ["what it is", listed],
                "bare": ["cost", "threads", "errors", "example", listed],
                "options": ["what b is", listed],
                "short_name": [listed],
                "colour": ["what red is", "what blue is", listed],
                "row_one": ["cost", "threads", "example", listed],
                "row_two": ["cost", "threads", "example", listed],
                "said": [listed],
                "include/jackdaw/inner/other.hpp": ["docs/gone.md, which it names, is not there"],
                "flow.hpp": ["gone, which it lists, is no public name"],
            })


if sys.argv[2:] == ["--update"]:
    ratchet.write(LIST, doc_comments.of_tree(ROOT))
else:
    unittest.main(argv=sys.argv[:1])
