#!/usr/bin/env python3
"""Builds the site of the documentation: build.py ROOT SITE. Needs mkdocs and mkdocs-material, and no network.

Pages are README.md and docs/**/*.md. What they link to besides becomes a page, too: other pages, and sources. docs/nav.txt
says in which order they stand; what it does not name follows. The reference is made from the headers.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import links
from api_pages import TITLES, Reference
from public_names import HEADERS, Library

HERE = Path(__file__).resolve().parent
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".h": "c", ".c": "c", ".f90": "fortran", ".py": "python", ".sh": "bash",
             ".cmake": "cmake", ".json": "json", ".mutant": "text", ".txt": "text"}
FOLDERS = {"guide": "Guide", "api": "Reference", "internals": "Internals", "lab": "Lab", "papers": "Papers"}


class Problem(Exception):
    pass


class Site:
    def __init__(self, root):
        self.root = Path(root).resolve()
        self.staged = {}  # path of the tree -> path of the page
        self.text = {}  # path of the page -> Markdown
        self.files = {}  # path of the site -> file that is copied
        self.todo = []

    def pages(self):
        found = [self.root / "README.md"] if (self.root / "README.md").exists() else []
        found += sorted((self.root / "docs").glob("**/*.md"))
        return [str(path.relative_to(self.root)) for path in found]

    def place_of(self, path):
        if path == "README.md":
            return "index.md"
        if path.startswith("docs/"):
            return path.removeprefix("docs/")
        return "source/" + (path if path.endswith(".md") else path + ".md")

    def stage(self, path):
        """The place of a page for this file or folder of the tree; it is written later."""
        if path not in self.staged:
            full = self.root / path
            if full.is_dir():
                readme = path.rstrip("/") + "/README.md"
                if (self.root / readme).exists():
                    return self.stage(readme)
                self.staged[path] = f"source/{path.rstrip('/')}/folder.md"
            else:
                self.staged[path] = self.place_of(path)
            self.todo.append(path)
        return self.staged[path]

    def target(self, page, place, target):
        """What a link of `page` that stands at `place` becomes."""
        if re.match(r"[a-z]+:|#", target):
            return target
        path, hash_sign, fragment = target.partition("#")
        wanted = os.path.normpath(os.path.join(os.path.dirname(page), path))
        full = self.root / wanted
        if wanted.startswith("..") or not full.exists():
            raise Problem(f"{page}: there is no {target}")
        if full.suffix in (".png", ".svg", ".jpg"):
            there = "files/" + wanted
            self.files[there] = full
        else:
            there = self.stage(wanted)
        return os.path.relpath(there, os.path.dirname(place) or ".") + hash_sign + fragment

    def with_links(self, page, place, text):
        parts = re.split(r"(^```.*?^```[^\n]*$|``.+?``|`[^`\n]+`)", text, flags=re.M | re.S)
        for i in range(0, len(parts), 2):
            parts[i] = re.sub(r"(\]\()([^)\s]+)((?:\s+\"[^\"]*\")?\))",
                              lambda m: m.group(1) + self.target(page, place, m.group(2)) + m.group(3), parts[i])
            parts[i] = re.sub(r"(<img[^>]*?src=\")([^\"]+)(\")",
                              lambda m: m.group(1) + self.image_of_html(page, place, m.group(2)) + m.group(3), parts[i])
            parts[i] = re.sub(r"(?m)^(\[[^\]]+\]:\s+)(\S+)",
                              lambda m: m.group(1) + self.target(page, place, m.group(2)), parts[i])
        # A code span as the text of a link stands in two parts: `…` then ](…), which begins the next one.
        return "".join(parts)

    def image_of_html(self, page, place, target):
        """mkdocs does not turn links of HTML: from the page as it will lie."""
        return self.target(page, place, target)

    def write(self, path):
        place, full = self.staged[path], self.root / path
        if full.is_dir():
            names = sorted(p.name + ("/" if p.is_dir() else "") for p in full.iterdir() if not p.name.startswith("."))
            body = f"# {path.rstrip('/')}/\n\n" + "\n".join(f"- `{name}`" for name in names) + "\n"
            self.text[place] = "---\nsearch:\n  exclude: true\n---\n" + body
        elif full.suffix == ".md":
            self.text[place] = self.with_links(path, place, lists_apart(full.read_text(encoding="utf-8")))
        else:
            language = LANGUAGES.get(full.suffix, "text")
            source = full.read_text(encoding="utf-8", errors="replace")
            fence = "`" * 8
            self.text[place] = (f"---\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n# {path}\n\n"
                                f"{fence} {{ .{language} linenums=\"1\" }}\n{source}\n{fence}\n")

    def write_reference(self):
        library = Library(self.root)

        def link(path):
            return os.path.relpath(self.stage(path), "api") if (self.root / path).exists() else None

        reference = Reference(library, link)
        self.text["api/index.md"] = reference.index()
        for header in HEADERS:
            page = reference.page(header)
            if header == "pools":
                page += "\n## The types of pools:: {#pools-types}\n\n" + reference.catalogue("jackdaw::pool", "include/jackdaw/pool/")
                page += "\n## The types of managers:: {#managers-types}\n\n" + reference.catalogue("jackdaw::memory", "include/jackdaw/memory/")
            self.text[f"api/{header}.md"] = page
        for name, title in (("jackdaw.h", "C interface"), ("tpool_kr02.h", "C interface of KR02"),
                            ("tpool_wsl06.h", "C interface of WSL06")):
            path = self.root / "include/jackdaw" / name
            if path.exists():
                self.text[f"api/{name}.md"] = f"# {title}\n\nThe header `jackdaw/{name}`, as it is.\n\n```c\n{path.read_text()}\n```\n"

    def make(self):
        for page in self.pages():
            self.stage(page)
        self.write_reference()
        problems = []
        while self.todo:
            path = self.todo.pop()
            try:
                self.write(path)
            except Problem as problem:
                problems.append(str(problem))
                self.text[self.staged[path]] = "# " + path + "\n"
        if problems:
            raise Problem("\n".join(problems))

    def nav(self):
        """The pages in the order of docs/nav.txt, then those that it does not name; sections by folder, in them rooms."""
        order_file = self.root / "docs/nav.txt"
        listed = [line.split("#")[0].strip() for line in order_file.read_text().split("\n")] if order_file.exists() else []
        order = {name: i for i, name in enumerate(filter(None, listed))}
        pages = sorted(self.pages(), key=lambda page: (order.get(page, len(order)), page))
        sections = {title: [] for title in FOLDERS.values()}
        rooms = {}
        top, rest = [], []
        for page in pages:
            place = self.staged[page]
            folder, *between = place.split("/")[:-1] or [None]
            entry = {title_of(self.text[place], page): place}
            if page == "README.md":
                top.append({"Jackdaw": place})
            elif folder in FOLDERS:
                section = sections[FOLDERS[folder]]
                room = "/".join(between)
                if room and (folder, room) not in rooms:
                    rooms[folder, room] = []
                    section.append({title_of_room(room): rooms[folder, room]})
                (rooms[folder, room] if room else section).append(entry)
            elif page == "docs/glossary.md":
                rest.append(entry)
            else:
                sections.setdefault("More", []).append(entry)
        sections["Reference"] = [{"All names": "api/index.md"}] + [{TITLES[h]: f"api/{h}.md"} for h in HEADERS] + \
            [{title_of(self.text[p], p): p} for p in sorted(self.text) if re.fullmatch(r"api/.*\.h\.md", p)]
        return top + [{title: entries} for title, entries in sections.items() if entries] + rest


def lists_apart(text):
    """A list that follows a line of text directly is one for GitHub, and not for Python's Markdown."""
    out, fenced = [], False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        item = re.match(r"\s{0,3}(?:[-*+]|\d+\.) ", line)
        if not fenced and item and out and out[-1].strip() and not re.match(r"\s*(?:[-*+]|\d+\.) |\s", out[-1]):
            out.append("")
        out.append(line)
    return "\n".join(out)


def title_of(text, page):
    found = re.search(r"^# (.+)$", text, re.M)
    title = re.sub(r"[`*]|\s*\{.*\}$", "", found.group(1)).strip() if found else Path(page).stem
    return title


def title_of_room(room):
    """`first-steps` is "First steps"."""
    return room.replace("-", " ").capitalize()


def yaml_of(nav, indent="  "):
    """The nav as YAML: strings as JSON, which YAML reads."""
    import json

    lines = []
    for entry in nav:
        for title, what in entry.items():
            if isinstance(what, str):
                lines.append(f"{indent}- {json.dumps(title)}: {json.dumps(what)}")
            else:
                lines.append(f"{indent}- {json.dumps(title)}:")
                lines.extend(yaml_of(what, indent + "    ").split("\n"))
    return "\n".join(lines)


def build(root, site, work):
    made = Site(root)
    made.make()
    for folder in (work, site):
        shutil.rmtree(folder, ignore_errors=True)
    pages = work / "pages"
    for place, text in made.text.items():
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        (pages / place).write_text(text, encoding="utf-8")
    for place, file in made.files.items():
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, pages / place)
    (pages / "site").mkdir()
    for name in ("site.css", "offline.js"):
        shutil.copyfile(HERE / name, pages / "site" / name)
    configuration = (HERE / "mkdocs.yml").read_text()
    configuration = configuration.replace("@theme@", str(HERE / "theme")).replace("@pages@", str(pages))
    configuration = configuration.replace("@site@", str(site)) + "nav:\n" + yaml_of(made.nav()) + "\n"
    (work / "mkdocs.yml").write_text(configuration)
    run = subprocess.run(["mkdocs", "build", "--strict", "--quiet", "-f", str(work / "mkdocs.yml")],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        raise Problem(run.stdout.strip() or "mkdocs failed")
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    (site / "search/search_index.js").write_text("var jackdaw_search_index = " + index + ";\n", encoding="utf-8")
    dead = links.dead(site)
    if dead:
        raise Problem("\n".join(dead))
    return len(made.text)


def main():
    if len(sys.argv) != 3:
        print("build.py: expected ROOT SITE", file=sys.stderr)
        return 2
    root, site = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    try:
        pages = build(root, site, site.with_name(site.name + "-work"))
    except Problem as problem:
        print(f"docs: {problem}", file=sys.stderr)
        return 1
    print(f"docs: {pages} pages, no dead links")
    return 0


if __name__ == "__main__":
    sys.exit(main())
