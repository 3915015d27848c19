"""The end of a run: Done, Cancel, a closed page, signals."""

import signal
import time

from playwright.sync_api import expect

from photos import fill
from visitor import Visitor

NAMES = ["a.png", "b.png", "c.png"]


def test_a_closed_page_cancels_after_15_seconds(visit):
    """A page that remains closed for 15 s ends the run with status 130 and no output."""
    visitor = visit(names=NAMES)
    visitor.picks("a.png")
    closed = time.monotonic()
    visitor.page.context.close()
    said = visitor.picker.ends(130)
    assert 14 <= time.monotonic() - closed <= 25
    assert "closed" in said


def test_a_page_that_comes_back_in_time_goes_on(visit, open_page):
    """A page reopened within 15 s restores its picks."""
    visitor = visit(names=NAMES)
    visitor.picks("a.png")
    address, old = visitor.page.url, visitor.page
    visitor = Visitor(open_page(old.context), visitor.picker)
    old.close()
    time.sleep(8)
    visitor.opens(address, 3)
    visitor.page.wait_for_timeout(9000)
    assert visitor.picker.process.poll() is None
    visitor.are_picked("a.png")
    visitor.finishes(["a.png"])


def test_cancel_asks_once_if_photos_are_picked(visit):
    """Cancel asks before it discards picks; Keep picking returns to the page; Discard exits with status 130 and no output."""
    visitor = visit(names=NAMES)
    visitor.picks("b.png")
    question = visitor.page.get_by_role("dialog")
    visitor.cancel.click()
    expect(question).to_contain_text("Discard 1 picked photo?")
    question.get_by_role("button", name="Keep picking").click()
    expect(question).to_have_count(0)
    visitor.are_picked("b.png")
    visitor.cancel.click()
    question.get_by_role("button", name="Discard").click()
    visitor.has_ended("Cancelled")
    visitor.picker.ends(130)


def test_cancel_with_nothing_picked_ends_at_once(visit):
    """Without picks, Cancel and the key q ask no question."""
    visitor = visit(names=NAMES)
    visitor.cancel.click()
    visitor.has_ended("Cancelled")
    visitor.picker.ends(130)
    visitor = visit(count=3)
    visitor.press("q")
    visitor.has_ended("Cancelled")
    visitor.picker.ends(130)


def test_signals_end_it_with_nothing_printed(photos, visit):
    """SIGINT and SIGTERM act like Cancel and close the port; the page reports it."""
    fill(photos, NAMES)
    for number in (signal.SIGINT, signal.SIGTERM):
        visitor = visit(count=3, allows=["net::ERR_", "Failed to load resource"])
        visitor.picks("b.png")
        visitor.picker.process.send_signal(number)
        visitor.picker.ends(130)
        visitor.has_ended("Cancelled")


def test_a_photopick_that_is_killed_leaves_the_paths_of_the_picks(photos, visit):
    """5 s after photopick was terminated, the page reports it, and copies the paths of the picks."""
    visitor = visit(names=NAMES, allows=["net::ERR_", "Failed to fetch"], permissions=["clipboard-read", "clipboard-write"])
    visitor.picks("a.png", "c.png")
    paths = f"{photos}/a.png\n{photos}/c.png"
    visitor.page.wait_for_timeout(500)
    visitor.picker.process.kill()
    dialog = visitor.page.get_by_role("dialog", name="photopick has ended")
    expect(visitor.page.locator("#banner")).to_contain_text("lost")
    expect(dialog).to_have_count(0)
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("textbox")).to_have_value(paths)
    dialog.get_by_role("button", name="Copy paths").click()
    expect(dialog.get_by_role("button", name="Copied")).to_be_visible()
    assert visitor.page.evaluate("navigator.clipboard.readText()") == paths
    dialog.get_by_role("button", name="Close").click()
    expect(visitor.page.locator("#banner")).to_contain_text("photopick has ended")


def test_a_time_limit_ends_it(photos, start, open_page):
    """--timeout exits with status 130, and reports it on stderr and on the page."""
    fill(photos, NAMES)
    # Start the timer first: the limit includes the browser's start.
    page = open_page()
    picker = start("--timeout", "20")
    page.goto(picker.address())
    expect(page.get_by_role("heading", name="Cancelled")).to_be_visible(timeout=40_000)
    assert "no result within 20 seconds" in picker.ends(130)


def test_the_address_works_once(photos, start, open_page):
    """The address works only once; a second browser gets an error, and the page remains usable."""
    fill(photos, NAMES)
    picker = start()
    address = picker.address()
    own = open_page()
    own.goto(address)
    other = open_page(allows=["403"])
    assert other.goto(address).status == 403
    expect(other.locator(".tile")).to_have_count(0)
    assert other.goto(own.url).status == 403
    visitor = Visitor(own, picker)
    visitor.shows_some()
    visitor.gives_up()
