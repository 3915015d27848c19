"""Commands with failing calls, and their expected results."""

import hashlib
import json
import os
import re
import shutil
from pathlib import Path

import output_cases
from output_cases import Case, is_part
from other_sidecars import darktable_sidecar, lightroom_sidecar
from terminal import Terminal

# The columns and rows of the terminal.
SIZE = (160, 20)
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


class ExportMove(Export):
    way = "--move"


class ExportMoveAcross(Export):

    way = "--move"

    def target(self, place):
        return self.other / "out"

    def shown(self, place):
        return super().shown(place) | {f"other/{path}": content for path, content in super().shown(self.other).items()}


class ExportLink(Export):
    way = "--link"


class ExportHardLink(Export):
    way = "--hardlink"


class ExportFit(Export):
    way = "--fit 64"


class ExportResumed(Export):
    """Copies photos after a killed run."""

    killed_at = 24

    def before(self, place):
        return [self.command(place)]

    def undo(self, place):
        return None


class ExportMoveResumed(ExportMoveAcross):
    """Moves photos to another file system after a killed run."""

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


class UndoCopy(Undo, Export):
    pass


class UndoMove(Undo, ExportMove):
    pass


class UndoMoveAcross(Undo, ExportMoveAcross):
    pass


class UndoLink(Undo, ExportLink):
    pass


class UndoHardLink(Undo, ExportHardLink):
    pass


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


class UndoMark(Undo, Mark):
    pass


class UndoMarkNew(Undo, MarkNew):
    pass


class Store(FaultCase):
    """Stores a picture under a new name."""

    is_repeatable = False
    leaves_parts = True
    arguments = ["--thumbnails", "--name", "c.jpg", "{photo}"]

    def store(self, place, action, *arguments):
        words = [word.format(photo=place / "photos" / "IMG_1.jpg") for word in arguments]
        return ["store", action, "--root", str(place / "store"), *words]

    def before(self, place):
        return [self.store(place, "put", "--thumbnails", "--name", name, "{photo}") for name in ("a.jpg", "b.jpg")]

    def command(self, place):
        return self.store(place, "put", *self.arguments)

    def is_shown(self, path):
        return ".photopick" not in path.parts


class StoreFirst(Store):
    """Stores the first picture of a store, with a date in its name."""

    arguments = ["--name", "Trips/a.jpg", "{photo}"]

    def before(self, place):
        return []


class StoreReplace(Store):
    is_repeatable = True
    arguments = ["--thumbnails", "--replace", "--name", "a.jpg", "{photo}"]

    def before(self, place):
        commands = super().before(place)
        return [[word.replace("IMG_1", "IMG_0") for word in command] for command in commands]


class StoreRename(Store):
    def command(self, place):
        return self.store(place, "rename", "--thumbnails", "a.jpg", "Trips/c.jpg")


class StoreDelete(Store):
    def command(self, place):
        return self.store(place, "delete", "--thumbnails", "a.jpg")


class StoreGet(Store):
    is_repeatable = True

    def command(self, place):
        return self.store(place, "get", "a.jpg", "-o", str(place / "copy.jpg"))


class Draft(output_cases.Draft, FaultCase):
    # Photo 5 may be missing if a folder could not be read.
    statuses = (1, 64)

    def content(self, path):
        return Case.content(self, path)

    def is_shown(self, path):
        return path.suffix == ".draft"


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

    def again(self, place):
        there = os.listdir(place / "out") if (place / "out").exists() else []
        missing = [url for url in self.command(place)[1:-2] if os.path.basename(url) not in there]
        return ["fetch", *missing, "--to", str(place / "out")] if missing else ["fetch", "--resume"]

    def is_shown(self, path):
        return path.parts[0] == "out"


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
            shown |= {f"data/Trash/{path}": content for path, content in self.content_below(trash).items()}
        # Entries without a file are invisible, but reserve their name: the next file gets a number.
        lone = {self.file_of(path) for path in shown if path.startswith("data/Trash/info/")} - set(shown)
        whole = {path: content for path, content in shown.items()
                 if not path.startswith("data/Trash/info/") or self.file_of(path) in shown}
        if not lone:
            return whole
        return {re.sub(r"(data/Trash/.*) 2(?=\.)", r"\1", path): content for path, content in whole.items()}

    def content_below(self, folder):
        return {str(path.relative_to(folder)): self.content(path) for path in folder.rglob("*") if path.is_file()}

    @staticmethod
    def file_of(entry):
        return f"data/Trash/files/{Path(entry).stem}"

    def mistakes(self, shown):
        entries = {self.file_of(path) for path in shown if path.startswith("data/Trash/info/")}
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


CASES = {
    "export": Export,
    "export --move": ExportMove,
    "export --move across": ExportMoveAcross,
    "export --link": ExportLink,
    "export --hardlink": ExportHardLink,
    "export --fit": ExportFit,
    "export resumed": ExportResumed,
    "export --move resumed": ExportMoveResumed,
    "export --undo": UndoCopy,
    "export --undo of --move": UndoMove,
    "export --undo of --move across": UndoMoveAcross,
    "export --undo of --link": UndoLink,
    "export --undo of --hardlink": UndoHardLink,
    "mark": Mark,
    "mark, new sidecars": MarkNew,
    "mark --undo": UndoMark,
    "mark --undo, new sidecars": UndoMarkNew,
    "store put": Store,
    "store put, first": StoreFirst,
    "store put --replace": StoreReplace,
    "store rename": StoreRename,
    "store delete": StoreDelete,
    "store get": StoreGet,
    "select --draft": Draft,
    "drafts delete": DraftDelete,
    "-o": OutputFile,
    "-o, with the catalog": OutputWithCatalog,
    "fetch": Fetch,
    "pick, D": Trash,
    "pick, u": TrashUndo,
}
