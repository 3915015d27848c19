"""Commands that write, with the initial and the visible files of their folders."""

import functools
import hashlib
import http.server
import os
import re
import shutil
import threading
import xml.etree.ElementTree as ElementTree


def is_part(path):
    """Whether a file is temporary, or part of an incomplete download."""
    return (path.name.startswith(".photopick-") and path.suffix == ".part") or (
        "downloads" in path.parts and path.suffix in (".part", ".json"))


def differing(shown, wanted):
    """Returns the paths with unexpected contents."""
    return sorted(path for path in shown | wanted if shown.get(path) != wanted.get(path))


class Case:
    """A command that writes into one folder, the place; its input photos are in a separate folder."""

    # The maximum number of lines on stderr after a failure.
    lines = 1

    def __init__(self, photos):
        self.photos = photos

    def homes(self, place):
        """The XDG folders that are in the place."""
        return {}

    def before(self, place):
        """Commands that create the initial files."""
        return []

    def change(self, place):
        """Changes the photos afterwards."""

    def command(self, place):
        raise NotImplementedError

    def again(self, place):
        """The command that completes a failed one."""
        return self.command(place)

    def is_shown(self, path):
        """Whether a file, given by its relative path, is visible to the user."""
        return True

    def content(self, path):
        """The content of a file in comparable form."""
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def shown(self, place):
        """The contents of all visible files."""
        found = [path.relative_to(place) for path in sorted(place.rglob("*")) if path.is_file()]
        found = [path for path in found if path.parts[0] != "ballast" and self.is_shown(path) and not is_part(path)]
        return {str(path): self.content(place / path) for path in found}

    def names(self):
        return [str(self.photos / name) for name in sorted(os.listdir(self.photos))]


class Warm(Case):
    """Thumbnails in the cache, some outdated and some missing."""

    lines = 9

    def homes(self, place):
        return {"XDG_CACHE_HOME": str(place)}

    def before(self, place):
        return [self.command(place)]

    def change(self, place):
        for name in self.names()[::2]:
            os.utime(name, (1_500_000_000, 1_500_000_000))
        for file in sorted((place / "thumbnails" / "large").iterdir())[::3]:
            file.unlink()

    def command(self, place):
        return ["thumbnail", "--warm", str(self.photos), "--no-catalog"]


class ThumbnailFiles(Case):
    """Thumbnails in a folder, which replace smaller ones."""

    lines = 8

    def before(self, place):
        return [["thumbnail", *self.names()[:5], "--size", "64", "--to", str(place / "web")]]

    def command(self, place):
        return ["thumbnail", *self.names(), "--size", "200", "--to", str(place / "web")]


class Draft(Case):
    """A draft with additional photos."""

    def homes(self, place):
        return {"XDG_DATA_HOME": str(place)}

    def before(self, place):
        return [["select", "1-2", str(self.photos), "--draft", "album"]]

    def command(self, place):
        return ["select", "3-5", str(self.photos), "--draft", "album"]

    def is_shown(self, path):
        return path.suffix == ".draft"


class OutputFile(Case):
    """A result that replaces an existing file."""

    def before(self, place):
        return [["browse", str(self.photos), "--limit", "2", "--csv", "-o", str(place / "list")]]

    def command(self, place):
        return ["browse", str(self.photos), "--json", "-o", str(place / "list")]


class Store(Case):
    """A picture in the store, which replaces another with its thumbnail."""

    def put(self, place, number, name):
        return ["store", "put", "--root", str(place / "store"), "--thumbnails", "--replace", "--name", name,
                self.names()[number]]

    def before(self, place):
        return [self.put(place, 0, "a.jpg"), self.put(place, 1, "b.jpg")]

    def command(self, place):
        return self.put(place, 2, "a.jpg")

    def is_shown(self, path):
        return ".photopick" not in path.parts


class Marks(Case):
    """Ratings in sidecars, with the undo journal in the home folder."""

    lines = 8

    def before(self, place):
        shutil.copytree(self.photos, place / "photos")
        return [["mark", "1-5", str(place / "photos"), "--rating", "1", "--no-catalog"]]

    def command(self, place):
        return ["mark", "all", str(place / "photos"), "--rating", "4", "--no-catalog"]

    def is_shown(self, path):
        return path.parts[0] == "photos"

    def content(self, path):
        if path.suffix != ".xmp":
            return super().content(path)
        try:
            ElementTree.parse(path)
        except ElementTree.ParseError:
            return "no XML"
        return re.findall(rb"Rating\W+(-?\d)", path.read_bytes())


class MarksWithState(Marks):
    """Ratings and their undo journal in one place."""

    def homes(self, place):
        return {"XDG_STATE_HOME": str(place / "state")}


class Export(Case):
    """Copies of photos."""

    lines = 8

    def before(self, place):
        return [["export", "1-2", str(self.photos), "--to", str(place / "out"), "--no-catalog"]]

    def command(self, place):
        return ["export", "all", str(self.photos), "--to", str(place / "out"), "--no-catalog"]

    def is_shown(self, path):
        return path.parts[0] == "out" and path.suffix != ".journal"


class ExportWithState(Export):
    """Copies of photos and their journal in one place."""

    lines = 9

    def homes(self, place):
        return {"XDG_STATE_HOME": str(place / "state")}


class Fetch(Case):
    """Downloads and their records in one place."""

    lines = 9
    server = None

    def homes(self, place):
        return {"XDG_STATE_HOME": str(place / "state")}

    def urls(self):
        if self.server is None:
            handler = functools.partial(QuietHandler, directory=self.photos)
            self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            self.server.daemon_threads = True
            threading.Thread(target=self.server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{self.server.server_port}/"
        return {os.path.basename(name): base + os.path.basename(name) for name in self.names()}

    def before(self, place):
        return [["fetch", next(iter(self.urls().values())), "--to", str(place / "out")]]

    def command(self, place):
        return ["fetch", *list(self.urls().values())[1:], "--to", str(place / "out")]

    def again(self, place):
        there = os.listdir(place / "out") if (place / "out").exists() else []
        missing = [url for name, url in self.urls().items() if name not in there]
        return ["fetch", *missing, "--to", str(place / "out")] if missing else ["fetch", "--resume"]

    def is_shown(self, path):
        return path.parts[0] == "out"


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def copyfile(self, source, outputfile):
        try:
            super().copyfile(source, outputfile)
        except OSError:
            pass  # The client was killed.


CASES = {
    "thumbnail --warm": Warm,
    "thumbnail --to": ThumbnailFiles,
    "select --draft": Draft,
    "-o": OutputFile,
    "store put": Store,
    "mark": Marks,
    "mark, with its state": MarksWithState,
    "export": Export,
    "export, with its state": ExportWithState,
    "fetch": Fetch,
}
