"""Sentences that are too long, and lines: in pages of Markdown, and in the comments of headers."""
import re

MOST_WORDS = 35
MOST_WORDS_README = 30
PAGE_WIDTH = 160
COMMENT_WIDTH = 120  # what clang-format does not see to

# Points that end no sentence.
ABBREVIATIONS = re.compile(r"\b(e\.g|i\.e|vs|cf|etc|approx|resp|Fig|fig|No|p|pp)\.(?=\s)")


def plain(text):
    """Code counts as one word, a link as its text."""
    text = re.sub(r"``.+?``|`[^`]*`", "CODE", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"<!--.*?-->|<[^>\s][^>]*>", " ", text, flags=re.S)
    return ABBREVIATIONS.sub(r"\1", text)


def words(sentence):
    return [word for word in sentence.split() if re.search(r"\w", word)]


def sentences(block):
    return re.split(r"(?<=[.!?])[\"')*_]*\s+", plain(block).strip())


def long_sentences(blocks, most):
    """(line, number of words, the first words) for each."""
    found = []
    for line, text in blocks:
        for sentence in sentences(text):
            count = len(words(sentence))
            if count > most:
                found.append((line, count, " ".join(words(sentence)[:6])))
    return found


def page_blocks(text):
    """(line, text) of each paragraph, heading and item of a list; without code and tables."""
    blocks, lines, first, fenced = [], [], 0, False

    def end():
        if lines:
            blocks.append((first, " ".join(lines)))
        lines.clear()

    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith(("```", "~~~")):
            fenced = not fenced
            end()
            continue
        is_code = fenced or (line.startswith("    ") and not lines)
        if is_code or not stripped or stripped.startswith("|") or re.fullmatch(r"[-=*_]{3,}", stripped):
            end()
            continue
        if re.match(r"#{1,6} ", stripped):
            end()
            blocks.append((number, stripped.lstrip("# ")))
            continue
        item = re.match(r"(?:[-*+]|\d+[.)]|>|\[[^\]]+\]:) +(.*)", stripped)
        if item:
            end()
            stripped = item.group(1)
        if not lines:
            first = number
        lines.append(stripped)
    end()
    return blocks


def header_blocks(text):
    """(line, text) of each paragraph of the comments; without indented code and rows of names."""
    blocks, lines, first, indent = [], [], 0, 0

    def end():
        if lines:
            blocks.append((first, " ".join(lines)))
        lines.clear()

    for number, line in enumerate(text.split("\n"), 1):
        alone = re.match(r"\s*///?(?!/)(<?)(\s*)(.*)$", line)
        if not alone:
            end()
            trailing = re.search(r"\s///?<?\s+(.*)$", line)
            if trailing and '"' not in line[:trailing.start()]:
                blocks.append((number, trailing.group(1)))
            continue
        space, said = len(alone.group(2)), alone.group(3)
        if not said or said.startswith("----"):
            end()
            continue
        if space >= 5 and not (lines and indent >= 3):
            end()
            continue  # code
        row = re.match(r"[-*] ", said) or space >= 2 and re.match(r"\S+(?: \S+){0,5}?\s{2,}(?=\S)", said)
        if row:
            end()  # names or a label, and what that is
            said = said[row.end():]
            indent = 3
        elif space == 1 and indent >= 3:
            end()
            indent = 1
        if not lines:
            first, indent = number, max(indent, space) if indent >= 3 else space
        lines.append(said)
    end()
    return blocks


def of_page(name, text):
    """What is wrong with a page: a line each."""
    most = MOST_WORDS_README if name == "README.md" else MOST_WORDS
    found = [f"{name}:{line}: a sentence of {count} words, expected at most {most}: {begin} …"
             for line, count, begin in long_sentences(page_blocks(text), most)]
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip().startswith("```"):
            fenced = not fenced
        elif len(line) > PAGE_WIDTH and not fenced and not line.strip().startswith("|"):
            found.append(f"{name}:{number}: {len(line)} characters, expected at most {PAGE_WIDTH}")
    return found


def of_header(name, text):
    found = [f"{name}:{line}: a sentence of {count} words, expected at most {MOST_WORDS}: {begin} …"
             for line, count, begin in long_sentences(header_blocks(text), MOST_WORDS)]
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > COMMENT_WIDTH:
            found.append(f"{name}:{number}: {len(line)} characters, expected at most {COMMENT_WIDTH}")
    return found


def of_tree(root):
    """What is wrong, by file."""
    found = {}
    pages = [root / "README.md"] if (root / "README.md").exists() else []
    for folder in ("docs", "apps", "bench", "cli", "tests"):
        pages += sorted((root / folder).glob("**/*.md"))
    for path in pages:
        name = str(path.relative_to(root))
        found[name] = of_page(name, path.read_text(encoding="utf-8"))
    for path in sorted((root / "include").glob("jackdaw/**/*.hpp")):
        name = str(path.relative_to(root))
        found[name] = of_header(name, path.read_text(encoding="utf-8"))
    return found
