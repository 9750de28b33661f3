"""The names that the public headers, include/jackdaw/*.hpp, give to users: each with its declarations.

Names whose comment says "not for users" are left out. A name belongs to the header whose first comment lists it, or else to the first one that includes its declaration.
"""
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from declarations import not_for_users, read_header

# In the order of the reference. jackdaw.hpp only includes others.
HEADERS = ["scheduler", "fork_join", "parallel", "flow", "pools", "crew", "observe", "trace", "replay", "cluster", "version"]


@dataclass
class Public:
    name: str  # without jackdaw::
    header: str  # scheduler, fork_join, …
    listed: bool  # in the first comment of that header
    declarations: list

    @property
    def is_only_named(self):
        """Idle policies are arguments of templates: programs do not call them."""
        return self.name.startswith("idle::")


class Library:
    def __init__(self, root):
        self.root = Path(root)
        self.include = self.root / "include"
        self.by_file, self.by_name = {}, {}
        for path in sorted(self.include.glob("jackdaw/**/*.hpp")):
            if path.stem.endswith("_impl"):
                continue  # nothing is declared there
            file = str(path.relative_to(self.root))
            self.by_file[file] = read_header(self.root, file)
            for one in self.by_file[file]:
                self.by_name.setdefault(f"{one.scope}::{one.name}", []).append(one)

    @lru_cache(maxsize=None)
    def closure(self, file):
        """The headers that a header includes, itself last."""
        seen = []

        def visit(name):
            if name in done:
                return
            done.add(name)
            for included in re.findall(r"^#include <(jackdaw/[^>]+)>", (self.root / name).read_text(), re.M):
                if not included.endswith("_impl.hpp"):
                    visit("include/" + included)
            seen.append(name)

        done = set()
        visit(file)
        return seen

    def introduction(self, header):
        """The first comment of a public header: its text, the rows (names, what they are), and the names in them."""
        text, rows, names = [], [], []
        for line in (self.include / f"jackdaw/{header}.hpp").read_text().split("\n"):
            if not line.startswith("//"):
                break
            row = re.match(r"//   (\S.*?)(?:\s{2,}|\s+(?=which )|(?<=\w) (?=a |the |what |tasks |memory ))(.*)$", line)
            if row:
                rows.append((row.group(1), row.group(2)))
                names.extend(re.findall(r"[A-Za-z_][\w:]*", re.sub(r"<.*?>", "", row.group(1))))
            else:
                text.append(line[3:])
        return text, rows, names

    def resolve(self, name, scope):
        """The declarations that a using-declaration in `scope` names."""
        found = [one for one in self.by_name.get(f"{scope}::{name}", []) if one.kind != "using"]
        if not found:
            raise ValueError(f"{name}: not declared in include/jackdaw")
        return found

    def public(self):
        """All public names, in the order of the reference."""
        listed_by = {}
        for header in HEADERS:
            for name in self.introduction(header)[2]:
                listed_by.setdefault(name, header)
        found, place = {}, {}
        for header in HEADERS:
            for file in self.closure(f"include/jackdaw/{header}.hpp"):
                for one in self.by_file[file]:
                    if one.scope not in ("jackdaw", "jackdaw::idle", "jackdaw::cluster") or not_for_users(one):
                        continue
                    name, declarations = one.name, [one]
                    if one.kind == "using":
                        name = one.name.rpartition("::")[2]
                        declarations = self.resolve(one.name, "jackdaw")
                    if one.scope != "jackdaw":
                        name = one.scope.rpartition("::")[2] + "::" + name
                    mine = found.setdefault(name, Public(name, listed_by.get(name, header), name in listed_by, []))
                    mine.declarations += [d for d in declarations if d not in mine.declarations]
                    place.setdefault(name, len(place))
        order = {}
        for name in listed_by:  # as listed; what is behind an alias comes after it
            order[name] = (len(order), 0)
        for one in found.values():
            of = re.search(r"^using \w+ =\s*(\w+)|^template.*?\nusing \w+ =\s*(\w+)", one.declarations[0].text, re.S)
            behind = (of.group(1) or of.group(2)) if of else None
            if behind in found and behind not in listed_by and one.listed and found[behind].header == one.header:
                order[behind] = (order[one.name][0], 1)
        last = (len(order), 0)
        return sorted(found.values(), key=lambda one: (HEADERS.index(one.header), order.get(one.name, last), place[one.name]))

    def bases(self, declaration):
        """The classes from which users get members, too: their names end in _face."""
        flat = re.sub(r"\s+", " ", declaration.text)
        names = re.findall(r"public ((?:\w+::)*\w+_face)\b", flat)
        return [one for name in names for one in self.by_name.get("jackdaw::" + name, [])]

    def members_for_users(self, one, declaration):
        return [] if one.is_only_named else self.members(declaration)

    def members(self, declaration):
        """Its own public members, and those of the faces that it derives from; of an alias those of a class that is not
        public itself."""
        found = [m for m in declaration.members if m.kind != "using"]
        of = re.search(r"\busing \w+ =\s*(\w+)", declaration.text)
        if declaration.kind == "alias" and declaration.scope != "jackdaw" and of:
            for one in self.by_name.get(f"{declaration.scope}::{of.group(1)}", []):
                found += [m for m in self.members(one) if m.name.removeprefix("~") != one.name]
        for base in self.bases(declaration):
            found += [m for m in self.members(base) if m.name != base.name]
        return found
