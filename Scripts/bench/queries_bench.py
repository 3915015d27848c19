"""Times `photopick browse --where … --no-refresh` against find on the same tree.

A tree of copies of SOURCE's photos is made in a temporary folder and its catalog is filled first; --tree takes a
tree that is there, and --catalog keeps its catalog for the next time. The programs run in turn, round by round, and
a ratio is taken within its round, so that a machine that slows down half way slows all of them. Beside each question
stand how many photos it found, of at most --limit, and the most memory that it took.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from timing import in_turn, measure, median, own_homes, ratio
from tree import make_tree

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


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="photopick-bench-") as folder:
        tree = options.tree or Path(folder, "photos")
        if not options.tree:
            tree.mkdir()
            make_tree(options.source, options.photos, tree)
        environment = own_homes(folder)
        catalog = options.catalog or Path(folder, "catalog.sqlite")
        browse = [options.photopick, "browse", str(tree), "--catalog", str(catalog), "--limit", str(options.limit)]
        if not catalog.exists():
            print(f"Filling {catalog}", file=sys.stderr)
            measure([*browse, "--format", ""], environment)
        queries = [(query, ["--where", query]) for query in options.where or []] or QUERIES
        commands = {"find": ["find", str(tree), "-printf", "%p %s %T@\\n"]}
        commands |= {name: [*browse, "--no-refresh", "--format", "{path}", *words] for name, words in queries}
        # 1 says that nothing was found.
        runs = {name: lambda command=command: measure(command, environment, counts_lines=True, allowed=(0, 1))
                for name, command in commands.items()}
        taken = in_turn(runs, options.rounds)
        for name, rounds in taken.items():
            memory, lines = max(one.megabytes for one in rounds), rounds[0].lines
            times = f"{median(rounds):8.3f} s  x{ratio(rounds, taken['find']):.3f} of find"
            print(f"{name:<16} {times}  {memory:6.0f} MB  {lines:8} lines")


main()
