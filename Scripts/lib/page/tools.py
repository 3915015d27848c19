"""The browser of this machine, and what drives it: Playwright and axe from PyPI, in an environment of their own.

Uses the standard library alone: `enter` starts a program again in the environment.
"""

import os
import shutil
from pathlib import Path

import python_environment
from python_environment import Missing

ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT = ROOT / ".build" / "page-tests"
PACKAGES = ["playwright==1.65.2", "axe-playwright-python==0.1.8"]
BROWSERS = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"]
# Set if it is a failure that there is no browser.
REQUIRED = "PHOTOPICK_REQUIRE_BROWSER"


def find_browser():
    """The path of Chromium or Google Chrome: `PHOTOPICK_TEST_BROWSER` if set, else of the first that is installed."""
    named = os.environ.get("PHOTOPICK_TEST_BROWSER")
    for name in [named] if named else BROWSERS:
        if found := shutil.which(name):
            return found
    raise Missing(f"{named} is no program" if named else "there is no Chromium or Google Chrome")


def enter():
    """Goes on in the environment, with the browser in PHOTOPICK_TEST_BROWSER. Raises `Missing`."""
    browser = find_browser()
    os.environ["PHOTOPICK_TEST_BROWSER"] = browser
    python_environment.enter("page-tests", PACKAGES)
    return browser


async def launch(playwright, browser, *arguments):
    """Starts the browser without a window."""
    # Its sandbox needs rights that root and containers do not have; only pages of this machine are shown.
    return await playwright.chromium.launch(
        executable_path=browser, args=["--no-sandbox", "--disable-dev-shm-usage", *arguments])
