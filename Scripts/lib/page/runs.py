"""photopick with a page, a visitor of the page, and what a test asks both."""

import asyncio
import os
import re
import signal
import socket
from pathlib import Path

from playwright.async_api import expect

PHOTOPICK = Path(os.environ.get("PHOTOPICK", ".build/release/photopick")).resolve()
ADDRESS = re.compile(rb"http://127\.0\.0\.1:(\d+)/\S+")
# How long to wait for what should come, in seconds: no test depends on how fast something is.
PATIENCE = 20
# What a browser calls errors and the page expects: 409 for a view that is over, no icon for the page that leads on, no
# thumbnail of what is damaged.
EXPECTED = [
    # A view may change while the page asks for it ahead.
    r"/(photos|shapes)\?view=\S* was preloaded using link preload but not used",
    r"409 \(Conflict\).*/(shapes|photos)\?view=", r"403 \(Forbidden\).*/favicon\.ico", r"404 .*/thumbnail\?",
    # What a page asks for ahead when photopick has ended already.
    r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)"]
WINDOW = {"width": 1280, "height": 800}
expect.set_options(timeout=PATIENCE * 1000)


class Failure(Exception):
    """Something is not as the flow says."""


def check(condition, message):
    if not condition:
        raise Failure(message)


def same(found, wanted, what):
    check(found == wanted, f"{what}: {found!r}, not {wanted!r}")


async def eventually(question, what):
    """Asks again and again until the answer is true; it may be awaitable."""
    for _ in range(PATIENCE * 20):
        answer = question()
        if asyncio.iscoroutine(answer):
            answer = await answer
        if answer:
            return answer
        await asyncio.sleep(0.05)
    raise Failure(f"in {PATIENCE} s it did not happen: {what}")


class Picker:
    """A run of `photopick pick --web`."""

    def __init__(self, process):
        self.process = process
        self.said, self.printed = bytearray(), bytearray()
        self.readers = [
            asyncio.create_task(self._read(process.stderr, self.said)),
            asyncio.create_task(self._read(process.stdout, self.printed)),
        ]

    async def _read(self, stream, buffer):
        while part := await stream.read(65536):
            buffer += part

    async def address(self):
        """The address on stderr, which works once."""
        await eventually(lambda: ADDRESS.search(self.said) or self.process.returncode is not None, "an address on stderr")
        found = ADDRESS.search(self.said)
        check(found, f"photopick ended without an address: {self.said.decode(errors='replace')}")
        self.port = int(found[1])
        return found[0].decode()

    async def end(self):
        """Waits for the end; status, stdout and stderr."""
        try:
            await asyncio.wait_for(asyncio.gather(self.process.wait(), *self.readers), PATIENCE + 20)
        except asyncio.TimeoutError:
            raise Failure(f"photopick does not end; it said: {self.said.decode(errors='replace')}") from None
        return self.process.returncode, bytes(self.printed), self.said.decode(errors="replace")

    async def ends(self, status, names=None):
        """Waits for the end; fails unless it has a status and has printed paths with some names in order."""
        found, printed, said = await self.end()
        same(found, status, f"exit status, after it said {said!r}")
        self.is_closed()
        if names is None:
            same(printed, b"", "stdout")
            return said
        same([os.path.basename(os.fsdecode(path)) for path in printed.splitlines()], names, "names on stdout")
        return said

    def is_closed(self):
        """Fails if the port is still listened on."""
        with socket.socket() as probe:
            check(probe.connect_ex(("127.0.0.1", self.port)) != 0, f"port {self.port} is still open")

    def kill(self):
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)


class Stand:
    """What one flow has for itself: a home folder, photos, runs of photopick, visitors."""

    def __init__(self, folder, browser):
        self.home, self.browser = folder / "home", browser
        self.photos = folder / "photos"
        self.home.mkdir(parents=True)
        self.photos.mkdir()
        self.pickers, self.visitors, self.contexts, self.complaints = [], [], [], []
        self.environment = {
            key: value for key, value in os.environ.items()
            if not key.startswith(("XDG_", "SSH_", "PHOTOPICK_", "LC_")) and key not in ("BROWSER", "NO_COLOR")}
        self.environment |= {"HOME": str(self.home), "TZ": "UTC", "LANG": "C.UTF-8"}

    async def run(self, *arguments):
        """Runs photopick to its end; status, stdout, stderr."""
        process = await asyncio.create_subprocess_exec(
            PHOTOPICK, *arguments, cwd=self.photos, env=self.environment, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        printed, said = await process.communicate()
        return process.returncode, printed, said.decode(errors="replace")

    async def start(self, *arguments, ground=".", opens=False):
        """Starts `pick --web` in the folder of the photos; opens a browser only if asked to."""
        process = await asyncio.create_subprocess_exec(
            PHOTOPICK, "pick", *([ground] if ground else []), "--web", *([] if opens else ["--no-open"]), *arguments,
            cwd=self.photos, env=self.environment, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        self.pickers.append(Picker(process))
        return self.pickers[-1]

    async def context(self, **options):
        options.setdefault("viewport", WINDOW)
        self.contexts.append(await self.browser.new_context(**options))
        self.contexts[-1].set_default_timeout(PATIENCE * 1000)
        return self.contexts[-1]

    async def page(self, context, allows=()):
        """A new page that is watched: errors, dialogs and requests to elsewhere are complaints.

        `allows` has expressions for complaints that a flow provokes.
        """
        allows = (*EXPECTED, *allows)
        page = await context.new_page()
        complain = lambda text: any(re.search(known, text) for known in allows) or self.complaints.append(text)
        page.on("pageerror", lambda error: complain(f"error in the page: {error}"))
        page.on("console", lambda message: message.type in ("error", "warning") and complain(
            f"console: {message.text} {message.location.get('url', '')}"))
        page.on("request", lambda request: request.url.startswith("http://127.0.0.1:") or complain(f"asks {request.url}"))
        page.on("dialog", lambda dialog: asyncio.ensure_future(self._answer(dialog, complain)))
        return page

    async def _answer(self, dialog, complain):
        if dialog.type != "beforeunload":
            complain(f"dialog: {dialog.message}")
        await dialog.accept()

    async def visit(self, *arguments, count=None, ground=".", allows=(), **options):
        """Starts photopick and opens its page; waits until it shows photos, `count` of them if given."""
        picker = await self.start(*arguments, ground=ground)
        page = await self.page(await self.context(**options), allows)
        await page.goto(await picker.address())
        visitor = Visitor(page, picker)
        self.visitors.append(visitor)
        await visitor.is_ready(count)
        return visitor

    async def leave(self):
        for context in self.contexts:
            await context.close()
        for picker in self.pickers:
            picker.kill()
            await picker.process.wait()
            for reader in picker.readers:
                reader.cancel()


class Visitor:
    """Somebody who looks at the page."""

    def __init__(self, page, picker):
        self.page, self.picker = page, picker
        self.press = page.keyboard.press
        self.done = page.locator("#done")
        self.cancel = page.locator("#cancel")
        self.picked = page.locator("#picked")
        self.toast = page.locator("#toast")
        self.notice = page.locator("#notice-text")
        self.viewer = page.locator("#viewer")
        self.query = page.get_by_role("combobox", name="Find photos")
        self.tiles = page.locator("#grid .tile:visible")

    async def is_ready(self, count=None):
        """Waits until the page answers keys, and shows so many photos."""
        # The address leads on to the page.
        await self.page.locator("#grid").wait_for(state="attached")
        await eventually(lambda: self.page.evaluate("document.activeElement !== document.body"), "the page answers keys")
        if count is not None:
            await self.shows(count)

    async def shows(self, count):
        """Waits until so many photos are shown, each with its name."""
        await expect(self.tiles).to_have_count(count)
        await expect(self.page.locator('#grid .tile:visible img:not([alt=""])')).to_have_count(count)

    async def names(self):
        """The names of the photos that are shown, in order."""
        return await self.tiles.evaluate_all("tiles => tiles.map((tile) => tile.tile.photo?.name)")

    def tile(self, name):
        # The date follows the name.
        return self.page.locator("#grid .tile").filter(has=self.page.get_by_alt_text(re.compile(f"^{re.escape(name)}(,|$)")))

    async def are_picked(self, *names):
        """Waits until these photos and no others are shown as picked."""
        wanted = sorted(names)

        async def question():
            found = await self.page.locator('.tile[aria-selected="true"]').evaluate_all(
                "tiles => tiles.map((tile) => tile.tile.photo?.name)")
            return sorted(found) == wanted
        await eventually(question, f"{wanted} are picked")
        text = re.compile(rf"^{len(names)} (of at most \d+ )?picked" if names else "Nothing picked|^0 of")
        await expect(self.picked).to_have_text(text)

    async def says(self, text):
        await expect(self.toast).to_contain_text(text)

    async def has_ended(self, title):
        await expect(self.page.get_by_role("heading", name=title)).to_be_visible()

    async def middle(self, locator):
        box = await locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
