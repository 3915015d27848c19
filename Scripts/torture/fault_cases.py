"""Commands with failing calls, and their expected results."""

import hashlib
import json
import os
import re
import shutil
from pathlib import Path

import output_cases
from output_cases import Case, variant
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
    count = 2
    has_sidecars = True

    def fill(self, place):
        """Creates the initial files."""
        folder = place / "photos"
        folder.mkdir(parents=True)
        sidecars = (darktable_sidecar(0), lightroom_sidecar(1, "jpg"))
        for number, name in enumerate(self.names()[: self.count]):
            photo = folder / f"IMG_{number}.jpg"
            shutil.copyfile(name, photo)
            photo.chmod(0o600 if number else 0o644)
            os.utime(photo, (1_500_000_000 + number,) * 2)
            if self.has_sidecars:
                photo.with_suffix(".xmp").write_text(sidecars[number])

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

    def shown(self, place):
        elsewhere = {f"other/{path}": content for path, content in super().shown(self.other).items()}
        return super().shown(place) | elsewhere

    def content(self, path):
        if path.is_symlink():
            return f"a link to {path.name if os.path.exists(path) else 'nothing'}"
        content = path.read_bytes()
        if path.suffix in (".xmp", ".jpg"):
            content = CHANGE_TIME.sub(rb"\1", content)
        return f"{hashlib.sha256(content).hexdigest()[:16]} {path.stat().st_mode & 0o777:o}"


class Export(FaultCase):
    """Exports photos with their sidecars."""

    def before(self, place):
        return [self.command(place)] if self.killed_at else []

    def undo(self, place):
        return None if self.killed_at else ["export", "--undo"]


def export(way, target="{place}/out", **settings):
    words = f"export all {{place}}/photos --to {target} {way} --with-sidecars -j 1 --no-catalog"
    return variant(Export, words=words, **settings)


class Mark(FaultCase):
    """Marks photos with sidecars of other applications."""

    words = "mark all {place}/photos --rating 4 --keyword +Travel/India,Winter --no-catalog"

    def undo(self, place):
        return ["mark", "--undo"]


def undone(kind):
    """Returns the case that undoes the command of another one."""
    class Undone(kind):
        is_repeatable = False

        def before(self, place):
            return [kind.command(self, place)]

        def command(self, place):
            return kind.undo(self, place)

        def undo(self, place):
            return None

    return Undone


class Store(FaultCase):
    """Changes a store with two pictures."""

    is_repeatable = False
    leaves_parts = True
    stored = ("a.jpg", "b.jpg")

    def before(self, place):
        words = "store put {place}/photos/IMG_0.jpg --root {place}/store --thumbnails --name"
        return [[*self.filled(words, place), name] for name in self.stored]

    def command(self, place):
        return self.filled(f"store {self.words} --root {{place}}/store", place)

    def is_shown(self, path):
        return ".photopick" not in path.parts


class Draft(output_cases.Draft, FaultCase):
    # Photo 5 may be missing if a folder could not be read.
    statuses = (1, 64)


class OutputFile(output_cases.OutputFile, FaultCase):
    """Writes a result to a file."""

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


class Fetch(output_cases.Fetch, FaultCase):
    leaves_parts = True

    def names(self):
        return super().names()[:3]


class Trash(FaultCase):
    """Moves a photo with its sidecar to the trash, in the picker."""

    is_repeatable = False
    words = "pick {place}/photos --no-catalog"
    inside = {"DATA": "data"}
    count = 1
    # Keys, and the resulting screen content. The last step may fail.
    steps = [(b"D", "to the trash"), (b"y", "Moved to the trash")]

    def is_shown(self, path):
        return path.parts[0] in ("photos", "data")

    def content(self, path):
        if path.suffix != ".trashinfo":
            return super().content(path)
        return re.sub(r"Path=.*/|DeletionDate=.*", "", path.read_text())

    def again(self, place):
        # Requires the photo.
        return self.command(place) if (place / "photos" / "IMG_0.jpg").exists() else None

    def gate(self, world):
        return world.folder / "gate"

    def shown(self, place):
        """Returns the folder of photos and the trashes of the home folder and the disk, combined."""
        shown = super().shown(place)
        for trash in place.parent.parent.glob(".Trash-*"):
            files = (path for path in trash.rglob("*") if path.is_file())
            shown |= {f"data/Trash/{path.relative_to(trash)}": self.content(path) for path in files}
        # Entries without a file are invisible, but reserve their name: the next file gets a number.
        lone = {self.file_of(path) for path in shown if path.startswith("data/Trash/info/")} - set(shown)
        whole = {path: content for path, content in shown.items()
                 if not path.startswith("data/Trash/info/") or self.file_of(path) in shown}
        if not lone:
            return whole
        return {re.sub(r"(data/Trash/.*) 2(?=\.)", r"\1", path): content for path, content in whole.items()}

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


COPY, MOVE, LINK, HARD_LINK = map(export, ("--copy", "--move", "--link", "--hardlink"))
MOVE_ACROSS = export("--move", "{other}/out")
MARK_NEW = variant(Mark, has_sidecars=False)

CASES = {
    "export": COPY,
    "export --move": MOVE,
    "export --move across": MOVE_ACROSS,
    "export --link": LINK,
    "export --hardlink": HARD_LINK,
    "export --fit": export("--fit 64"),
    "export resumed": variant(COPY, killed_at=24),
    "export --move resumed": variant(MOVE_ACROSS, killed_at=24),
    "export --undo": undone(COPY),
    "export --undo of --move": undone(MOVE),
    "export --undo of --move across": undone(MOVE_ACROSS),
    "export --undo of --link": undone(LINK),
    "export --undo of --hardlink": undone(HARD_LINK),
    "mark": Mark,
    "mark, new sidecars": MARK_NEW,
    # A shift would add up when the command is repeated.
    "mark, dates": variant(Mark, words="mark all {place}/photos --time-zone Europe/Rome --rating 4 --no-catalog"),
    "mark --embed": variant(Mark, words="mark all {place}/photos --rating 4 --keyword Winter --embed --no-catalog"),
    "mark --undo": undone(Mark),
    "mark --undo, new sidecars": undone(MARK_NEW),
    "store put": variant(Store, words="put --thumbnails --name c.jpg {place}/photos/IMG_1.jpg"),
    # With a date in its name.
    "store put, first": variant(Store, words="put --name Trips/a.jpg {place}/photos/IMG_1.jpg", stored=()),
    "store put --replace": variant(
        Store, words="put --thumbnails --replace --name a.jpg {place}/photos/IMG_1.jpg", is_repeatable=True),
    "store rename": variant(Store, words="rename --thumbnails a.jpg Trips/c.jpg"),
    "store delete": variant(Store, words="delete --thumbnails a.jpg"),
    "store get": variant(Store, words="get a.jpg -o {place}/copy.jpg", is_repeatable=True),
    "select --draft": Draft,
    "drafts delete": variant(Draft, words="drafts delete album", is_repeatable=False),
    "-o": variant(OutputFile, words=f"{OutputFile.words} --no-catalog"),
    "-o, with the catalog": OutputFile,
    "fetch": Fetch,
    "pick, D": Trash,
    "pick, u": TrashUndo,
}
