"""Runs `photopick store` in eight concurrent workers for a second per round, and kills commands at random.

Each worker puts, renames and deletes pictures with thumbnails, under its own names and under shared names. Some
commands get SIGKILL after a random time, some before a random call that changes a file. After each round, every listed
name must have its picture, with the bytes of a source, and its thumbnail; there are no other thumbnails; reported
results hold, and no temporary file remains.
"""

import hashlib
import os
import random
import shutil
import signal
import threading
import time

import campaign
from project import ROOT

WORKERS, SECONDS = 8, 1


class Worker(threading.Thread):
    """Runs one command after another. `kept` contains its own names with known contents."""

    def __init__(self, number, store, seed):
        super().__init__()
        self.number, self.store = number, store
        self.random = random.Random(seed)
        self.kept = {}       # name -> digest, reported as kept
        self.gone = set()    # names reported as deleted or renamed away
        self.unsure = {}     # name -> digests it may have; None: it may be missing
        self.renames = []    # pairs of names of which a killed rename leaves one
        self.failures = []
        self.serial = 0

    def fresh(self):
        self.serial += 1
        return f"w{self.number}-{self.serial}.jpg"

    def run(self):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            choice = self.random.random()
            names = list(self.kept)
            if choice < 0.5 or not names:
                self.put()
            elif choice < 0.7:
                self.rename(self.random.choice(names))
            elif choice < 0.85:
                self.delete(self.random.choice(names))
            else:
                self.fight()

    def perform(self, action, *arguments, may_fail=False):
        """Returns True for success, False for failure and None for a kill, with the output."""
        choice = self.random.random()
        process = self.store.command(
            action, "--thumbnails", *arguments, kill_at=self.random.randint(1, 50) if choice < 0.5 else None)
        if choice > 0.75:
            time.sleep(self.random.random() ** 2 * 0.06)
            process.send_signal(signal.SIGKILL)
        status, output, errors = self.store.finish(process)
        if status == -signal.SIGKILL:
            return None, output
        if status not in ((0, 1) if may_fail else (0,)):
            self.failures.append(f"{action} failed: exit {status}: {errors}")
        return status == 0, output

    def put(self):
        path, digest = self.random.choice(self.store.sources)
        name = self.fresh() if self.random.random() < 0.7 else None
        ended, output = self.perform("put", *(["--name", name] if name else []), path)
        if ended and name or output.endswith("\n"):
            self.kept[name or output.strip()] = digest
        elif ended is None and name:
            self.unsure[name] = {digest, None}

    def rename(self, name):
        digest, target = self.kept.pop(name), self.fresh()
        ended, _ = self.perform("rename", name, target)
        if ended:
            self.kept[target] = digest
            self.gone.add(name)
        elif ended is None:
            self.unsure[name] = self.unsure[target] = {digest, None}
            self.renames.append({name, target})

    def delete(self, name):
        digest = self.kept.pop(name)
        ended, _ = self.perform("delete", name)
        if ended:
            self.gone.add(name)
        elif ended is None:
            self.unsure[name] = {digest, None}

    def fight(self):
        """Changes shared names concurrently: every consistent result is valid."""
        name, other = self.random.choice("ABC") + ".jpg", self.random.choice("ABC") + ".jpg"
        path, _ = self.random.choice(self.store.sources)
        put, rename = ("put", "--replace", "--name", name, path), ("rename", "--replace", name, other)
        if action := self.random.choice([put, rename, ("delete", name), None]):
            self.perform(*action, may_fail=True)
        else:
            self.get(name)

    def get(self, name):
        output, errors = (process := self.store.command("get", name)).communicate(timeout=60)
        known = [digest for _, digest in self.store.sources]
        if process.returncode == 0 and hashlib.sha256(output).hexdigest() not in known:
            self.failures.append(f"get {name}: bytes that nobody put")
        elif process.returncode not in (0, 1):
            self.failures.append(f"get {name}: {errors.decode()}")


class Campaign(campaign.Campaign):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.store = self.folder / "store"
        self.sources = [(path, campaign.digest(path)) for path in sorted((ROOT / "Samples").rglob("*.jpg"))[:8]]

    def command(self, action, *arguments, **options):
        return self.start("store", action, "--root", self.store, *arguments, **options)

    def round(self, number):
        shutil.rmtree(self.store, ignore_errors=True)
        self.store.mkdir()
        workers = [Worker(index, self, f"{self.options.seed}-{number}-{index}") for index in range(WORKERS)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        faults = [failure for worker in workers for failure in worker.failures]
        return faults + self.check(workers) + self.check_leftovers()

    def check(self, workers):
        status, output, errors = self.finish(self.command("list"))
        if status != 0:
            return [f"list failed: {errors}"]
        known = {digest for _, digest in self.sources}
        found = {name: campaign.digest(self.store / name) for name in output.splitlines()}
        faults = [f"{name}: bytes that nobody put" for name, digest in found.items() if digest not in known]
        folder = self.store / "thumbnail"
        thumbnails = set(os.listdir(folder)) if folder.is_dir() else set()
        faults += [f"{name}: no thumbnail" for name in found.keys() - thumbnails]
        faults += [f"{name}: a thumbnail without its picture" for name in thumbnails - found.keys()]
        for worker in workers:
            faults += [f"{name}: was reported as kept, is {found.get(name)}" for name, digest in worker.kept.items()
                       if found.get(name) != digest]
            faults += [f"{name}: was reported as gone" for name in worker.gone if name in found]
            faults += [f"{name}: half done: {found.get(name)}" for name, digests in worker.unsure.items()
                       if found.get(name) not in digests]
            faults += [f"{names}: a killed rename left both or none" for names in worker.renames
                       if len(names & found.keys()) != 1]
        if (self.store / ".photopick/journal.damaged").exists():
            faults.append("a damaged journal")
        return faults

    def check_leftovers(self):
        """The next writer removes files of killed commands."""
        status, _, errors = self.finish(self.command("put", "--thumbnails", self.sources[0][0]))
        if status != 0:
            return [f"put after the round failed: {errors}"]
        return [f"left in staging: {name}" for name in os.listdir(self.store / ".photopick/staging")]
