"""The browser of this machine, and what drives it: Playwright and axe from PyPI, in an environment of their own.

Uses the standard library alone: `enter` starts a program again in the environment.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT = ROOT / ".build" / "page-tests"
PACKAGES = ["playwright==1.65.2", "axe-playwright-python==0.1.8"]
BROWSERS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"]
# Set if it is a failure that there is no browser.
REQUIRED = "PHOTOPICK_REQUIRE_BROWSER"


class Missing(Exception):
    """Something that the tests of the page need is not there."""


def find_browser():
    """The path of Chromium or Google Chrome: `PHOTOPICK_TEST_BROWSER` if set, else of the first that is installed."""
    named = os.environ.get("PHOTOPICK_TEST_BROWSER")
    for name in [named] if named else BROWSERS:
        if found := shutil.which(name):
            return found
    raise Missing(f"{named} is no program" if named else "there is no Chromium or Google Chrome")


def install():
    """The Python of the environment, which is made if it is not there or has other versions."""
    python, stamp = ENVIRONMENT / "bin" / "python", ENVIRONMENT / "versions"
    if python.exists() and stamp.exists() and stamp.read_text().split() == PACKAGES:
        return python
    commands = [
        [sys.executable, "-m", "venv", "--clear", str(ENVIRONMENT)],
        [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES],
    ]
    for command in commands:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            what = "python3-venv is missing" if "venv" in command else "Playwright cannot be had from PyPI"
            raise Missing(f"{what} ({said[-1].strip() if said else done.returncode})")
    stamp.write_text("\n".join(PACKAGES))
    return python


def enter():
    """Goes on in the environment, with the browser in PHOTOPICK_TEST_BROWSER. Raises `Missing`."""
    browser, python = find_browser(), install()
    os.environ["PHOTOPICK_TEST_BROWSER"] = browser
    if Path(sys.prefix) != ENVIRONMENT:
        sys.stdout.flush()
        os.execv(python, [str(python), "-B", *sys.argv])
    return browser


async def launch(playwright, browser, *arguments):
    """Starts the browser without a window."""
    # Its sandbox needs rights that root and containers do not have; only pages of this machine are shown.
    return await playwright.chromium.launch(
        executable_path=browser, args=["--no-sandbox", "--disable-dev-shm-usage", *arguments])
