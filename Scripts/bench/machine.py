"""What a measurement was made with: the machine, and the versions of programs."""

import os
import platform
import re
import subprocess


def text_of(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def output(command):
    """The first line that a command prints, empty if it can't be run."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.split("\n", 1)[0].strip()


def machine(folder):
    """Name and value of what matters of the machine; `folder` is on the file system that was measured."""
    processor = re.search(r"model name\s*: (.*)", text_of("/proc/cpuinfo"))
    system = re.search(r'PRETTY_NAME="?([^"\n]*)', text_of("/etc/os-release"))
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    return {
        "processor": processor[1] if processor else platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "memory": f"{memory:.0f} GiB",
        "file system": file_system(folder) or "unknown",
        "kernel": f"{platform.system()} {platform.release()}",
        "system": system[1] if system else platform.platform(),
    }


def file_system(folder):
    """The kind of file system that a folder is on: that of the longest mount point above it."""
    best, kind, folder = "", "", os.path.realpath(folder)
    for line in text_of("/proc/self/mounts").splitlines():
        _, point, found = line.split()[:3]
        if (folder + "/").startswith(point.rstrip("/") + "/") and len(point) >= len(best):
            best, kind = point, found
    return kind


def version(command):
    """The version in the first line that a command prints."""
    line = output(command)
    found = re.search(r"\d+(\.\d+)+(-\d+)?", line)
    return found[0] if found else line
