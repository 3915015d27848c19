"""How it ends: Done, Cancel, a closed page, signals."""

import asyncio
import signal
import time

from playwright.async_api import expect

from .flows import takes_long
from .photos import fill
from .runs import check, eventually, same

NAMES = ["a.png", "b.png", "c.png"]


@takes_long
async def a_closed_page_cancels_after_15_seconds(stand):
    """A page that is closed and does not come back in 15 s ends the run with 130 and nothing printed."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3)
    await visitor.tile("a.png").click()
    await visitor.are_picked("a.png")
    start = time.monotonic()
    await visitor.page.context.close()
    said = await visitor.picker.ends(130)
    took = time.monotonic() - start
    check(14 <= took <= 25, f"it ended after {took:.1f} s")
    check("closed" in said, f"it does not say why: {said!r}")


@takes_long
async def a_page_that_comes_back_in_time_goes_on(stand):
    """A page that was closed and is opened again within 15 s goes on with its picks."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3)
    await visitor.tile("a.png").click()
    await visitor.are_picked("a.png")
    address, old = visitor.page.url, visitor.page
    visitor = type(visitor)(await stand.page(old.context), visitor.picker)
    await old.close()
    await asyncio.sleep(8)
    await visitor.page.goto(address)
    await visitor.is_ready(3)
    await asyncio.sleep(9)
    same(visitor.picker.process.returncode, None, "status while the page is open again")
    await visitor.are_picked("a.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["a.png"])


async def cancel_asks_once_if_photos_are_picked(stand):
    """Cancel asks before picks are let go; Keep picking keeps them; then it prints nothing and ends with 130."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3)
    await visitor.tile("b.png").click()
    await visitor.are_picked("b.png")
    question = visitor.page.get_by_role("dialog")
    await visitor.cancel.click()
    await expect(question).to_contain_text("Discard 1 picked photo?")
    await question.get_by_role("button", name="Keep picking").click()
    await expect(question).to_have_count(0)
    await visitor.are_picked("b.png")
    await visitor.cancel.click()
    await question.get_by_role("button", name="Discard").click()
    await visitor.has_ended("Cancelled")
    await visitor.picker.ends(130)


async def cancel_with_nothing_picked_ends_at_once(stand):
    """Cancel with nothing picked does not ask; so does the key q."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3)
    await visitor.cancel.click()
    await visitor.has_ended("Cancelled")
    await visitor.picker.ends(130)
    visitor = await stand.visit(count=3)
    await visitor.press("q")
    await visitor.has_ended("Cancelled")
    await visitor.picker.ends(130)


async def signals_end_it_with_nothing_printed(stand):
    """SIGINT and SIGTERM end it as Cancel does, with no port open; the page says that it is over."""
    fill(stand.photos, NAMES)
    for number in (signal.SIGINT, signal.SIGTERM):
        visitor = await stand.visit(count=3, allows=["net::ERR_", "Failed to load resource"])
        await visitor.tile("b.png").click()
        await visitor.are_picked("b.png")
        visitor.picker.process.send_signal(number)
        await visitor.picker.ends(130)
        await visitor.has_ended("Cancelled")


async def a_photopick_that_is_killed_leaves_the_paths_of_the_picks(stand):
    """5 s after photopick was killed the page says so, and copies the paths of what is picked."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3, allows=["net::ERR_", "Failed to fetch"], permissions=["clipboard-read", "clipboard-write"])
    for name in ("a.png", "c.png"):
        await visitor.tile(name).click()
    await visitor.are_picked("a.png", "c.png")
    paths = f"{stand.photos}/a.png\n{stand.photos}/c.png"
    await visitor.page.wait_for_timeout(500)
    visitor.picker.kill()
    dialog = visitor.page.get_by_role("dialog", name="photopick has ended")
    await expect(visitor.page.locator("#banner")).to_contain_text("lost")
    await expect(dialog).to_have_count(0)
    await expect(dialog).to_be_visible()
    await expect(dialog.get_by_role("textbox")).to_have_value(paths)
    await dialog.get_by_role("button", name="Copy paths").click()
    await expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    same(await visitor.page.evaluate("navigator.clipboard.readText()"), paths, "what was copied")
    await dialog.get_by_role("button", name="Close").click()
    await expect(visitor.page.locator("#banner")).to_contain_text("photopick has ended")


@takes_long
async def a_time_limit_ends_it(stand):
    """--timeout ends it with 130, says so on stderr and on the page."""
    fill(stand.photos, NAMES)
    # First, since the limit does not wait for the browser.
    page = await stand.page(await stand.context())
    picker = await stand.start("--timeout", "20")
    await page.goto(await picker.address())
    await expect(page.get_by_role("heading", name="Cancelled")).to_be_visible(timeout=40_000)
    said = await picker.ends(130)
    check("nobody was done within 20 seconds" in said, f"it does not say why: {said!r}")


async def the_address_works_once(stand):
    """Whoever opens the address a second time, with another browser, gets nothing, and the page goes on."""
    fill(stand.photos, NAMES)
    picker = await stand.start()
    address = await picker.address()
    own = await stand.page(await stand.context())
    await own.goto(address)
    other = await stand.page(await stand.context(), allows=["403"])
    answer = await other.goto(address)
    same(answer.status, 403, "status for the second")
    await expect(other.locator(".tile")).to_have_count(0)
    same((await other.goto(own.url)).status, 403, "status for the page without the cookie")
    await eventually(lambda: own.locator(".tile:visible").count(), "the first goes on")
    await own.locator("#cancel").click()
    await picker.ends(130)
