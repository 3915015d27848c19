"""What the campaigns of `stress` share: folders, commands that are killed, and rounds in turn."""

import concurrent.futures
import hashlib
import itertools
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from calls import compile_library, killing

KINDS = ("CACHE", "STATE", "DATA", "CONFIG")
# The other file system.
MEMORY = Path("/dev/shm")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Campaign:
    """Rounds in a folder. A subclass implements `round`, and calls `finish` for each command that it starts."""

    # The rounds at the same time.
    parallel = 1
    # Whether each round makes its files itself, so that the next rounds still mean something after a fault.
    is_repeatable = False
    # The seconds that one command may take.
    limit = 60

    def __init__(self, options, folder):
        self.options, self.folder, self.choice = options, folder, random.Random(options.seed)
        self.rounds = self.ended = self.killed = self.faults = 0
        # Programs that run as another user look for it there.
        folder.chmod(0o755)
        self.home = folder / "home"
        self.home.mkdir()
        self.environment = {
            **{key: value for key, value in os.environ.items() if key != "PHOTOPICK_LIBRARY"}, "HOME": str(self.home),
            "TZ": "UTC", "no_proxy": "127.0.0.1", **{f"XDG_{kind}_HOME": str(self.home / kind.lower()) for kind in KINDS}}
        self.library = compile_library(folder)
        self.other = Path(tempfile.mkdtemp(prefix="stress-", dir=MEMORY)) if MEMORY.is_dir() else None
        if not self.other:
            print(f"notice: no photo is moved to another file system: there is no folder {MEMORY}")

    def prepare(self, count):
        """Prepares for some rounds and returns how many there can be; `None` means any number."""
        return count

    def round(self, number):
        """Runs a round and returns its faults."""
        raise NotImplementedError

    def end(self):
        """Removes what is outside of the folder."""
        if self.other and (self.is_repeatable or not self.faults):
            shutil.rmtree(self.other)

    def run(self, count, seconds):
        """Runs so many rounds, or those that begin within some seconds and at least one, until one finds a fault."""
        count = self.prepare(count)
        numbers, end = itertools.count(), time.monotonic() + (seconds or 0)

        def work():
            for number in numbers:
                if number >= count if count is not None else number and time.monotonic() > end:
                    return
                faults = self.round(number)
                self.rounds += 1
                self.faults += len(faults)
                for fault in faults[:20]:
                    print(f"FAULT in round {number}: {fault}", flush=True)
                if self.faults and not self.is_repeatable:
                    return

        with concurrent.futures.ThreadPoolExecutor(self.parallel) as pool:
            for worker in [pool.submit(work) for _ in range(self.parallel)]:
                worker.result()

    def start(self, *arguments, kill_at=None, **environment):
        """Starts photopick; with `kill_at` it is killed right before the call of that number that changes a file."""
        environment = {**self.environment, **environment}
        if kill_at and self.library:
            environment = killing(environment, self.library, kill_at)
        return subprocess.Popen(
            [self.options.photopick, *map(str, arguments)], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, process, patience=None):
        """The status, output and errors of a command; its status is "hang" if it does not end, and -9 if it was killed,
        as it is if it takes longer than `patience`."""
        status = None
        try:
            output, errors = process.communicate(timeout=patience or self.limit)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            status = None if patience else "hang"
        status = status or process.returncode
        if status == -signal.SIGKILL:
            self.killed += 1
        else:
            self.ended += 1
        return status, output.decode(errors="backslashreplace"), errors.decode(errors="backslashreplace")

    def call(self, *arguments, **environment):
        """Runs photopick to its end; its status, output and errors."""
        return self.finish(self.start(*arguments, **environment))
