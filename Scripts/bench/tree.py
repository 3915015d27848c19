"""A tree of photos for a benchmark, made of those of a folder."""

import itertools
import os
import shutil
import sys

PHOTOS_A_FOLDER = 250
# A JPEG up to its scan.
HEADER = bytes.fromhex("ffd8ffc0000b080bd00fa001011100ffda0008010100003f00")


def make_tree(source, count, tree):
    """Copies the photos of `source` round and round until there are `count`; the paths of the copies."""
    sources = sorted(path for path in source.rglob("*") if path.is_file())
    if not sources:
        sys.exit(f"there is no file in {source}")
    needed = sum(path.stat().st_size for path in sources) * count // len(sources)
    free = shutil.disk_usage(tree).free
    if needed > free * 0.9:
        sys.exit(f"the copies take {needed >> 20} MB, {tree} has {free >> 20} MB: use --photos or TMPDIR")
    copies = []
    for index, path in zip(range(count), itertools.cycle(sources)):
        folder = tree / f"album-{index // PHOTOS_A_FOLDER:04}"
        folder.mkdir(exist_ok=True)
        copies.append(folder / f"{index:07}-{path.name}")
        shutil.copy2(path, copies[-1])
    return copies


def make_opaque_photos(folder, count, size):
    """Makes photos of `size` bytes whose pixels are random bytes."""
    for index in range(count):
        album = folder / f"album-{index // PHOTOS_A_FOLDER:02}"
        album.mkdir(exist_ok=True)
        (album / f"IMG_{index:05}.JPG").write_bytes(HEADER + os.urandom(size - len(HEADER)))
