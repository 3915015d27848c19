"""Changes folders of photos while photopick reads them with a catalog, and compares the output.

In each round a writer creates, overwrites, renames, exchanges, links and deletes photos, sidecars and folders while
photopick runs, with up to three processes, some killed with SIGKILL. Then the writer pauses, and `browse --jsonl` must
print identical bytes with the catalog, without it, and with --no-refresh, also with --follow and --no-follow. In every
fifth round the catalog is damaged before: truncated, overwritten with random bytes, emptied, replaced, unreadable, on
a full or read-only file system, or without a home folder. Before every tenth round the photos become old enough to be
cached.

The timing of random choices depends on the machine.
"""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import campaign
from tree_writer import Writer


class Catalogs:
    """Failures of the catalog: damage, other files in its place, a full or read-only disk."""

    def __init__(self, folder, choice):
        self.folder, self.choice = folder, choice
        self.file = Path(folder, "photopick", "catalog.sqlite")
        self.kinds = [self.cut, self.scramble, self.scramble, self.scramble, self.empty, self.remove]
        self.kinds += [self.foreign, self.text, self.cut_log, self.scramble_log, self.lose_log]
        self.kinds += [self.is_folder, self.is_pipe]
        if os.geteuid() == 0:
            self.kinds += [self.full, self.read_only, self.of_another]
        self.mounted = False

    def files(self):
        return sorted(self.file.parent.glob("*"))

    def cut(self):
        os.truncate(self.file, self.choice.randrange(os.path.getsize(self.file) + 1))

    def scramble(self, path=None):
        path = path or self.file
        size = path.stat().st_size
        with path.open("r+b") as file:
            for _ in range(self.choice.choice((1, 3, 20, 300)) if size else 0):
                start = self.choice.randrange(size)
                file.seek(start)
                file.write(self.choice.randbytes(self.choice.choice((1, 1, 16, 600)))[: size - start])

    def logs(self):
        return [path for path in self.files() if path != self.file]

    def cut_log(self):
        for path in self.logs():
            os.truncate(path, self.choice.randrange(os.path.getsize(path) + 1))

    def scramble_log(self):
        for path in self.logs():
            self.scramble(path)

    def lose_log(self):
        for path in self.logs():
            path.unlink()

    def empty(self):
        os.truncate(self.file, 0)

    def remove(self):
        for path in self.files():
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def make_room(self):
        self.remove()
        self.file.parent.mkdir(parents=True, exist_ok=True)

    def foreign(self):
        self.make_room()
        with sqlite3.connect(self.file) as database:
            database.execute("CREATE TABLE folder (id INTEGER, path TEXT)")
            database.execute("INSERT INTO folder VALUES (1, '/')")
        database.close()

    def text(self):
        self.file.write_bytes(b"This is no database.\n" * self.choice.randrange(1, 400))

    def is_folder(self):
        self.make_room()
        self.file.mkdir()

    def is_pipe(self):
        self.make_room()
        os.mkfifo(self.file)

    def mount(self, options):
        os.makedirs(self.folder, exist_ok=True)
        command = ["mount", "-t", "tmpfs", "-o", options, "none", self.folder]
        done = subprocess.run(command, capture_output=True, check=False)
        self.mounted = done.returncode == 0

    def full(self):
        """Mounts a file system with few or no free pages."""
        self.mount("size=256k")
        if self.mounted:
            room = self.choice.choice((0, 4096, 8192, 32768, 65536, 131072))
            with contextlib.suppress(OSError):
                Path(self.folder, "ballast").write_bytes(bytes(max(0, (256 << 10) - room)))

    def read_only(self):
        self.mount("size=256k,ro")

    def of_another(self):
        for path in self.files():
            os.chmod(path, 0)
            os.chown(path, 1, 1)

    def mend(self):
        """Restores the conditions for a catalog."""
        if self.mounted:
            subprocess.run(["umount", self.folder], check=True)
            self.mounted = False
        if self.file.is_file():
            os.chown(self.file, os.geteuid(), os.getegid())
            self.file.chmod(0o600)
        elif self.file.exists():
            self.remove()


class Campaign(campaign.Campaign):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.root = self.folder / "photos"
        self.root.mkdir()
        self.writer = Writer(str(self.root), self.options.seed)
        self.catalogs = Catalogs(str(self.home / "cache"), self.choice)

    def end(self):
        self.catalogs.mend()
        super().end()

    def browse(self, *arguments, **options):
        return self.call("browse", self.root, "--jsonl", *arguments, **options)

    def round(self, number):
        number += 1
        for _ in range(self.choice.choice((0, 3, 30))):
            self.writer.act()
        faults = self.disturb()
        if number % 10 == 0:
            time.sleep(3.1)
            self.browse()
            self.writer.act()
            self.writer.act()
        faults += self.check()
        return faults + (self.check_trouble() if number % 5 == 0 else [])

    def disturb(self):
        """Runs photopick and the writer concurrently."""
        stop = threading.Event()

        def write():
            while not stop.is_set():
                self.writer.act()
                time.sleep(0.0005)

        thread = threading.Thread(target=write)
        thread.start()
        running = [self.start("browse", self.root, "--jsonl") for _ in range(self.choice.choice((1, 1, 2, 3)))]
        for process in running:
            if self.choice.random() < 0.4:
                time.sleep(self.choice.random() * 0.06)
                process.send_signal(signal.SIGKILL)
        statuses = [self.finish(process)[0] for process in running]
        stop.set()
        thread.join()
        return [f"while the writer ran: exit {status}" for status in statuses if status not in (0, 1, -signal.SIGKILL)]

    def compare(self, name, wanted, *arguments, **options):
        """Compares output and status with a run without catalog."""
        status, output, errors = self.browse(*arguments, **options)
        if (status, output) == wanted[:2]:
            return []
        first, second = wanted[1].splitlines(), output.splitlines()
        missing = ["- " + line for line in first if line not in second]
        extra = ["+ " + line for line in second if line not in first]
        return ["\n".join([f"{name}: exit {status}, not {wanted[0]}", errors.strip(), *missing[:3], *extra[:3]])]

    def check(self):
        faults = []
        for links in self.choice.sample(((), ("--follow",), ("--no-follow",)), 2):
            wanted = self.browse("--no-catalog", *links)
            if wanted[0] not in (0, 1):
                return [f"--no-catalog {links}: exit {wanted[0]}: {wanted[2]}"]
            faults += self.compare(f"with the catalog {links}", wanted, *links)
            faults += self.compare(f"--no-refresh {links}", (0, wanted[1]), "--no-refresh", *links)
        return faults

    def check_trouble(self):
        """Verifies the output with a damaged catalog, and after its repair."""
        trouble = self.choice.choice(self.catalogs.kinds)
        name, environment = trouble.__name__, None
        try:
            trouble()
        except OSError as error:
            print(f"{name} cannot be tried: {error}", file=sys.stderr)
            return []
        try:
            wanted = self.browse("--no-catalog")
            if name == "remove" and self.choice.random() < 0.5:
                name, environment = "no home", {"HOME": "/dev/null", "XDG_CACHE_HOME": ""}
            faults = self.compare(name, wanted, environment=environment)
            faults += self.compare(name + ", again", wanted, environment=environment)
        finally:
            self.catalogs.mend()
        faults += self.compare(name + ", mended", wanted)
        return faults + self.compare(name + ", mended, --no-refresh", (0, wanted[1]), "--no-refresh")
