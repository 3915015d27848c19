"""The properties of a release: version, date, and required libraries."""

import datetime
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
from project import ROOT, newest_release, run  # noqa: E402

DEBIAN = ROOT / "Scripts/packaging/debian"
SWIFT_LICENCE = "Apache-2.0 WITH Swift-exception"


def output(*command):
    return run(*command).decode().strip()


class Release:
    """The version, date and system of a release."""

    def __init__(self, program):
        self.program = program
        self.version = output(program, "--version")
        self.moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
        self.commit = output("git", "-C", ROOT, "rev-parse", "HEAD")
        newest = newest_release()[0]
        if newest != self.version:
            sys.exit(f"release: photopick is {self.version}, but CHANGELOG.md ends with {newest}")
        system = platform.freedesktop_os_release()
        # For example debian12 or ubuntu24.04.
        self.system = system["ID"] + system.get("VERSION_ID", "")
        self.system_name = system["PRETTY_NAME"]
        self.architecture = output("dpkg", "--print-architecture")
        name = os.environ.get("DEBFULLNAME") or output("git", "-C", ROOT, "log", "-1", "--format=%cn")
        address = os.environ.get("DEBEMAIL") or output("git", "-C", ROOT, "log", "-1", "--format=%ce")
        self.maintainer = f"{name} <{address}>"

    @property
    def swift_version(self):
        return re.search(r"Swift version (\S+)", output("swift", "--version"))[1]

    def swift_packages(self):
        """Returns name, version, address and license (SPDX License List) of the linked Swift packages."""
        known = dict(re.findall(r"^Files: (\S+)/\*\nCopyright: .*\nLicense: (\S+)", (DEBIAN / "copyright").read_text(), re.M))
        # Apps link GRDB.
        pins = [pin for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"] if pin["identity"] != "grdb.swift"]
        for pin in pins:
            if pin["identity"] not in known:
                sys.exit(f"release: the licence of {pin['identity']} is not known: write it into debian/copyright")
        return [(pin["identity"], pin["state"]["version"], pin["location"],
                 "MIT" if known[pin["identity"]] == "MIT" else SWIFT_LICENCE) for pin in pins]


class Library:
    """A shared library and the package of this system that contains it."""

    def __init__(self, name, path):
        self.name = name
        self.path = Path(path).resolve()
        owner = subprocess.run(["dpkg", "-S", self.path], capture_output=True, text=True, check=False).stdout
        if not owner:
            # If /lib is a link to /usr/lib, the package may use either path.
            owner = output("dpkg", "-S", str(self.path).removeprefix("/usr"))
        self.package = owner.split(":")[0]
        self.version = output("dpkg-query", "-W", "-f", "${Version}", owner.rsplit(": ", 1)[0].split(",")[0])


class Libraries:
    """The linked and the lazily loaded libraries of the executable."""

    def __init__(self, program):
        needed = re.findall(r"NEEDED\s+(\S+)", output("objdump", "-p", program))
        self.cache = dict(reversed(re.findall(r"^\s+(\S+) \([^)]*\) => (\S+)$", output("/sbin/ldconfig", "-p"), re.MULTILINE)))
        # The names are string constants of the executable.
        named = set(re.findall(r"^(lib[a-z0-9_-]+\.so\.[0-9.]+)$", output("strings", "-a", program), re.MULTILINE))
        self.linked = [Library(name, self.cache[name]) for name in needed if name in self.cache]
        late = sorted(named - set(needed))
        # The program names several versions of some libraries, and this system has one of them.
        base = re.compile(r"\.so\..*")
        here = {base.sub("", name) for name in [*needed, *late] if name in self.cache}
        missing = [name for name in late if base.sub("", name) not in here]
        if missing:
            sys.exit(f"release: {', '.join(missing)} is loaded when it is needed, but is not here")
        self.loaded_late = [Library(name, self.cache[name]) for name in late if name in self.cache]

    def late_packages(self):
        """Returns the packages of lazily loaded libraries, except those that are also linked."""
        linked = {library.package for library in self.linked}
        return sorted({library.package for library in self.loaded_late} - linked)
