"""Changes folders of photos while photopick reads them with a catalog, and compares the output.

In each round a writer creates, overwrites, renames, exchanges, links and deletes photos, sidecars and folders while
photopick runs, with up to three processes, some killed with SIGKILL. Then the writer pauses, and `browse --jsonl` must
print identical bytes with the catalog, without it, and with --no-refresh, also with --follow and --no-follow. In every
fifth round the catalog is damaged before: truncated, overwritten with random bytes, emptied, replaced, unreadable, on
a full or read-only file system, or without a home folder. Before every tenth round the photos become old enough to be
cached.

The timing of random choices depends on the machine.
"""

import signal
import sys
import threading
import time

import campaign
from catalog_troubles import Catalogs
from tree_writer import Writer


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
