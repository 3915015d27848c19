"""Runs commands in turn and compares them within each round.

A slowdown of the machine affects all commands of a round, so that the median of the ratios within rounds is stable.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

WRONG_USAGE = 64


class Taken(NamedTuple):
    """The measurements of one run; `lines` is 0 unless requested."""

    seconds: float
    megabytes: float
    lines: int


def measure(command, environment=None, paths=(), counts_lines=False, allowed=None):
    """Runs a command with `paths` on its standard input, and exits unless its status is in `allowed`.

    By default, all statuses except crashes and usage errors are allowed: metadata readers return other statuses for
    files that they can't read.
    """
    command = [str(word) for word in command]
    with tempfile.TemporaryFile() as listing, tempfile.TemporaryFile() as refusal:
        listing.writelines(os.fsencode(path) + b"\n" for path in paths)
        listing.seek(0)
        output = subprocess.PIPE if counts_lines else subprocess.DEVNULL
        start = time.perf_counter()
        with subprocess.Popen(command, stdin=listing, stdout=output, stderr=refusal, env=environment) as process:
            lines = 0
            if counts_lines:
                lines = sum(part.count(b"\n") for part in iter(lambda: process.stdout.read(1 << 20), b""))
            _, status, usage = os.wait4(process.pid, 0)
            spent = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
        found = process.returncode
        if found not in allowed if allowed else found < 0 or found == WRONG_USAGE:
            refusal.seek(0)
            said = refusal.read().decode(errors="replace")[-500:]
            sys.exit(f"{command} ended with {found}: {said}")
    return Taken(spent, usage.ru_maxrss / 1000, lines)


def in_turn(runs, rounds):
    """Calls functions by name, once to fill caches and then in turn. Returns their results."""
    for run in runs.values():
        run()
    taken = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            taken[name].append(run())
    return taken


def median(taken):
    return statistics.median(one.seconds for one in taken)


def ratio(taken, base):
    return statistics.median(one.seconds / other.seconds for one, other in zip(taken, base))


def spread(name, values, unit, median=None, most=None):
    """Prints the distribution of values and its limits. Returns exceeded limits, or `name` without values."""
    if not values:
        print(f"{name:26} nothing was measured")
        return [name]
    ordered, failures = sorted(values), []
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    middle = statistics.median(ordered)
    line = f"{name:26} median {middle:7.1f} {unit}   95 % {last:7.1f}   max {ordered[-1]:7.1f}"
    for text, value, bar in (("median", middle, median), ("95 %", last, most)):
        if bar is not None:
            line += f"   {text} {'≤' if value <= bar else 'NOT ≤'} {bar:.4g}"
            failures += [f"{name}, {text}"] if value > bar else []
    print(line, flush=True)
    return failures
