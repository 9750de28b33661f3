"""What C++ headers declare, with the doc comments: read from the text, which clang-format keeps regular.

Doc comments are `///` lines above a declaration, or `///<` behind it. A declaration without one that follows the line
above directly shares the comment of that: overloads, and rows of alike names. Members that follow a comment which says
"not for users" are left out, up to the next access specifier, and so is one whose own comment says that.
"""
import re
from bisect import bisect_left
from dataclasses import dataclass, field
from pathlib import Path

NOT_FOR_USERS = "not for users"


@dataclass
class Declaration:
    name: str
    kind: str  # class, enum, enumerator, alias, concept, variable, function, namespace alias, using
    text: str  # without the body
    file: str
    line: int
    scope: str  # jackdaw, jackdaw::trace, …
    comment: list = field(default_factory=list)
    shared: bool = False  # the comment is that of the declaration before
    members: list = field(default_factory=list)  # public ones

    @property
    def documented(self):
        return any(line.strip() for line in self.comment)


def skip_literal(text, at):
    """Behind the string, character or comment that begins at `at`; `at` itself where none does."""
    if text.startswith("//", at):
        end = text.find("\n", at)
        return len(text) if end < 0 else end
    if text.startswith("/*", at):
        return text.index("*/", at) + 2
    if text[at] == '"' and text[at - 1:at] == "R" and not re.match(r"\w", text[at - 2:at - 1]):
        close = ")" + text[at + 1:text.index("(", at)] + '"'
        return text.index(close, at) + len(close)
    if text[at] == '"' or (text[at] == "'" and not (at > 0 and text[at - 1].isalnum())):
        quote, at = text[at], at + 1
        while text[at] != quote:
            at += 2 if text[at] == "\\" else 1
        return at + 1
    return at


BRACKET_OR_LITERAL = re.compile(r"[/\"'{}()\[\]]")
OF_DECLARATION = re.compile(r"[/\"'{(\[;:]")


def skip_block(text, at):
    """Behind the bracket that closes the one at `at`."""
    depth = 0
    while True:
        at = BRACKET_OR_LITERAL.search(text, at).start()
        after = skip_literal(text, at)
        if after != at:
            at = after
            continue
        if text[at] in "{([":
            depth += 1
        elif text[at] in "})]":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1


def class_head(text):
    """class or struct or enum, and the name, of a declaration that begins so."""
    plain = without_template(text)
    found = re.match(r"(?:\[\[[^\]]*\]\]\s*)*(class|struct|union|enum(?: class)?)\s+(?:alignas\([^)]*\)+\s+)?(?:\[\[[^\]]*\]\]\s*)?"
                     r"([A-Za-z_]\w*)", plain)
    return (found.group(1).split()[0], found.group(2)) if found else (None, None)


def without_template(text):
    """Without template<…> and requires clauses in front."""
    text = text.lstrip()
    while text.startswith("template"):
        at, depth = text.index("<"), 0
        while True:
            if text[at] in "<(":
                depth += 1
            elif text[at] in ">)":
                depth -= 1
                if depth == 0:
                    break
            at += 1
        text = text[at + 1:].lstrip()
        if text.startswith("requires"):
            text = text[len("requires"):].lstrip()
            if text.startswith("("):
                text = text[skip_block(text, 0):].lstrip()
                while text.startswith(("&&", "||")):
                    text = re.sub(r"^(&&|\|\|)\s*(\(|[\w:]+(<[^\n]*?>)?)", "", text).lstrip()
            else:  # on a line of its own, as clang-format puts it
                text = text.partition("\n")[2].lstrip()
    return text


def name_of(text):
    """The kind and name of a declaration that is no class."""
    plain = without_template(text)
    found = re.match(r"namespace\s+(\w+)\s*=", plain)
    if found:
        return "namespace alias", found.group(1)
    found = re.match(r"using\s+(\w+)\s*=", plain)
    if found:
        return "alias", found.group(1)
    found = re.match(r"using\s+((?:\w+::)*)(\w+)\s*;", plain)
    if found:
        return "using", found.group(1) + found.group(2)
    found = re.match(r"concept\s+(\w+)", plain)
    if found:
        return "concept", found.group(1)
    flat = re.sub(r"\[\[.*?\]\]|alignas\([^)]*\)|__attribute__\(\(.*?\)\)", " ", plain, flags=re.S)
    flat = re.sub(r"\b(noexcept|explicit|requires)\s*\((?:[^()]|\([^()]*\))*\)", " ", flat)
    flat = re.sub(r"\bdecltype\s*\(auto\)", "auto", flat)
    operator = re.search(r"\boperator\s*(\(\)|\[\]|[^\s(]+|\w+)\s*\(", flat)
    if operator:
        return "function", "operator" + operator.group(1)
    head = flat
    for stop in ("=", "{", ";"):
        at = find_outside(head, stop)
        head = head if at < 0 else head[:at]
    call = find_outside(head, "(")
    if call >= 0:
        if re.search(r"[\w>]::~?\w+\s*$", head[:call]):
            return "member", head[:call].strip()
        pointer = re.match(r"\(\s*\*\s*(\w+)\)", head[call:])
        name = pointer or re.search(r"(~?\w+)\s*$", head[:call])
        return "function", name.group(1) if name else "?"
    name = re.search(r"(\w+)\s*(?:<.*>\s*)?(?:\[[^\]]*\]\s*)*$", head.strip(), re.S)
    return "variable", name.group(1) if name else "?"


def find_outside(text, sign):
    """Where `sign` stands outside of brackets and template arguments, or -1."""
    depth = 0
    for at, c in enumerate(text):
        if c == sign and depth == 0:
            return at
        if c in "<([{":
            depth += 1
        elif c in ">)]}" and not (c == ">" and at > 0 and text[at - 1] == "-"):
            depth -= 1
    return -1


class Reader:
    def __init__(self, text, file):
        self.text, self.file = text, file
        self.breaks = [i for i, c in enumerate(text) if c == "\n"]

    def line_of(self, at):
        return bisect_left(self.breaks, at) + 1

    def read(self, at, end, scope, public=True, in_class=None):
        """The declarations between two places. In a class only public ones are kept."""
        text, found, comment, blank, before, internal = self.text, [], [], True, None, False
        while at < end:
            if text[at] in " \t\r":
                at += 1
                continue
            if text[at] == "\n":
                blank = re.compile(r"[ \t]*\n").match(text, at + 1) is not None
                if blank:
                    comment, before = [], None
                at += 1
                continue
            if text.startswith("///", at) and not text.startswith("///<", at):
                line_end = text.find("\n", at)
                comment.append(text[at + 3:line_end])
                at = line_end
                continue
            if text.startswith(("//", "/*"), at):
                behind = skip_literal(text, at)
                internal = internal or NOT_FOR_USERS in text[at:behind]
                at, comment, before = behind, [], None
                continue
            if text[at] == "#":
                line_end = text.find("\n", at)
                while text[line_end - 1] == "\\":
                    line_end = text.find("\n", line_end + 1)
                at = line_end
                continue
            space = re.compile(r"(inline\s+)?namespace\s*([\w:]*)\s*(?:\[\[.*?\]\]\s*)?\{").match(text, at)
            if space:
                close = skip_block(text, space.end() - 1)
                inner = scope + "::" + space.group(2) if scope else space.group(2)
                found += self.read(space.end(), close - 1, inner if not space.group(1) else scope)
                at, comment, before = close, [], None
                continue
            access = re.compile(r"(public|private|protected)\s*:(?!:)").match(text, at) if in_class else None
            if access:
                public, at, comment, before, internal = access.group(1) == "public", access.end(), [], None, False
                continue
            if text[at] in ";}":
                at += 1
                continue
            declaration, at = self.declaration(at, end, scope)
            trailing = re.compile(r"[^\n]*?///<[ ]?([^\n]*)").match(text, at)
            if trailing:
                declaration.comment = [" " + trailing.group(1)]
            elif comment:
                declaration.comment = comment
            elif before is not None and before.documented and before.kind not in ("class", "enum") and not blank:
                declaration.comment, declaration.shared = before.comment, True
            comment, before = [], declaration
            if name_is_no_name(declaration):
                continue
            if in_class is not None and not_for_users(declaration):
                continue
            if in_class is None or (public and not internal):
                found.append(declaration)
        return found

    def declaration(self, at, end, scope):
        text, begin = self.text, at
        kind, name = None, None
        while at < end:
            at = OF_DECLARATION.search(text, at).start()
            after = skip_literal(text, at)
            if after != at:
                at = after
                continue
            if text[at] in "([":
                at = skip_block(text, at)
                continue
            if text[at] == ";":
                at += 1
                break
            if text[at] == "{":
                head = text[begin:at]
                kind, name = class_head(head)
                if kind:
                    close = skip_block(text, at)
                    body, at = (at + 1, close - 1), text.index(";", close) + 1
                    own = "enum" if kind == "enum" else "class"
                    declaration = Declaration(name, own, head.strip(), self.file, self.line_of(begin), scope)
                    if own == "class":
                        declaration.members = self.read(*body, scope, kind == "struct", name)
                    else:
                        declaration.members = self.enumerators(*body, scope)
                    return declaration, at
                is_value = re.match(r"(template.*?>\s*)?(using|concept|inline constexpr|constexpr static|static constexpr|"
                                    r"inline static|static inline|extern)\b", head, re.S) and find_outside(
                                        without_template(head), "(") < 0 or "concept" in head
                in_requires = re.search(r"\brequires\s*(\((?:[^()]|\([^()]*\))*\))?\s*$", head)
                call = find_outside(re.sub(r"\boperator\s*\(\)", "operator", without_template(head)), "(") >= 0
                if is_value or in_requires or not call:
                    at = skip_block(text, at)
                    continue
                close = skip_block(text, at)
                head = re.sub(r"\)\s*:\s[^?].*$", ")", head, flags=re.S) if is_constructor(head) else head
                kind, name = name_of(head)
                return Declaration(name, kind, head.strip(), self.file, self.line_of(begin), scope), close
            if text[at] == ":" and text[at + 1:at + 2] == " " and is_constructor(text[begin:at]):
                # its initializers: name(…) or name{…}, by commas, then the body
                head = text[begin:at].strip()
                at += 1
                while True:
                    at = re.compile(r"[^({]*").match(text, at).end()
                    at = skip_block(text, at)
                    more = re.compile(r"\s*(\.\.\.)?\s*,").match(text, at)
                    if not more:
                        break
                    at = more.end()
                at = skip_block(text, text.index("{", at))
                kind, name = name_of(head)
                return Declaration(name, kind, head, self.file, self.line_of(begin), scope), at
            at += 1
        head = text[begin:at].strip()
        kind, name = class_head(head)
        if kind and "(" not in head and "=" not in head and not re.search(r"\}\s*\w+;", head) and len(without_template(
                head).split()) <= 4 and re.fullmatch(r"(class|struct|enum class)\s+\w+(<.*>)?;", without_template(head), re.S):
            return Declaration(name, "forward", head, self.file, self.line_of(begin), scope), at
        kind, name = name_of(head)
        return Declaration(name, kind, head.rstrip(";").strip() + ";", self.file, self.line_of(begin), scope), at

    def enumerators(self, at, end, scope):
        found, text = [], self.text[at:end]
        comment = []
        for number, line in enumerate(text.split("\n")):
            doc = re.match(r"\s*///(?!<)(.*)", line)
            if doc:
                comment.append(doc.group(1))
                continue
            code, _, trailing = line.partition("///<")
            for name in re.findall(r"([A-Za-z_]\w*)\s*(?:=[^,]*)?(?:,|$)", code.split("//")[0].strip()):
                found.append(Declaration(name, "enumerator", name, self.file, self.line_of(at) + number, scope,
                                         [trailing] if trailing else comment))
            comment = []
        return found


def not_for_users(declaration):
    return NOT_FOR_USERS in " ".join(line.strip() for line in declaration.comment).lower()


def name_is_no_name(declaration):
    """static_assert, friends, members that are defined below their class, and instantiations."""
    if declaration.kind == "member" or declaration.text.startswith(("extern template", "template class")):
        return True
    return declaration.name in ("static_assert", "friend") or declaration.text.startswith("friend ")


def is_constructor(head):
    plain = without_template(head).strip()
    return re.match(r"(\[\[.*?\]\]\s*)?(constexpr\s+)?(explicit\s*(\([^)]*\))?\s*)?(constexpr\s+)?\w+\s*\(", plain) is not None \
        and plain.rstrip().endswith((")", "noexcept")) or re.search(r"\)\s*:\s[^?]", plain) is not None


def read_header(root, file):
    text = (Path(root) / file).read_text(encoding="utf-8")
    return [d for d in Reader(text, str(file)).read(0, len(text), "") if d.kind != "forward"]
