"""Times photopick against other programs that do a part of what it does, and prints tables in Markdown.

The programs of a table run in turn, round by round, and each ratio is taken within its round. Photos to scan and to ask
about are copies of those of FOLDER, best real ones, or else of the samples, which are small; ExifTool and Exiv2 get a
tenth of them. Photos to show and to export are made, those to show with ImageMagick (IMAGEMAGICK names its magick or
convert). All is made in the temporary folder, TMPDIR. Peers that are not installed are left out.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machine import machine, version
from timing import in_turn, measure, median, own_homes, ratio
from tree import make_opaque_photos, make_tree

BEGIN, END = "<!-- Scripts/bench/peers writes from here -->\n", "<!-- to here -->\n"
EXPORTED_BYTES, DIFFERENT_PICTURES = 3_000_000, 12
TAGS = ["-DateTimeOriginal", "-ImageSize", "-FileType"]
PACKAGES = {"exiftool": "libimage-exiftool-perl", "exiv2": "exiv2", "vipsthumbnail": "libvips-tools",
            "imagemagick": "imagemagick", "rsync": "rsync"}


def arguments():
    photopick, root = sys.argv[1:3]
    parser = argparse.ArgumentParser(prog="Scripts/bench/peers", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path(root, "Samples"), metavar="FOLDER")
    parser.add_argument("--photos", type=int, default=20_000, metavar="N", help="photos to scan (20000)")
    parser.add_argument("--pictures", type=int, default=24, metavar="N", help="photos to make thumbnails of (24)")
    parser.add_argument("--exports", type=int, default=400, metavar="N", help="photos to export, of 3 MB (400)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (5)")
    parser.add_argument("--only", choices=TABLES, metavar="TABLE", help=f"one of {', '.join(TABLES)}")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/benchmarks.md")
    options = parser.parse_args(sys.argv[3:])
    if options.write and options.only:
        parser.error("--write writes all tables; it excludes --only")
    if not 20 <= options.photos or min(options.rounds, options.pictures, options.exports) < 1:
        parser.error("--photos takes 20 or more, the others 1 or more")
    options.photopick, options.page = photopick, Path(root, "docs", "benchmarks.md")
    return options


def find_peers():
    """The programs that are there, by name; says which are not."""
    peers = {name: shutil.which(name) for name in PACKAGES}
    peers["imagemagick"] = os.environ.get("IMAGEMAGICK") or shutil.which("magick") or shutil.which("convert")
    for name, path in peers.items():
        if not path:
            print(f"notice: {name} is left out: it is not installed (apt: {PACKAGES[name]})", file=sys.stderr)
    return {name: path for name, path in peers.items() if path}


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder, self.peers = options, folder, find_peers()
        self.environment = own_homes(folder)

    def make_trees(self):
        """Copies of photos, many and few; they are at rest before they are read."""
        self.tree, self.few = self.folder / "photos", self.folder / "few"
        for tree, count in ((self.tree, self.options.photos), (self.few, self.options.photos // 10)):
            tree.mkdir()
            make_tree(self.options.folder, count, tree)
        time.sleep(3)

    def browse(self, tree, *words):
        return [self.options.photopick, "browse", tree, *words]

    def table(self, title, commands, before=None, rounds=None, **checks):
        """A table of commands, the first of which the others are compared with."""
        def run(command):
            if before:
                before()
            return measure(command, self.environment, **checks)

        print(title, file=sys.stderr)
        # Whose program is missing is None.
        runs = {name: lambda command=command: run(command) for name, command in commands.items() if command}
        taken = in_turn(runs, rounds or self.options.rounds)
        base = next(iter(taken.values()))
        lines = [f"### {title}", "", "| | seconds | ratio | memory |", "|---|---:|---:|---:|"]
        for name, measured in taken.items():
            memory = memory_text(max(one.megabytes for one in measured))
            lines.append(f"| {name} | {median(measured):.3f} | {figure(ratio(measured, base))} | {memory} |")
        return "\n".join(lines) + "\n"

    def peer(self, name, *words):
        """The command of a peer; None if it is not there."""
        return [self.peers[name], *words] if name in self.peers else None

    def scan(self):
        self.make_trees()
        yield self.table(f"Scan of {self.options.photos} photos", {
            "`photopick browse --no-catalog --jsonl`": self.browse(self.tree, "--no-catalog", "--jsonl"),
            "`photopick browse --jsonl`, catalog filled": self.browse(self.tree, "--jsonl"),
            "`find -printf`": ["find", self.tree, "-type", "f", "-printf", "%p %s %T@\\n"],
        })
        exiv2 = self.peer("exiv2", "-q", "-K", "Exif.Photo.DateTimeOriginal", "pr", "{}", "+")
        yield self.table(f"Scan of {self.options.photos // 10} photos with readers of metadata", {
            "`photopick browse --no-catalog --jsonl`": self.browse(self.few, "--no-catalog", "--jsonl"),
            "`photopick browse --jsonl`, catalog filled": self.browse(self.few, "--jsonl"),
            "`exiftool -fast2 -r -json`, 3 tags": self.peer("exiftool", "-fast2", "-r", "-q", "-json", *TAGS, self.few),
            "`find -exec exiv2 pr`, 1 tag": exiv2 and ["find", self.few, "-type", "f", "-exec", *exiv2],
        }, rounds=min(self.options.rounds, 3))

    def query(self):
        known = ["--no-refresh", "--paths"]
        for tree in (self.tree, self.few):
            measure(self.browse(tree, "--jsonl"), self.environment)
        dates = ["-newermt", "2014-05-01", "!", "-newermt", "2016-01-01"]
        yield self.table(f"Question about {self.options.photos} photos", {
            "`photopick browse --where date:2014-05..2015 --no-refresh`":
                self.browse(self.tree, "--where", "date:2014-05..2015", *known),
            "`photopick browse --where iso:100..400 --no-refresh`":
                self.browse(self.tree, "--where", "iso:100..400", *known),
            "`find -newermt 2014-05-01 ! -newermt 2016-01-01`": ["find", self.tree, "-type", "f", *dates],
        }, allowed=(0, 1))
        condition = ["-if", "$ISO >= 100 and $ISO <= 400", "-p", "$Directory/$FileName"]
        yield self.table(f"Question about {self.options.photos // 10} photos, with ExifTool", {
            "`photopick browse --where iso:100..400 --no-refresh`":
                self.browse(self.few, "--where", "iso:100..400", *known),
            "`photopick browse --where iso:100..400 --no-catalog`":
                self.browse(self.few, "--where", "iso:100..400", "--no-catalog", "--paths"),
            "`exiftool -fast -r -if '$ISO >= 100 and $ISO <= 400'`":
                self.peer("exiftool", "-fast", "-r", "-q", "-q", *condition, self.few),
        }, rounds=min(self.options.rounds, 3))

    def make_pictures(self):
        pictures = self.folder / "pictures"
        pictures.mkdir()
        unique = min(self.options.pictures, DIFFERENT_PICTURES)
        print(f"Making {unique} photos of 12 megapixels", file=sys.stderr)
        for number in range(self.options.pictures):
            picture = pictures / f"{number:03}.jpg"
            if number >= unique:
                shutil.copyfile(pictures / f"{number % unique:03}.jpg", picture)
                continue
            # Noise of a strength that grows with the number gives files from 2 to 8 MB, as in Scripts/bench/thumbnails.
            words = ["-seed", str(number + 1), "-size", "1000x750", "plasma:fractal", "-resize", "4000x3000!"]
            words += ["-attenuate", f"0.{8 + number * 30 // unique:02}", "+noise", "Gaussian", "-quality", "92"]
            subprocess.run(self.peer("imagemagick", *words, picture), check=True)
        return sorted(pictures.iterdir())

    def mogrify(self, *words):
        program = self.peers["imagemagick"]
        return [program, "mogrify", *words] if Path(program).name == "magick" else ["mogrify", *words]

    def thumbnails(self):
        if "imagemagick" not in self.peers:
            return
        pictures, out = self.make_pictures(), self.folder / "out"
        cache = Path(self.environment["XDG_CACHE_HOME"], "thumbnails")
        ours = [self.options.photopick, "thumbnail", "--size", "256", "--to", out, *pictures]
        vips = self.peer("vipsthumbnail", "--size", "256", "-o")
        each = -(-len(pictures) // os.cpu_count())
        shared = f'printf "%s\\0" "$@" | xargs -0 -n {each} -P {os.cpu_count()} "$0" --size 256 -o "{out}/%s.png"'
        magick = self.mogrify("-path", out, "-define", "jpeg:size=512x512", "-thumbnail", "256x256")

        def clean():
            shutil.rmtree(out, ignore_errors=True)
            shutil.rmtree(cache, ignore_errors=True)
            out.mkdir()

        yield self.table(f"Thumbnails of 256 pixels of {len(pictures)} JPEG photos of 12 megapixels", {
            "`photopick thumbnail --to`, PNG, cache empty": ours,
            "`vipsthumbnail`, PNG": vips and [*vips, f"{out}/%s.png", *pictures],
            "`vipsthumbnail`, PNG, a process for each core": vips and ["sh", "-c", shared, vips[0], *pictures],
            "`vipsthumbnail`, JPEG": vips and [*vips, f"{out}/%s.jpg", *pictures],
            "`mogrify -thumbnail`, PNG": [*magick, "-format", "png", *pictures],
            "`mogrify -thumbnail`, JPEG": [*magick, *pictures],
        }, before=clean, allowed=(0,))

    def export(self):
        photos, copy = self.folder / "exported", self.folder / "copy"
        photos.mkdir()
        make_opaque_photos(photos, self.options.exports, EXPORTED_BYTES)
        ours = [self.options.photopick, "export", "all", photos, "--to", copy]

        def clean():
            shutil.rmtree(copy, ignore_errors=True)
            subprocess.run(["sync"], check=True)

        yield self.table(f"Copy of {self.options.exports} photos of 3 MB", {
            "`photopick export all --to`": ours,
            "`photopick export all --to --no-verify`": [*ours, "--no-verify"],
            "`cp -r`": ["cp", "-r", photos, copy],
            "`rsync -a`": self.peer("rsync", "-a", f"{photos}/", f"{copy}/"),
        }, before=clean, allowed=(0,))

    def startup(self):
        yield self.table("Start", {
            "`photopick --version`": [self.options.photopick, "--version"],
            "`photopick browse --help`": [self.options.photopick, "browse", "--help"],
            "`exiftool -ver`": self.peer("exiftool", "-ver"),
            "`exiv2 --version`": self.peer("exiv2", "--version"),
            "`vipsthumbnail --version`": self.peer("vipsthumbnail", "--version"),
            f"`{Path(self.peers.get('imagemagick', '')).name} -version`": self.peer("imagemagick", "-version"),
            "`true`": ["true"],
        }, rounds=10 * self.options.rounds)

    def versions(self):
        commands = {"photopick": [self.options.photopick, "--version"], "find": ["find", "--version"],
                    "cp": ["cp", "--version"], "ExifTool": self.peer("exiftool", "-ver"),
                    "Exiv2": self.peer("exiv2", "--version"), "libvips": self.peer("vipsthumbnail", "--version"),
                    "ImageMagick": self.peer("imagemagick", "-version"), "rsync": self.peer("rsync", "--version")}
        return ", ".join(f"{name} {version(command)}" for name, command in commands.items() if command)


def memory_text(megabytes):
    """Memory at its peak. A process starts as a copy of this one, whose memory counts as its own."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return f"{megabytes:.0f} MB" if megabytes > 1.05 * own else "–"


def figure(value):
    """A ratio with two figures that count."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}" if value < 100 else f"{value:.0f}"


TABLES = {"scan": Bench.scan, "query": Bench.query, "thumbnails": Bench.thumbnails, "export": Bench.export,
          "startup": Bench.startup}


def report(options):
    with tempfile.TemporaryDirectory(prefix="photopick-bench-") as folder:
        bench = Bench(options, Path(folder))
        lines = [f"| {name} | {value} |" for name, value in machine(folder).items()]
        lines += [f"| versions | {bench.versions()} |", f"| rounds | {options.rounds} |"]
        if options.only == "query":
            bench.make_trees()
        tables = [TABLES[options.only]] if options.only else TABLES.values()
        parts = [part for table in tables for part in table(bench)]
    return "\n".join(["| machine | |", "|---|---|", *lines, "", *parts])


def main():
    options = arguments()
    text = report(options)
    if not options.write:
        return print(text)
    page, count = re.subn(f"(?s)(?<={re.escape(BEGIN)}).*?(?={re.escape(END)})", lambda _: f"\n{text}\n",
                          options.page.read_text())
    if count != 1:
        sys.exit(f"{options.page} has no place for the tables")
    options.page.write_text(page)


if __name__ == "__main__":
    main()
