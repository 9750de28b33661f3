#!/usr/bin/env python3
"""Weakens each memory order that the schedule tests reach, one at a time, and expects a test to notice.

audit.py PROJECT TESTS [--sample N] [--seed N] [--jobs N] [--only TEXT] [--table FILE]

PROJECT: the source folder. TESTS: the folder with the programs *_schedule. An order whose weakening nothing notices must
stand in tests/audit/unnoticed.txt with a reason, and what stands there must go unnoticed. Exit status 1 where that is not
so. --sample: only so many weakenings, another choice for each --seed. --only: call sites with this in them. --table: writes
all of it as a page.
"""
import argparse
import collections
import concurrent.futures
import itertools
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

# What is tried of each order: its next weaker ones.
WEAKER = {
    ("load", "seq_cst"): ["acquire"],
    ("load", "acquire"): ["relaxed"],
    ("store", "seq_cst"): ["release"],
    ("store", "release"): ["relaxed"],
    ("modify", "seq_cst"): ["acq_rel"],
    ("modify", "acq_rel"): ["acquire", "release"],
    ("modify", "acquire"): ["relaxed"],
    ("modify", "release"): ["relaxed"],
    ("failure", "seq_cst"): ["acquire"],
    ("failure", "acquire"): ["relaxed"],
    ("fence", "seq_cst"): ["acq_rel", "none"],
    ("fence", "acq_rel"): ["acquire", "release"],
    ("fence", "acquire"): ["none"],
    ("fence", "release"): ["none"],
    ("compiler_fence", "seq_cst"): ["none"],
    ("fence_of_all", "seq_cst"): ["acq_rel", "none"],  # of the own thread only; of no thread
}
SECONDS = 120  # a case takes some; one that hangs has noticed

Weakening = collections.namedtuple("Weakening", "site operation order weaker cases")


def run(program, case, environment, seconds=SECONDS):
    """Whether the case passes."""
    pattern = case.replace(",", "?").replace("\\", "?")
    command = [str(program), "--test-case=" + pattern, "--no-intro", "--no-version", "--minimal"]
    try:
        done = subprocess.run(command, env={**os.environ, **environment}, timeout=seconds, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def orders_of(program, share):
    """What it reaches: ([(site, operation, order, case)] of the library, {case: seconds}). `share`: of the interleavings
    that are explored else."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "orders")
        environment = {**os.environ, "JACKDAW_ORDERS": str(file), "JACKDAW_SEEDS_FACTOR": str(share)}
        done = subprocess.run([str(program), "--minimal", "--duration=true"], env=environment, stdout=subprocess.PIPE,
                              check=False, encoding="utf-8", errors="replace")
        if done.returncode != 0:
            sys.exit(f"{program.name} fails before any order is weakened")
        lines = file.read_text().splitlines() if file.exists() else []
    orders = []
    for line in lines:
        place, _, case = line.partition("\t")
        site, operation, order = place.split(" ")
        if site.startswith("include/") and not site.startswith("include/jackdaw/simulated/"):
            orders.append((site, operation, order, case))
    seconds = {case: float(taken) for taken, case in re.findall(r"^(\d+\.\d+) s: (.*)$", done.stdout, re.MULTILINE)}
    return orders, seconds


def reached(pool, programs, share):
    """{(site, operation, order): [(seconds, program, case)]}: the seconds are those of that share."""
    sites = collections.defaultdict(list)
    for program, (orders, seconds) in zip(programs, pool.map(orders_of, programs, itertools.repeat(share))):
        for site, operation, order, case in dict.fromkeys(orders):
            sites[site, operation, order].append((seconds[case], program, case))
    return sites


def is_noticed(weakening):
    """By which case, or None. Those of the file's own room first, then quick ones."""
    def distance(entry):
        seconds, program, _ = entry
        return program.name.removesuffix("_schedule") not in weakening.site, seconds

    value = f"{weakening.site} {weakening.operation} {weakening.weaker}"
    for _, program, case in sorted(weakening.cases, key=distance):
        if not run(program, case, {"JACKDAW_WEAKEN": value}):
            return program.name, case
    return None


def line_of(project, site):
    path, line, _ = site.rsplit(":", 2)
    return " ".join((project / path).read_text().splitlines()[int(line) - 1].split("//")[0].split())


def read_accepted(file):
    """{(path, text of the line, operation, weaker): reason}"""
    accepted = {}
    for number, line in enumerate(file.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split(" | ")]
        if len(fields) < 5:
            sys.exit(f"{file}:{number}: five fields expected: path | line | operation | weaker order | reason")
        path, *text, operation, weaker, reason = fields  # the text may have bars of its own
        accepted[path, " | ".join(text), operation, weaker] = reason
    return accepted


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("tests", type=pathlib.Path)
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    parser.add_argument("--table", type=pathlib.Path)
    options = parser.parse_args()

    # litmus_*: of the memory model of the explorer, which takes seconds, and not of the library
    programs = sorted(set(options.tests.glob("*_schedule")) - set(options.tests.glob("litmus_*")))
    if not programs:
        sys.exit(f"{options.tests}: no program *_schedule")
    accepted = read_accepted(options.project / "tests/audit/unnoticed.txt")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        sites = reached(pool, programs, 1 if options.sample is None else 0.02)
    all_weakenings = [
        Weakening(site, operation, order, weaker, cases)
        for (site, operation, order), cases in sorted(sites.items())
        for weaker in WEAKER.get((operation, order), [])
        if options.only in site
    ]
    chosen = all_weakenings
    if options.sample is not None and options.sample < len(chosen):
        chosen = random.Random(options.seed).sample(chosen, options.sample)

    wrong = 0
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for weakening, noticed in zip(chosen, pool.map(is_noticed, chosen)):
            text = line_of(options.project, weakening.site)
            path = weakening.site.rsplit(":", 2)[0]
            key = path, text, weakening.operation, weakening.weaker
            reason = accepted.get(key)
            place = weakening.site.rsplit(":", 1)[0]
            what = f"{place}: {weakening.operation} {weakening.order} as {weakening.weaker}"
            rows.append((place, text, weakening, noticed, reason))
            if noticed is None and reason is None:
                wrong += 1
                print(f"{what}: nothing notices\n    {' | '.join(key)} | ", flush=True)
            elif noticed is not None and reason is not None:
                wrong += 1
                print(f"{what}: {noticed[0]} notices, but unnoticed.txt says: {reason}", flush=True)
    known = {(row[0].rsplit(":", 1)[0], row[1], row[2].operation, row[2].weaker) for row in rows}
    if chosen is all_weakenings and not options.only:
        for key in accepted:
            if key not in known:
                wrong += 1
                print(f"unnoticed.txt: nothing reaches {' | '.join(key)}")
    if options.table is not None:
        write_table(options.table, rows)
    noticed = sum(1 for row in rows if row[3] is not None)
    print(f"{len(rows)} weakenings, {noticed} noticed, {len(rows) - noticed} not; {wrong} not as expected")
    return 1 if wrong else 0


def write_table(file, rows):
    with file.open("w") as out:
        out.write("| where | order | weaker | noticed by |\n|---|---|---|---|\n")
        for place, _, weakening, noticed, reason in rows:
            by = f"{noticed[0]}: {noticed[1]}" if noticed else f"nothing: {reason}"
            out.write(f"| `{place.removeprefix('include/jackdaw/')}` | {weakening.operation} {weakening.order} | "
                      f"{weakening.weaker} | {by.replace('|', '/')} |\n")


if __name__ == "__main__":
    sys.exit(main())
