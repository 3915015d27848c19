"""Environments of Python in .build with packages from PyPI, for checks that need more than the standard library."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Missing(Exception):
    """Something that a check needs is missing."""


def install(name, packages):
    """Returns the Python of an environment, which is made if it is missing or has other versions."""
    folder = ROOT / ".build" / name
    python, stamp = folder / "bin" / "python", folder / "versions"
    if python.exists() and stamp.exists() and stamp.read_text().split() == packages:
        return python
    commands = [
        [sys.executable, "-m", "venv", "--clear", str(folder)],
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages],
    ]
    for command in commands:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            what = "python3-venv is missing" if "venv" in command else f"{packages[0]} cannot be had from PyPI"
            raise Missing(f"{what} ({said[-1].strip() if said else done.returncode})")
    stamp.write_text("\n".join(packages))
    return python


def enter(name, packages):
    """Restarts the program in an environment unless it runs there. Raises `Missing`."""
    python = install(name, packages)
    if Path(sys.prefix) != ROOT / ".build" / name:
        sys.stdout.flush()
        os.execv(python, [str(python), "-B", *sys.argv])
