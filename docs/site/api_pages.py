"""The reference: a page of Markdown for each public header, made of the doc comments."""
import itertools
import re
import textwrap

from public_names import HEADERS

SIGNS = ("Parameters", "Cost", "Memory", "Threads", "Errors", "Throws", "Source")
TITLES = {
    "scheduler": "The scheduler", "fork_join": "Fork and join", "parallel": "Loops and algorithms", "flow": "Flow",
    "pools": "Pools by name and type", "crew": "Crews", "observe": "Observing a run", "trace": "Recording a run",
    "replay": "Replaying a run", "cluster": "More than one machine", "version": "The version",
}


def anchor(name):
    return re.sub(r"[^A-Za-z0-9_]+", "-", name.replace("~", "destroy-")).strip("-")


def code(text):
    return "```cpp\n" + textwrap.dedent(text).strip() + "\n```\n"


def signature(declaration):
    """The declaration as a user reads it: without attributes of optimizers and names that are commented out."""
    text = re.sub(r"\[\[(gnu::[\w, :]+)\]\]\s*", "", declaration.text)
    text = re.sub(r"\[\[maybe_unused\]\]\s*", "", text)
    lines = text.split("\n")
    rest = textwrap.dedent("\n".join(lines[1:])) if len(lines) > 1 else ""
    text = lines[0] + ("\n" + textwrap.indent(rest, "  " if rest and not rest.startswith((" ", "class", "struct",
                       "concept", "using", "void", "auto", "[[", "decltype", "inline", "T ", "requires")) else "") if rest else "")
    return text if text.endswith(";") or declaration.kind not in ("function", "variable", "alias") else text + ";"


class Reference:
    def __init__(self, library, link):
        """`link` turns a path of the tree into what a page of the reference links to, or None."""
        self.library, self.link = library, link
        self.names = library.public()
        self.where = {one.name: f"{one.header}.md#{anchor(one.name)}" for one in self.names}

    def prose(self, text):
        """Escapes what Markdown would eat; names that are public become links."""
        parts = re.split(r"(`[^`]*`)", text)
        for i, part in enumerate(parts):
            if i % 2:
                target = self.where.get(part.strip("`").removesuffix("()"))
                parts[i] = f"[{part}]({target})" if target else part
            else:
                part = part.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
                part = re.sub(r"([*_\[\]])", r"\\\1", part)
                parts[i] = re.sub(r"\b((?:docs|bench|apps)(?:\\_|[\w./-])+\.md)", self.page_link, part)
        return "".join(parts)

    def page_link(self, found):
        path = found.group(1).replace("\\_", "_")
        target = self.link(path)
        return f"[{path}]({target})" if target else f"`{path}`"

    def comment(self, lines):
        """A doc comment: paragraphs, indented code, and what is said of cost, threads and errors as a list."""
        out, paragraph, block = [], [], []

        def end_paragraph():
            text = " ".join(paragraph)
            paragraph.clear()
            if not text:
                return
            parts = re.split(r"(?:(?<=^)|(?<=[.:;)] ))(?=(?:" + "|".join(SIGNS) + r")(?:,? [a-z][\w, ]{0,40})?(?::| ))", text)
            for part in parts:
                sign = re.match(r"(" + "|".join(SIGNS) + r")((?:,? [a-z][\w, ]{0,40})?): (.*)", part, re.S)
                if sign:
                    what = sign.group(3).strip()
                    out.append(f"- **{sign.group(1)}{sign.group(2)}:** " + self.prose(what))
                elif part.startswith("Throws "):
                    out.append("- **Errors:** " + self.prose("throws " + part[len("Throws "):].strip()))
                elif part.strip():
                    out.extend(["", self.prose(part.strip())])
            out.append("")

        def end_block():
            if block:
                out.extend(["", code("\n".join(block))])
            block.clear()

        for line in lines:
            if line.startswith("     ") and line.strip():
                end_paragraph()
                block.append(line)
            elif not line.strip():
                if block:
                    block.append("")
                end_paragraph()
            elif re.match(r"   \S+.*\s{2,}\S", line):  # a row: name, what it is
                end_paragraph()
                end_block()
                name, _, what = line.strip().partition("  ")
                out.append(f"- `{name}`: {self.prose(what.strip())}")
            else:
                end_block()
                paragraph.append(line.strip())
        end_paragraph()
        end_block()
        text = "\n".join(out).strip() + "\n"
        text = re.sub(r"(?m)^(?!- |\s*$)(.*)\n(- )", r"\1\n\n\2", text)  # a list begins after an empty line
        return re.sub(r"\n{3,}", "\n\n", text)

    def source(self, declaration):
        target = self.link(declaration.file)
        name = f"{declaration.file.removeprefix('include/')}:{declaration.line}"
        return f"[{name}]({target}#__codelineno-0-{declaration.line}){{ .source }}" if target else name

    def entry(self, one):
        out, taken = [f"## {one.name} {{ #{anchor(one.name)} }}\n"], {}
        for group in grouped(one.declarations):
            out.append(code("\n\n".join(signature(d) for d in group)))
            out.append(self.comment(group[0].comment) if group[0].documented else "")
            if group[0].kind == "alias" and aliased(group[0]) in self.where:
                out.append(f"Members: [`{aliased(group[0])}`]({self.where[aliased(group[0])]}).\n")
            members = [m for d in group for m in self.library.members_for_users(one, d) if shown(m, d)]
            if members and group[0].kind == "enum":
                out.append("\n".join(f"- `{m.name}`: {self.prose(' '.join(m.comment).strip())}" for m in members) + "\n")
            else:
                data = [m for m in members if m.kind == "variable"]
                if data:
                    out.append("| member | what it is |\n|---|---|")
                for m in data:
                    declared = re.sub(r"\s+", " ", m.text).rstrip(";").replace("|", "\\|")
                    out.append(f"| `{declared}` | {self.prose(' '.join(c.strip() for c in m.comment))} |")
                out.append("")
                for several in grouped([m for m in members if m.kind != "variable"]):
                    title = ", ".join(dict.fromkeys(m.name for m in several))
                    there = f"{anchor(one.name)}-{anchor(several[0].name)}"
                    taken[there] = taken.get(there, 0) + 1
                    there += f"-{taken[there]}" if taken[there] > 1 else ""
                    out.append(f"### {one.name}::{title} {{ #{there} data-toc-label='{title}' }}\n")
                    out.append(code("\n".join(signature(m) for m in several)))
                    out.append(self.comment(several[0].comment) if several[0].documented else "")
            out.append(self.source(group[0]) + "\n")
        return "\n".join(out)

    def page(self, header):
        text, rows, _ = self.library.introduction(header)
        names = [one for one in self.names if one.header == header]
        intro = self.prose(" ".join(line.strip() for line in text).strip())
        out = [f"# {TITLES[header]}\n", intro + "\n", code(f"#include <jackdaw/{header}.hpp>")]
        if rows:
            out.append("| name | what it is |\n|---|---|")
            for left, what in rows:
                left = re.sub(r"[A-Za-z_][\w]*", lambda m: f"[`{m.group()}`]({self.where[m.group()]})"
                              if m.group() in self.where else f"`{m.group()}`" if "_" in m.group() else m.group(),
                              left.replace("<", "&lt;").replace(">", "&gt;"))
                out.append(f"| {left} | {self.prose(what)} |")
            out.append("")
        listed = [one for one in names if one.listed]
        others = [one for one in names if not one.listed]
        out += [self.entry(one) for one in listed]
        out += [self.entry(one) for one in others]
        return "\n".join(out)

    def catalogue(self, scope, folder):
        """The types that `pools::` or `managers::` give: a row each."""
        rows = []
        for file, declared in self.library.by_file.items():
            if not file.startswith(folder):
                continue
            for one in declared:
                if one.scope == scope and one.kind == "alias" and not one.text.startswith("template"):
                    what = " ".join(c.strip() for c in one.comment)
                    rows.append(f"| `{one.name}` | {self.prose(what)} | `{file.rpartition('/')[2].removesuffix('.hpp')}` |")
        return "| type | what it is | source |\n|---|---|---|\n" + "\n".join(rows) + "\n"

    def index(self):
        out = ["# Reference\n", "Every public name, made from the doc comments of the headers. For readers who write a program.\n",
               "| header | names |\n|---|---|"]
        for header in HEADERS:
            links = ", ".join(f"[`{one.name}`]({one.header}.md#{anchor(one.name)})" for one in self.names if one.header == header
                              and one.listed or one.header == header and header == "version")
            out.append(f"| [`{header}.hpp`]({header}.md) | {links} |")
        out += ["", "## All names {#all}\n"]
        for one in sorted(self.names, key=lambda one: one.name.lower()):
            brief = next((d.comment for d in one.declarations if d.documented), [])
            text = " ".join(line.strip() for line in itertools.takewhile(lambda line: not line.startswith("     "), brief))
            first = re.split(r"(?<=\.) ", text)[0].rstrip(":") or text
            out.append(f"- [`{one.name}`]({self.where[one.name]}) {self.prose(first)}")
        return "\n".join(out) + "\n"


def aliased(alias):
    found = re.search(r"=\s*(\w+)", alias.text)
    return found.group(1) if found else ""


def shown(member, owner):
    """Users call neither what is deleted nor the operators of memory; the class says of what constructors without a
    comment are made."""
    if "= delete" in member.text or member.name in ("operatornew", "operatordelete", "operator="):
        return False
    return member.documented or not (member.name in (owner.name, "~" + owner.name) or member.kind == "alias")


def grouped(declarations):
    """Those that share a comment together."""
    groups = []
    for one in declarations:
        if one.shared and groups:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups
