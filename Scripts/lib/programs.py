"""Programs in tmux, and photos whose names they could run."""

import os
import re
import shlex
import subprocess
import time
from pathlib import Path

from photos import png
from project import own_homes

# Each name could be code, keys, options, patterns or syntax of a program. The programs run in the folder of the photos or
# below it, and create the file `pwned` if they run a part of a name.
NAMES = [
    b"a [b] 'c' $d.png", b"*.png", b"?.png", b"-rf.png", b"+1.png", b"~.png", b":q!.png", b"=ls.png", b"a,b.png", b"a:1:b",
    b"#0 % %d %f {} !!.png", b"#{q} #(touch pwned).png", b"$(touch pwned) `touch pwned`.png", b'"; touch pwned; ".png',
    b"'; touch pwned; '.png", b"| touch pwned & .png", b"> < .png", b"\\n \\.png", b"<enter>!touch pwned<enter>.png",
    b"^M!touch pwned^M.png", b"<b>&lt;.png", b"=?utf-8?q?=2E?=.png", b"%41.png", b"\tt.png", b"\x03\x04\x15c.png",
    b"\x1b]0;t\x07\x1b[201~e.png", b"\x7fd.png", "\u009bA\u0085.png".encode(), b"\xff\x9b.png",
    "\u202efdp.png".encode(), "é.png".encode()]
# Names that a list of lines can't contain.
LINES = [b"end\n", b"x\n!touch pwned\ntouch pwned\n.png", b"x\r!touch pwned\rtouch pwned\r.png"]
# The folder of the photos.
FOLDER = b"-$(touch pwned) ' \" #{q} #(touch pwned) %d % \\n [a] \x1b e"


class Wrong(Exception):
    """An unexpected screen or result."""


class Tmux:
    """A program in tmux, with a separate server."""

    def __init__(self, home, folder, environment, command, photos, size=(160, 60)):
        self.photos = photos
        self.prefix = ["tmux", "-S", f"{home}/tmux", "-f", "/dev/null"]
        # HUP of the window ends the program. The option -c would expand formats in the name of the folder.
        subprocess.run(
            [*self.prefix, "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), shlex.join(command)],
            cwd=folder, env=environment, check=True)

    def run(self, *command):
        done = subprocess.run([*self.prefix, *command], capture_output=True, check=False)
        return done.stdout.decode(errors="replace")

    def type(self, *keys):
        """Types keys with pauses, since some programs discard keys that arrive while they draw."""
        for key in keys:
            self.run("send-keys", key)
            time.sleep(0.2)

    def screen(self):
        return self.run("capture-pane", "-p", "-J")

    def shows_picture(self):
        return bool(re.search("[\u2580-\u259f]", self.screen()))

    def wait(self, what, seconds=120):
        """Blocks until the screen contains a text or a condition is true."""
        end = time.monotonic() + seconds
        while not (what in self.screen() if isinstance(what, str) else what()):
            if time.monotonic() > end:
                missing = what if isinstance(what, str) else "result"
                lines = [line.rstrip()[:160] for line in self.screen().splitlines() if line.strip()]
                raise Wrong("\n".join([f"no {missing} on the screen:", *lines[:3], "…", *lines[-12:]]))
            time.sleep(0.05)

    def pick(self, count):
        """Picks all photos in the picker, which may begin with albums. `count` of them can be picked."""
        self.wait("q cancel")
        if "Tab photos" in self.screen():
            self.type("Tab")
        # A picks what was read so far.
        self.wait(f"1/{len(os.listdir(self.photos))}")
        self.type("A")
        # The count, or the names of refused photos. A popup has a frame.
        self.wait(lambda: re.search(rf"^\W*({count} picked|\d+ photos cannot be)", self.screen(), re.MULTILINE))
        self.type("d")
        self.wait(lambda: "q cancel" not in self.screen())

    def cancel(self):
        self.wait("q cancel")
        self.type("q")
        self.wait(lambda: "q cancel" not in self.screen())

    def end(self):
        self.run("kill-server")


class Case:
    """A program with separate home, photos and settings."""

    def __init__(self, folder, name, photopick, special=()):
        self.name, self.folder, self.out = name, folder, folder / "out"
        self.photos = folder / "library" / os.fsdecode(FOLDER)
        self.photos.mkdir(parents=True)
        (folder / "bin").mkdir()
        (folder / "bin/photopick").symlink_to(photopick)
        self.content = {}
        now = time.time()
        for seed, photo in enumerate([*NAMES, *LINES, *special]):
            path = os.fsencode(self.photos) + b"/" + photo
            self.content[path] = png(seed=seed)
            Path(os.fsdecode(path)).write_bytes(self.content[path])
            # The picker begins with the newest photo.
            os.utime(path, (now, now - (0 if photo == "é.png".encode() else 60)))
        self.environment = own_homes(folder) | {
            "PATH": f"{folder}/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            "SHELL": "/bin/sh", "XDG_RUNTIME_DIR": str(folder), "TMPDIR": str(folder)}
        self.environment.pop("TMUX", None)
        self.tmux = None

    def paths(self, *lists):
        return sorted(os.fsencode(self.photos) + b"/" + name for names in lists for name in names)

    def config(self, *path):
        """Returns the path of a file in the settings, after creating the folder."""
        file = self.folder.joinpath("config", *path)
        (file.parent if len(path) > 1 else file).mkdir(parents=True, exist_ok=True)
        return file

    def script(self, name, text):
        """Creates a program."""
        file = self.folder / "bin" / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
        return file

    def start(self, *command, folder=None):
        self.tmux = Tmux(
            self.folder, folder or self.photos, self.environment, [str(part) for part in command], self.photos)
        return self.tmux

    def written(self):
        """Returns the strings in the file `out`, each followed by NUL."""
        return self.out.read_bytes().split(b"\0")[:-1] if self.out.exists() else []

    @staticmethod
    def wait_for(condition, seconds=120):
        """Returns whether a condition becomes true."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def expect(self, expected, found=None, seconds=120):
        """Waits until a function, by default `written`, returns the sorted paths in any order. Fails if no further of them
        appears for some seconds, since a busy machine takes long for many."""
        found, received, end = found or self.written, -1, 0
        while sorted(paths := found()) != expected:
            if (count := len(set(expected) & set(paths))) > received:
                received, end = count, time.monotonic() + seconds
            elif time.monotonic() > end:
                names = [path.rsplit(b"/", 1)[-1] for path in sorted(set(expected) ^ set(paths))]
                raise Wrong(f"{len(paths)} paths, not {len(expected)}; missing or wrong: {names}")
            time.sleep(0.05)

    def check_commands(self):
        """Fails if a command in a name was run."""
        if ran := [path for path in self.folder.rglob("pwned*")]:
            raise Wrong(f"a name was run: {ran}")
