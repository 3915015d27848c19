"""Commands that write, with the initial and the visible files of their folders."""

import functools
import hashlib
import http.server
import os
import re
import shutil
import xml.etree.ElementTree as ElementTree

from servers import Server


def is_part(path):
    """Whether a file is temporary, or part of an incomplete download."""
    return (path.name.startswith(".photopick-") and path.suffix == ".part") or (
        "downloads" in path.parts and path.suffix in (".part", ".json"))


def differing(shown, wanted):
    """Returns the paths with unexpected contents."""
    return sorted(path for path in shown | wanted if shown.get(path) != wanted.get(path))


class Case:
    """A command that writes into one folder, the place; its input photos are in a separate folder.

    Commands are strings in which {place} and {photos} are these folders, {names[0]} is the first photo, and {other} is
    a folder in another file system. Names contain no blanks.
    """

    # The commands that create the initial files.
    first = ()
    words = None
    # The XDG folders that are in the place, by their kind.
    inside = {}
    # The maximum number of lines on stderr after a failure.
    lines = 1
    other = None

    def __init__(self, photos):
        self.photos = photos

    def filled(self, words, place):
        return words.format(place=place, photos=self.photos, names=self.names(), other=self.other).split()

    def homes(self, place):
        return {f"XDG_{kind}_HOME": str(place / path) for kind, path in self.inside.items()}

    def before(self, place):
        """Commands that create the initial files."""
        return [self.filled(words, place) for words in self.first]

    def change(self, place):
        """Changes the photos afterwards."""

    def command(self, place):
        return self.filled(self.words, place)

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


def variant(kind, **settings):
    """Returns a kind of case with other settings."""
    return type(kind.__name__, (kind,), settings)


class Warm(Case):
    """Thumbnails in the cache, some outdated and some missing."""

    words = "thumbnail --warm {photos} --no-catalog"
    first = (words,)
    inside = {"CACHE": ""}
    lines = 9

    def change(self, place):
        for name in self.names()[::2]:
            os.utime(name, (1_500_000_000, 1_500_000_000))
        for file in sorted((place / "thumbnails" / "large").iterdir())[::3]:
            file.unlink()


class ThumbnailFiles(Case):
    """Thumbnails in a folder, which replace smaller ones."""

    first = ("thumbnail {names[0]} {names[1]} {names[2]} {names[3]} {names[4]} --size 64 --to {place}/web",)
    lines = 8

    def command(self, place):
        return ["thumbnail", *self.names(), "--size", "200", "--to", str(place / "web")]


class Draft(Case):
    """A draft with additional photos."""

    first = ("select 1-2 {photos} --draft album",)
    words = "select 3-5 {photos} --draft album"
    inside = {"DATA": ""}

    def is_shown(self, path):
        return path.suffix == ".draft"


class OutputFile(Case):
    """A result that replaces an existing file."""

    first = ("browse {photos} --limit 2 --csv -o {place}/list",)
    words = "browse {photos} --json -o {place}/list"


class Store(Case):
    """A picture in the store, which replaces another with its thumbnail."""

    first = tuple(f"store put --root {{place}}/store --thumbnails --replace --name {name} {{names[{number}]}}"
                  for number, name in enumerate(("a.jpg", "b.jpg")))
    words = "store put --root {place}/store --thumbnails --replace --name a.jpg {names[2]}"

    def is_shown(self, path):
        return ".photopick" not in path.parts


class Marks(Case):
    """Ratings in sidecars, with the undo journal in the home folder."""

    first = ("mark 1-5 {place}/photos --rating 1 --no-catalog",)
    words = "mark all {place}/photos --rating 4 --no-catalog"
    lines = 8

    def before(self, place):
        shutil.copytree(self.photos, place / "photos")
        return super().before(place)

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


class Export(Case):
    """Copies of photos."""

    first = ("export 1-2 {photos} --to {place}/out --no-catalog",)
    words = "export all {photos} --to {place}/out --no-catalog"
    lines = 8

    def is_shown(self, path):
        return path.parts[0] == "out" and path.suffix != ".journal"


class Fetch(Case):
    """Downloads and their records in one place."""

    inside = {"STATE": "state"}
    lines = 9
    server = None

    def urls(self):
        if self.server is None:
            self.server = Server(functools.partial(http.server.SimpleHTTPRequestHandler, directory=self.photos))
        return [f"{self.server.address}/{os.path.basename(name)}" for name in self.names()]

    def fetch(self, place, urls):
        return ["fetch", *urls, "--to", str(place / "out")]

    def before(self, place):
        return [self.fetch(place, self.urls()[:1])]

    def command(self, place):
        return self.fetch(place, self.urls()[1:])

    def again(self, place):
        missing = [url for url in self.urls() if not (place / "out" / os.path.basename(url)).exists()]
        return self.fetch(place, missing) if missing else ["fetch", "--resume"]

    def is_shown(self, path):
        return path.parts[0] == "out"


CASES = {
    "thumbnail --warm": Warm,
    "thumbnail --to": ThumbnailFiles,
    "select --draft": Draft,
    "-o": OutputFile,
    "store put": Store,
    "mark": Marks,
    "mark, with its state": variant(Marks, inside={"STATE": "state"}),
    "export": Export,
    "export, with its state": variant(Export, inside={"STATE": "state"}, lines=9),
    "fetch": Fetch,
}
