"""Names, captions and keywords from elsewhere are text and nothing else, and nobody else gets in."""

import asyncio
import os
import re

from playwright.async_api import expect

from .photos import fill, png
from .runs import Visitor, check, eventually, same

SCRIPT = "<img src=x onerror=alert(1)>"
NAMES = [
    f"{SCRIPT}.png".encode(),
    b"\"'><svg onload=alert(2)>.png",
    b"</title><script>alert(3)</script>.png".replace(b"/", "\N{DIVISION SLASH}".encode()),
    b"two\nlines.png",
    "\N{RIGHT-TO-LEFT OVERRIDE}gnp.evil.png".encode(),
    "שלום עולם.png".encode(),
    b"x" * 251 + b".png",
    b"bad \xff\xfe bytes.png",
    b"\x1b]0;stolen\x07\x1b[31mred.png",
    b"javascript:alert(4).png",
    b"%2e%2e%2f..;.png",
]


async def hostile_texts_are_shown_as_text(stand):
    """Scripts, quotes, line feeds, escape sequences and broken bytes in names, captions and keywords do nothing."""
    folder = os.fsencode(stand.photos / "<b onclick=alert(5)>album")
    os.mkdir(folder)
    for index, name in enumerate(NAMES):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(png(seed=index, date=f"2014-05-25 10:{index:02}:00", caption=f"{SCRIPT} caption",
                           keywords=[f"{SCRIPT} keyword", "</script>"], camera="<u>Canon</u> EOS"))
    visitor = await stand.visit("--print0", count=len(NAMES))
    page = visitor.page
    page.on("request", lambda request: check(request.url.rstrip("x") == request.url, request.url))
    alts = await page.locator("#grid .tile img").evaluate_all("images => images.map((image) => image.alt)")
    check(any(SCRIPT in alt for alt in alts), f"no name is shown as it is: {alts}")
    await page.get_by_role("button", name="Group", exact=True).click()
    await page.get_by_role("menuitemradio", name="keywords").click()
    await expect(page.locator("#rows .heading h2").first).to_contain_text("<")
    await visitor.press("b")
    await expect(page.locator("#albums")).to_contain_text("<b onclick=alert(5)>album")
    await visitor.press("Escape")
    await visitor.press("Home")
    await visitor.press("Enter")
    await expect(visitor.viewer).to_be_visible()
    await visitor.press("i")
    facts = page.get_by_role("complementary", name="Facts")
    for _ in NAMES:
        await expect(facts).to_contain_text(f"{SCRIPT} caption")
        await expect(facts).to_contain_text("<u>Canon</u> EOS")
        width = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        check(width <= 0, f"a name makes the page {width} pixels too wide")
        await visitor.press("ArrowRight")
        await page.wait_for_timeout(30)
    await visitor.press("t")
    await page.keyboard.type("<img")
    await expect(page.get_by_role("option").first).to_have_text(f"{SCRIPT} keyword")
    await visitor.press("Escape")
    await visitor.press("Escape")
    await visitor.press("Escape")
    await expect(visitor.viewer).to_be_hidden()
    await visitor.query.fill("<img")
    await page.wait_for_timeout(500)
    await visitor.query.fill("")
    found = await page.evaluate(
        """[document.querySelectorAll('#library b[onclick], [onerror], [onload], [onclick], u').length,
            document.querySelectorAll('script:not([src])').length,
            [...document.images].filter((image) => image.getAttribute('src') === 'x').length]""")
    same(found, [0, 0, 0], "elements made of names")
    await page.locator("#grid").focus()
    await visitor.press("A")
    await expect(visitor.picked).to_have_text(re.compile(f"^{len(NAMES)} picked"))
    await visitor.done.click()
    status, printed, said = await visitor.picker.end()
    same(status, 0, "exit status")
    same(sorted(os.path.basename(path) for path in printed.split(b"\0") if path), sorted(NAMES), "names on stdout")
    check("\x1b" not in said, f"stderr steers the terminal: {said!r}")


async def a_private_file_leads_the_browser_to_the_page(stand):
    """The browser is started with a file, not with the address; the file goes on to the page and is then removed."""
    fill(stand.photos, ["a.png"])
    opener, opened = stand.home / "bin" / "xdg-open", stand.home / "opened"
    opener.parent.mkdir()
    opener.write_text('#!/bin/sh\nprintf %s "$*" >"$HOME/opened"\n')
    opener.chmod(0o755)
    stand.environment["PATH"] = f"{opener.parent}:{stand.environment['PATH']}"
    picker = await stand.start(opens=True)
    address = await picker.address()
    path = await eventually(lambda: opened.exists() and opened.read_text(), "the browser is started")
    check(path.startswith("/") and "token" not in path, f"the browser is started with {path}")
    page = await stand.page(await stand.context(), ["asks file:///"])
    await page.goto(f"file://{path}")
    visitor = Visitor(page, picker)
    stand.visitors.append(visitor)
    await visitor.is_ready(1)
    await eventually(lambda: not os.path.exists(path), "the file is removed")
    check("token" not in page.url, f"the page is at {page.url}")
    same((await page.request.get(address)).status, 403, "the address once more")
    await visitor.tile("a.png").click()
    await visitor.are_picked("a.png")
    await visitor.done.click()
    await picker.ends(0, ["a.png"])


async def idle_visitors_keep_nobody_waiting(stand):
    """Hundreds of connections that send nothing, or never read, do not keep the page from its photos."""
    fill(stand.photos, ["a.png"])
    picker = await stand.start()
    address = await picker.address()
    crowd = []
    for number in range(200):
        reader, writer = await asyncio.open_connection("127.0.0.1", picker.port)
        writer.write(b"GET /view HTTP/1.1\r\nHost: a\r\n\r\n" * (number % 2 * 500))
        crowd.append((reader, writer))
    page = await stand.page(await stand.context())
    await page.goto(address)
    visitor = Visitor(page, picker)
    stand.visitors.append(visitor)
    await visitor.is_ready(1)
    for _, writer in crowd:
        writer.close()
    await visitor.tile("a.png").click()
    await visitor.are_picked("a.png")
    await visitor.done.click()
    await picker.ends(0, ["a.png"])
