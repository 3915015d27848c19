"""Kills `photopick mark` at random while it rates and labels 500 photos, and reads every sidecar.

A third of the photos has a sidecar of darktable with a history, another third one of Lightroom with settings. In each
round, commands mark some photos, two at a time: one rates, one labels. Some get SIGKILL after a random time, some
before a random call that changes a file. Then

  - the sidecar contains what the command printed, and a command that succeeded printed everything;
  - each sidecar is complete XML, with the earlier mark or one that a command has set since;
  - photos and the metadata of other applications are unchanged;
  - a command that is not killed removes all temporary files.

Then a picker on a terminal rejects all photos as one range and gets SIGKILL at a random time: at least as many photos
as it has displayed are rejected, and the others are rejected or unchanged.

A command that shifts dates by a day is killed too: each date is the previous one or a day later, and a day later if its
sidecar was printed.

Finally, commands write marks, dates and positions into copies of photos while others undo them; some get SIGKILL. Further undo
restores every byte of every photo.

Ratings are read with `photopick browse` and, if it is installed, with ExifTool.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timedelta
from pathlib import Path

import campaign
from other_sidecars import darktable_sidecar, kept, lightroom_sidecar
from project import ROOT
from terminal import Terminal

PHOTOS, PAIRS = 500, 10
# The number of photos that are marked while other commands undo, and of such pairs of commands.
EMBEDDED, RACES = 200, 4
# The maximum number of photos per command.
MOST = 80
# The columns and rows of the terminal.
SIZE = (100, 30)
LABELS = ("Red", "Yellow", "Green", "Blue", "Purple")
VIEW = ["--filter", "!damaged", "--group", "all", "--sort", "name"]


class Campaign(campaign.Campaign):
    limit = 300

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.exiftool = shutil.which("exiftool")
        if not self.exiftool:
            print("notice: no mark is read with ExifTool, which is not installed")
        self.root = self.folder / "photos"
        listed = self.browse(ROOT / "Samples")
        for number in range(PHOTOS):
            path = Path(listed[number % len(listed)]["path"])
            album = self.root / f"album-{number // 100:02}"
            album.mkdir(parents=True, exist_ok=True)
            copy = album / f"{number:04}-{path.name}"
            shutil.copyfile(path, copy)
            if number % 3 == 0:
                Path(f"{copy}.xmp").write_text(darktable_sidecar(number))
            elif number % 3 == 1:
                copy.with_suffix(".xmp").write_text(lightroom_sidecar(number, copy.suffix[1:]))
        records = self.browse(self.root)
        self.photos = [record["path"] for record in records]
        self.digests = {path: campaign.digest(Path(path)) for path in self.photos}
        self.others = {path: kept(path) for path in self.root.rglob("*.xmp")}
        self.before = {record["path"]: record for record in records}
        # The possible marks of each photo: the current one, and those of killed commands.
        self.known = {name: {record["path"]: {record.get(name)} for record in records} for name in ("rating", "label")}

    def browse(self, folder):
        output = self.start("browse", folder, "--json", *VIEW).communicate()[0]
        return json.loads(output or b"[]")

    def mark(self, first, last, name, value, **options):
        """Starts a command that marks a range of photos."""
        return self.start("mark", f"{first}-{last}", self.root, f"--{name}", value, "--jsonl", *VIEW, **options)

    def round(self, number):
        """Marks and picks with kills, then rates all photos without kills."""
        told, faults = self.mark_with_kills()
        faults += self.check(told) + self.pick() + self.correct() + self.check({}) + self.race(number)
        # This command removes temporary files where it writes.
        value = number % 5 + 1
        status, output, errors = self.finish(self.mark(1, len(self.photos), "rating", value))
        if status != 0:
            faults.append(f"exit {status}: {errors}")
        records = [json.loads(line) for line in output.splitlines()]
        self.known["rating"] = {path: {value} for path in self.photos}
        faults += self.check({record["path"]: record["source"] for record in records})
        written = {Path(record["path"]).parent for record in records if record["action"] != "unchanged"}
        parts = [path for path in self.root.rglob(".*") if path.is_file()]
        return faults + [f"left behind: {path}" for path in parts if path.parent in written]

    def mark_with_kills(self):
        """Returns the printed sidecars with their photos, and the faults."""
        told, faults = {}, []
        for _ in range(PAIRS):
            running = []
            for name in self.known:
                value = self.choice.randint(1, 5) if name == "rating" else self.choice.choice(LABELS)
                first = self.choice.randint(1, len(self.photos))
                last = min(len(self.photos), first + self.choice.randint(0, MOST - 1))
                choice = self.choice.random()
                # A sidecar requires five to eight counted calls.
                kill_at = self.choice.randint(1, 6 * (last - first + 1) + 40) if choice < 0.4 else None
                process = self.mark(first, last, name, value, kill_at=kill_at)
                running.append((process, self.known[name], value, self.photos[first - 1 : last], choice > 0.7))
            for process, known, value, photos, is_killed in running:
                if is_killed:
                    time.sleep(self.choice.random() * MOST * 0.004)
                    process.send_signal(signal.SIGKILL)
                status, output, errors = self.finish(process)
                records = [json.loads(line) for line in output.splitlines() if line.endswith("}")]
                if status != -signal.SIGKILL and (status != 0 or len(records) != len(photos)):
                    faults.append(f"exit {status}, {len(records)} of {len(photos)} photos were told: {errors}")
                for photo in photos:
                    known[photo].add(value)
                for record in records:
                    told[record["path"]] = record["source"]
                    known[record["source"]] = {value}
        return told, faults

    def race(self, number):
        """Writes marks, dates and positions into photos while other commands undo them."""
        folder, state = self.folder / f"embedded-{number}", {"XDG_STATE_HOME": str(self.folder / f"state-{number}")}
        campaign.copy_samples(12, folder / "samples")
        samples = [path for path in sorted((folder / "samples").iterdir()) if not path.name.startswith("cut")]
        originals = {}
        for index in range(EMBEDDED):
            sample = samples[index % len(samples)]
            copy = folder / f"{index:04}-{sample.name}"
            shutil.copyfile(sample, copy)
            originals[copy] = campaign.digest(copy)
        shutil.rmtree(folder / "samples")
        faults = []

        def end(process, *expected, allowed=()):
            status, _, errors = self.finish(process)
            lines = [line for line in errors.splitlines() if not any(text in line for text in expected)]
            if lines or status not in (0, 1, *allowed):
                faults.append(f"exit {status}: {lines[:3]}")
            return errors

        # A mark that follows the one that is being undone has to be undone first.
        nothing, later = "no mark to undo", "its marks were changed since and remain"
        for value in range(1, RACES + 1):
            change = ["--rating", value, "--shift-time", "+1:00", "--place", f"35.5,{value}"]
            marking = self.start("mark", "all", folder, "--embed", *change, "--no-catalog", environment=state)
            time.sleep(0.2 * self.choice.random())
            if is_killed := self.choice.random() < 0.5:
                marking.kill()
            undoing = self.start("mark", "--undo", environment=state)
            end(undoing, nothing, later)
            end(marking, allowed=[-signal.SIGKILL] if is_killed else [])
        for _ in range(4 * RACES):
            if nothing in end(self.start("mark", "--undo", environment=state), nothing, later):
                break
        faults += [f"{path}: undo doesn't restore it" for path, value in originals.items() if campaign.digest(path) != value]
        if not faults:
            shutil.rmtree(folder)
        return faults

    def dates(self):
        """Returns the dates of photos that a shift applies to, as local time."""
        return {record["path"]: datetime.fromisoformat(record["date"][:19]) for record in self.browse(self.root)
                if record.get("dateSource", "file") not in ("file", "filename")}

    def correct(self):
        """Kills a command that shifts dates."""
        before, day = self.dates(), timedelta(days=1)
        process = self.mark(1, len(self.photos), "shift-time", "+1d", kill_at=self.choice.randint(1, 6 * len(self.photos)))
        _, output, _ = self.finish(process)
        told = {json.loads(line)["source"] for line in output.splitlines() if line.endswith("}")}
        after = self.dates()
        return [f"{path}: dated {after.get(path)}, before {date}" for path, date in before.items()
                if after.get(path) not in ((date + day,) if path in told else (date, date + day))]

    def pick(self):
        """Kills a picker while it rejects all photos."""
        count, value, shown = len(self.photos), -1, 0
        picker = Terminal(
            [self.options.photopick, "pick", str(self.root), *VIEW], self.environment | {"TERM": "xterm-256color"}, SIZE)
        # The cursor is on the last photo once all are listed.
        for text, keys in ((f"1/{count}", b"v\x1b[F"), (f"run of {count} photos", b"x")):
            if not picker.waits_for(text, silence=60):
                return [f"pick: {text} was not shown"]
            os.write(picker.terminal, keys)
        end = time.monotonic() + 0.1 + 1.5 * self.choice.random()
        while time.monotonic() < end:
            picker.read(0.01)
        picker.end(signal.SIGKILL)
        self.killed += 1
        for line in picker.lines():
            if found := re.search(r"Marking… (\d+) of|Rejected: (\d+) photos", line):
                shown = int(found[1] or found[2])
        for photo in self.photos:
            self.known["rating"][photo].add(value)
        rated = sum(1 for record in self.browse(self.root) if record.get("rating") == value)
        return [f"{rated} photos were rejected, and {shown} shown as rejected"] if rated < shown else []

    def check(self, told):
        """Returns all faults; `told` contains the printed sidecars with their photos."""
        faults = [f"{path}: the photo was changed" for path, value in self.digests.items()
                  if campaign.digest(Path(path)) != value]
        for path in self.root.rglob("*.xmp"):
            try:
                found = kept(path)
            except ElementTree.ParseError as error:
                faults.append(f"{path}: not whole: {error}")
                continue
            if found != self.others.get(path, found):
                faults.append(f"{path}: what other programs keep has changed: {found}, was {self.others[path]}")
        for record in self.browse(self.root):
            path = record["path"]
            for name, known in self.known.items():
                if record.get(name) not in known[path]:
                    faults.append(f"{path}: {name} {record.get(name)}, may be {known[path]}")
                known[path] = {record.get(name)}
        return faults + (self.check_with_exiftool(told) if self.exiftool and told else [])

    def check_with_exiftool(self, told):
        """Compares the printed sidecars with ExifTool's metadata."""
        output = subprocess.run(
            [self.exiftool, "-q", "-json", "-XMP:Rating", "-XMP:Label", "-@", "-"], input="\n".join(told),
            stdout=subprocess.PIPE, text=True, check=False).stdout
        found, faults = {record["SourceFile"]: record for record in json.loads(output)}, []
        for path, photo in told.items():
            for name, known in self.known.items():
                value, (expected,) = found.get(path, {}).get(name.capitalize()), known[photo]
                # The photo itself contains marks that are missing in the sidecar.
                if value != expected and (value is not None or self.before[photo].get(name) != expected):
                    faults.append(f"{path}: ExifTool reads {name} {value}, not {expected}")
        return faults
