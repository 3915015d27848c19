"""The page lives: folders that change, connections that are lost, more than one page, empty folders."""

import os
import re
import shutil

from playwright.async_api import expect

from .photos import fill, png
from .runs import check, eventually, same

NAMES = ["a.png", "b.png", "c.png"]
LOST = ["net::ERR_INTERNET_DISCONNECTED", "Failed to fetch", "Failed to load"]


async def a_lost_connection_comes_back_by_itself(stand):
    """Without the network the page says so, and refuses a pick; with it, it goes on where it was."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3, allows=LOST)
    await visitor.tile("a.png").click()
    await visitor.are_picked("a.png")
    banner = visitor.page.locator("#banner")
    await visitor.page.context.set_offline(True)
    await visitor.tile("b.png").click()
    await expect(banner).to_be_visible()
    await expect(banner).to_contain_text("connection")
    await visitor.are_picked("a.png")
    (stand.photos / "new.png").write_bytes(png(seed=7, date="2014-05-26 10:00:00"))
    await visitor.page.context.set_offline(False)
    await expect(banner).to_be_hidden()
    await visitor.shows(4)
    await visitor.are_picked("a.png")
    await visitor.tile("new.png").click()
    await visitor.are_picked("a.png", "new.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["new.png", "a.png"])


async def a_machine_that_slept_goes_on(stand):
    """photopick that was stopped for a while, as on a sleeping machine, answers what was asked meanwhile."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3)
    visitor.picker.process.send_signal(19)
    await visitor.tile("a.png").click()
    await visitor.page.wait_for_timeout(3000)
    visitor.picker.process.send_signal(18)
    await visitor.are_picked("a.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["a.png"])


async def photos_come_and_go_while_the_page_is_open(stand):
    """A new photo appears, one that is deleted goes, also from the picks; the others stay picked."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3)
    for name in ("a.png", "b.png"):
        await visitor.tile(name).click()
    await visitor.are_picked("a.png", "b.png")
    (stand.photos / "new.png").write_bytes(png(seed=7, date="2014-05-26 10:00:00"))
    await visitor.shows(4)
    same((await visitor.names())[0], "new.png", "the newest photo")
    (stand.photos / "b.png").unlink()
    await visitor.shows(3)
    await visitor.are_picked("a.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["a.png"])


async def a_folder_that_goes_leaves_an_empty_page(stand):
    """The page says that there are no photos when their folder is gone, and shows them when it is back."""
    folder = fill(stand.photos / "trip", NAMES)
    visitor = await stand.visit(count=3, ground="trip", allows=["404"])
    folder.rename(stand.home / "away")
    await expect(visitor.notice).to_contain_text("no photos")
    await expect(visitor.tiles).to_have_count(0)
    (stand.home / "away").rename(folder)
    await visitor.press("r")
    await visitor.shows(3)
    await visitor.tile("a.png").click()
    await visitor.done.click()
    await visitor.picker.ends(0, ["a.png"])


async def an_empty_folder_says_so(stand):
    """A folder without photos says so; a photo that is put there appears."""
    visitor = await stand.visit()
    await expect(visitor.notice).to_have_text("There are no photos here.")
    (stand.photos / "first.png").write_bytes(png(date="2014-05-26 10:00:00"))
    await visitor.shows(1)
    await expect(visitor.notice).to_be_hidden()
    await visitor.tile("first.png").click()
    await visitor.done.click()
    await visitor.picker.ends(0, ["first.png"])


async def two_pages_show_the_same_picks(stand):
    """What is picked or marked on one page shows on another of the same browser; the end shows on both."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3)
    other = type(visitor)(await stand.page(visitor.page.context), visitor.picker)
    await other.page.goto(visitor.page.url)
    await other.is_ready(3)
    await visitor.tile("a.png").click()
    await other.are_picked("a.png")
    await other.tile("c.png").click()
    await visitor.are_picked("a.png", "c.png")
    await other.press("3")
    await expect(visitor.tile("c.png")).to_contain_text("★★★")
    await visitor.done.click()
    await other.has_ended("Done")
    await visitor.has_ended("Done")
    await visitor.picker.ends(0, ["c.png", "a.png"])


async def a_message_is_shown_on_its_own_page_only(stand):
    """Why a photo cannot be picked shows on the page on which it was clicked, on no other, and not after a reload."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit("--max", "1", count=3)
    other = type(visitor)(await stand.page(visitor.page.context), visitor.picker)
    await other.page.goto(visitor.page.url)
    await other.is_ready(3)
    await visitor.tile("a.png").click()
    await other.are_picked("a.png")
    await visitor.tile("b.png").click()
    await visitor.says("Only 1 photo please!")
    await expect(other.toast).to_be_empty()
    await visitor.page.reload()
    await visitor.is_ready(3)
    await visitor.are_picked("a.png")
    await expect(visitor.toast).to_be_empty()
    await visitor.done.click()
    await visitor.picker.ends(0, ["a.png"])


async def photopick_that_answers_again_goes_on(stand):
    """After more than 5 s without an answer the page says that photopick has ended, and takes that back if it answers."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=3, allows=LOST)
    dialog = visitor.page.get_by_role("dialog", name="photopick has ended")
    await visitor.page.context.set_offline(True)
    await visitor.tile("a.png").click()
    await expect(dialog).to_be_visible()
    await visitor.page.context.set_offline(False)
    await expect(dialog).to_have_count(0)
    await visitor.tile("b.png").click()
    await visitor.are_picked("b.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["b.png"])


async def a_reload_keeps_everything(stand):
    """Picks, group, order and search stay when the page is loaded again."""
    fill(stand.photos, ["day-1.png", "day-2.png"], camera="Canon EOS")
    fill(stand.photos, ["night-1.png", "night-2.png"], date="2015-01-01", camera="Nikon Z")
    visitor = await stand.visit("--group", "camera", count=4)
    await visitor.tile("day-1.png").click()
    await visitor.are_picked("day-1.png")
    await visitor.query.fill("day")
    await visitor.shows(2)
    await visitor.page.reload()
    await visitor.is_ready(2)
    await expect(visitor.query).to_have_value("day")
    await visitor.are_picked("day-1.png")
    await expect(visitor.page.locator("#rows .heading h2")).to_have_text(re.compile("Canon"))
    await visitor.done.click()
    await visitor.picker.ends(0, ["day-1.png"])


async def many_photos_are_scrolled_with_few_rows(stand):
    """Of 3,000 photos at most 40 rows are in the document; End, Home and the scrubber go anywhere."""
    one = png(30, 20)
    for year in range(2001, 2013):
        folder = stand.photos / str(year)
        folder.mkdir()
        for index in range(250):
            path = folder / f"{year}-{index:03}.png"
            path.write_bytes(one)
            os.utime(path, (978_350_400 + (year - 2001) * 31_557_600 + index * 3600,) * 2)
    visitor = await stand.visit()
    await eventually(lambda: visitor.page.evaluate("document.querySelector('#grid').ariaRowCount > 100"), "all rows are there")
    most = 0
    for key in ("End", "PageUp", "PageUp", "Home", "PageDown"):
        await visitor.press(key)
        await visitor.page.wait_for_timeout(100)
        most = max(most, await visitor.page.locator("#rows > .row").count())
    check(most <= 40, f"{most} rows are in the document")
    slider = visitor.page.get_by_role("slider", name="Place in the timeline")
    await slider.focus()

    async def is_at_end():
        # More photos may come while the folders are read for the first time.
        await visitor.press("End")
        return "2001" in await slider.get_attribute("aria-valuetext")

    await eventually(is_at_end, "the scrubber goes to the end")
    await expect(visitor.page.get_by_alt_text(re.compile("^2001-")).first).to_be_visible()
    await visitor.cancel.click()
    await visitor.picker.ends(130)
