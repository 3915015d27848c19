"""Controls Chromium through a pipe with the DevTools protocol, without observing requests.

Playwright tracks each request of a page, so that the browser retains all responses: on two processors this takes a
third of the measured time. https://chromedevtools.github.io/devtools-protocol/
"""

import asyncio
import json
import os
import tempfile

# The descriptors that the browser reads and writes (--remote-debugging-pipe).
READS, WRITES = 3, 4
LONGEST = 1 << 26


class Browser:
    """A headless browser with a new profile, used in `async with`."""

    def __init__(self, path):
        self.path, self.count, self.waiting = path, 0, {}

    async def __aenter__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="photopick-bench-", ignore_cleanup_errors=True)
        (theirs_in, ours_out), (ours_in, theirs_out) = os.pipe(), os.pipe()
        # A shell assigns the required numbers to the descriptors.
        command = f'exec "$0" "$@" {READS}<&{theirs_in} {WRITES}>&{theirs_out}'
        self.process = await asyncio.create_subprocess_exec(
            "/bin/bash", "-c", command, self.path, "--headless", "--no-sandbox", "--disable-dev-shm-usage",
            "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "--no-first-run", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "about:blank",
            pass_fds=(theirs_in, theirs_out), stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.output = os.fdopen(ours_out, "wb", 0)
        self.input = asyncio.StreamReader(limit=LONGEST)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(self.input), os.fdopen(ours_in, "rb", 0))
        self.reading = asyncio.create_task(self.read())
        return self

    async def __aexit__(self, *_):
        self.process.kill()
        await self.process.wait()
        self.reading.cancel()
        self.output.close()
        self.profile.cleanup()

    async def read(self):
        """Passes each response to its caller."""
        while True:
            message = json.loads((await self.input.readuntil(b"\0"))[:-1])
            if answer := self.waiting.pop(message.get("id"), None):
                answer.set_result(message)

    async def send(self, method, session=None, **parameters):
        """Returns the result of a command, or raises `RuntimeError`."""
        self.count += 1
        answer = self.waiting[self.count] = asyncio.get_running_loop().create_future()
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.output.write(json.dumps(message).encode() + b"\0")
        result = await asyncio.wait_for(answer, 60)
        if "error" in result:
            raise RuntimeError(f"{method}: {result['error']['message']}")
        return result["result"]

    async def page(self, width, height):
        """Returns the initial page, resized."""
        targets = (await self.send("Target.getTargets"))["targetInfos"]
        target = next(target["targetId"] for target in targets if target["type"] == "page")
        session = (await self.send("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        page = Page(self, session)
        await page.send("Page.enable")
        await page.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        return page


class Page:
    def __init__(self, browser, session):
        self.browser, self.session = browser, session

    async def send(self, method, **parameters):
        return await self.browser.send(method, self.session, **parameters)

    async def navigate(self, url):
        """Loads a page and waits for it. An expression fails while one page replaces another."""
        await self.send("Page.navigate", url=url)
        for _ in range(1200):
            try:
                if await self.evaluate("location.href != 'about:blank' && document.readyState == 'complete'"):
                    return
            except RuntimeError as failure:
                if "navigated" not in str(failure):
                    raise
            await asyncio.sleep(0.05)
        raise RuntimeError("the page doesn't load")

    async def evaluate(self, expression):
        """Returns the value of an expression in the page."""
        answer = await self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", expression))
        return answer["result"].get("value")

    async def click(self, x, y):
        for kind, button in (("mouseMoved", "none"), ("mousePressed", "left"), ("mouseReleased", "left")):
            await self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)
