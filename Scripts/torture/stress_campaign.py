"""Runs the stress scripts in turn and adds up what they did.

  catalog   folders that change, catalogs that are damaged, full or forbidden
  store     many processes at once, killed
  export    moves and their undoing, killed; a full disk
  fetch     downloads, killed
  marks     commands and pickers that rate, killed
  outputs   thumbnails, drafts, output files and all of the above: killed at one call, on a full or read-only disk,
            without permission
  faults    all of the above, and the trash: each call on files fails, with each error

A round of the campaign is a share of each that takes some seconds; with --minutes each NAME gets an equal part of the
time, and one share at least. Each share has a seed of its own. Ends with 1 if anything was found; the script's own
words then go to stderr. What needs root, such as a full disk, is left out without it.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SUMMARY = re.compile(r"(\d+) rounds, (\d+) commands ended, (\d+) killed, (\d+) faults$")
# A JPEG up to its scan.
HEADER = bytes.fromhex("ffd8ffc0000b080bd00fa001011100ffda0008010100003f00")


def arguments():
    photopick, root = sys.argv[1:3]
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="Scripts/torture/stress", description=__doc__, formatter_class=layout)
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("--rounds", type=int, metavar="N", help="rounds of the campaign")
    amount.add_argument("--minutes", type=float, default=10, metavar="M", help="how long it takes (10)")
    parser.add_argument("--seed", type=int, default=int(time.time()), metavar="N", help="where random choices start")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of the list above; all of them if none is given")
    options = parser.parse_args(sys.argv[3:])
    options.photopick, options.root = os.path.abspath(photopick), Path(root)
    if not os.access(options.photopick, os.X_OK):
        parser.error(f"{options.photopick} is no program")
    return parser, options


def notice(text):
    print(f"notice: {text}", file=sys.stderr)


def shares(options, folder):
    """The command of one share of each name, without its seed."""
    program, scripts = ["--command", options.photopick], options.root / "Scripts/torture"
    samples = [str(path) for path in sorted((options.root / "Samples").rglob("*.jpg"))[:8]]
    source, large = random.Random(options.seed), []
    for number in range(8):
        large.append(folder / f"IMG_{number}.JPG")
        large[-1].write_bytes(HEADER + source.randbytes(source.randrange(200_000, 1_500_000)))
    is_root = os.geteuid() == 0
    if not is_root:
        notice("not root: no disk is filled or read-only, and no file belongs to somebody else")
    commands = {
        "catalog": [scripts / "stress-catalog", options.photopick, "--rounds", "20", "--settled", "10"],
        "store": [scripts / "stress-store", *program, "--rounds", "5", *samples],
        "export": [scripts / "stress-export", *program, "--kills", "40", *([] if is_root else ["--no-disk"])],
        "fetch": [scripts / "stress-fetch", *program, "--rounds", "2", *large],
        "marks": [scripts / "stress-marks", *program, "--rounds", "1", "--photos", "500", "--most", "80"],
        "outputs": [scripts / "stress-outputs", *program, "--rounds", "10"],
        "faults": [scripts / "stress-faults", *program, "--sample", "120"],
    }
    if not os.path.isdir("/dev/shm"):
        notice("there is no second file system at /dev/shm: no export, and no faults")
        del commands["export"], commands["faults"]
    return commands


def run_share(command, seed):
    """The figures of one share; the script's words if it found a fault."""
    done = subprocess.run(
        [*command, "--seed", str(seed)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        check=False)
    figures = SUMMARY.search(done.stdout.rstrip())
    found = [int(figure) for figure in figures.groups()] if figures else [0, 0, 0, 0]
    if done.returncode == 0 and figures and found[3] == 0:
        return found, None
    found[3] = max(found[3], 1)
    return found, f"{' '.join(map(str, command))} --seed {seed} ends with {done.returncode}:\n{done.stdout}"


def run_name(name, command, options, seconds):
    """Runs shares of one name and prints its line; the number of faults."""
    totals, count, start = [0, 0, 0, 0], 0, time.monotonic()
    while count == 0 or (count < options.rounds if options.rounds else time.monotonic() - start < seconds):
        found, words = run_share(command, options.seed + count)
        totals = [total + figure for total, figure in zip(totals, found)]
        count += 1
        if words:
            print(words, file=sys.stderr, flush=True)
    rounds, ended, killed, faults = totals
    spent = time.monotonic() - start
    print(f"{name:8} {rounds:6} rounds {ended:7} commands ended {killed:6} killed {faults:4} faults {spent:6.0f} s",
          flush=True)
    return faults


def main():
    parser, options = arguments()
    with tempfile.TemporaryDirectory(prefix="photopick-stress-") as folder:
        commands = shares(options, Path(folder))
        unknown = [name for name in options.names if name not in commands]
        if unknown:
            parser.error(f"there is no {unknown[0]}; there are {', '.join(commands)}")
        print(f"seed {options.seed}", flush=True)
        names = options.names or list(commands)
        faults = [run_name(name, commands[name], options, options.minutes * 60 / len(names)) for name in names]
    sys.exit(int(any(faults)))


main()
