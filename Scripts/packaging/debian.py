"""Makes the Debian package (Debian Policy 4.6)."""

import email.utils
import gzip
import hashlib
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import facts

DESCRIPTION = """\
photo browser and multi-select picker for the command line
 photopick scans folders as albums, dates and types every photo and video by
 what the file itself says, and shows them grouped and numbered. Photos are
 picked by ranges, on the screen or on a page in the browser, and go on to the
 next program as paths, JSON, a property list or lines of one's own.
 .
 It shows thumbnails in terminals with sixel, kitty's or iTerm2's graphics or
 coloured blocks, rates and labels photos in XMP sidecars, and exports, keeps
 and downloads pictures."""


def make(release, libraries, parts, folder):
    """Writes the package into a folder, and returns its path."""
    version = f"{release.version}-1~{release.system}"
    with tempfile.TemporaryDirectory() as work:
        tree = Path(work, "photopick")
        place(release, parts, tree, version)
        write_control(release, libraries, tree, version)
        for path in [tree, *tree.rglob("*")]:
            path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" else 0o644)
        package = folder / f"photopick_{version}_{release.architecture}.deb"
        subprocess.run(
            ["dpkg-deb", "--build", "--root-owner-group", "-Zxz", tree, package], check=True, stdout=subprocess.DEVNULL)
        return package


def place(release, parts, tree, version):
    """Puts every file where Debian wants it."""
    share = tree / "usr/share"
    copy(release.program, tree / "usr/bin/photopick")
    for page in sorted((parts / "man").iterdir()):
        write_compressed(share / f"man/man{page.name[-1]}" / (page.name + ".gz"), page.read_bytes())
    completions = parts / "completions"
    copy(completions / "photopick", share / "bash-completion/completions/photopick")
    copy(completions / "_photopick", share / "zsh/vendor-completions/_photopick")
    copy(completions / "photopick.fish", share / "fish/vendor_completions.d/photopick.fish")
    documents = share / "doc/photopick"
    write_compressed(documents / "changelog.gz", (facts.ROOT / "CHANGELOG.md").read_bytes())
    entry = (f"photopick ({version}) unstable; urgency=medium\n\n  * Release {release.version}; what changed is in"
             f" changelog.gz.\n\n -- {release.maintainer}  {email.utils.format_datetime(release.moment)}\n")
    write_compressed(documents / "changelog.Debian.gz", entry.encode())
    (documents / "copyright").write_text(copyright_text(release))


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write_compressed(path, content):
    """Writes a file compressed as well as can be and without a time, so that it is the same every time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content, 9, mtime=0))


def write_control(release, libraries, tree, version):
    """Writes what dpkg reads: dependencies as dpkg-shlibdeps finds them, and recommendations for what is loaded late."""
    files = sorted(path for path in tree.rglob("*") if path.is_file())
    size = sum((path.stat().st_size + 1023) // 1024 for path in files)
    recommends = ", ".join([*libraries.late_packages(), "tzdata"])
    control = tree / "DEBIAN"
    control.mkdir()
    (control / "control").write_text(f"""\
Package: photopick
Version: {version}
Architecture: {release.architecture}
Maintainer: {release.maintainer}
Installed-Size: {size}
Depends: {dependencies(release.program)}
Recommends: {recommends}
Suggests: xdg-utils
Section: graphics
Priority: optional
Description: {DESCRIPTION}
""")
    sums = [f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files]
    (control / "md5sums").write_text("".join(sums))


def dependencies(program):
    """The packages of the linked libraries, each with the first version that has what is used of it."""
    with tempfile.TemporaryDirectory() as work:
        # dpkg-shlibdeps wants to stand beside the control file of a source package.
        Path(work, "debian").mkdir()
        Path(work, "debian/control").write_text("Source: photopick\n\nPackage: photopick\nArchitecture: any\n")
        done = subprocess.run(
            ["dpkg-shlibdeps", "-O", "--warnings=0", program.resolve()], cwd=work, capture_output=True, text=True,
            check=True)
        return re.search(r"^shlibs:Depends=(.*)$", done.stdout, re.MULTILINE)[1]


def copyright_text(release):
    """The licences of photopick and of what is linked into it (machine-readable debian/copyright 1.0)."""
    def indented(text):
        return "\n".join(" " + (line.strip() or ".") for line in text.strip().splitlines())

    mit = (facts.ROOT / "LICENSE").read_text().split("\n", 3)
    stanzas = [
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Upstream-Name: photopick\n"
        "Comment: Swift's runtime library and the Swift packages that are named below are linked into the program.",
        "Files: *\nCopyright: 2026 photopick contributors\nLicense: MIT",
    ]
    for name, version, address, licence, holder in release.swift_packages():
        short = "MIT" if licence == "MIT" else "Apache-2.0-with-Swift-exception"
        stanzas.append(f"Files: {name}/*\nCopyright: {holder}\nLicense: {short}\nComment: {address}, {version}")
    stanzas.append(f"Files: swift/*\nCopyright: {facts.SWIFT_HOLDER}\n"
                   f"License: Apache-2.0-with-Swift-exception\nComment: Swift {release.swift_version}, with Foundation")
    stanzas.append("Files: swift-foundation-icu/*\nCopyright: 1991-2025 Unicode, Inc.\nLicense: Unicode-3.0\n"
                   "Comment: Foundation's code of ICU 76, without its data")
    stanzas.append("License: MIT\n" + indented(mit[3]))
    stanzas.append("License: Unicode-3.0\n" + indented(UNICODE))
    stanzas.append("License: Apache-2.0-with-Swift-exception\n" + indented(APACHE))
    return "\n\n".join(stanzas) + "\n"


APACHE = """\
Licensed under the Apache License, Version 2.0; on Debian systems its text is in
/usr/share/common-licenses/Apache-2.0.

Runtime Library Exception to the Apache 2.0 License: As an exception, if you use
this Software to compile your source code and portions of this Software are
embedded into the binary product as a result, you may redistribute such product
without providing attribution as would otherwise be required by Sections 4(a),
4(b) and 4(d) of the License.
"""

UNICODE = """\
Permission is hereby granted, free of charge, to any person obtaining a copy of
data files and any associated documentation (the "Data Files") or software and
any associated documentation (the "Software") to deal in the Data Files or
Software without restriction, including without limitation the rights to use,
copy, modify, merge, publish, distribute, and/or sell copies of the Data Files
or Software, and to permit persons to whom the Data Files or Software are
furnished to do so, provided that either (a) this copyright and permission
notice appear with all copies of the Data Files or Software, or (b) this
copyright and permission notice appear in associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND,
EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF THIRD
PARTY RIGHTS.

IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE BE
LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES, OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN
CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall not be
used in advertising or otherwise to promote the sale, use or other dealings in
these Data Files or Software without prior written authorization of the
copyright holder.
"""
