"""The base of all campaigns of `stress`: folders, killed commands, and rounds."""

import concurrent.futures
import hashlib
import itertools
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from calls import compile_library, killing
from project import ROOT, own_homes

# Another file system.
MEMORY = Path("/dev/shm")


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def copy_samples(count, folder):
    """Copies JPEG samples to a new folder, without blanks in their names."""
    folder.mkdir(parents=True)
    for sample in sorted((ROOT / "Samples").rglob("*.jpg"))[:count]:
        shutil.copy(sample, folder / sample.name.replace(" ", "_"))


class Campaign:
    """A campaign of rounds in a folder. Subclasses implement `round`, and call `finish` for each command that they
    start.
    """

    # The number of concurrent rounds.
    parallel = 1
    # Whether rounds are independent, so that they continue after a fault.
    is_repeatable = False
    # The timeout of a command in seconds.
    limit = 60

    def __init__(self, options, folder):
        self.options, self.folder, self.choice = options, folder, random.Random(options.seed)
        self.rounds = self.ended = self.killed = self.faults = 0
        # Commands of other users access it.
        folder.chmod(0o755)
        self.home = folder / "home"
        self.home.mkdir()
        self.environment = self.environment_of(self.home)
        self.program = options.photopick
        self.library = compile_library(folder)
        self.other = Path(tempfile.mkdtemp(prefix="stress-", dir=MEMORY)) if MEMORY.is_dir() else None
        if not self.other:
            print(f"notice: no photo is moved to another file system: there is no folder {MEMORY}")

    @staticmethod
    def environment_of(home):
        return own_homes(home) | {"TZ": "UTC", "no_proxy": "127.0.0.1"}

    def prepare(self, count):
        """Prepares `count` rounds (None: unlimited), and returns the possible number of rounds."""
        return count

    def round(self, number):
        """Runs a round and returns its faults."""
        raise NotImplementedError

    def end(self):
        """Removes files outside the folder."""
        if self.other and (self.is_repeatable or not self.faults):
            shutil.rmtree(self.other)

    def run(self, count, seconds):
        """Runs `count` rounds, or rounds for some seconds and at least one. Dependent rounds stop at the first fault.
        """
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

    def start(self, *arguments, environment=None, kill_at=None, **options):
        """Starts photopick, optionally with SIGKILL before the call with number `kill_at` that changes a file."""
        environment = {**self.environment, **(environment or {})}
        if kill_at and self.library:
            environment = killing(environment, self.library, kill_at)
        return subprocess.Popen(
            [self.program, *map(str, arguments)], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def finish(self, process, patience=None):
        """Waits for a command and returns status, output and errors. The status is "hang" after a timeout, and -9 if
        the command was killed, which also happens after `patience` seconds.
        """
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
        # Commands that change files say which photos they mean.
        said = re.sub(r"^\d+ photos? of .*\n", "", errors.decode(errors="backslashreplace"), flags=re.MULTILINE)
        return status, output.decode(errors="backslashreplace"), said

    def call(self, *arguments, **options):
        """Runs photopick and returns status, output and errors."""
        return self.finish(self.start(*arguments, **options))
