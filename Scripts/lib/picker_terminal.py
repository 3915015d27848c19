"""A terminal for benchmarks of the picker: answers its questions, and records when each frame ended."""

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

FRAME_END = b"\x1b[?2026l"
QUESTION_END = b"\x1b[c"
# Frames at once, the size of a cell, then what the graphics ask for and the attributes.
ANSWERS = {
    "symbols": b"\x1b[?2026;2$y\x1b[6;%d;%dt\x1b[?62;22c",
    "sixel": b"\x1b[?2026;2$y\x1b[6;%d;%dt\x1b[?62;4;22c",
    "kitty": b"\x1b[?2026;2$y\x1b[6;%d;%dt\x1b_Gi=31;OK\x1b\\\x1b[?62;22c",
}
# What shows a picture: kitty's a=T and a=p, a string of sixels. Symbols are so many cells that text alone is less.
PICTURES = {"kitty": re.compile(rb"\x1b_Ga=[Tp],"), "sixel": re.compile(rb"\x1bP[0-9;]*q")}
SYMBOL_BYTES = 4000


class Picker:
    """A picker on a terminal of its own."""

    def __init__(self, command, environment, size, graphics="symbols", cell=(10, 20)):
        columns, rows = size
        self.graphics, self.answers = graphics, ANSWERS[graphics] % (cell[1], cell[0])
        window = struct.pack("HHHH", rows, columns, columns * cell[0], rows * cell[1])
        self.start = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, window)
            os.execve(command[0], command, environment)
        self.clear()
        self.has_answered = False

    def clear(self):
        """Forgets what was shown."""
        self.shown = bytearray()
        # How much was there when; frames end in between.
        self.arrivals = []
        self.frames = []

    def read(self, timeout):
        """Takes what the picker writes; false after so many seconds of silence."""
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
            os.write(self.terminal, self.answers)
        end = self.shown.find(FRAME_END, begin)
        while end >= 0:
            end += len(FRAME_END)
            if not self.frames or self.frames[-1][0] < end:
                self.frames.append((end, now))
            end = self.shown.find(FRAME_END, end)
        return bool(part)

    def wait_for(self, pattern, seconds=60):
        """Reads until a frame that holds a pattern has ended; the time since the start."""
        limit, begin, seen = time.perf_counter() + seconds, 0, 0
        while time.perf_counter() < limit:
            self.read(1)
            for end, when in self.frames[seen:]:
                if re.search(pattern, self.shown[begin:end]):
                    return when - self.start
                begin = end
            seen = len(self.frames)
        sys.exit(f"pick: {pattern!r} was not shown in {seconds} s")

    def settle(self, silence=0.15):
        """Reads until nothing is written any more; the time from the start to the end of the last frame, if any."""
        while self.read(silence):
            pass
        last = self.frames[-1][1] - self.start if self.frames else None
        self.clear()
        return last

    def send(self, keys):
        """Types; what was shown before is forgotten."""
        self.clear()
        os.write(self.terminal, keys)

    def press(self, key):
        """The seconds from a key to the end of its frame; None if there is none."""
        self.clear()
        start = time.perf_counter()
        os.write(self.terminal, key)
        while not self.frames:
            if not self.read(2):
                return None
        return self.frames[0][1] - start

    def press_for_picture(self, key, seconds):
        """The seconds from a key to the end of the last frame that shows a picture within a time, which passes in any
        case; None if there is none."""
        self.clear()
        start = time.perf_counter()
        os.write(self.terminal, key)
        while time.perf_counter() < start + seconds:
            self.read(start + seconds - time.perf_counter())
        last, begin = None, 0
        for end, when in self.frames:
            if self.has_picture(self.shown[begin:end]):
                last = when - start
            begin = end
        return last

    def has_picture(self, frame):
        pattern = PICTURES.get(self.graphics)
        return bool(pattern.search(frame)) if pattern else len(frame) > SYMBOL_BYTES

    def memory(self):
        """The most resident memory so far, in MB."""
        status = Path(f"/proc/{self.process}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1000

    def wait(self, seconds):
        """The status with which the picker ends, negative after a signal; "hang" if it does not end in time."""
        limit, ended = time.monotonic() + seconds, 0
        while not ended and time.monotonic() < limit:
            self.read(0.02)
            ended, status = os.waitpid(self.process, os.WNOHANG)
        if not ended:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status) if ended else "hang"

    def end(self):
        os.kill(self.process, signal.SIGTERM)
        while self.read(1):
            pass
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def screen_text(shown, rows):
    """The text of the screen's rows after all that was shown: characters and where they are put, nothing else."""
    lines = [{} for _ in range(rows)]
    row = column = 0
    for match in re.finditer(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b[78]|\x1b[_P][^\x1b]*\x1b\\\\|([^\x1b])", shown.decode(errors="replace")):
        parameters, command, character = match.groups()
        if command == "H":
            row, column = (int(number) - 1 for number in (parameters or "1;1").split(";"))
        elif command == "J":
            lines = [{} for _ in range(rows)]
        elif character and 0 <= row < rows:
            lines[row][column] = character
            column += 1
    return ["".join(line.get(place, " ") for place in range(max(line, default=-1) + 1)) for line in lines]
