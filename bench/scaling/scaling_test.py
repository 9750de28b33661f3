#!/usr/bin/env python3
"""scaling_test.py PROGRAMS FOLDER: scaling.py with the smallest problems, in pieces, and with what is wrong."""
import json
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree

PROGRAMS, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
RESULTS = FOLDER / "host.json"


def scaling(*options, status=0):
    command = [sys.executable, "-B", str(pathlib.Path(__file__).with_name("scaling.py")), "--programs", str(PROGRAMS),
               "--results", str(RESULTS), "--tiny", "--rounds", "2", "--seconds", "20", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == status, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)

scaling("--only", "fib,loops", "--workers", "1,2,3")
scaling("--only", "bursts,cholesky", "--workers", "2", "--rounds", "1")
found = json.loads(RESULTS.read_text())
assert list(found["parts"]) == ["fib", "loops", "bursts", "cholesky"], list(found["parts"])  # both runs
assert found["machine"]["processors"] >= 1 and found["machine"]["kernel"] and found["machine"]["compilers"]
for name, part in found["parts"].items():
    assert not part["troubles"] and part["commit"] and "others_processors" in part["load"], (name, part)
    ours = [row for row in part["results"] if row["runtime"] == "jackdaw"]
    assert ours and all(len(row["seconds"]) in (1, 2) and row["speed_up_to_serial"] > 0 for row in ours), (name, ours)
assert {row["workers"] for row in found["parts"]["fib"]["results"]} == {1, 2, 3}
assert any("OpenMP" in line for line in found["parts"]["bursts"]["left_out"])

names = xml.etree.ElementTree.parse(RESULTS.with_suffix(".svg")).getroot().itertext()
titles = " ".join(names)
for title in ("fib", "y += a x, 10^5", "100 loops of 100", "outside thread", "tiled Cholesky"):
    assert title in titles, (title, titles)
assert RESULTS.with_suffix(".md").read_text().count("\n") > 10

assert "some of fib," in scaling("--only", "fob", status=2)
assert "numbers with commas" in scaling("--workers", "two", status=2)
found["machine"]["cpu"] = "another"
RESULTS.write_text(json.dumps(found))
assert "another machine" in scaling("--only", "fib", status=2)
RESULTS.write_text("{")
assert "expected a file" in scaling("--only", "fib", status=2)
RESULTS.unlink()
PROGRAMS = FOLDER  # where no program is
assert "fib_bench was not built" in scaling("--only", "fib")
