"""Kills `photopick export --move` at random and verifies every photo, also with bindfs and mergerfs; fills a small
disk.

Each round moves a folder of photos, some with the same name, within a file system or to another one. The command is
killed repeatedly until it succeeds. After some kills, a partial record is appended to the journal, as after a power
failure. After every kill each photo must be complete in at least one place, and finally in exactly one. Then `--undo`
must restore all photos.

Other rounds involve file systems in user space (FUSE), where one file has two inode numbers: from a union, into a
union, and to the photos' own folder through another mount, which must not change. They require bindfs, mergerfs,
/dev/fuse and root; a notice reports skipped rounds. Every fourth round exports to a disk that is too small: one line
must report it, and no photo may be lost.
"""

import contextlib
import os
import resource
import shutil
import struct
import subprocess
import time
from collections import Counter

import campaign
from photos import opaque

SMALL_DISK = 16 << 20
# The maximum time before the first kill, in seconds. It grows by a tenth with each kill, so that slow machines finish.
PATIENCE = 0.25
MOST_KILLS = 100
LONG_CACHES = {
    "bindfs": ["-o", "attr_timeout=600,entry_timeout=600,negative_timeout=600"],
    "mergerfs": ["-o", "cache.entry=600,cache.attr=600,cache.negative_entry=600"]}


class Fault(Exception):
    """A lost photo, or an unexpected exit status."""


def require(holds, text):
    if not holds:
        raise Fault(text)


def digests(*folders):
    """Counts the contents of folders, excluding temporary files."""
    return Counter(
        campaign.digest(path) for folder in folders if folder.exists() for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink() and not path.name.startswith(".photopick-"))


@contextlib.contextmanager
def mounted(place, *command):
    """Mounts a file system."""
    place.mkdir(exist_ok=True)
    subprocess.run([*map(str, command), place], check=True)
    try:
        yield place
    finally:
        # A killed command may still be terminating.
        for _ in range(50):
            if subprocess.run(["umount", place], stderr=subprocess.DEVNULL, check=False).returncode == 0:
                break
            time.sleep(0.1)
        else:
            subprocess.run(["umount", "-l", place], check=True)


def is_mountable(kind):
    """Returns whether the user can mount a FUSE file system, with a notice if not."""
    for fails, reason in (
            (shutil.which(kind) is None, f"{kind} is not installed"), (os.geteuid() != 0, "only root mounts"),
            (not os.path.exists("/dev/fuse"), "there is no /dev/fuse")):
        if fails:
            print(f"notice: no rounds over {kind}: {reason}", flush=True)
            return False
    return True


class Campaign(campaign.Campaign):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.photos = self.folder / "photos"
        for index in range(120):
            # Every name occurs in two folders.
            photo = self.photos / f"album-{index % 4}" / f"IMG_{index // 2:03}.JPG"
            photo.parent.mkdir(parents=True, exist_ok=True)
            photo.write_bytes(opaque(self.choice.randrange(20_000, 300_000)))
            photo.with_suffix(".xmp").write_bytes(os.urandom(500))
        self.before = digests(self.photos)
        self.kinds = ["plain"] * bool(self.other) + [kind for kind in LONG_CACHES if self.other and is_mountable(kind)]
        self.kinds += ["disk"] * (os.geteuid() == 0)

    def round(self, number):
        number, kind = divmod(number, len(self.kinds))
        kind, view = self.kinds[kind], self.folder / "view"
        try:
            if kind == "plain":
                self.move(self.photos, (self.folder if number % 3 == 2 else self.other) / "moved")
            elif kind == "disk":
                with mounted(view, "mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs") as disk:
                    self.fill(disk)
            else:
                self.move_over(kind, number, view)
        except Fault as fault:
            return [f"{kind}: {fault}"]
        return []

    def move_over(self, kind, number, view):
        """Moves photos from, into or within a FUSE file system."""
        # A union of two folders, or another view of a folder.
        sources = [self.photos]
        if number % 3 == 0:
            sources = [self.other / f"{kind}-{index}" for index in range(2 if kind == "mergerfs" else 1)]
        for source in sources:
            source.mkdir(exist_ok=True)
        caches = LONG_CACHES[kind] if self.choice.random() < 0.5 else []
        with mounted(view, kind, *caches, ":".join(map(str, sources))):
            if number % 3 == 0:
                self.move(self.photos, view / "moved")
            elif number % 3 == 1:
                self.move(view, self.other / "moved")
            else:
                self.move_in_place(*self.choice.sample((self.photos, view), 2))

    def until_done(self, arguments, check):
        """Runs a command until it isn't killed, with a check after each kill."""
        for kills in range(MOST_KILLS):
            patience = self.choice.uniform(0.01, PATIENCE * 1.1**kills)
            status, _, errors = self.finish(self.start(*arguments), patience)
            if status != -9:
                # A kill may come when all was taken back.
                require(status == 0 or "there is no export to undo" in errors, f"it ends with {status}: {errors}")
                return
            check(f"after kill {kills + 1} of {arguments[:2]}")
        raise Fault("no run comes to its end")

    def move_in_place(self, source, target):
        """Moves photos to their own folder through another mount, which must not change it."""
        names = sorted(self.photos.rglob("*"))

        def check(when):
            require(digests(self.photos) == self.before, f"photos are gone or there twice in their own folder {when}")

        words = ["--to", target, "--move", "--with-sidecars", "--name", "{album}/{name}"]
        self.until_done(["export", "all", source, *words], check)
        for when in ("at the end", "after --undo"):
            check(when)
            require(sorted(self.photos.rglob("*")) == names, f"photos have other names {when}")
            self.call("export", "--undo")

    def move(self, source, target):
        """Moves photos and restores them, both with kills."""
        before, torn = self.before, None

        def check(when):
            nonlocal torn
            if self.choice.random() < 0.3:
                torn = self.tear_journal(torn)
            now = digests(source, target)
            require(not before - now, f"{sum((before - now).values())} photos are gone {when}")
            require(not set(now) - set(before), f"there are files that nobody made {when}")

        words = ["--name", "{album}/{name}"] if self.choice.random() < 0.3 else []
        self.until_done(["export", "all", source, "--to", target, "--move", "--with-sidecars", *words], check)
        require(not digests(source), "photos are left behind")
        require(digests(target) == before, "the photos are not those that were moved")
        torn = None
        self.until_done(["export", "--undo"], lambda when: require(
            not before - digests(source, target), f"photos are gone {when}"))
        require(digests(source) == before and not digests(target), "--undo has not brought all photos home")

    def tear_journal(self, torn):
        """Appends a partial record to the newest journal, once for each length."""
        journals = sorted((self.home / "state/photopick/exports").glob("*.journal"))
        # Linux ends an interrupted write at a page boundary: such a journal already ends with a partial record, after
        # which photopick writes nothing.
        size = journals[-1].stat().st_size if journals else 0
        if torn == (journals[-1:], size) or size % resource.getpagesize() == 0:
            return torn
        with journals[-1].open("ab") as journal:
            length = self.choice.randrange(1, 300)
            record = struct.pack("<II", length, length ^ 0xFFFFFFFF) + os.urandom(8 + length)
            rest = self.choice.choice([b"", bytes(3), bytes(400)])
            journal.write(record[:self.choice.randrange(1, len(record))] + rest)
        return journals[-1:], journals[-1].stat().st_size

    def fill(self, disk):
        """Moves and copies more photos than a small disk can store."""
        for action in ("--copy", "--move"):
            status, _, errors = self.call("export", "all", self.photos, "--to", disk / "out", action)
            lines = errors.strip().split("\n")
            require(status == 1 and len(lines) == 1 and "is full" in lines[0], f"{action} ends with {status}: {errors}")
            require(not self.before - digests(self.photos, disk), f"photos are lost by {action} to a full disk")
            require(not set(digests(disk)) - set(self.before), f"half files after {action} to a full disk")
            status, _, errors = self.call("export", "--undo")
            require(status == 0 and digests(self.photos) == self.before, f"--undo of {action} ends with {status}: {errors}")
