"""Labels of invariants and orderings (PR-I1, TE-H2, …) in the comments of headers.

A label is two letters for its file, a letter for what it is, and a number. It is defined once in the library: in the comment
at the begin of a file or in a doc comment, as `//   PR-I1  what holds`, or behind a sentence's end, `// Orderings: PR-D2 show -> steal`.
Files of one folder may share their two letters. Each label in a comment, in a page for contributors, in a mutant or in the audit's list
is defined. An explicit memory order other than relaxed has a comment with a label: on the lines of its statement, or on the line before.
"""
import re

LABEL = r"[A-Z]{2}-[A-Z]\d{1,2}"
SHORT = r"[A-Z]\d{1,2}"  # a label that does not say whose it is
NO_LABELS = {"T15", "T1"}  # a paper; the work of a task graph
ORDER = re.compile(r"\b(?:base::(?:acquire|release|acq_rel|seq_cst)|std::memory_order_(?!relaxed)\w+|std::memory_order::(?!relaxed)\w+)\b")

DEFAULT = re.compile(r"std::memory_order(?: \w+)? = std::memory_order_")  # of a parameter


def split_line(line):
    """(code, comment, whether it is a comment alone)."""
    at = 0
    while True:
        at = line.find("//", at)
        if at < 0:
            return line, "", False
        if line.count('"', 0, at) % 2 == 0:
            return line[:at], line[at:].lstrip("/<"), not line[:at].strip()
        at += 2


def paragraphs(text):
    """(line, lines, whether before #pragma once, whether in a doc comment) of the comments that stand alone."""
    found, lines, first, doc, head = [], [], 0, False, True

    def end():
        if lines:
            found.append((first, list(lines), head, doc))
        lines.clear()

    for number, line in enumerate(text.split("\n"), 1):
        _, comment, alone = split_line(line)
        if not alone:
            end()
            if line.startswith("#pragma once"):
                head = False
            continue
        if not lines:
            first, doc = number, line.strip().startswith("///")
        lines.append(comment)
    end()
    return found


def definitions(text):
    """label -> lines where it is defined."""
    found = {}

    def add(label, line):
        if line not in found.get(label, []):
            found.setdefault(label, []).append(line)

    for first, lines, in_head, in_doc in paragraphs(text):
        if not (in_head or in_doc):
            continue
        for offset, line in enumerate(lines):
            row = re.match(rf"\s*({LABEL})( {{2,}}| |: )", line)
            before = lines[offset - 1].rstrip() if offset else ""
            if row and (len(row.group(2)) > 1 and row.group(2) != ": " or
                        in_head and (not before or before.endswith((".", ":", ";")))):
                add(row.group(1), first + offset)
            signs = r"(?:Orderings?|Invariants?|Contract):?" + (r"|[.;:]" if in_head else "")
            for behind in re.finditer(rf"(?:{signs}) +({LABEL})(?=[ ,:]|\.(?!hpp))", line):
                add(behind.group(1), first + offset)
    return found


def uses(text):
    """(line, label) for each."""
    return [(number, label) for number, line in enumerate(text.split("\n"), 1)
            for label in re.findall(rf"\b{LABEL}\b", split_line(line)[1])]


def short_labels(text):
    """(line, label) for each that stands where labels do, and does not say whose it is."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        _, comment, _ = split_line(line)
        for each in re.finditer(rf"^\s*({SHORT})(?:[:.,;]|\s*$| <?->| \(|  )|\(({SHORT})[),:]|\.hpp[,:]? ({SHORT})\b", comment):
            found += [(number, label) for label in each.groups() if label and label not in NO_LABELS]
    return found


def orders_without_label(text):
    """Lines with an explicit memory order, and no label in reach."""
    lines = [split_line(line) for line in text.split("\n")]
    found = []
    for number, (code, _, _) in enumerate(lines):
        if not ORDER.search(code) or code.lstrip().startswith("inline constexpr auto") or DEFAULT.search(code):
            continue
        first = number  # of the statement
        while first > 0 and lines[first - 1][0].strip() and not lines[first - 1][0].rstrip().endswith((";", "{", "}", ":")):
            first -= 1
        last, depth = number, 0
        for code, _, _ in lines[first:number + 1]:
            depth += code.count("(") - code.count(")")
        while last + 1 < len(lines) and (depth > 0 or not lines[last][0].rstrip().endswith((";", "{", "}"))):
            last += 1
            depth += lines[last][0].count("(") - lines[last][0].count(")")
        if last + 1 < len(lines) and lines[last + 1][0].strip() == "}":  # where clang-format puts a long comment
            last += 1
        reach = [comment for _, comment, _ in lines[first:last + 1]]
        before = first - 1
        while before >= 0 and lines[before][2]:
            reach.append(lines[before][1])
            before -= 1
        if before == first - 1 and before >= 0 and lines[before][1]:
            reach.append(lines[before][1])
        if not any(re.search(rf"\b{LABEL}\b", comment) for comment in reach):
            found.append(number + 1)
    return found


def of_files(texts, others=None):
    """What is wrong: by file, a line each. `texts` maps names of headers to what stands there, `others` those of other files."""
    found = {name: [] for name in texts}
    places, folders = {}, {}  # of a label; of two letters
    for name, text in texts.items():
        for label, lines in definitions(text).items():
            for line in lines:
                if label in places:
                    found[name].append(f"{name}:{line}: {label} is defined in {places[label]} already")
                else:
                    places[label] = f"{name}:{line}"
            folder = name.rpartition("/")[0]
            if folders.setdefault(label[:2], folder) != folder:
                found[name].append(f"{name}:{lines[0]}: {label} begins as those of {folders[label[:2]]}")
    for name, text in texts.items():
        said = found[name]
        said += [f"{name}:{line}: {label} is not defined" for line, label in uses(text) if label not in places]
        said += [f"{name}:{line}: {label} does not say whose it is" for line, label in short_labels(text)]
        said += [f"{name}:{line}: a memory order without a label" for line in orders_without_label(text)]
    for name, text in (others or {}).items():
        said = [f"{name}: {label} is not defined" for label in sorted(set(re.findall(rf"\b{LABEL}\b", text))) if label not in places]
        if said:
            found[name] = said
    return found


def of_tree(root):
    def texts(*patterns):
        return {str(path.relative_to(root)): path.read_text(encoding="utf-8")
                for pattern in patterns for path in sorted(root.glob(pattern))}

    def java(*patterns):  # a file's labels stand before its package, as those of a header before its #pragma once
        return {name: text.replace("\npackage ", "\n#pragma once ", 1).replace("\n   * ", "\n   // ") for name, text in texts(*patterns).items()}

    return of_files(texts("include/jackdaw/**/*.hpp") | java("java/*/src/main/**/*.java"),
                    texts("docs/internals/**/*.md", "tests/**/*.mutant", "tests/audit/unnoticed.txt", "tests/**/*.cpp", "tests/**/*.hpp", "src/*.cpp"))
