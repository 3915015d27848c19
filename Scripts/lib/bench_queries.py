"""Times `photopick browse --where … --no-refresh` against find on the same tree.

A tree of copies of SOURCE's photos is made in a temporary folder and its catalog is filled first; --tree takes a
tree that is there, and --catalog keeps its catalog for the next time. The programs run in turn, round by round, and
a ratio is taken within its round, so that a machine that slows down half way slows all of them. Beside each question
stand how many photos it found, of at most --limit, and the most memory that it took.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_tree import make_tree

# Few photos or none pass the last ones, so that every photo is asked.
QUERIES = [
    ("camera, ISO", ["--where", "camera:canon,nikon iso:100..400"]),
    ("caption", ["--where", "caption:a"]),
    ("near", ["--where", "near:46.5,6.6,2000km"]),
    ("keywords", ["--where", "-keywords:Travel"]),
    ("name", ["--where", "name:~'_0*[1-9]+7\\.'"]),
    ("rating, label", ["--where", "rating:>=3 or label:red"]),
    ("words", ["--where", "olympus digital"]),
    ("years", ["--where", "date:2014-05..2015"]),
    ("no lens", ["--where", "lens:none"]),
    ("people", ["--where", "people:any"]),
    ("kinds", ["--where", "is:raw -is:screenshot"]),
    ("sizes", ["--where", "size:>15kB pixelWidth:>=640"]),
    ("all", []),
    ("by month", ["--where", "iso:>=200", "--group", "month"]),
    ("by ISO", ["--where", "camera:canon aperture:<4", "--sort", "iso"]),
    ("by ISO, all", ["--sort", "iso"]),
    ("by camera", ["--where", "iso:>=200", "--group", "camera"]),
    ("by lens", ["--where", "iso:>=200", "--group", "lens"]),
    ("by name", ["--where", "iso:>=200", "--sort", "name"]),
    ("no such camera", ["--where", "camera:xyzzy"]),
    ("no such place", ["--where", "near:-80,100,1km"]),
    ("no such name", ["--where", "name:~'^q.*z$'"]),
    ("no such word", ["--where", "xyzzy"]),
    ("no such ISO", ["--where", "iso:>=12345678"]),
    ("no such date", ["--where", "date:1850..1900"]),
    ("no such path", ["--where", "path:xyzzy"]),
    ("few of a day", ["--where", "date:2010-01-01 iso:any"]),
    ("few names", ["--where", "name:~'00042[0-9]?\\.'"]),
    ("few by month", ["--where", "name:~'00042[0-9]?\\.'", "--group", "month"]),
]


def arguments():
    photopick, samples = sys.argv[1:3]
    parser = argparse.ArgumentParser(prog="Scripts/bench/queries", description=__doc__)
    parser.add_argument("source", nargs="?", type=Path, default=Path(samples), metavar="SOURCE", help="a folder")
    parser.add_argument("--tree", type=Path, metavar="DIR", help="ask about this folder as it is")
    parser.add_argument("--catalog", type=Path, metavar="FILE", help="its catalog, made if it is not there")
    parser.add_argument("--photos", type=int, default=100_000, metavar="N", help="photos in the tree (100000)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (5)")
    parser.add_argument("--limit", type=int, default=100, metavar="N", help="photos shown (100)")
    parser.add_argument("--where", action="append", metavar="QUERY", help="ask this instead; may be given again")
    options = parser.parse_args(sys.argv[3:])
    options.photopick = photopick
    return options


def measure(command, environment):
    """The seconds, megabytes and lines of output of a command."""
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        lines = sum(part.count(b"\n") for part in iter(lambda: process.stdout.read(1 << 20), b""))
        refusal = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        spent = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    # 1 says that nothing was found.
    if process.returncode not in (0, 1):
        sys.exit(f"queries: {command} ended with {process.returncode}: {refusal.decode(errors='replace')[-500:]}")
    return spent, usage.ru_maxrss / 1000, lines


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="photopick-bench-") as folder:
        tree = options.tree or Path(folder, "photos")
        if not options.tree:
            tree.mkdir()
            make_tree(options.source, options.photos, tree)
        homes = {f"XDG_{kind}_HOME": f"{folder}/{kind}" for kind in ("CACHE", "STATE", "DATA")}
        environment = {**os.environ, **homes}
        catalog = options.catalog or Path(folder, "catalog.sqlite")
        browse = [options.photopick, "browse", str(tree), "--catalog", str(catalog), "--limit", str(options.limit)]
        if not catalog.exists():
            print(f"Filling {catalog}", file=sys.stderr)
            measure([*browse, "--format", ""], environment)
        queries = [(query, ["--where", query]) for query in options.where or []] or QUERIES
        commands = {"find": ["find", str(tree), "-printf", "%p %s %T@\\n"]}
        commands |= {name: [*browse, "--no-refresh", "--format", "{path}", *words] for name, words in queries}
        for command in commands.values():
            measure(command, environment)  # fills the system's file cache
        taken = {name: [] for name in commands}
        for _ in range(options.rounds):
            for name, command in commands.items():
                taken[name].append(measure(command, environment))
        finds = [seconds for seconds, _, _ in taken["find"]]
        for name, rounds in taken.items():
            seconds = statistics.median(seconds for seconds, _, _ in rounds)
            ratio = statistics.median(one[0] / find for one, find in zip(rounds, finds))
            memory, lines = max(one[1] for one in rounds), rounds[0][2]
            print(f"{name:<16} {seconds:8.3f} s  x{ratio:.3f} of find  {memory:6.0f} MB  {lines:8} lines")


main()
