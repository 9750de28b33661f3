"""What a machine is, and who else used it during a run."""
import os
import pathlib
import platform
import re
import resource
import subprocess

CPU = pathlib.Path("/sys/devices/system/cpu")


def read(path, otherwise=None):
    try:
        return pathlib.Path(path).read_text().strip()
    except OSError:
        return otherwise


def first_line(command):
    try:
        out = subprocess.run(command, capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return out.stdout.splitlines()[0] if out.returncode == 0 and out.stdout else None


def numbers(text):
    """Those of a list such as 0-3,8."""
    found = []
    for part in (text or "").split(","):
        if part:
            first, _, last = part.partition("-")
            found += range(int(first), int(last or first) + 1)
    return found


def caches(processors):
    """Each level once: its size, and how many of these processors share one."""
    found = {}
    for index in sorted(CPU.glob("cpu%d/cache/index*" % min(processors))):
        kind = read(index / "type", "")
        if kind == "Instruction":
            continue
        shared = set(numbers(read(index / "shared_cpu_list"))) & processors
        found["L" + read(index / "level", "?")] = {"size": read(index / "size"), "shared_by": len(shared)}
    return found


def nodes(processors):
    """How many of these processors each node has."""
    found = {}
    for node in sorted(pathlib.Path("/sys/devices/system/node").glob("node[0-9]*")):
        own = set(numbers(read(node / "cpulist"))) & processors
        if own:
            found[node.name] = len(own)
    return found


def cores(processors):
    """How many cores these processors are."""
    return len({read(CPU / ("cpu%d" % number) / "topology/thread_siblings_list", str(number)) for number in processors})


def quota():
    """Processors by control group; None: no limit, or none that is seen."""
    limit = (read("/sys/fs/cgroup/cpu.max") or "max").split()
    return int(limit[0]) / int(limit[1]) if len(limit) == 2 and limit[0] != "max" else None


def describe():
    processors = os.sched_getaffinity(0)
    info = read("/proc/cpuinfo", "")
    model = re.search(r"^(?:model name|CPU part)\s*: (.*)$", info, re.M)
    memory = re.search(r"^MemTotal:\s*(\d+)", read("/proc/meminfo", ""), re.M)
    system = re.search(r'^PRETTY_NAME="(.*)"', read("/etc/os-release", ""), re.M)
    return {
        "cpu": model.group(1) if model else platform.machine(),
        "architecture": platform.machine(),
        "virtual": bool(re.search(r"^flags.*\bhypervisor\b", info, re.M)),
        "processors": len(processors),
        "cores": cores(processors),
        "nodes": nodes(processors),
        "caches": caches(processors),
        "governor": read(CPU / ("cpu%d/cpufreq/scaling_governor" % min(processors))),
        "quota": quota(),
        "memory_GiB": round(int(memory.group(1)) / 2 ** 20, 1) if memory else None,
        "kernel": platform.release(),
        "system": system.group(1) if system else None,
        "compilers": [line for line in map(first_line, (["g++", "--version"], ["clang++-19", "--version"],
                                                        ["clang++", "--version"])) if line],
    }


class Load:
    """Processors that others used, and that the host gave to others, from here to share()."""

    def __init__(self):
        self.before = self.ticks()

    @staticmethod
    def ticks():
        fields = [int(field) for field in (read("/proc/stat", "cpu 0 0 0 0 0 0 0 0").split("\n")[0].split()[1:9])]
        user, nice, system, idle, wait, irq, softirq, steal = fields
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        own = (children.ru_utime + children.ru_stime) * os.sysconf("SC_CLK_TCK")
        return {"busy": user + nice + system + irq + softirq, "all": sum(fields), "steal": steal, "own": own}

    def share(self):
        now = self.ticks()
        spent = {name: now[name] - self.before[name] for name in now}
        processors = os.cpu_count() / max(1, spent["all"])
        return {"others_processors": round(max(0, spent["busy"] - spent["own"]) * processors, 2),
                "stolen_processors": round(spent["steal"] * processors, 2),
                "average_of_a_minute": os.getloadavg()[0]}
