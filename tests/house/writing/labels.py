"""Labels of invariants and orderings (I1, E2, …) in the comments of headers.

A label is defined in the comment at the begin of a file, or in a doc comment: `//   I1  what holds`, or behind a sentence's
end, `// Orderings: E1 store -> load`. A comment that begins with a label, `// E1: before the store`, or has one in brackets
or behind the name of a file, uses it: it has to be defined once in that file, or in one that the comments name, or, unless
it is I1, I2, …, that the file includes. An explicit memory order other than relaxed has a comment with a label: on the lines of its statement, or on the line before.
"""
import re

LABEL = r"[A-Z]\d{1,2}"
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
        if label not in NO_LABELS and line not in found.get(label, []):
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
    found = []
    defined_at = {line for lines in definitions(text).values() for line in lines}
    for number, line in enumerate(text.split("\n"), 1):
        _, comment, alone = split_line(line)
        if not comment:
            continue
        if not (alone and number in defined_at):
            begin = re.match(rf"\s*({LABEL}(?:(?:, | and ){LABEL})*)(?=[:.,;]|\s*$| <?->| \()", comment)
            if begin:
                found += [(number, label) for label in re.findall(LABEL, begin.group(1))]
        for other in re.finditer(rf"\(({LABEL}(?:, {LABEL})*)[),:]|\.hpp[,:]? ({LABEL})\b|; ({LABEL})$", comment):
            found += [(number, label) for label in re.findall(LABEL, other.group())]
    return [(line, label) for line, label in dict.fromkeys(found) if label not in NO_LABELS]


def named_files(text):
    return set(re.findall(r"[\w/]+\.hpp", "\n".join(split_line(line)[1] for line in text.split("\n"))))


def included_files(text):
    return set(re.findall(r"^#include <(jackdaw/[^>]+)>", text, re.M))


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
        if not any(label not in NO_LABELS for comment in reach for label in re.findall(rf"\b{LABEL}\b", comment)):
            found.append(number + 1)
    return found


def of_files(texts):
    """What is wrong: by file, a line each. `texts` maps names of files to what stands there."""
    defined = {name: definitions(text) for name, text in texts.items()}
    found = {}
    for name, text in texts.items():
        said = found.setdefault(name, [])
        for label, lines in defined[name].items():
            if len(lines) > 1:
                said.append(f"{name}:{lines[1]}: {label} is defined in line {lines[0]} already")
        named = named_files(text)
        near = [other for other in texts if any(other.endswith("/" + part) for part in named)]
        parts = included_files(text)
        included = [other for other in texts if any(other.endswith("/" + part) for part in parts)]
        for line, label in uses(text):
            places = near if label.startswith("I") else near + included
            if label not in defined[name] and not any(label in defined[other] for other in places):
                said.append(f"{name}:{line}: {label} is defined neither here nor in a file that the comments name")
        for line in orders_without_label(text):
            said.append(f"{name}:{line}: a memory order without a label")
    return found


def of_tree(root):
    texts = {str(path.relative_to(root)): path.read_text(encoding="utf-8")
             for path in sorted((root / "include").glob("jackdaw/**/*.hpp"))}
    return of_files(texts)
