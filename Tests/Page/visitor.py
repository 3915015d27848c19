"""A run of `photopick pick --web`, and a user of its page."""

import os
import re
import socket
import subprocess
import time

from playwright.sync_api import expect

# The timeout in seconds. It is long because tests must not depend on speed.
PATIENCE = 60
expect.set_options(timeout=PATIENCE * 1000)


def eventually(question, what):
    """Polls until the result is true, for conditions that Playwright doesn't support.

    Its own `wait_for_function` takes `eval`, which the page forbids.
    """
    for _ in range(PATIENCE * 20):
        if answer := question():
            return answer
        time.sleep(0.05)
    raise AssertionError(f"in {PATIENCE} s it did not happen: {what}")


class Picker:
    """A run of photopick, whose output goes to files."""

    def __init__(self, command, folder, environment, log):
        self.out, self.err = log.with_suffix(".out"), log.with_suffix(".err")
        with open(self.out, "wb") as out, open(self.err, "wb") as err:
            self.process = subprocess.Popen(
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err)

    @property
    def said(self):
        return self.err.read_text(errors="replace")

    def address(self):
        """The address on stderr, which works once."""
        pattern = r"http://127\.0\.0\.1:(\d+)/\S+\n"
        found = eventually(
            lambda: re.search(pattern, self.said) or self.process.poll() is not None, f"an address in {self.said!r}")
        assert found is not True, f"photopick ended without an address: {self.said}"
        self.port = int(found[1])
        return found[0].strip()

    def ends(self, status, names=()):
        """Waits for the exit with a status, no open connections, and these names on stdout; returns stderr."""
        assert self.process.wait(PATIENCE) == status, self.said
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", self.port)) != 0, f"port {self.port} is still open"
        assert [os.path.basename(os.fsdecode(path)) for path in self.out.read_bytes().splitlines()] == list(names)
        return self.said


class Visitor:
    """A user of the page."""

    def __init__(self, page, picker):
        self.page, self.picker = page, picker
        self.done = page.locator("#done")
        self.cancel = page.locator("#cancel")
        self.picked = page.locator("#picked")
        self.toast = page.locator("#toast")
        self.notice = page.locator("#notice-text")
        self.viewer = page.locator("#viewer")
        self.query = page.get_by_role("combobox", name="Find photos")
        self.tiles = page.locator("#grid .tile:visible")

    def opens(self, address, count=None):
        self.page.goto(address)
        self.is_ready(count)
        return self

    def is_ready(self, count=None):
        """Waits until the page handles keys and shows `count` photos."""
        # The address redirects to the page.
        self.page.locator("#grid").wait_for(state="attached")
        eventually(lambda: self.page.evaluate("document.activeElement !== document.body"), "the page answers keys")
        if count is not None:
            self.shows(count)

    def shows(self, count):
        """Waits until `count` photos with names are visible."""
        expect(self.tiles).to_have_count(count)
        expect(self.page.locator('#grid .tile:visible img:not([alt=""])')).to_have_count(count)

    def shows_some(self):
        expect(self.tiles).not_to_have_count(0)

    def names(self, tiles=None):
        """Returns the names of the visible photos, in order."""
        return (tiles or self.tiles).evaluate_all("tiles => tiles.map((tile) => tile.tile.photo?.name)")

    def tile(self, name):
        # The date follows the name.
        return self.page.locator("#grid .tile").filter(has=self.page.get_by_alt_text(re.compile(f"^{re.escape(name)}(,|$)")))

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def clicks(self, *names):
        for name in names:
            self.tile(name).click()

    def picks(self, *names):
        """Clicks photos, which become the only picks."""
        self.clicks(*names)
        self.are_picked(*names)

    def are_picked(self, *names):
        """Waits until exactly these photos are picked."""
        shown = self.page.locator('.tile[aria-selected="true"]')
        eventually(lambda: sorted(self.names(shown)) == sorted(names), f"{names} are picked")
        self.picks_count(len(names))

    def picks_count(self, count):
        expect(self.picked).to_have_text(re.compile(rf"^{count} (of at most \d+ )?picked" if count else "Nothing picked|^0 of"))

    def says(self, text):
        expect(self.toast).to_contain_text(text)

    def has_ended(self, title):
        expect(self.page.get_by_role("heading", name=title)).to_be_visible()

    def finishes(self, names):
        """Clicks Done, which prints these names."""
        self.done.click()
        self.picker.ends(0, names)

    def gives_up(self):
        self.cancel.click()
        self.picker.ends(130)

    def middle(self, locator):
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
