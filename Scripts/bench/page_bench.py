"""Times the page of `pick --web` in the installed Chromium, 1280 x 800, without a window.

A tree of small photos over 25 years is made in a temporary folder. A first round fills the catalog and the thumbnails of
what is shown. Then, in each round with a new photopick, which reads the folders meanwhile, and a browser that has started
with a new profile, which holds nothing yet:

  first thumbnail, first screen  from the navigation until one thumbnail, or each in the window, is painted
  jump to a year                 from a press on the scrubber until each thumbnail in the window is painted
  frame while scrolling          times between frames while a year passes at 30 pixels a frame, and longer tasks
  rows, heap                     the most rows in the document; the page's JavaScript
  memory footprint               what the process of the page has for itself, as the browser's task manager counts it
  pictures kept                  decoded pictures that the browser drops when memory is short, which it does not count

Behind each figure stands the most that it should be; ends with 1 if one is more. Photos of --tree are used as they are.
"""

import argparse
import asyncio
import datetime
import http.client
import json
import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "lib"))
sys.dont_write_bytecode = True
from page import devtools, tools  # noqa: E402
from page.photos import png  # noqa: E402

FIRST_YEAR, YEARS, DAYS_A_YEAR, PHOTOS_A_FOLDER = 2000, 25, 96, 250
# 60 frames a second, and what the browser's clock may round.
FRAME = 1000 / 60 + 0.2
PIXELS_A_FRAME = 30
# How long a browser that has started is left alone, in seconds.
SETTLING = 2
WATCH = (Path(__file__).resolve().parents[1] / "lib" / "page" / "watch.js").read_text()
failures = []


def arguments():
    parser = argparse.ArgumentParser(
        prog="Scripts/bench/page", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, metavar="DIR", help="use this folder as it is")
    parser.add_argument("--photos", type=int, default=100_000, metavar="N", help="photos in the tree (100000)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="rounds (5)")
    parser.add_argument("--jumps", type=int, default=12, metavar="N", help="jumps a round (12)")
    parser.add_argument("--seconds", type=float, default=6, metavar="N", help="of scrolling a round (6)")
    return parser.parse_args()


def make_tree(count, tree):
    """So many photos of 96 days in each of 25 years. Links would not do: photopick shows a file once."""
    days, made, content = YEARS * DAYS_A_YEAR, None, b""
    for index in range(count):
        day = index * days // count
        if day != made:
            date = datetime.datetime(FIRST_YEAR + day // DAYS_A_YEAR, day // 8 % 12 + 1, 2 + day % 8 * 3, 10)
            size = ((320, 213), (213, 320), (320, 180), (240, 240))[day % 4]
            content = png(*size, seed=day, date=f"{date:%Y-%m-%d %H:%M:%S}", camera="Canon EOS R5")
            made = day
        album = tree / f"album-{index // PHOTOS_A_FOLDER:04}"
        album.mkdir(parents=True, exist_ok=True)
        (album / f"{index:07}.png").write_bytes(content)
    return tree


def tell(name, values, unit, median=None, most=None):
    """Prints how values spread; `median` and `most` are bars for their median and for 95 % of them."""
    if not values:
        print(f"{name:26} nothing was measured")
        failures.append(name)
        return
    ordered = sorted(values)
    last = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    line = f"{name:26} median {statistics.median(ordered):7.1f} {unit}   95 % {last:7.1f}   max {ordered[-1]:7.1f}"
    for text, value, bar in (("median", statistics.median(ordered), median), ("95 %", last, most)):
        if bar is not None:
            holds = value <= bar
            line += f"   {text} {'≤' if holds else 'NOT ≤'} {bar:.4g}"
            if not holds:
                failures.append(f"{name}, {text}")
    print(line, flush=True)


class Server:
    """A run of `pick --web` whose address was opened here; the browser gets the cookie."""

    async def start(self, photopick, tree, environment):
        self.start_time = time.monotonic()
        self.process = await asyncio.create_subprocess_exec(
            photopick, "pick", str(tree), "--web", "--no-open", env=environment,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE)
        while not (found := re.search(rb"http://127\.0\.0\.1:(\d+)(/\S+)", await self.process.stderr.readline())):
            if self.process.stderr.at_eof():
                sys.exit("photopick gave no address")
        self.port = int(found[1])
        answer = self.ask("GET", found[2].decode())
        self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.root = re.search(r'url=([^"]+)"', self.text)[1]
        self.address = f"http://127.0.0.1:{self.port}{self.root}"
        return self

    def ask(self, method, path, cookie=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, headers={"Cookie": cookie} if cookie else {})
        answer = connection.getresponse()
        self.text = answer.read().decode()
        return answer

    async def is_loaded(self, count):
        """Waits until it has all photos; the seconds since its start."""
        found = 0
        while time.monotonic() - self.start_time < 300:
            self.ask("GET", f"{self.root}view", self.cookie)
            found = json.loads(self.text)["count"]
            if found == count:
                return time.monotonic() - self.start_time
            await asyncio.sleep(0.05)
        sys.exit(f"photopick shows {found} photos, not {count}")

    async def end(self):
        self.process.terminate()
        await self.process.wait()


async def open_page(browser, server):
    page = await browser.page(1280, 800)
    name, value = server.cookie.split("=", 1)
    await browser.send("Storage.setCookies", cookies=[
        {"name": name, "value": value, "domain": "127.0.0.1", "path": "/", "httpOnly": True, "sameSite": "Strict"}])
    await page.send("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
    # The time of the browser's own start is none of the page's.
    await asyncio.sleep(SETTLING)
    await page.send("Page.navigate", url=server.address)
    await asyncio.sleep(1)
    return page


async def wait_for(page, question, seconds=30):
    """The answer of the page once it is there; `None` if it does not come."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (answer := await page.evaluate(question)) is not None:
            return answer
        await asyncio.sleep(0.05)
    return None


async def jump(page, count):
    """Presses the scrubber at years spread over all; the times until their thumbnails are painted."""
    times = []
    for index in range(count):
        # Each is far from the one before.
        share = (index * 7 % count + 0.5) / count
        place = await page.evaluate(f"watch.yearAt({share})")
        await page.evaluate(f"watch.expect('{place['year']}')")
        await page.click(place["x"], place["y"])
        # Questions would take time from what is measured.
        await asyncio.sleep(0.4)
        times.append(await wait_for(page, "watch.painted ?? null"))
        await asyncio.sleep(0.4)
    return times


async def scroll(page, seconds):
    """Times between frames while the wheel turns evenly."""
    await page.evaluate("watch.begin()")
    await page.send(
        "Input.synthesizeScrollGesture", x=600, y=400, yDistance=-int(PIXELS_A_FRAME * 60 * seconds),
        speed=PIXELS_A_FRAME * 60, gestureSourceType="mouse", preventFling=True)
    return await page.evaluate("watch.end()")


async def memory(page, browser):
    """The heap of the page, the footprint of its process, and what it shares with the browser, in MB.

    The footprint is what Chromium counts as private on Linux (os_metrics_linux.cc): anonymous pages, resident or swapped
    out. Decoded pictures lie in shared memory, which it discards when memory is short.
    """
    await page.send("Performance.enable")
    metrics = {one["name"]: one["value"] for one in (await page.send("Performance.getMetrics"))["metrics"]}
    found = []
    for process in (await browser.send("SystemInfo.getProcessInfo"))["processInfo"]:
        if process["type"] == "renderer":
            text = Path(f"/proc/{process['id']}/status").read_text()
            sizes = {name: int(size) / 1024 for name, size in re.findall(r"^(\w+):\s+(\d+) kB", text, re.MULTILINE)}
            found.append((sizes["RssAnon"] + sizes["VmSwap"], sizes["RssShmem"]))
    return metrics["JSHeapUsedSize"] / 1e6, *max(found)


async def run_round(options, browser_path, tree, environment, count, number, found):
    server = await Server().start(os.environ["PHOTOPICK"], tree, environment)
    took = await server.is_loaded(count)
    async with devtools.Browser(browser_path) as browser:
        page = await open_page(browser, server)
        first = await wait_for(page, "watch.first ?? null")
        whole = await wait_for(page, "watch.whole ?? null")
        await asyncio.sleep(1)
        jumps = await jump(page, options.jumps)
        frames = await scroll(page, options.seconds)
        heap, footprint, pictures = await memory(page, browser)
    await server.end()
    name = "first round" if number == 0 else f"round {number}"
    print(f"{name}: photos after {took:.1f} s, first thumbnail {first:.0f} ms, jumps "
          f"{' '.join('none' if value is None else f'{value:.0f}' for value in jumps)} ms", file=sys.stderr)
    if number == 0:
        return
    for key, value in (("loaded", took), ("first", first), ("whole", whole), ("heap", heap), ("footprint", footprint),
                       ("pictures", pictures), ("rows", frames["rows"])):
        found[key].append(value)
    found["jumps"] += [30_000 if value is None else value for value in jumps]
    found["frames"] += frames["times"]
    found["tasks"] += frames["tasks"]


async def measure(options, browser_path, folder):
    environment = {**os.environ, "HOME": str(folder), "LANG": "C.UTF-8", "TZ": "UTC"}
    environment |= {f"XDG_{name}_HOME": str(folder / name.lower()) for name in ("CACHE", "STATE", "DATA", "CONFIG")}
    tree = options.tree or make_tree(options.photos, folder / "photos")
    # Fills the catalog.
    filling = await asyncio.create_subprocess_exec(
        os.environ["PHOTOPICK"], "browse", str(tree), "-0", env=environment, stdout=asyncio.subprocess.PIPE)
    printed, _ = await filling.communicate()
    keys = ("loaded", "first", "whole", "heap", "footprint", "pictures", "rows", "jumps", "frames", "tasks")
    found = {key: [] for key in keys}
    for number in range(options.rounds + 1):
        await run_round(options, browser_path, tree, environment, printed.count(b"\0"), number, found)
    return found


def main():
    options = arguments()
    try:
        browser_path = tools.find_browser()
    except tools.Missing as missing:
        sys.exit(f"{missing}: install it to time the page")
    with tempfile.TemporaryDirectory(prefix="photopick-bench-") as folder:
        found = asyncio.run(measure(options, browser_path, Path(folder)))
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    tell("photos after the start", [value * 1000 for value in found["loaded"]], "ms")
    tell("first thumbnail", found["first"], "ms", median=300)
    tell("first screen", found["whole"], "ms")
    tell("jump to a year", found["jumps"], "ms", median=200, most=200)
    tell("frame while scrolling", found["frames"], "ms", most=FRAME)
    tell("tasks over 50 ms", found["tasks"] or [0], "ms", most=50)
    tell("rows in the document", found["rows"], "  ", most=40)
    tell("JavaScript heap", found["heap"], "MB", most=200)
    tell("memory footprint", found["footprint"], "MB", most=200)
    tell("pictures kept", found["pictures"], "MB")
    sys.exit(f"beyond the bar: {'; '.join(failures)}" if failures else 0)


if __name__ == "__main__":
    main()
