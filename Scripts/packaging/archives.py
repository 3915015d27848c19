"""Creates the Debian package, and the archives of the executable and of the source."""

import email.utils
import gzip
import io
import os
import shutil
import tarfile
import tempfile
from pathlib import Path

import facts

INSTALL = """\
#!/bin/sh
# Installs photopick, its manual and its completions.
#
#   ./install.sh [PREFIX]               into PREFIX (default: /usr/local); ~/.local needs no root
#   ./install.sh --uninstall [PREFIX]   removes them
set -eu
here=$(cd "$(dirname "$0")" && pwd)
action=install
if [ "${1:-}" = --uninstall ]; then
  action=uninstall
  shift
fi
prefix=${1:-/usr/local}
cd "$here/files"
if [ "$action" = uninstall ]; then
  find . -type f | while IFS= read -r file; do rm -f "$prefix/$file"; done
  echo "photopick is no longer in $prefix."
  exit 0
fi
[ -w "$prefix" ] || mkdir -p "$prefix" 2>/dev/null && [ -w "$prefix" ] || {
  echo "install.sh: $prefix cannot be written: run it as root, or name a folder: ./install.sh ~/.local" >&2
  exit 1
}
find . -type f | while IFS= read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  cp "$file" "$prefix/$file.new" && mv "$prefix/$file.new" "$prefix/$file"
done
echo "photopick is in $prefix/bin."
missing=$(ldd "$prefix/bin/photopick" | sed -n 's/^[[:space:]]*\\([^ ]*\\) => not found$/\\1/p')
if [ -n "$missing" ]; then
  echo "These libraries are missing:" $missing >&2
  echo "On @SYSTEM@ they are in: @LINKED@" >&2
  exit 1
fi
echo "For all formats and commands, these packages help too: @LATE@"
"""


def debian(release, libraries, parts, folder):
    """Creates the Debian package with debhelper. Lazily loaded libraries are recommended."""
    version = f"{release.version}-1~{release.system}"
    with tempfile.TemporaryDirectory() as work:
        tree = Path(work, "photopick")
        shutil.copytree(parts, tree)
        shutil.copytree(facts.DEBIAN, tree / "debian")
        for file in (release.program, facts.ROOT / "CHANGELOG.md"):
            shutil.copy(file, tree)
        control = tree / "debian/control"
        control.write_text(control.read_text().replace("@MAINTAINER@", release.maintainer))
        (tree / "debian/changelog").write_text(
            f"photopick ({version}) unstable; urgency=medium\n\n  * Release {release.version}; what changed is in"
            f" changelog.gz.\n\n -- {release.maintainer}  {email.utils.format_datetime(release.moment)}\n")
        # Skips cleaning and building.
        recommends = ", ".join(libraries.late_packages())
        facts.output(
            "env", "-C", tree, f"RECOMMENDS={recommends}", "dpkg-buildpackage", "--build=binary", "-us", "-uc", "-nc", "-d")
        return Path(shutil.move(next(Path(work).glob("*.deb")), folder))


def binary(release, libraries, parts, folder):
    """Archives the executable, its manual and completions, with an installation script."""
    name = f"photopick-{release.version}-{release.system}-{release.architecture}"
    script = INSTALL.replace("@SYSTEM@", release.system_name)
    script = script.replace("@LINKED@", " ".join(sorted({each.package for each in libraries.linked})))
    script = script.replace("@LATE@", " ".join(libraries.late_packages()))
    files = {"install.sh": (script.encode(), 0o755), "files/bin/photopick": (release.program.read_bytes(), 0o755)}
    places = {facts.ROOT / name: name for name in ("README.md", "CHANGELOG.md", "LICENSE")}
    for place in ("bash-completion/completions/photopick", "zsh/site-functions/_photopick",
                  "fish/vendor_completions.d/photopick.fish"):
        places[parts / "completions" / Path(place).name] = f"files/share/{place}"
    places |= {page: f"files/share/man/man{page.name[-1]}/{page.name}" for page in (parts / "man").iterdir()}
    files |= {place: (file.read_bytes(), 0o644) for file, place in places.items()}
    return write(folder / f"{name}.tar.gz", name, files, release)


def source(release, parts, folder):
    """Archives the current commit, with the manual pages in `man`."""
    name = f"photopick-{release.version}"
    committed = facts.run("git", "-C", facts.ROOT, "archive", "--format=tar", "HEAD")
    files = {}
    with tarfile.open(fileobj=io.BytesIO(committed)) as archive:
        for member in archive:
            if member.isfile():
                files[member.name] = (archive.extractfile(member).read(), 0o755 if member.mode & 0o100 else 0o644)
            elif not member.isdir():
                raise SystemExit(f"release: {member.name} is neither a file nor a folder")
    for page in (parts / "man").iterdir():
        files[f"man/{page.name}"] = (page.read_bytes(), 0o644)
    return write(folder / f"{name}-source.tar.gz", name, files, release)


def write(path, top, files, release):
    """Writes a reproducible archive."""
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(files):
            data, mode = files[name]
            entry = tarfile.TarInfo(os.path.join(top, name))
            entry.size, entry.mode, entry.mtime = len(data), mode, int(release.moment.timestamp())
            archive.addfile(entry, io.BytesIO(data))
    path.write_bytes(gzip.compress(content.getvalue(), 9, mtime=0))
    return path
