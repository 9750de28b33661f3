"""What the tree does not keep yet: a list of counts that may only fall.

A file of lines `COUNT KEY`. A test that finds more than the list says fails, and so does one that finds less: then the
number in the list has to be lowered. Keys that are not in the list stand for 0.
"""
from pathlib import Path


def read(file):
    counts = {}
    for line in Path(file).read_text(encoding="utf-8").split("\n"):
        line = line.split("#")[0].strip()
        if line:
            count, _, key = line.partition(" ")
            counts[key.strip()] = int(count)
    return counts


def compare(found, allowed, name):
    """A line for each difference; `found` maps keys to lists of what is wrong."""
    said = []
    for key in sorted(set(found) | set(allowed)):
        now, most = len(found.get(key, [])), allowed.get(key, 0)
        if now > most:
            said += [f"{key}: {now}, allowed {most}"] + [f"    {line}" for line in found[key]]
        elif now < most:
            said.append(f"{key}: {now} instead of {most}: lower the number in {name}, or remove the line at 0")
    return said


def write(file, found):
    """Keeps the comment at the begin."""
    head = [line for line in Path(file).read_text(encoding="utf-8").split("\n") if line.startswith("#")] if Path(file).exists() else []
    rows = [f"{len(found[key]):4d} {key}" for key in sorted(found) if found[key]]
    Path(file).write_text("\n".join(head + rows) + "\n", encoding="utf-8")
