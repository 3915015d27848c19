"""An interactive shell on a pseudo-terminal, in which words are completed."""

import os
import pty
import re
import select
import time

CONTROLS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x07|\r")


class Shell:
    """An interactive shell on a pseudo-terminal."""

    def __init__(self, command, folder, environment):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read(self, until, seconds=20):
        """What is printed up to a pattern, or until nothing comes for long."""
        text, end = "", time.monotonic() + seconds
        while time.monotonic() < end and not re.search(until, text):
            if select.select([self.terminal], [], [], 0.2)[0]:
                text = CONTROLS.sub("", text + os.read(self.terminal, 65536).decode(errors="replace"))
        return text

    def end(self):
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def shown(text):
    """The line as the terminal shows it: backspaces go back, and what follows overwrites."""
    line, place = [], 0
    for character in text:
        if character == "\b":
            place -= 1
        else:
            line[place:place + 1] = [character]
            place += 1
    return "".join(line)


def completed(shell, number, typed):
    """The line after something was typed; the line is then taken back and a mark printed, so that all of it has come."""
    shell.type(typed)
    # The program answers within a second or so; the mark cannot be typed before, since it would be part of the line.
    text = shell.read(r"(?!x)x", 1.5)
    if number >= 0:
        shell.type("\x15")
        shell.type(f"echo end-{number}\n")
        shell.read(rf"end-{number}\n?.*end-{number}")
    return shown(text.replace("\n", ""))
