"""Takes screenshots of the page for the documents: light and dark, narrow and wide.

Scripts/packaging/screenshots runs this with pytest. $PICTURES_OF names the folder of the photos, $PICTURES the folder of
the pictures. Photos of the samples are small and few.
"""

import os
import subprocess
from pathlib import Path

import pytest

SOUND = ["--filter", "photo,!damaged,!raw,!screenshot"]
REQUEST = ["--dialog", str(Path(__file__).with_name("request.json"))]


@pytest.fixture
def photos():
    return Path(os.environ["PICTURES_OF"])


@pytest.fixture
def home(photos):
    # Use a familiar path: ~/Photos.
    return photos.parent


def timeline(visitor):
    """Picks and marks some photos."""
    for position in (1, 4, 5, 9):
        visitor.tiles.nth(position).click()
    visitor.press("Home", "ArrowRight", "4", "ArrowRight", "ArrowRight", "8", "5")
    visitor.page.wait_for_timeout(1500)
    visitor.page.evaluate("document.getElementById('toast').textContent = ''")


def facts(visitor):
    visitor.tiles.first.dblclick()
    visitor.viewer.locator("img.picture.loaded").wait_for()
    visitor.press("i")
    visitor.page.get_by_role("img", name="Histogram").wait_for()
    visitor.page.wait_for_timeout(800)
    # Photos of the samples are small.
    visitor.press("+", "+", "+")


def burst(visitor):
    """Keeps one shot of a burst."""
    visitor.press("ArrowRight", "ArrowRight", "5", "K")
    visitor.page.wait_for_timeout(1500)
    visitor.page.evaluate("document.getElementById('toast').textContent = ''")


def shot(visitor):
    """Shows the RAW file of a shot."""
    visitor.tiles.nth(2).dblclick()
    visitor.viewer.locator("img.picture.loaded").wait_for()
    visitor.press("V", "+", "+")
    visitor.page.wait_for_timeout(800)
    visitor.page.evaluate("document.getElementById('toast').textContent = ''")


def narrow(visitor):
    for position in (0, 3):
        visitor.tiles.nth(position).locator(".check").click()


def choosing(visitor):
    for position in (1, 3):
        visitor.tiles.nth(position).click()


def albums(visitor):
    visitor.page.locator("#albums").wait_for()


def filters(visitor):
    visitor.press("f")


@pytest.mark.parametrize("file, size, scheme, act, arguments", [
    ("web.png", (1024, 700), "light", timeline, [".", *SOUND]),
    ("web-dark.png", (1024, 700), "dark", timeline, [".", *SOUND, "--order", "picked"]),
    ("web-look.png", (1024, 700), "dark", facts, [".", *SOUND, "--where", "camera:nikon"]),
    ("web-burst.png", (1024, 560), "light", burst, ["Regatta", "--sort", "name", "--group", "all"]),
    ("web-shot.png", (1024, 560), "dark", shot, ["Regatta", "--sort", "name", "--group", "all"]),
    ("web-albums.png", (1024, 700), "light", albums, []),
    ("web-narrow.png", (360, 740), "light", narrow, [".", *SOUND]),
    ("web-narrow-filter.png", (360, 740), "dark", filters, [".", "--group", "year"]),
    ("web-request.png", (900, 560), "light", choosing, [".", *SOUND, *REQUEST]),
    ("web-wide.png", (2560, 1080), "light", timeline, [".", *SOUND, "--group", "year"]),
])
def test_picture(visit, file, size, scheme, act, arguments):
    visitor = visit(
        *arguments, ground=None, allows=["."], viewport={"width": size[0], "height": size[1]}, color_scheme=scheme,
        reduced_motion="reduce", has_touch=size[0] < 500, locale="en-GB")
    if act is not albums:
        visitor.shows_some()
        visitor.page.wait_for_timeout(1500)
    act(visitor)
    visitor.page.wait_for_timeout(1000)
    # 128 colors, like the terminal's screenshots.
    command = ["convert", "-", "-resize", "1280x>", "-strip", "-dither", "None", "-colors", "128", "-define", "png:compression-level=9"]
    subprocess.run([*command, Path(os.environ["PICTURES"], file)], input=visitor.page.screenshot(), check=True)
