"""Commands with failing calls, and their expected results."""

import hashlib
import json
import os
import re
import shutil
from pathlib import Path

import output_cases
from output_cases import Case
from other_sidecars import darktable_sidecar, lightroom_sidecar
from terminal import Terminal

# The columns and rows of the terminal.
SIZE = (160, 20)
ENTRIES = "data/Trash/info/"
# The modification date of metadata, which differs in each run.
CHANGE_TIME = re.compile(rb"(MetadataDate(?:=\"|(?: [^>]*)?>))[^\"<]*")


class FaultCase(Case):
    """Photos with sidecars, which the command may change."""

    # The files when calls start to fail, if they differ from those of `before`.
    begin = None
    # Whether the command can be repeated after success.
    is_repeatable = True
    # The exit statuses of failures.
    statuses = (1,)
    # Whether temporary files remain after a failure, for the next run to continue.
    leaves_parts = False
    # The number of the call before which the last command of `before` is killed.
    killed_at = None

    def fill(self, place):
        """Creates the initial files."""
        folder = place / "photos"
        folder.mkdir(parents=True)
        for number, name in enumerate(self.names()[:2]):
            photo = folder / f"IMG_{number}.jpg"
            shutil.copyfile(name, photo)
            photo.chmod(0o600 if number else 0o644)
            os.utime(photo, (1_500_000_000 + number,) * 2)
        (folder / "IMG_0.xmp").write_text(darktable_sidecar(0))
        (folder / "IMG_1.xmp").write_text(lightroom_sidecar(1, "jpg"))

    def undo(self, place):
        """Returns the undo command, or None."""
        return None

    def gate(self, world):
        """Returns the file whose creation enables failures, or None."""
        return None

    def mistakes(self, shown):
        """Returns inconsistencies between files."""
        return []

    def is_part_of(self, path, content, whole):
        """Whether a partial result is valid after a read failure."""
        return False

    def perform(self, world, command, environment):
        return world.run(command, environment)

    def is_shown(self, path):
        return path.suffix != ".journal"

    def content(self, path):
        if path.is_symlink():
            return f"a link to {path.name if os.path.exists(path) else 'nothing'}"
        content = path.read_bytes()
        if path.suffix == ".xmp":
            content = CHANGE_TIME.sub(rb"\1", content)
        return f"{hashlib.sha256(content).hexdigest()[:16]} {path.stat().st_mode & 0o777:o}"


class Export(FaultCase):
    """Exports photos with their sidecars."""

    way = "--copy"

    def target(self, place):
        return place / "out"

    def command(self, place):
        return ["export", "all", str(place / "photos"), "--to", str(self.target(place)), *self.way.split(),
                "--with-sidecars", "-j", "1", "--no-catalog"]

    def undo(self, place):
        return ["export", "--undo"]


class ExportAcross(Export):
    """Moves photos to another file system."""

    way = "--move"

    def target(self, place):
        return self.other / "out"

    def shown(self, place):
        return super().shown(place) | {f"other/{path}": content for path, content in super().shown(self.other).items()}


class Resumed(FaultCase):
    """Exports photos after a killed run."""

    killed_at = 24

    def before(self, place):
        return [self.command(place)]

    def undo(self, place):
        return None


class Undo(FaultCase):
    """Undoes another case."""

    is_repeatable = False

    def before(self, place):
        return [super().command(place)]

    def command(self, place):
        return super().undo(place)

    def undo(self, place):
        return None


class Mark(FaultCase):
    """Marks photos with sidecars of other applications."""

    def command(self, place):
        return ["mark", "all", str(place / "photos"), "--rating", "4", "--keyword", "+Travel/India,Winter", "--no-catalog"]

    def undo(self, place):
        return ["mark", "--undo"]


class MarkNew(Mark):

    def fill(self, place):
        super().fill(place)
        for sidecar in (place / "photos").glob("*.xmp"):
            sidecar.unlink()


class Store(FaultCase):
    """Changes a store, which contains two pictures with thumbnails."""

    is_repeatable = False
    leaves_parts = True
    stored = [f"put --thumbnails --name {name} {{place}}/photos/IMG_1.jpg" for name in ("a.jpg", "b.jpg")]
    words = "put --thumbnails --name c.jpg {place}/photos/IMG_1.jpg"

    def store(self, place, words):
        action, *rest = words.format(place=place).split(" ")
        return ["store", action, "--root", str(place / "store"), *rest]

    def before(self, place):
        return [self.store(place, words) for words in self.stored]

    def command(self, place):
        return self.store(place, self.words)

    def is_shown(self, path):
        return ".photopick" not in path.parts


class Draft(output_cases.Draft, FaultCase):
    # Photo 5 may be missing if a folder could not be read.
    statuses = (1, 64)

    def content(self, path):
        return Case.content(self, path)


class DraftDelete(Draft):
    is_repeatable = False

    def command(self, place):
        return ["drafts", "delete", "album"]


class OutputWithCatalog(output_cases.OutputFile, FaultCase):
    """Writes a result to a file, with the catalog."""

    def is_shown(self, path):
        return path.name == "list"

    def content(self, path):
        return path.read_text()

    def is_part_of(self, path, content, whole):
        # The result excludes unreadable folders, which are reported on stderr.
        try:
            paths = [{record["path"] for record in json.loads(text or "")} for text in (content, whole)]
        except ValueError:
            return False
        return paths[0] <= paths[1]


class OutputFile(OutputWithCatalog):
    """Writes a result to a file."""

    def command(self, place):
        return [*super().command(place), "--no-catalog"]


class Fetch(output_cases.Fetch, FaultCase):

    leaves_parts = True

    def command(self, place):
        return [*super().command(place)[:3], *super().command(place)[-2:]]


class Trash(FaultCase):
    """Moves a photo with its sidecar to the trash, in the picker."""

    is_repeatable = False
    # Keys, and the resulting screen content. The last step may fail.
    steps = [(b"D", "to the trash"), (b"y", "Moved to the trash")]

    def fill(self, place):
        super().fill(place)
        for file in (place / "photos").glob("IMG_1*"):
            file.unlink()

    def homes(self, place):
        return {"XDG_DATA_HOME": str(place / "data")}

    def is_shown(self, path):
        return path.parts[0] in ("photos", "data")

    def content(self, path):
        if path.suffix != ".trashinfo":
            return super().content(path)
        return re.sub(r"Path=.*/|DeletionDate=.*", "", path.read_text())

    def command(self, place):
        return ["pick", str(place / "photos"), "--no-catalog"]

    def again(self, place):
        # Requires the photo.
        return self.command(place) if (place / "photos" / "IMG_0.jpg").exists() else None

    def gate(self, world):
        return world.folder / "gate"

    def shown(self, place):
        """Returns the folder of photos and the trashes of the home folder and the disk, combined."""
        shown = super().shown(place)
        for trash in place.parent.parent.glob(".Trash-*"):
            shown |= {f"data/Trash/{path.relative_to(trash)}": self.content(path)
                      for path in trash.rglob("*") if path.is_file()}
        # Entries without a file are invisible, but reserve their name: the next file gets a number.
        lone = {entry for entry in shown if entry.startswith(ENTRIES) and self.file_of(entry) not in shown}
        return {re.sub(r"(data/Trash/.*) 2(?=\.)", r"\1", path) if lone else path: content
                for path, content in shown.items() if path not in lone}

    @staticmethod
    def file_of(entry):
        return f"data/Trash/files/{Path(entry).stem}"

    def mistakes(self, shown):
        entries = {self.file_of(path) for path in shown if path.startswith(ENTRIES)}
        files = {path for path in shown if path.startswith("data/Trash/files/")}
        return [f"{path}: nothing says where it was" for path in files - entries]

    def perform(self, world, command, environment):
        """Types keys; the status line replaces status and errors."""
        world.campaign.ended += 1
        gate = self.gate(world)
        picker = Terminal([world.options.photopick, *command], environment | {"TERM": "xterm-256color"}, SIZE)
        picker.waits_for("1/1")
        picker.settle()
        for keys, text in self.steps[:-1]:
            picker.send(keys)
            picker.waits_for(text)
        self.begin = self.shown(world.place)
        gate.touch()
        keys, text = self.steps[-1]
        picker.send(keys)
        is_done = picker.waits_for(text, silence=3)
        said = [line.strip() for line in picker.lines() if line.strip()][-2:]
        os.write(picker.terminal, b"q")
        status = picker.wait(world.limit)
        gate.unlink()
        # 1: the folder could not be read, and no photo was displayed.
        if status not in (130, 1):
            return status, "", ""
        return (0, "", "") if is_done else (1, "", "photopick: " + " ".join(said))


class TrashUndo(Trash):
    """Restores a photo with its sidecar from the trash, in the picker."""

    steps = [*Trash.steps, (b"u", "Restored from the trash")]

    def again(self, place):
        # Another picker has no undo history.
        return None


def variant(*kinds, **values):
    """Returns a case with other values, or of several kinds."""
    return type(kinds[0].__name__, kinds, values)


EXPORTS = {"": Export, " --move": variant(Export, way="--move"), " --move across": ExportAcross,
           " --link": variant(Export, way="--link"), " --hardlink": variant(Export, way="--hardlink")}
MARKS = {"": Mark, ", new sidecars": MarkNew}
CASES = {
    **{f"export{way}": kind for way, kind in EXPORTS.items()},
    "export --fit": variant(Export, way="--fit 64"),
    "export resumed": variant(Resumed, Export),
    "export --move resumed": variant(Resumed, ExportAcross),
    **{f"export --undo{way and f' of{way}'}": variant(Undo, kind) for way, kind in EXPORTS.items()},
    **{f"mark{sidecars}": kind for sidecars, kind in MARKS.items()},
    **{f"mark --undo{sidecars}": variant(Undo, kind) for sidecars, kind in MARKS.items()},
    "store put": Store,
    # The first picture of a store, with a date in its name.
    "store put, first": variant(Store, stored=[], words="put --name Trips/a.jpg {place}/photos/IMG_1.jpg"),
    "store put --replace": variant(
        Store, is_repeatable=True, stored=[words.replace("IMG_1", "IMG_0") for words in Store.stored],
        words="put --thumbnails --replace --name a.jpg {place}/photos/IMG_1.jpg"),
    "store rename": variant(Store, words="rename --thumbnails a.jpg Trips/c.jpg"),
    "store delete": variant(Store, words="delete --thumbnails a.jpg"),
    "store get": variant(Store, is_repeatable=True, words="get a.jpg -o {place}/copy.jpg"),
    "select --draft": Draft,
    "drafts delete": DraftDelete,
    "-o": OutputFile,
    "-o, with the catalog": OutputWithCatalog,
    "fetch": Fetch,
    "pick, D": Trash,
    "pick, u": TrashUndo,
}
