"""Creates the files of a release from parts that Scripts/release has built."""

import argparse
import sys
from pathlib import Path

import archives
import facts
import formula
import sbom


def arguments():
    parser = argparse.ArgumentParser(prog="release", description=__doc__)
    parser.add_argument("--program", type=Path, required=True, help="the release binary")
    parser.add_argument("--parts", type=Path, required=True, help="man and completions")
    parser.add_argument("--folder", type=Path, required=True, help="where the files go")
    parser.add_argument("--url", default="", help="the folder from which the source is loaded")
    parser.add_argument("--deb", action="store_true", help="only the Debian package")
    return parser.parse_args()


def main():
    options = arguments()
    release = facts.Release(options.program)
    libraries = facts.Libraries(options.program)
    package = archives.debian(release, libraries, options.parts, options.folder)
    if package.stat().st_size > 20_000_000:
        sys.exit(f"release: {package.name} has more than 20 MB")
    if options.deb:
        return
    archives.binary(release, libraries, options.parts, options.folder)
    source = archives.source(release, options.parts, options.folder)
    formula.write(release, source, options.folder, options.url)
    sbom.write(release, libraries, options.folder)


main()
