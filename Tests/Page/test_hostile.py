"""Hostile names, captions and keywords are plain text, and other clients have no access."""

import contextlib
import os
import socket
import urllib.parse

from playwright.sync_api import expect

from photos import fill, png
from visitor import PATIENCE, Visitor, eventually

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


def test_hostile_texts_are_shown_as_text(photos, visit):
    """Scripts, quotes, line feeds, escape sequences and invalid UTF-8 in names, captions and keywords have no effect."""
    folder = os.fsencode(photos / "<b onclick=alert(5)>album")
    os.mkdir(folder)
    for index, name in enumerate(NAMES):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(png(seed=index, date=f"2014-05-25 10:{index:02}:00", caption=f"{SCRIPT} caption",
                           keywords=[f"{SCRIPT} keyword", "</script>"], camera="<u>Canon</u> EOS"))
    visitor = visit("--print0", count=len(NAMES))
    page = visitor.page
    expect(page.locator(f'#grid .tile img[alt^="{SCRIPT}"]')).to_be_visible()
    page.get_by_role("button", name="Group", exact=True).click()
    page.get_by_role("menuitemradio", name="keywords").click()
    expect(page.locator("#rows .heading h2").first).to_contain_text("<")
    visitor.press("b")
    expect(page.locator("#albums")).to_contain_text("<b onclick=alert(5)>album")
    visitor.press("Escape", "Home", "Enter")
    expect(visitor.viewer).to_be_visible()
    visitor.press("i")
    facts = page.get_by_role("complementary", name="Facts")
    for _ in NAMES:
        expect(facts).to_contain_text(f"{SCRIPT} caption")
        expect(facts).to_contain_text("<u>Canon</u> EOS")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "a name makes the page too wide"
        visitor.press("ArrowRight")
        page.wait_for_timeout(30)
    visitor.press("t")
    page.keyboard.type("<img")
    expect(page.get_by_role("option").first).to_have_text(f"{SCRIPT} keyword")
    visitor.press("Escape", "Escape", "Escape")
    expect(visitor.viewer).to_be_hidden()
    visitor.query.fill("<img")
    page.wait_for_timeout(500)
    visitor.query.fill("")
    found = page.evaluate(
        """[document.querySelectorAll('#library b[onclick], [onerror], [onload], [onclick], u').length,
            document.querySelectorAll('script:not([src])').length,
            [...document.images].filter((image) => image.getAttribute('src') === 'x').length]""")
    assert found == [0, 0, 0]
    page.locator("#grid").focus()
    visitor.press("A")
    visitor.picks_count(len(NAMES))
    visitor.done.click()
    assert visitor.picker.process.wait(PATIENCE) == 0
    printed = visitor.picker.out.read_bytes().split(b"\0")
    assert sorted(os.path.basename(path) for path in printed if path) == sorted(NAMES)
    assert "\x1b" not in visitor.picker.said


def test_a_private_file_leads_the_browser_to_the_page(photos, home, start, environment, open_page):
    """The browser receives a file, not the address; the file redirects to the page and is deleted."""
    fill(photos, ["a.png"])
    opener, opened = home / "bin" / "xdg-open", home / "opened"
    opener.parent.mkdir()
    opener.write_text('#!/bin/sh\nprintf %s "$*" >"$HOME/opened"\n')
    opener.chmod(0o755)
    environment["PATH"] = f"{opener.parent}:{environment['PATH']}"
    picker = start(opens=True)
    address = picker.address()
    url = eventually(lambda: opened.exists() and opened.read_text(), "the browser is started")
    assert url.startswith("file:///") and "token" not in url
    path = urllib.parse.unquote(url.removeprefix("file://"))
    page = open_page(allows=["asks file:///"])
    visitor = Visitor(page, picker).opens(url, 1)
    eventually(lambda: not os.path.exists(path), "the file is removed")
    assert "token" not in page.url
    assert page.request.get(address).status == 403
    visitor.picks("a.png")
    visitor.finishes(["a.png"])


def test_idle_visitors_keep_nobody_waiting(photos, start, open_page):
    """Hundreds of idle or stalled connections don't block the page."""
    fill(photos, ["a.png"])
    picker = start()
    address = picker.address()
    with contextlib.ExitStack() as crowd:
        for number in range(200):
            connection = crowd.enter_context(socket.create_connection(("127.0.0.1", picker.port)))
            connection.setblocking(False)
            if number % 2:
                connection.send(b"GET /view HTTP/1.1\r\nHost: a\r\n\r\n" * 500)
        visitor = Visitor(open_page(), picker).opens(address, 1)
    visitor.picks("a.png")
    visitor.finishes(["a.png"])
