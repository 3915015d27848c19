"""A process on a terminal: responds to queries, records the time of each frame, and renders the screen with pyte.

`project.enter("terminal", PACKAGES)` provides pyte, which only the screen requires.
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

PACKAGES = ["pyte==0.8.2"]
FRAME_END = b"\x1b[?2026l"
QUESTION_END = b"\x1b[c"
# Synchronized output, the cell size, graphics, and device attributes.
ANSWERS = {
    "symbols": b"\x1b[?2026;2$y\x1b[6;20;10t\x1b[?62;22c",
    "sixel": b"\x1b[?2026;2$y\x1b[6;20;10t\x1b[?62;4;22c",
    "kitty": b"\x1b[?2026;2$y\x1b[6;20;10t\x1b_Gi=31;OK\x1b\\\x1b[?62;22c",
}
# Picture commands: kitty's a=T and a=p, sixel data. Frames with symbols are larger than frames with text only.
PICTURES = {"kitty": re.compile(rb"\x1b_Ga=[Tp],"), "sixel": re.compile(rb"\x1bP[0-9;]*q")}
SYMBOL_BYTES = 4000
# Control strings that pyte would display as text.
STRINGS = re.compile(rb"\x1b[_P][^\x1b]*\x1b\\")


def set_size(terminal, columns, rows):
    """Sets the size of a terminal with cells of 10 x 20 pixels."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, columns * 10, rows * 20))


class Terminal:
    """A process on a terminal."""

    def __init__(self, command, environment, size, graphics="symbols", folder=None):
        self.size, self.graphics = size, graphics
        self.start = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            set_size(0, *size)
            os.chdir(folder or ".")
            os.execvpe(command[0], command, environment)
        self.clear()
        self.has_answered = False

    def clear(self):
        self.shown = bytearray()
        # The end of each frame in the output, and its time.
        self.frames = []

    def read(self, timeout):
        """Reads output and returns whether there was any within the timeout."""
        ready, _, _ = select.select([self.terminal], [], [], max(timeout, 0))
        if not ready:
            return False
        try:
            part = os.read(self.terminal, 1 << 16)
        except OSError:
            return False
        now = time.perf_counter()
        begin = max(0, len(self.shown) - len(FRAME_END))
        self.shown += part
        if not self.has_answered and QUESTION_END in self.shown:
            self.has_answered = True
            os.write(self.terminal, ANSWERS[self.graphics])
        end = self.shown.find(FRAME_END, begin)
        while end >= 0:
            end += len(FRAME_END)
            if not self.frames or self.frames[-1][0] < end:
                self.frames.append((end, now))
            end = self.shown.find(FRAME_END, end)
        return bool(part)

    def lines(self):
        """Returns the rows of the screen, up to their last character or the cursor."""
        import pyte
        screen = pyte.Screen(*self.size)
        pyte.ByteStream(screen).feed(STRINGS.sub(b"", bytes(self.shown)))
        lines = [line.rstrip() for line in screen.display]
        lines[screen.cursor.y] = lines[screen.cursor.y].ljust(screen.cursor.x)
        return lines

    def waits_for(self, text, silence=20):
        """Reads until the screen contains a string. Returns whether it does, after `silence` seconds without output."""
        while not any(text in line for line in self.lines()):
            if not self.read(silence):
                return False
        return True

    def wait_for(self, pattern, seconds=60):
        """Reads until a frame that matches a pattern is complete. Returns the milliseconds since the start."""
        limit, begin, seen = time.perf_counter() + seconds, 0, 0
        while time.perf_counter() < limit:
            self.read(1)
            for end, when in self.frames[seen:]:
                if re.search(pattern, self.shown[begin:end]):
                    return (when - self.start) * 1000
                begin = end
            seen = len(self.frames)
        sys.exit(f"{pattern!r} was not shown in {seconds} s")

    def settle(self, silence=0.15):
        """Reads until there is no more output. Returns the milliseconds from the start to the end of the last frame."""
        while self.read(silence):
            pass
        last = (self.frames[-1][1] - self.start) * 1000 if self.frames else None
        self.clear()
        return last

    def send(self, keys):
        """Types keys and discards earlier output. Returns the time."""
        self.clear()
        start = time.perf_counter()
        os.write(self.terminal, keys)
        return start

    def press(self, key):
        """Returns the milliseconds from a key to the end of its frame, or None."""
        start = self.send(key)
        while not self.frames:
            if not self.read(2):
                return None
        return (self.frames[0][1] - start) * 1000

    def press_for_picture(self, key, seconds):
        """Returns the milliseconds from a key to the end of the last frame with a picture in `seconds`, or None."""
        start = self.send(key)
        while time.perf_counter() < start + seconds:
            self.read(start + seconds - time.perf_counter())
        last, begin = None, 0
        for end, when in self.frames:
            pattern, frame = PICTURES.get(self.graphics), self.shown[begin:end]
            if pattern.search(frame) if pattern else len(frame) > SYMBOL_BYTES:
                last = (when - start) * 1000
            begin = end
        return last

    def memory(self):
        """Returns the peak resident memory in MB."""
        return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.process}/status").read_text())[1]) / 1000

    def wait(self, seconds):
        """Returns the exit status, negative for signals, or "hang" on timeout."""
        limit, ended = time.monotonic() + seconds, 0
        while not ended and time.monotonic() < limit:
            self.read(0.02)
            ended, status = os.waitpid(self.process, os.WNOHANG)
        if not ended:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status) if ended else "hang"

    def end(self, number=signal.SIGTERM):
        """Sends a signal and reads the remaining output."""
        os.kill(self.process, number)
        while self.read(0.2):
            pass
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def uncompleted(command, environment, setup, cases, folder=None):
    """Types the first text of each case in an interactive bash, after the commands in `setup`.

    The second value of a case is the completed command line, or the set of words that TAB lists, one of many. Returns a
    report for each difference.
    """
    shell, reports = Terminal(command, environment, (200, 50), folder=folder), []
    settings = "bind 'set bell-style none'; bind 'set completion-query-items 0'; bind 'set page-completions off'"
    shell.send(f"{settings}; PS1=; {setup}; clear; echo e''nd\n".encode())
    for typed, wanted in cases:
        shell.waits_for("end")
        shell.settle()
        shell.send(typed.encode())
        lists = isinstance(wanted, set)
        shell.waits_for(min(wanted) if lists else wanted, silence=10)
        while shell.read(0.5):
            pass
        line = max(shell.lines(), key=len)
        if lists and (missing := wanted.difference(*map(str.split, shell.lines()))):
            reports.append(f"bash: {typed!r} lists no {' '.join(sorted(missing))}, but {line!r}")
        elif not lists and line != wanted:
            reports.append(f"bash: {typed!r} became {line!r}, not {wanted!r}")
        shell.send(b"\x15echo e''nd\n")
    shell.end(signal.SIGKILL)
    return reports
