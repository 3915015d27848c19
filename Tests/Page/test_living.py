"""Changes during a run: folders, connections, several pages, empty folders."""

import os
import re
import signal

from playwright.sync_api import expect

from photos import fill, png
from visitor import Visitor, eventually

NAMES = ["a.png", "b.png", "c.png"]
LOST = ["net::ERR_INTERNET_DISCONNECTED", "Failed to fetch", "Failed to load"]


def test_a_lost_connection_comes_back_by_itself(photos, visit):
    """Offline, the page reports it and refuses picks; online, it recovers."""
    visitor = visit(names=NAMES, allows=LOST)
    visitor.picks("a.png")
    banner = visitor.page.locator("#banner")
    visitor.page.context.set_offline(True)
    visitor.clicks("b.png")
    expect(banner).to_be_visible()
    expect(banner).to_contain_text("connection")
    visitor.are_picked("a.png")
    (photos / "new.png").write_bytes(png(seed=7, date="2014-05-26 10:00:00"))
    visitor.page.context.set_offline(False)
    expect(banner).to_be_hidden()
    visitor.shows(4)
    visitor.are_picked("a.png")
    visitor.clicks("new.png")
    visitor.are_picked("a.png", "new.png")
    visitor.finishes(["new.png", "a.png"])


def test_a_machine_that_slept_goes_on(visit):
    """A suspended photopick answers pending requests when it resumes."""
    visitor = visit(names=NAMES)
    visitor.picker.process.send_signal(signal.SIGSTOP)
    visitor.clicks("a.png")
    visitor.page.wait_for_timeout(3000)
    visitor.picker.process.send_signal(signal.SIGCONT)
    visitor.are_picked("a.png")
    visitor.finishes(["a.png"])


def test_photos_come_and_go_while_the_page_is_open(photos, visit):
    """New photos appear; deleted photos disappear from the view and the picks."""
    visitor = visit(names=NAMES)
    visitor.picks("a.png", "b.png")
    (photos / "new.png").write_bytes(png(seed=7, date="2014-05-26 10:00:00"))
    visitor.shows(4)
    assert visitor.names()[0] == "new.png"
    (photos / "b.png").unlink()
    visitor.shows(3)
    visitor.are_picked("a.png")
    visitor.finishes(["a.png"])


def test_a_folder_that_goes_leaves_an_empty_page(photos, home, visit):
    """The page reports a missing folder, and shows its photos when it returns."""
    folder = fill(photos / "trip", NAMES)
    visitor = visit(count=3, ground="trip", allows=["404"])
    folder.rename(home / "away")
    expect(visitor.notice).to_contain_text("no photos")
    expect(visitor.tiles).to_have_count(0)
    (home / "away").rename(folder)
    visitor.press("r")
    visitor.shows(3)
    visitor.clicks("a.png")
    visitor.finishes(["a.png"])


def test_an_empty_folder_says_so(photos, visit):
    """The page reports an empty folder; a new photo appears."""
    visitor = visit()
    expect(visitor.notice).to_have_text("There are no photos here.")
    (photos / "first.png").write_bytes(png(date="2014-05-26 10:00:00"))
    visitor.shows(1)
    expect(visitor.notice).to_be_hidden()
    visitor.clicks("first.png")
    visitor.finishes(["first.png"])


def test_two_pages_show_the_same_picks(visit, open_page):
    """Picks, marks and the end of the run appear on all pages of the browser."""
    visitor = visit(names=NAMES)
    other = Visitor(open_page(visitor.page.context), visitor.picker).opens(visitor.page.url, 3)
    visitor.clicks("a.png")
    other.are_picked("a.png")
    other.clicks("c.png")
    visitor.are_picked("a.png", "c.png")
    other.press("3")
    expect(visitor.tile("c.png")).to_contain_text("★★★")
    visitor.done.click()
    other.has_ended("Done")
    visitor.has_ended("Done")
    visitor.picker.ends(0, ["c.png", "a.png"])


def test_a_message_is_shown_on_its_own_page_only(visit, open_page):
    """A refusal appears only on the page with the click, and not after a reload."""
    visitor = visit("--max", "1", names=NAMES)
    other = Visitor(open_page(visitor.page.context), visitor.picker).opens(visitor.page.url, 3)
    visitor.clicks("a.png")
    other.are_picked("a.png")
    visitor.clicks("b.png")
    visitor.says("Only 1 photo please!")
    expect(other.toast).to_be_empty()
    visitor.page.reload()
    visitor.is_ready(3)
    visitor.are_picked("a.png")
    expect(visitor.toast).to_be_empty()
    visitor.finishes(["a.png"])


def test_photopick_that_answers_again_goes_on(visit):
    """After 5 s without a response, the page reports that photopick has exited; a late response removes the report."""
    visitor = visit(names=NAMES, allows=LOST)
    dialog = visitor.page.get_by_role("dialog", name="photopick has ended")
    visitor.page.context.set_offline(True)
    visitor.clicks("a.png")
    expect(dialog).to_be_visible()
    visitor.page.context.set_offline(False)
    expect(dialog).to_have_count(0)
    visitor.picks("b.png")
    visitor.finishes(["b.png"])


def test_a_reload_keeps_everything(photos, visit):
    """Picks, group, order and search survive a reload."""
    fill(photos, ["day-1.png", "day-2.png"], camera="Canon EOS")
    fill(photos, ["night-1.png", "night-2.png"], date="2015-01-01", camera="Nikon Z")
    visitor = visit("--group", "camera", count=4)
    visitor.picks("day-1.png")
    visitor.query.fill("day")
    visitor.shows(2)
    visitor.page.reload()
    visitor.is_ready(2)
    expect(visitor.query).to_have_value("day")
    visitor.are_picked("day-1.png")
    expect(visitor.page.locator("#rows .heading h2")).to_have_text(re.compile("Canon"))
    visitor.finishes(["day-1.png"])


def test_many_photos_are_scrolled_with_few_rows(photos, visit):
    """The document contains at most 40 rows of 3,000 photos; End, Home and the scrubber reach any row."""
    one = png(30, 20)
    for year in range(2001, 2013):
        folder = photos / str(year)
        folder.mkdir()
        for index in range(250):
            path = folder / f"{year}-{index:03}.png"
            path.write_bytes(one)
            os.utime(path, (978_350_400 + (year - 2001) * 31_557_600 + index * 3600,) * 2)
    visitor = visit()
    eventually(lambda: visitor.page.evaluate("document.querySelector('#grid').ariaRowCount > 100"), "all rows are there")
    for key in ("End", "PageUp", "PageUp", "Home", "PageDown"):
        visitor.press(key)
        visitor.page.wait_for_timeout(100)
        assert visitor.page.locator("#rows > .row").count() <= 40
    slider = visitor.page.get_by_role("slider", name="Place in the timeline")
    slider.focus()

    def is_at_end():
        # The first scan may add photos.
        visitor.press("End")
        return "2001" in slider.get_attribute("aria-valuetext")
    eventually(is_at_end, "the scrubber goes to the end")
    expect(visitor.page.get_by_alt_text(re.compile("^2001-")).first).to_be_visible()
    visitor.gives_up()
