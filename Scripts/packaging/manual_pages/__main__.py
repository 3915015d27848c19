"""Makes the manual and the option tables of the documents; run by Scripts/packaging/manual and Scripts/checks/manual.

  manual PHOTOPICK GENERATE-MANUAL FOLDER    writes all pages into the folder
  manual PHOTOPICK --tables                  writes the option tables of the documents anew
  manual PHOTOPICK --compare                 names the documents whose tables are not what the help says
"""

import re
import subprocess
import sys
import tempfile
from datetime import date
from pathlib import Path

import commands
import pages

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = ROOT / "docs"


def release():
    """Version and date of the newest release in the changelog, whose date makes pages the same on every day."""
    found = re.search(r"^## \[?(\d+\.\d+\.\d+)\]? - (\d{4}-\d\d-\d\d)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    if not found:
        sys.exit("manual: CHANGELOG.md names no release, such as ## 0.1.0 - 2026-12-01")
    day = date.fromisoformat(found[2])
    return found[1], f"{day:%B} {day.day}, {day.year}"


def write(root, photopick, generator, folder):
    version, day = release()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as raw:
        subprocess.run([generator, photopick, "--multi-page", "--output-directory", raw], check=True)
        for command in root.all():
            generated = Path(raw, ".".join(command.words) + ".1").read_text()
            (folder / f"{command.page}.1").write_text(
                pages.page(command, generated, root, DOCUMENTS, day, version), encoding="ascii")
    for name in pages.LANGUAGES:
        (folder / f"{name}.7").write_text(pages.language(name, DOCUMENTS, root, day, version), encoding="ascii")
    for page in folder.glob("photopick*.[17]"):
        for name, section in re.findall(r"^(?:\.Xr|\.It Xr) (\S+) (\d)", page.read_text(), re.MULTILINE):
            if not (folder / f"{name}.{section}").exists():
                sys.exit(f"manual: {page.name} names {name}({section}), which is not there")


def tables(root, writes):
    """The documents whose tables are not what the help says; they are written if `writes`."""
    differing = []
    for page in [ROOT / "README.md", *sorted(DOCUMENTS.glob("*.md"))]:
        text = page.read_text()
        wanted = commands.with_tables(text, root)
        if wanted != text:
            differing.append(page.name)
            if writes:
                page.write_text(wanted)
    return differing


def main():
    photopick, *rest = sys.argv[1:]
    root = commands.load(photopick)
    if rest == ["--tables"]:
        tables(root, writes=True)
    elif rest == ["--compare"]:
        differing = tables(root, writes=False)
        if differing:
            sys.exit(f"The options in {', '.join(differing)} are not what the help says: Scripts/packaging/manual --tables writes them.")
    else:
        write(root, photopick, *rest[:1], Path(rest[1]))


main()
