"""Times photopick's scan of a tree of photos against a bare walk and against other readers.

A tree of copies is made in a temporary folder from the photos of SOURCE, best a folder of real photos as
cameras write them; without SOURCE from the samples, which are small. The programs run in turn, round by
round, and a ratio is taken within its round, so that a machine that slows down half way slows all of them.
ExifTool and Exiv2 take part where they are installed, on fewer photos.
"""

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from timing import in_turn, measure, median, own_homes, ratio
from tree import make_tree

EXIFTOOL_TAGS = ("-DateTimeOriginal", "-ImageSize", "-FileType")


def arguments():
    photopick, samples = sys.argv[1:3]
    parser = argparse.ArgumentParser(prog="Scripts/bench/scan", description=__doc__)
    parser.add_argument("source", nargs="?", type=Path, default=Path(samples), metavar="SOURCE", help="a folder")
    parser.add_argument("--photos", type=int, default=20_000, metavar="N", help="photos in the tree (20000)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (5)")
    parser.add_argument("--peers", type=int, default=2000, metavar="N", help="photos for ExifTool and Exiv2 (2000)")
    options = parser.parse_args(sys.argv[3:])
    options.photopick = photopick
    return options


def compare(title, commands, base, rounds, environment, paths=()):
    """Runs the commands in turn and prints their medians and their ratios to `base`."""
    runs = {name: lambda command=command: measure(command, environment, paths) for name, command in commands.items()}
    times = in_turn(runs, rounds)
    print(title)
    for name, taken in times.items():
        spent = f"median {median(taken):8.3f} s  least {min(one.seconds for one in taken):8.3f} s"
        print(f"  {name:<18} {spent}  x{ratio(taken, times[base]):.2f} of {base}")


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="photopick-bench-") as folder:
        tree = Path(folder, "photos")
        tree.mkdir()
        environment = own_homes(folder)
        print(f"Copying {options.photos} photos from {options.source}", file=sys.stderr)
        copies = make_tree(options.source, options.photos, tree)
        walk = {
            "find -printf": ["find", str(tree), "-type", "f", "-printf", "%p %s %T@\\n"],
            "photopick browse": [options.photopick, "browse", str(tree), "--no-catalog", "--jsonl"],
        }
        compare(f"{len(copies)} photos, file cache warm", walk, "find -printf", options.rounds, environment)
        some = copies[: options.peers]
        peers = {
            "photopick info": ["xargs", "-d", "\\n", options.photopick, "info", "--jsonl", "--"],
            "exiftool -fast2": ["exiftool", "-fast2", "-q", "-json", *EXIFTOOL_TAGS, "-@", "-"],
            "exiv2": ["xargs", "-d", "\\n", "exiv2", "-q", "-K", "Exif.Photo.DateTimeOriginal", "pr"],
        }
        for name in ("exiftool -fast2", "exiv2"):
            if not shutil.which(name.split()[0]):
                del peers[name]
        measure([options.photopick, "info", "--jsonl", str(some[0])], environment)  # xargs would hide a refusal
        title = f"{len(some)} photos given by name"
        compare(title, peers, "photopick info", min(options.rounds, 3), environment, some)


main()
