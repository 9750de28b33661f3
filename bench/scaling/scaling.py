#!/usr/bin/env python3
"""How what is common gets faster with more workers, beside oneTBB and two OpenMP runtimes, on whatever machine this is.

Runs benches one after the other with 1, 2, 4, … workers, as many rounds as fit into the time, and gathers their files of
figures in one, with the machine's description. Parts that are in the file already are kept, or replaced when they are
measured again: so a run may be in pieces.
"""
import argparse
import datetime
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import machine
import plot

RUNTIMES = ["jackdaw", "oneTBB", "libgomp", "libomp", "std::par"]
SLOW = 3  # seconds of a run after which a runtime gets no more workers


class Part:
    """A bench, which of its instances, and its share of the time."""

    def __init__(self, program, share, instances=(), many=1):
        self.program, self.share, self.instances, self.many = program, share, list(instances), many


PARTS = {
    "fib": Part("fib_bench", 1),
    "nqueens": Part("nqueens_bench", 1),
    "uts": Part("uts_bench", 2, ["0"]),
    "skynet": Part("skynet_bench", 1),
    "loops": Part("loops_bench", 2, ["0", "1", "6"], 3),
    "sort": Part("sort_bench", 2, many=2),
    "bursts": Part("bursts_bench", 3, many=6),
    "cholesky": Part("cholesky_pattern_bench", 1),
    "crowd": Part("crowd_bench", 3),
}


class Problem(Exception):
    """Its text is for the user."""


def counts_up_to(most):
    """1, 2, 4, …, and `most`."""
    counts = [1]
    while counts[-1] * 2 < most:
        counts.append(counts[-1] * 2)
    return counts + [most] if most > 1 else counts


def seconds_of(name, options):
    return options.seconds * PARTS[name].share / sum(part.share for part in PARTS.values())


def command_of(name, options, figures):
    part = PARTS[name]
    command = [str(options.programs / part.program), "--json", str(figures), "--rounds", str(options.rounds),
               "--slow", str(SLOW), "--seconds", "%.1f" % (seconds_of(name, options) / part.many)]
    if name == "crowd":
        most = max(options.workers)
        more = ["1"] if options.tiny else [str(most), str(2 * most), str(4 * most)]
        command += ["--processors", str(most), "--workers", "1", *more, "--limited", *more[:2],
                    "--situations", "alone", "beside one", "beside cycler 2,20", "--only", *RUNTIMES[:4]]
    else:
        command += ["--workers", *map(str, options.workers), "--only", "serial", *RUNTIMES]
        command += ["--instances", *part.instances] if part.instances else []
    return command


def run(command, log, most, name):
    """Its exit status; None where it took longer than `most` seconds, and was ended."""
    environment = dict(os.environ)
    begun = time.monotonic()
    with open(log, "w") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                                 env=environment, start_new_session=True) as child:
        try:
            while child.poll() is None:
                spent = time.monotonic() - begun
                if spent > most:
                    return None
                if sys.stdout.isatty():
                    print("\r\033[K%-10s %4d s" % (name, spent), end="", flush=True)
                time.sleep(0.05)
            return child.returncode
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)
            if sys.stdout.isatty():
                print("\r\033[K", end="", flush=True)


def measure(name, options, work):
    """One part: what the bench has found, and what it has left out."""
    program = PARTS[name].program
    if not (options.programs / program).exists():
        return {"left_out": ["%s was not built" % program], "troubles": [], "results": []}
    figures, log = work / (name + ".json"), work / (name + ".log")
    figures.unlink(missing_ok=True)
    load = machine.Load()
    begun = time.monotonic()
    most = 60 + 10 * seconds_of(name, options) if not options.tiny else 3600
    status = run(command_of(name, options, figures), log, most, name)
    said = log.read_text(errors="replace").splitlines()
    part = {"date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "seconds": round(time.monotonic() - begun, 1), "load": load.share()}
    if status is None or not figures.exists():
        why = "took longer than %d s" % most if status is None else "ended with status %d" % status
        return part | {"left_out": ["%s %s: %s" % (program, why, log)], "troubles": [why], "results": []}
    found = json.loads(figures.read_text())
    left_out = [line.removeprefix("skipped: ") for line in said if line.startswith("skipped: ")]
    if name == "bursts":
        left_out = ["OpenMP: its tasks come from its own threads"]
    left_out += ["%s, %s, %d workers: %s" % (row.get("instance", row.get("situation")), row["runtime"], row["workers"],
                                             row["left_out"]) for row in found["results"] if "left_out" in row]
    return part | {"commit": found["commit"], "build": found["build"], "left_out": left_out, "troubles": found["troubles"],
                   "results": [row for row in found["results"] if "left_out" not in row]}


def figures_so_far(path, here):
    """Those in the file, where they are of this machine."""
    try:
        before = json.loads(path.read_text())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as problem:
        raise Problem("%s: %s; expected a file that this program has written" % (path, problem)) from problem
    if before.get("machine", {}).get("cpu") != here["cpu"] or before["machine"]["processors"] != here["processors"]:
        raise Problem("%s: has figures of another machine, %s; expected another --results"
                      % (path, before.get("machine", {}).get("cpu")))
    return before["parts"]


def panels_of(parts):
    """What plot.draw takes."""
    panels = []
    for part in parts.values():
        by_title = {}
        for row in part["results"]:
            crowd = "situation" in row
            if row["runtime"] == "serial" or row["runtime"] not in RUNTIMES:
                continue
            title = "crowd: UTS T1, " + row["situation"] if crowd else row["instance"]
            curves = by_title.setdefault(title, {"title": title, "ideal": not crowd, "of": {},
                                                 "y": "time / own best" if crowd else "speed-up to serial"})
            value = row["ratio_to_own"] if crowd else row["speed_up_to_serial"]
            if not value:
                continue
            median = row["median_seconds"]
            spread = [(value * each / median if crowd else value * median / each) for each in row["seconds"]]
            curves["of"].setdefault(row["runtime"], []).append((row["workers"], min(spread), value, max(spread)))
        panels += [curves for curves in by_title.values() if curves["of"]]
    for curves in panels:
        for each in curves["of"].values():
            each.sort()
    return panels


def table_of(parts):
    """Markdown: a row for each problem and number of workers, the medians of all runtimes and how many rounds."""
    lines = ["| | workers | unit | %s | rounds |" % " | ".join(RUNTIMES), "|---|---|---|" + "---|" * (len(RUNTIMES) + 1)]
    for part in parts.values():
        rows = {}
        for row in part["results"]:
            title = row.get("instance") or "crowd: UTS T1, " + row["situation"]
            rows.setdefault((title, row["workers"]), {})[row["runtime"]] = row
        for (title, workers), of in rows.items():
            if not set(of) & set(RUNTIMES):
                continue
            unit = "ns/" + next(iter(of.values()))["unit"] if "unit" in next(iter(of.values())) else "ms"
            cells = []
            for runtime in RUNTIMES:
                row = of.get(runtime)
                cells.append("" if row is None else "%.3g" % row.get("nanoseconds_per_unit", 1e3 * row["median_seconds"]))
            rounds = min(len(row["seconds"]) for row in of.values())
            lines.append("| %s | %d | %s | %s | %d |" % (title, workers, unit, " | ".join(cells), rounds))
    return "\n".join(lines) + "\n"


def head_of(here, parts):
    commits = sorted({part["commit"] for part in parts.values() if "commit" in part})
    return ["%s, %d processors, Linux %s" % (here["cpu"], here["processors"], here["kernel"]),
            "commit %s; medians with least and most; dashed: as many times as there are workers" % ", ".join(commits)]


def options_of(arguments):
    parser = argparse.ArgumentParser(prog="./dev scaling", description=__doc__.split("\n\n", 1)[0],
                                     formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--only", metavar="PART,…", help="parts: " + ",".join(PARTS))
    parser.add_argument("--workers", metavar="N,…", help="numbers of workers; without it 1, 2, 4, … and all processors")
    parser.add_argument("--seconds", type=float, default=240, help="of measuring, for all parts together")
    parser.add_argument("--rounds", type=int, default=7, help="of each, at most")
    parser.add_argument("--results", type=pathlib.Path, default=pathlib.Path("build-scaling/scaling.json"))
    parser.add_argument("--programs", type=pathlib.Path, default=pathlib.Path("build-scaling/bench"), help=argparse.SUPPRESS)
    parser.add_argument("--check", action="store_true", help=argparse.SUPPRESS)  # only the options
    parser.add_argument("--tiny", action="store_true", help="the smallest problems: whether all works, not how fast")
    options = parser.parse_args(arguments)
    names = options.only.split(",") if options.only else list(PARTS)
    for name in names:
        if name not in PARTS:
            raise Problem("--only: there is no part %r; expected some of %s" % (name, ",".join(PARTS)))
    options.parts = [name for name in PARTS if name in names]
    try:
        options.workers = sorted({int(count) for count in options.workers.split(",")}) if options.workers else \
            counts_up_to(len(os.sched_getaffinity(0)))
    except ValueError as problem:
        raise Problem("--workers: %r; expected numbers with commas between them" % options.workers) from problem
    if options.workers[0] < 1 or options.rounds < 1 or options.seconds <= 0:
        raise Problem("expected --workers, --rounds and --seconds above 0")
    return options


def write(path, here, parts):
    parts = {name: parts[name] for name in PARTS if name in parts}
    path.write_text(json.dumps({"what": "scaling", "machine": here, "parts": parts}, indent=1) + "\n")
    panels = panels_of(parts)
    if panels:
        path.with_suffix(".svg").write_text(plot.draw(panels, head_of(here, parts)))
    path.with_suffix(".md").write_text(table_of(parts))


def main(arguments):
    options = options_of(arguments)
    if options.check:
        return 0
    os.environ["JACKDAW_BENCH_TINY" if options.tiny else "JACKDAW_BENCH_LARGE"] = "1"
    here = machine.describe()
    parts = figures_so_far(options.results, here)
    work = options.results.parent / "scaling"
    work.mkdir(parents=True, exist_ok=True)
    wrong = False
    for name in options.parts:
        parts[name] = measure(name, options, work)
        print("%-10s %5.0f s, others used %.1f processors" % (name, parts[name].get("seconds", 0),
                                                              parts[name].get("load", {}).get("others_processors", 0)))
        for line in parts[name]["left_out"]:
            print("  left out: " + line)
        for line in parts[name]["troubles"]:
            print("  trouble: " + line)
            wrong = True
        sys.stdout.flush()
        write(options.results, here, parts)  # now: a run that is broken off keeps what it has
    print("figures: %s; beside it a plot (.svg) and a table (.md)" % options.results)
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Problem as said:
        print("scaling: %s" % said, file=sys.stderr)
        sys.exit(2)
