"""Failures of a catalog: damage, other files in its place, a full or read-only disk."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path


class Catalogs:
    """Methods that cause a failure of the catalog."""

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
