"""Follows a document's sentence about the page of `pick --web` in a browser.

The sentence begins with "On the page, " and consists of clicks: `open the album All Photos, click the first photo, then
Done (1)`. Each click needs an element with exactly this name that is visible at that moment, so that a sentence is wrong
if a button has another name or if the page begins with another view.

As a program, it replaces the desktop's browser in Scripts/checks/documents: it opens an address, makes the clicks in the
environment, and if one fails, writes the reason to a file and ends photopick.
"""

import asyncio
import json
import os
import re
import signal
import sys
from pathlib import Path

from devtools import Browser

# The environment variable with the clicks as JSON.
CLICKS = "READER_CLICKS"
SENTENCE = re.compile(r"On the page, (.+?)[.:](?:\s|$)")
CLICK = re.compile(r"(?:then |and )?(?:open |click )?(?:the (album) |the (first|last) (photo)$)?(.*)")
# The timeout of a click in seconds, and the time for which its target stays in place.
PATIENCE, STILL, POLL = 60, 0.5, 0.1
# Returns the place and the text of the named element, or null if a click on its center would hit another element.
FIND = """(kind, name) => {
  const selector = { photo: '#grid .tile', album: '#albums button' }[kind] ?? 'button';
  const nameOf = (element) => (element.querySelector('.album-name') ?? element).innerText.trim();
  const all = [...document.querySelectorAll(selector)];
  const target = kind === 'photo' ? all.at(name === 'first' ? 0 : -1)
    : all.find((element) => [nameOf(element), element.ariaLabel].includes(name));
  if (!target) return null;
  const { x, y, width, height } = target.getBoundingClientRect();
  const place = { x: x + width / 2, y: y + height / 2 };
  if (!target.contains(document.elementFromPoint(place.x, place.y))) return null;
  return { ...place, text: target.innerText + (target.querySelector('img')?.alt ?? '') };
}"""
SHOWN = """[...document.querySelectorAll('main h2, #albums .album-name, #cancel, #done')]
  .filter((element) => element.checkVisibility() && !element.closest('[inert]')).map((element) => element.innerText)"""


def clicks(text):
    """Returns the clicks of the last sentence about the page in a text as pairs of kind and name; none without one."""
    sentences = SENTENCE.findall(" ".join(text.split()))
    found = [CLICK.fullmatch(part).groups() for part in sentences[-1].split(", ")] if sentences else []
    return [(album or photo or "button", which or name) for album, which, photo, name in found]


async def click(page, kind, name):
    """Clicks an element once it stays in place. Raises `RuntimeError` if it isn't there or covered by another view."""
    place, since = None, 0
    for _ in range(int(PATIENCE / POLL)):
        found = await page.evaluate(f"({FIND})({json.dumps(kind)}, {json.dumps(name)})")
        place, since = found, since + POLL if found and found == place else 0
        if since >= STILL:
            return await page.click(place["x"], place["y"])
        await asyncio.sleep(POLL)
    target = f"the {name} photo" if kind == "photo" else f"the album {name}" if kind == "album" else name
    raise RuntimeError(f"on the page, one cannot click {target}; it shows {', '.join(await page.evaluate(SHOWN))}")


async def visit(browser, address, wanted):
    if not wanted:
        raise RuntimeError("no sentence before this says what to click on the page")
    async with Browser(browser) as running:
        page = await running.page(1280, 800)
        await page.navigate(address)
        for kind, name in wanted:
            await click(page, kind, name)
        # The answer to the last click must reach photopick.
        await asyncio.sleep(1)


def main(browser, report, address):
    try:
        asyncio.run(visit(browser, address, json.loads(os.environ[CLICKS])))
    except (RuntimeError, OSError, TimeoutError) as failure:
        Path(report).write_text(str(failure) or "the browser doesn't respond")
        os.kill(os.getppid(), signal.SIGTERM)


if __name__ == "__main__":
    main(*sys.argv[1:])
