"""A virtual screen for programs with windows."""

import os
import subprocess
from contextlib import contextmanager


@contextmanager
def virtual_screen(size, *options):
    """Runs Xvfb with a screen such as `800x600`, and yields the value of DISPLAY.

    The number of the display derives from this process. Xvfb could choose one, but may choose that of a server that is
    ending, which then removes the socket of the new one.
    """
    number = 100 + os.getpid() % 30_000
    command = ["Xvfb", f":{number}", "-displayfd", "1", "-screen", "0", f"{size}x24", "-nolisten", "tcp", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            if not server.stdout.readline():
                raise RuntimeError(f"Xvfb can't use the display {number}")
            yield f":{number}"
        finally:
            server.terminate()
