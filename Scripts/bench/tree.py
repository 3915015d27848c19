"""Trees of photos for benchmarks."""

import itertools
import os
import shutil
import subprocess
import sys
from datetime import datetime, timedelta

from photos import opaque
from shots import CANON, jpeg, raw

PHOTOS_A_FOLDER = 250
# The photos of a folder, by the name of the layout; None puts all photos into one.
LAYOUTS = {"albums": PHOTOS_A_FOLDER, "days": 20, "flat": None}
# The time of the first shot.
START = datetime(2024, 5, 4, 10)


def make_tree(source, count, tree, layout="albums"):
    """Copies the photos of `source` repeatedly, up to `count` copies, to a new folder. Returns the folder."""
    size = LAYOUTS[layout] or count
    tree.mkdir()
    sources = sorted(path for path in source.rglob("*") if path.is_file())
    if not sources:
        sys.exit(f"there is no file in {source}")
    needed = sum(path.stat().st_size for path in sources) * count // len(sources)
    free = shutil.disk_usage(tree).free
    if needed > free * 0.9:
        sys.exit(f"the copies take {needed >> 20} MB, {tree} has {free >> 20} MB: use --photos or TMPDIR")
    for index, path in zip(range(count), itertools.cycle(sources)):
        folder = tree / f"album-{index // size:04}"
        folder.mkdir(exist_ok=True)
        shutil.copy2(path, folder / f"{index:07}-{path.name}")
    return tree


def make_shots(folder, count):
    """Creates `count` RAW and JPEG files of shots; in each second of ten, five shots are a burst."""
    for index in range(count // 2):
        album = folder / f"album-{2 * index // PHOTOS_A_FOLDER:04}"
        album.mkdir(parents=True, exist_ok=True)
        second, frame = divmod(index, 5)
        moment = START + timedelta(seconds=10 * second + (0 if second % 2 else frame))
        for ending, make in (("JPG", jpeg), ("CR2", raw)):
            (album / f"IMG_{index:06}.{ending}").write_bytes(make(CANON, moment, milliseconds=100 + 150 * frame))


def make_opaque_photos(folder, count, size):
    """Creates photos of `size` bytes with random pixels."""
    for index in range(count):
        album = folder / f"album-{index // PHOTOS_A_FOLDER:02}"
        album.mkdir(exist_ok=True)
        (album / f"IMG_{index:05}.JPG").write_bytes(opaque(size))


def imagemagick():
    """Returns the command of ImageMagick, or None."""
    return os.environ.get("IMAGEMAGICK") or shutil.which("magick") or shutil.which("convert")


def make_pictures(folder, count, unique, size, convert):
    """Creates JPEG photos, of which `unique` are different, and returns their paths.

    Increasing noise results in files from 2 to 8 MB for 12 megapixels.
    """
    width, height = size
    print(f"Making {unique} photos of {width * height // 1_000_000} megapixels", file=sys.stderr)
    for number in range(count):
        picture = folder / f"{number:03}.jpg"
        if number >= unique:
            shutil.copyfile(folder / f"{number % unique:03}.jpg", picture)
            continue
        words = ["-seed", str(number + 1), "-size", f"{width // 4}x{height // 4}", "plasma:fractal"]
        words += ["-resize", f"{width}x{height}!", "-attenuate", f"0.{8 + number * 30 // unique:02}"]
        subprocess.run([convert, *words, "+noise", "Gaussian", "-quality", "92", picture], check=True)
    return sorted(folder.iterdir())
