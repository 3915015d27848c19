"""The project, the executable under test, and dependencies outside Python's standard library."""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"]
sys.dont_write_bytecode = True


def run(*command, data=None):
    """Returns the output of a command with this input, or exits if it fails."""
    done = subprocess.run([str(part) for part in command], input=data, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def shared(function, *arguments):
    """Returns the output of a function in common.bash, or exits if it fails."""
    command = ["bash", "-euo", "pipefail", "-c", 'source "$0"; "$@"', ROOT / "Scripts/lib/common.bash"]
    done = subprocess.run([*command, function, *arguments], stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else sys.exit(done.returncode)


class Missing(SystemExit):
    """A missing dependency; exits the script unless caught."""


@contextmanager
def skipping(what, requirement=""):
    """Skips the rest of the block after `Missing`, and prints a notice that `what` was not done.

    Exits with 1 if the environment variable `requirement` is set.
    """
    try:
        yield
    except Missing as missing:
        print(f"notice: {what}: {missing}.")
        if os.environ.get(requirement):
            sys.exit(1)


def require(*programs):
    """Raises `Missing` unless all programs are installed."""
    if missing := [str(program) for program in programs if not shutil.which(program)]:
        raise Missing(f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed")


def find_photopick():
    """Returns the path in $PHOTOPICK, or the release executable, which is built if needed."""
    return os.path.abspath(shared("find_photopick"))


def own_homes(folder):
    """Returns an environment that redirects photopick's files to a folder."""
    environment = {key: value for key, value in os.environ.items() if key != "PHOTOPICK_LIBRARY"}
    homes = {f"XDG_{kind}_HOME": f"{folder}/{kind.lower()}" for kind in ("CACHE", "STATE", "DATA", "CONFIG")}
    return environment | homes | {"HOME": str(folder)}


def newest_release():
    """Returns version and date of the newest release in the changelog, such as 0.1.0 and 2026-12-01."""
    found = re.search(r"^## \[(\d[^\]]*)\] - (\d{4}-\d\d-\d\d)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    return found.groups() if found else sys.exit("CHANGELOG.md names no release, such as ## [0.1.0] - 2026-12-01")


def find_browser():
    """Returns the path of Chromium or Google Chrome: `PHOTOPICK_TEST_BROWSER`, or the first installed one."""
    named = os.environ.get("PHOTOPICK_TEST_BROWSER")
    for name in [named] if named else BROWSERS:
        if found := shutil.which(name):
            return found
    raise Missing(f"{named} is no program" if named else "there is no Chromium or Google Chrome")


def install(name, packages):
    """Returns the Python of a virtual environment in .build with the given PyPI packages, which is created if needed.

    Checks run concurrently, so a lock keeps two of them from creating it at the same time.
    """
    folder = ROOT / ".build" / name
    python, stamp = folder / "bin" / "python", folder / "versions"
    folder.parent.mkdir(exist_ok=True)
    with open(folder.with_suffix(".lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if python.exists() and stamp.exists() and stamp.read_text().split() == packages:
            return python
        for command, fault in (
                ([sys.executable, "-m", "venv", "--clear", folder], "python3-venv is missing"),
                ([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages],
                 f"{packages[0]} cannot be had from PyPI")):
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            if done.returncode:
                said = (done.stderr or done.stdout).strip().splitlines()
                raise Missing(f"{fault} ({said[-1].strip() if said else done.returncode})")
        stamp.write_text("\n".join(packages))
    return python


def enter(name, packages):
    """Restarts the script in a virtual environment. Raises `Missing`."""
    python = install(name, packages)
    if Path(sys.prefix) != ROOT / ".build" / name:
        sys.stdout.flush()
        os.execv(python, [str(python), "-B", *sys.argv])
