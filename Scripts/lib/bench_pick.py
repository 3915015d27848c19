"""Times photopick's picker on a pseudo-terminal of 200 x 50 cells.

A tree of copies of SOURCE's photos is made in a temporary folder; the catalog and the thumbnails that are shown
are filled first. Told are, over several rounds: the time to the first screen with photos, the time from a key
to the end of its frame, and the most memory that the process took. The harness answers as a terminal does that
shows frames at once (private mode 2026), so that the end of each frame is seen.
"""

import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

from bench_tree import make_tree

FRAME_END = b"\x1b[?2026l"
QUESTION_END = b"\x1b[c"
ANSWERS = b"\x1b[?2026;2$y\x1b[?62;22c"
KEYS = {"right": b"\x1b[C", "down": b"\x1b[B", "page down": b"\x1b[6~", "space": b" ", "page up": b"\x1b[5~"}


def arguments():
    photopick, samples = sys.argv[1:3]
    parser = argparse.ArgumentParser(prog="Scripts/bench/pick", description=__doc__)
    parser.add_argument("source", nargs="?", type=Path, default=Path(samples), metavar="SOURCE", help="a folder")
    parser.add_argument("--tree", type=Path, metavar="DIR", help="use this folder as it is")
    parser.add_argument("--photos", type=int, default=20_000, metavar="N", help="photos in the tree (20000)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (5)")
    parser.add_argument("--keys", type=int, default=40, metavar="N", help="strokes of each key a round (40)")
    parser.add_argument("--size", default="200x50", metavar="CxR", help="columns and rows (200x50)")
    options = parser.parse_args(sys.argv[3:])
    options.photopick = photopick
    return options


class Picker:
    """A picker on a terminal of its own."""

    def __init__(self, command, environment, columns, rows):
        self.start = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(command[0], command, environment)
        self.shown = bytearray()
        self.has_answered = False

    def read(self, timeout):
        """Takes what the picker writes; false after so many seconds of silence."""
        ready, _, _ = select.select([self.terminal], [], [], timeout)
        if not ready:
            return False
        try:
            part = os.read(self.terminal, 1 << 16)
        except OSError:
            return False
        self.shown += part
        if not self.has_answered and QUESTION_END in self.shown:
            self.has_answered = True
            os.write(self.terminal, ANSWERS)
        return bool(part)

    def wait_for(self, text, seconds=60):
        """Reads until a text is shown; the time since the start."""
        end = time.perf_counter() + seconds
        while text not in self.shown:
            if time.perf_counter() > end or not self.read(1):
                if time.perf_counter() > end:
                    sys.exit(f"pick: {text!r} was not shown in {seconds} s")
        return time.perf_counter() - self.start

    def settle(self, silence=0.15):
        """Reads until nothing is written any more."""
        while self.read(silence):
            pass
        self.shown.clear()

    def press(self, key):
        """The seconds from a key to the end of its frame."""
        self.shown.clear()
        start = time.perf_counter()
        os.write(self.terminal, key)
        while FRAME_END not in self.shown:
            if not self.read(2):
                return None
        return time.perf_counter() - start

    def memory(self):
        """The most resident memory so far, in MB."""
        status = Path(f"/proc/{self.process}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1000

    def end(self):
        os.kill(self.process, signal.SIGTERM)
        while self.read(1):
            pass
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def describe(name, values, unit):
    ordered = sorted(values)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    print(f"{name:24} median {statistics.median(ordered):7.1f} {unit}   95 % {last:7.1f}   max {ordered[-1]:7.1f}")


def main():
    options = arguments()
    columns, rows = (int(part) for part in options.size.split("x"))
    with tempfile.TemporaryDirectory(prefix="photopick-bench-") as folder:
        tree = options.tree or Path(folder) / "photos"
        if not options.tree:
            tree.mkdir()
            make_tree(options.source, options.photos, tree)
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment |= {"XDG_CACHE_HOME": f"{folder}/cache", "XDG_STATE_HOME": f"{folder}/state"}
        for name in ("TMUX", "STY", "NO_COLOR"):
            environment.pop(name, None)
        fill = [options.photopick, "browse", str(tree), "--limit", "1"]
        subprocess.run(fill, env=environment, check=False, stdout=subprocess.DEVNULL)
        command = [options.photopick, "pick", str(tree)]
        firsts, memory = [], []
        times = {name: [] for name in KEYS}
        for number in range(options.rounds + 1):
            picker = Picker(command, environment, columns, rows)
            first = picker.wait_for(b"1/")
            picker.settle(1.0)
            measured = {name: [] for name in KEYS}
            for name, key in KEYS.items():
                for _ in range(options.keys):
                    measured[name].append(picker.press(key))
                    # Pictures around what is shown are made meanwhile, as while a person looks.
                    picker.settle(0.3 if number == 0 else 0.06)
            # The first round only fills the caches.
            if number > 0:
                firsts.append(first * 1000)
                for name, values in measured.items():
                    times[name] += [value * 1000 for value in values if value is not None]
                memory.append(picker.memory())
            picker.end()
        describe("first screen", firsts, "ms")
        for name, values in times.items():
            describe(f"key {name}", values, "ms")
        describe("all keys", [value for values in times.values() for value in values], "ms")
        describe("memory", memory, "MB")


main()
