"""Creates the Debian package, and the archives of the executable and of the source."""

import email.utils
import gzip
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import bundle
import facts

INSTALL = """\
#!/bin/sh
# Installs photopick with its libraries, manual and completions.
#
#   ./install.sh [--prefix FOLDER]               into FOLDER (default: /usr/local); ~/.local needs no root
#   ./install.sh --uninstall [--prefix FOLDER]   removes them
set -eu
here=$(cd "$(dirname "$0")" && pwd)
action=install prefix=/usr/local
while [ $# != 0 ]; do
  case $1 in
    --uninstall) action=uninstall ;;
    --prefix) prefix=${2:?--prefix takes a folder} && shift ;;
    --prefix=*) prefix=${1#*=} ;;
    *) echo "install.sh: there is no option $1: ./install.sh [--uninstall] [--prefix FOLDER]" >&2 && exit 2 ;;
  esac
  shift
done
cd "$here"
if [ "$action" = uninstall ]; then
  find bin lib share -type f | while IFS= read -r file; do rm -f "$prefix/$file"; done
  # Folders that are empty now, except for one that every system has.
  find lib share -mindepth 1 -depth -type d | while IFS= read -r folder; do
    [ "$folder" = share/man ] || rmdir "$prefix/$folder" 2>/dev/null || true
  done
  echo "photopick was removed from $prefix."
  exit 0
fi
mkdir -p "$prefix" 2>/dev/null && [ -w "$prefix" ] || {
  echo "install.sh: $prefix can't be written: run it as root, or choose a folder: ./install.sh --prefix ~/.local" >&2
  exit 1
}
find bin lib share -type f | while IFS= read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  cp "$file" "$prefix/$file.new" && mv "$prefix/$file.new" "$prefix/$file"
done
echo "photopick was installed into $prefix/bin."
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
    """Archives the executable with all libraries, manual, completions and an installation script, for any Linux."""
    bundled = bundle.files(release, libraries)
    if not bundled:
        return
    machine = facts.output("uname", "-m")
    name = f"photopick-{release.version}-linux-{machine}"
    completions = parts / "completions"
    files = {
        "install.sh": (INSTALL.encode(), 0o755),
        "share/bash-completion/completions/photopick": ((completions / "photopick").read_bytes(), 0o644),
        "share/zsh/site-functions/_photopick": ((completions / "_photopick").read_bytes(), 0o644),
        "share/fish/vendor_completions.d/photopick.fish": ((completions / "photopick.fish").read_bytes(), 0o644),
        "share/photopick/places.dat": ((parts / "places.dat").read_bytes(), 0o644),
        "share/photopick/places-licenses.txt": ((facts.ROOT / "Scripts/places/licenses.txt").read_bytes(), 0o644),
        **bundled,
    }
    integrations = parts / "integrations"
    for file in (path for path in integrations.rglob("*") if path.is_file()):
        mode = 0o755 if file.stat().st_mode & 0o100 else 0o644
        files[f"share/photopick/integrations/{file.relative_to(integrations)}"] = (file.read_bytes(), mode)
    for page in ("README.md", "CHANGELOG.md", "LICENSE"):
        files[page] = ((facts.ROOT / page).read_bytes(), 0o644)
    for page in (parts / "man").iterdir():
        files[f"share/man/man{page.name[-1]}/{page.name}"] = (page.read_bytes(), 0o644)
    write(folder / f"{name}.tar.gz", name, files, release)


def source(release, parts, folder):
    """Archives the current commit, with the manual pages in `man`."""
    name = f"photopick-{release.version}"
    committed = subprocess.run(
        ["git", "-C", facts.ROOT, "archive", "--format=tar", "HEAD"], check=True, capture_output=True).stdout
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
