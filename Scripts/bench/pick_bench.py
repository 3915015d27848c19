"""Times photopick's picker on a pseudo-terminal of 200 x 50 cells.

The grid: a tree of copies of SOURCE's photos is made in a temporary folder; the catalog and the thumbnails that are
shown are filled first. Prints, over several rounds, the time to the first screen with photos and to the last picture
on it, the time from a key to the end of its frame, and the most memory that the process took.

The full view: photos of 24 megapixels, made with ImageMagick (IMAGEMAGICK names its convert command) unless --large
names a folder that has some. Right is pressed four times a second. Prints the time from the key to the end of the
last frame that shows a picture before the next key, and the same for z, which shows the photo at 100 %.

The harness answers as a terminal does that shows frames at once (private mode 2026), so that the end of each frame is
seen, and that has the graphics of --graphics. Behind each figure stands the most that it should be.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tree import make_tree
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from picker_terminal import Picker  # noqa: E402

KEYS = {"right": b"\x1b[C", "down": b"\x1b[B", "page down": b"\x1b[6~", "space": b" ", "page up": b"\x1b[5~"}
RIGHT, ENTER, ZOOM = b"\x1b[C", b"\r", b"z"
# The number of a photo in the view, or the name of a copy.
FIRST_SCREEN = rb"(?<!\d)1/\d|\d{7}-|\.jpe?g"
# Seconds between two keys of somebody who looks at four photos a second.
PACE = 0.25
UNIQUE_PHOTOS, LARGE_PHOTOS = 6, 24


def arguments():
    photopick, samples = sys.argv[1:3]
    parser = argparse.ArgumentParser(
        prog="Scripts/bench/pick", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?", type=Path, default=Path(samples), metavar="SOURCE", help="a folder")
    parser.add_argument("--tree", type=Path, metavar="DIR", help="use this folder as it is")
    parser.add_argument("--large", type=Path, metavar="DIR", help="the large photos; kept from run to run")
    parser.add_argument("--photos", type=int, default=20_000, metavar="N", help="photos in the tree (20000)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (5)")
    parser.add_argument("--keys", type=int, default=40, metavar="N", help="strokes of each key a round (40)")
    parser.add_argument("--size", default="200x50", metavar="CxR", help="columns and rows (200x50)")
    parser.add_argument("--cell", default="10x20", metavar="WxH", help="pixels of a cell (10x20)")
    parser.add_argument("--graphics", default="kitty", choices=["kitty", "sixel", "symbols"], help="of the full view")
    parser.add_argument("--only", choices=["grid", "view"], help="one part alone")
    options = parser.parse_args(sys.argv[3:])
    options.photopick = photopick
    for name in ("size", "cell"):
        setattr(options, name, tuple(int(part) for part in getattr(options, name).split("x")))
    return options


def describe(name, values, unit, bars=None):
    """Prints how values spread; `bars` are the most that median and 95 % should be, None for any."""
    if not values:
        print(f"{name:24} nothing was shown")
        return
    ordered = sorted(values)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    median = statistics.median(ordered)
    line = f"{name:24} median {median:7.1f} {unit}   95 % {last:7.1f}   max {ordered[-1]:7.1f}"
    for text, value, bar in zip(("median", "95 %"), (median, last), bars or ()):
        if bar is not None:
            line += f"   {text} {'≤' if value <= bar else 'NOT ≤'} {bar}"
    print(line, flush=True)


def measure_grid(options, environment, tree):
    command = [options.photopick, "pick", str(tree)]
    fill = [options.photopick, "browse", str(tree), "--limit", "1"]
    subprocess.run(fill, env=environment, check=False, stdout=subprocess.DEVNULL)
    firsts, wholes, memory = [], [], []
    times = {name: [] for name in KEYS}
    for number in range(options.rounds + 1):
        picker = Picker(command, environment, options.size, "symbols", options.cell)
        first = picker.wait_for(FIRST_SCREEN)
        whole = picker.settle(1.0)
        measured = {name: [] for name in KEYS}
        for name, key in KEYS.items():
            for _ in range(options.keys):
                measured[name].append(picker.press(key))
                # Pictures around what is shown are made meanwhile, as while a person looks.
                picker.settle(0.3 if number == 0 else 0.06)
        # The first round only fills the caches.
        if number > 0:
            firsts.append(first * 1000)
            wholes.append(whole * 1000)
            for name, values in measured.items():
                times[name] += [value * 1000 for value in values if value is not None]
            memory.append(picker.memory())
        picker.end()
    describe("first screen", firsts, "ms", (60,))
    describe("with all pictures", wholes, "ms")
    for name, values in times.items():
        describe(f"key {name}", values, "ms")
    describe("all keys", [value for values in times.values() for value in values], "ms", (6, 16))
    describe("memory, grid", memory, "MB", (250,))


def make_large(folder):
    """Photos of 24 megapixels, in a folder that keeps them."""
    folder.mkdir(parents=True, exist_ok=True)
    photos = sorted(path for path in folder.iterdir() if path.suffix.lower() in (".jpg", ".jpeg"))
    if len(photos) >= 2:
        return
    convert = os.environ.get("IMAGEMAGICK") or shutil.which("magick") or shutil.which("convert")
    if not convert:
        sys.exit("there is no ImageMagick: install it, or name a folder with large photos with --large")
    print(f"Making {UNIQUE_PHOTOS} photos of 24 megapixels in {folder}", file=sys.stderr)
    for number in range(LARGE_PHOTOS):
        photo = folder / f"{number:02}.jpg"
        if number >= UNIQUE_PHOTOS:
            shutil.copyfile(folder / f"{number % UNIQUE_PHOTOS:02}.jpg", photo)
            continue
        command = [convert, "-seed", str(number + 1), "-size", "1500x1000", "plasma:fractal", "-resize", "6000x4000!"]
        command += ["-attenuate", "0.15", "+noise", "Gaussian", "-quality", "92", str(photo)]
        subprocess.run(command, check=True)


def measure_view(options, environment, folder):
    command = [options.photopick, "pick", str(folder), "--sort", "name", "--group", "all"]
    count = sum(1 for path in folder.iterdir() if path.suffix.lower() in (".jpg", ".jpeg"))
    opened, nexts, zooms, memory, late = [], [], [], [], 0
    for number in range(options.rounds + 1):
        picker = Picker(command, environment, options.size, options.graphics, options.cell)
        picker.wait_for(FIRST_SCREEN)
        picker.settle(2.0 if number == 0 else 0.5)
        first = picker.press_for_picture(ENTER, 1.5)
        found = [picker.press_for_picture(RIGHT, PACE) for _ in range(count - 1)]
        picker.settle(0.5)
        zoomed = []
        for key in [b"\x1b[D"] * min(count - 1, 8):
            picker.settle(0.3)
            zoomed.append(picker.press_for_picture(ZOOM, 0.75))
            picker.press_for_picture(ZOOM, 0.75)
            picker.press_for_picture(key, 0.75)
        # The first round only fills the caches.
        if number > 0:
            opened += [first] if first is not None else []
            nexts += [value for value in found if value is not None]
            late += sum(1 for value in found if value is None)
            zooms += [value for value in zoomed if value is not None]
            memory.append(picker.memory())
        picker.end()
    milliseconds = lambda values: [value * 1000 for value in values]
    print(f"full view, {options.graphics}, {count} photos")
    describe("Enter", milliseconds(opened), "ms")
    # What is not there by the next key is later than that.
    describe("next photo", milliseconds(nexts) + [PACE * 1000] * late, "ms", (None, 50))
    if late:
        print(f"{'':24} {late} of {late + len(nexts)} were not shown before the next key")
    describe("zoom to 100 %", milliseconds(zooms), "ms", (None, 80))
    describe("memory, full view", memory, "MB", (250,))


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="photopick-bench-") as folder:
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        environment |= {"XDG_CACHE_HOME": f"{folder}/cache", "XDG_STATE_HOME": f"{folder}/state"}
        for name in ("TMUX", "STY", "NO_COLOR", "TERM_PROGRAM", "LC_TERMINAL"):
            environment.pop(name, None)
        if options.only != "view":
            tree = options.tree or Path(folder) / "photos"
            if not options.tree:
                tree.mkdir()
                make_tree(options.source, options.photos, tree)
            measure_grid(options, environment, tree)
        if options.only != "grid":
            large = options.large or Path(tempfile.gettempdir()) / "photopick-bench-large"
            make_large(large)
            measure_view(options, environment, large)


main()
