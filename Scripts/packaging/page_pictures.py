"""Makes pictures of the page of `pick --web` for the documents: light and dark, narrow and wide.

  page_pictures.py PHOTOS FOLDER    writes PNGs into FOLDER, of the photos in PHOTOS; finds the program in $PHOTOPICK

Photos of the samples are small and few; each stands there several times, in folders named as in a library.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
sys.dont_write_bytecode = True
from page import tools  # noqa: E402

SOUND = ["--filter", "photo,!damaged,!raw,!screenshot"]


async def pick_and_judge(visitor, *positions):
    """Picks some of the photos that are shown, and judges some."""
    for position in positions:
        await visitor.tiles.nth(position).click()
    await visitor.press("Home")
    for key in ("ArrowRight", "4", "ArrowRight", "ArrowRight", "8", "5"):
        await visitor.press(key)
    await visitor.page.wait_for_timeout(1500)
    await visitor.page.evaluate("document.getElementById('toast').textContent = ''")


async def look(visitor, position):
    await visitor.tiles.nth(position).dblclick()
    await visitor.viewer.locator("img.picture.loaded").wait_for()
    await visitor.press("i")
    await visitor.page.get_by_role("img", name="Histogram").wait_for()
    await visitor.page.wait_for_timeout(800)


async def rest(visitor):
    """Waits until all pictures in the window are there."""
    from page.runs import eventually
    await eventually(lambda: visitor.tiles.count(), "photos are shown")
    await visitor.page.wait_for_timeout(1500)


async def timeline(visitor):
    await pick_and_judge(visitor, 1, 4, 5, 9)


async def facts(visitor):
    await look(visitor, 0)
    # Photos of the samples are small.
    for _ in range(3):
        await visitor.press("+")
    await visitor.page.wait_for_timeout(800)


async def narrow(visitor):
    for position in (0, 3):
        await visitor.tiles.nth(position).locator(".check").click()
    await visitor.page.wait_for_timeout(500)


async def albums(visitor):
    await visitor.page.locator("#albums").wait_for()
    await visitor.page.wait_for_timeout(1500)


async def filters(visitor):
    await visitor.press("f")
    await visitor.page.wait_for_timeout(500)

# File, size of the window, colours, what is done before, arguments of photopick.
PICTURES = [
    ("web.png", (1024, 700), "light", timeline, [".", *SOUND]),
    ("web-dark.png", (1024, 700), "dark", timeline, [".", *SOUND, "--order", "picked"]),
    ("web-look.png", (1024, 700), "dark", facts, [".", *SOUND, "--where", "camera:nikon"]),
    ("web-albums.png", (1024, 700), "light", albums, []),
    ("web-narrow.png", (360, 740), "light", narrow, [".", *SOUND]),
    ("web-narrow-filter.png", (360, 740), "dark", filters, [".", "--group", "year"]),
    ("web-wide.png", (2560, 1080), "light", timeline, [".", *SOUND, "--group", "year"]),
]


async def make(browser_path, photos, folder, home):
    from playwright.async_api import async_playwright
    from page.runs import Stand
    async with async_playwright() as playwright:
        browser = await tools.launch(playwright, browser_path, "--font-render-hinting=none")
        for name, (width, height), scheme, act, arguments in PICTURES:
            stand = Stand(home / name, browser)
            # Folders are shown as people know them: ~/Photos.
            stand.photos, stand.environment["HOME"] = photos, str(photos.parent)
            visitor = await stand.visit(
                *arguments, ground=None, allows=["."], viewport={"width": width, "height": height}, color_scheme=scheme,
                reduced_motion="reduce", has_touch=width < 500, locale="en-GB")
            if act is not albums:
                await rest(visitor)
            await act(visitor)
            picture = await visitor.page.screenshot()
            await stand.leave()
            # As small as those of the terminal: 128 colours.
            command = ["convert", "-", "-resize", "1280x>", "-strip", "-dither", "None", "-colors", "128", "-define", "png:compression-level=9"]
            subprocess.run([*command, str(folder / name)], input=picture, check=True)
            print(f"{folder / name}: {(folder / name).stat().st_size} bytes", file=sys.stderr)
        await browser.close()


def main():
    photos, folder = (Path(name).resolve() for name in sys.argv[1:3])
    try:
        browser_path = tools.enter()
    except tools.Missing as missing:
        sys.exit(f"{missing}: it makes the pictures of the page")
    with tempfile.TemporaryDirectory(prefix="photopick-pictures-") as home:
        asyncio.run(make(browser_path, photos, folder, Path(home).resolve()))


main()
