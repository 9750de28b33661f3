"""What the doc comments of public names lack.

Each public name says what it is. A class with functions, and a function, also say what they cost, which threads may call
them, which errors there are, and show an example: in one of the comments of that name, or of its members. Each public
member of a class says what it is. The first comment of a public header lists names that there are, and each public name
is listed by one; of `idle::` only the namespace is. Comments name pages that there are.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "docs/site"))
from api_pages import shown  # noqa: E402
from public_names import HEADERS, Library  # noqa: E402

ASKED = {
    "cost": r"\bCosts?\b",
    "threads": r"\bThreads\b|, threads(, errors)?:",
    "errors": r"\bErrors\b|, errors:|\b[Tt]hrows\b|\bnoexcept\b|\bThrows\b",
}


def has_example(comments):
    """A line of code, indented by four more than text."""
    return any(re.match(r" {5,}\S", line) for comment in comments for line in comment)


def is_asked_for_more(one, library):
    """Functions, and classes that one calls: not options, tags, tables of members and exceptions."""
    first = one.declarations[0]
    if first.kind == "function" and not one.is_only_named:
        return True
    if one.is_only_named or first.kind != "class" or re.search(r":\s*(public )?std::\w*(error|exception)\b|:\s*(public )?std::runtime_error", first.text):
        return False
    special = {first.name, "~" + first.name, "operator()"}
    return any(m.kind == "function" and shown(m, first) and m.name not in special for m in library.members(first))


def lacking(one, library):
    """What is lacking in the comments of a name: words."""
    if not any(d.documented for d in one.declarations):
        return ["what it is"]
    missing = []
    members = [(d, m) for d in one.declarations for m in library.members_for_users(one, d) if shown(m, d)]
    if is_asked_for_more(one, library):
        comments = [d.comment for d in one.declarations] + [m.comment for _, m in members]
        text = "\n".join("\n".join(comment) for comment in comments)
        text += "\n" + "\n".join(d.text for d in one.declarations if d.kind == "function")
        missing += [what for what, pattern in ASKED.items() if not re.search(pattern, text)]
        if not has_example(comments):
            missing.append("example")
    for owner, member in members:
        plain_constructor = member.name == owner.name and member.kind == "function"
        if not member.documented and not plain_constructor and member.kind != "alias":
            missing.append(f"what {member.name} is")
    return missing


def of_tree(root):
    library = Library(root)
    public = library.public()
    found = {one.name: lacking(one, library) for one in public}
    names = {one.name for one in public}
    lists = [library.introduction(header)[2] for header in HEADERS]
    for one in public:
        if not one.is_only_named and not any(name in (one.name, one.name + "::") for listed in lists for name in listed):
            found[one.name].append("a line in the first comment of its header")
    for header in HEADERS:
        listed = [re.sub(r"<.*?>", "", name).strip() for row, _ in library.introduction(header)[1] for name in row.split(",")]
        gone = [name for name in listed if name.rstrip(":") not in names and not any(n.startswith(name) for n in names)]
        if gone:
            found[header + ".hpp"] = [f"{name}, which it lists, is no public name" for name in gone]
    for path in sorted((Path(root) / "include").glob("jackdaw/**/*.hpp")):
        pages = dict.fromkeys(re.findall(r"//.*?\b(docs/[\w/.-]+\.\w+)", path.read_text(encoding="utf-8")))
        gone = [page for page in pages if not (Path(root) / page).exists()]
        if gone:
            found[str(path.relative_to(root))] = [f"{page}, which it names, is not there" for page in gone]
    return found
