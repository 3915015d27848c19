"""Renders pictures with PhotoImaging, using the tool in `imaging`."""

import subprocess
import sys
from pathlib import Path

from project import ROOT

PACKAGE = ROOT / "Scripts/bench/imaging"


def files_of(suffixes):
    """Returns the files with these suffixes in the folders of the arguments, or exits."""
    found = sorted(str(path) for folder in sys.argv[1:] for path in Path(folder).rglob("*")
                   if path.is_file() and path.suffix.lower() in suffixes)
    return found or sys.exit(f"usage: {sys.argv[0]} FOLDER…; there is no {' or '.join(suffixes)} file in {sys.argv[1:]}")


def render(files, rendering, turn, colors, folder):
    """Renders files into a folder. Returns the origin of the pixels and the PAM file, by the number of the file."""
    subprocess.run(["swift", "build", "-q", "-c", "release", "--package-path", PACKAGE], check=True)
    folder.mkdir(exist_ok=True)
    command = [PACKAGE / ".build/release/photo-render", rendering, turn, colors, folder, *files]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    outcomes = (line.split(" ", 2)[:2] for line in printed.splitlines())
    return {int(number): (origin, folder / f"{number}.pam") for number, origin in outcomes if origin != "error"}


def read(path):
    """Returns width, height and pixels of a PAM file."""
    header, pixels = path.read_bytes().split(b"ENDHDR\n", 1)
    fields = dict(line.split(b" ", 1) for line in header.splitlines() if b" " in line)
    return int(fields[b"WIDTH"]), int(fields[b"HEIGHT"]), pixels
