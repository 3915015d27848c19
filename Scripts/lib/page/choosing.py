"""What is shown: search, filters, groups, orders, albums; and what may be picked: checks, drafts, earlier picks."""

import re
import shutil

from playwright.async_api import expect

from .photos import fill, png
from .runs import check, eventually, same
from .tools import ROOT

NAMES = ["a.png", "b.png", "c.png", "d.png"]


def library(stand):
    """Two folders, two cameras, two years, two forms of files."""
    fill(stand.photos / "Kyoto", ["temple.png", "garden.png"], date="2014-05-25", camera="Canon EOS", iso=100)
    fill(stand.photos / "Oslo", ["harbour.png", "opera.png", "tram.png"], date="2016-01-02", camera="Nikon Z", iso=800)
    shutil.copyfile(ROOT / "Samples/no date.jpg", stand.photos / "Oslo" / "plain.jpg")
    return 6


async def a_search_narrows_while_one_types(stand):
    """The box completes, narrows at each letter, says what it does not understand, and Esc widens again."""
    visitor = await stand.visit(count=library(stand))
    await visitor.tile("opera.png").click()
    await visitor.press("/")
    await expect(visitor.query).to_be_focused()
    await visitor.page.keyboard.type("cam")
    options = visitor.page.get_by_role("option")
    await expect(options.filter(has_text="camera:").first).to_be_visible()
    await visitor.press("Tab")
    await expect(visitor.query).to_have_value(re.compile("^camera:"))
    await visitor.page.keyboard.type("canon")
    await visitor.shows(2)
    await visitor.press("Enter")
    await expect(visitor.page.locator("#grid")).to_be_focused()
    await visitor.press("ArrowRight")
    await visitor.press(" ")
    await expect(visitor.picked).to_have_text(re.compile("^2 picked"))
    await visitor.query.fill("iso:>")
    await expect(visitor.toast).not_to_be_empty()
    await visitor.query.fill("zebra")
    await expect(visitor.notice).to_have_text(f"No photo in {stand.photos} matches “zebra”.")
    await expect(visitor.toast).not_to_contain_text("zebra")
    await visitor.page.get_by_role("button", name="Show all photos").click()
    await visitor.shows(6)
    await visitor.are_picked("temple.png", "opera.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["opera.png", "temple.png"])


async def filters_show_kinds_stars_and_labels(stand):
    """The checklist has what the photos have, with counts; it shows only a kind, leaves it out, and shows all again."""
    visitor = await stand.visit(count=library(stand))
    await visitor.press("Home")
    for key in ("ArrowRight", "4", "6", "ArrowRight", "2"):
        await visitor.press(key)
    await expect(visitor.tiles.nth(1)).to_contain_text("★★★★ Red")
    await expect(visitor.tiles.nth(2)).to_contain_text("★★")
    button = visitor.page.get_by_role("button", name="Filter", exact=True)
    await button.click()
    box = visitor.page.get_by_role("dialog", name="Filters")
    choices = box.locator(".menu-item")
    await expect(choices).to_have_text(
        ["Photos6", "JPEG1", "PNG5", "No stars4", "★ or more2", "★★ or more2", "★★★ or more1", "★★★★ or more1", "Red1"])
    jpeg = choices.filter(has_text="JPEG")
    await jpeg.click()
    await visitor.shows(1)
    await jpeg.click()
    await visitor.shows(5)
    await box.get_by_role("button", name="Show all").click()
    await visitor.shows(6)
    await choices.filter(has_text="★★★ or more").first.click()
    await visitor.shows(1)
    await choices.filter(has_text="Red").click()
    await visitor.shows(1)
    await jpeg.click()
    await expect(visitor.notice).to_have_text(f"No photo in {stand.photos} matches the filter: JPEG, ★★★ or more, Red.")
    await visitor.press("Escape")
    await expect(box).to_have_count(0)
    await expect(visitor.page.locator("#notice")).to_be_visible()
    await visitor.page.get_by_role("button", name="Show all photos").click()
    await visitor.shows(6)
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def hours_are_told_at_the_edge(stand):
    """Groups by the hour of the day have their hours at the edge; so have the hours of one day."""
    for hour in range(6, 18):
        (stand.photos / f"{hour:02}.png").write_bytes(png(seed=hour, date=f"2014-05-25 {hour:02}:00:00"))
    marks = [f"{hour:02}:00" for hour in range(6, 18)]
    visitor = await stand.visit("--group", "hourOfDay", viewport={"width": 800, "height": 400})

    async def are(wanted):
        found = await visitor.page.locator("#scrubber-marks .year").all_text_contents()
        return len(found) > 1 and set(found) <= set(wanted)
    await eventually(lambda: are(marks), "hours of the day")
    await visitor.page.get_by_role("button", name="Group", exact=True).click()
    await visitor.page.get_by_role("menuitemradio", name="Hour", exact=True).click()
    await eventually(lambda: are(marks), "hours of a day")
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def a_mouse_over_a_photo_tells_its_name_and_time(stand):
    """The label has name, time and badge: that it is raw, the length of a film, stars."""
    for sample in ("Shoebox/sunset.webm", "Holidays/IMG_7712.CR2"):
        shutil.copyfile(ROOT / "Samples" / sample, stand.photos / sample.split("/")[1])
    fill(stand.photos, ["a.png"])
    visitor = await stand.visit()
    tile = visitor.tile("a.png")
    label = tile.locator(".caption")
    await expect(label).to_be_hidden()
    await tile.hover()
    await expect(label).to_be_visible()
    await expect(label).to_have_text("a.png2014-05-25 10:00")
    while await visitor.page.locator(".tile.cursor img[alt^='a.png']").count() == 0:
        await visitor.press("ArrowRight")
    await visitor.press("3")
    await expect(label).to_have_text("a.png2014-05-25 10:00 · ★★★")
    film = visitor.tile("sunset.webm")
    await film.hover()
    await expect(film.locator(".caption")).to_contain_text(re.compile(r"· \d:\d\d$"))
    raw = visitor.tile("IMG_7712.CR2")
    await raw.hover()
    await expect(raw.locator(".caption")).to_contain_text("· RAW")
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def a_narrow_page_cuts_nothing(stand):
    """At 360 pixels all buttons, headings and boxes are within the page, and menus have no letters of keys."""
    library(stand)
    visitor = await stand.visit("--group", "day", viewport={"width": 360, "height": 740}, has_touch=True)
    page = visitor.page
    await eventually(lambda: visitor.tiles.count(), "photos are shown")
    await visitor.tile("tram.png").locator(".check").tap()
    await visitor.are_picked("tram.png")
    cut = """() => [...document.querySelectorAll('button, h2, p, .name, .title, .menu, .menu *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 0)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1;
      }).map((element) => element.outerHTML.slice(0, 80))"""
    same(await page.evaluate(cut), [], "what is cut in the timeline")
    for name in ("filter", "group", "sort", "more", "mark"):
        await page.locator(f"#{name}-button").click()
        await expect(page.locator(".menu")).to_be_visible()
        same(await page.evaluate(cut), [], f"what is cut in the box of {name}")
        await expect(page.locator(".menu kbd:visible")).to_have_count(0)
        await visitor.press("Escape")
    await page.locator("#albums-button").click()
    await expect(page.locator("#albums .album").first).to_be_visible()
    same(await page.evaluate(cut), [], "what is cut in the albums")
    await visitor.press("Escape")
    await visitor.done.click()
    await visitor.picker.ends(0, ["tram.png"])


async def wide_tiles_have_sharp_pictures(stand):
    """A tile that is wider than 256 pixels asks for a thumbnail of 512."""
    (stand.photos / "wide.png").write_bytes(png(900, 450, date="2014-05-25 10:00:00"))
    (stand.photos / "tall.png").write_bytes(png(450, 600, date="2014-05-25 10:01:00"))
    visitor = await stand.visit(count=2)
    for name, side in (("wide.png", 512), ("tall.png", 256)):
        tile = visitor.tile(name)
        box = await tile.bounding_box()
        check((max(box["width"], box["height"]) > 256) == (side == 512), f"{name} is {box['width']} pixels wide")
        await expect(tile.locator("img")).to_have_attribute("src", re.compile(rf"side={side}$"))
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def groups_and_orders_are_chosen_in_menus(stand):
    """The menus group by camera and sort oldest first, by mouse and by keys, and what is picked stays."""
    visitor = await stand.visit("--filter", "png", count=library(stand) - 1)
    await visitor.tile("garden.png").click()
    await visitor.page.get_by_role("button", name="Group", exact=True).click()
    await visitor.page.get_by_role("menuitemradio", name="Camera").click()
    await expect(visitor.page.locator("#rows .heading h2")).to_have_text([re.compile("Canon"), re.compile("Nikon")], ignore_case=True)
    await visitor.press("s")
    menu = visitor.page.get_by_role("menu")
    await expect(menu).to_be_visible()
    same((await visitor.names())[:2], ["garden.png", "temple.png"], "newest first")
    await visitor.press("o")
    await visitor.press("Enter")
    await expect(menu).to_have_count(0)

    async def question():
        return (await visitor.names())[:2] == ["temple.png", "garden.png"]
    await eventually(question, "the oldest photo comes first")
    await visitor.are_picked("garden.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["garden.png"])


async def albums_come_first_without_a_folder(stand):
    """Without a folder the albums come first; Enter opens one, b shows them again."""
    library(stand)
    visitor = await stand.visit(ground=None)
    albums = visitor.page.locator("#albums")
    await expect(albums).to_be_visible()
    await expect(albums.get_by_role("button", name=re.compile("Kyoto"))).to_contain_text("2 photos")
    await expect(albums.get_by_role("button", name=re.compile("Oslo"))).to_contain_text("4 photos")
    await albums.get_by_role("button", name=re.compile("Kyoto")).click()
    await expect(albums).to_be_hidden()
    await visitor.shows(2)
    await visitor.tile("temple.png").click()
    await visitor.press("b")
    await expect(albums).to_be_visible()
    await visitor.press("Home")
    for _ in range(5):
        if "Oslo" in await visitor.page.evaluate("document.activeElement.textContent"):
            break
        await visitor.press("ArrowRight")
    await visitor.press("Enter")
    await visitor.shows(4)
    await visitor.tile("tram.png").click()
    await expect(visitor.picked).to_have_text(re.compile("^2 picked"))
    await visitor.done.click()
    await eventually(lambda: visitor.picker.process.returncode is not None, "photopick ends")
    status, printed, _ = await visitor.picker.end()
    same((status, sorted(line.split(b"/")[-1] for line in printed.splitlines())), (0, [b"temple.png", b"tram.png"]), "result")


async def albums_follow_the_library(stand):
    """Albums that are found while the list is shown appear in it; the one with the focus keeps it, and Enter opens it."""
    visitor = await stand.visit(ground=None)
    albums = visitor.page.locator("#albums")
    await expect(albums).to_be_visible()
    library(stand)
    oslo = albums.get_by_role("button", name=re.compile("Oslo"))
    await expect(oslo).to_contain_text("4 photos")
    await expect(albums.get_by_role("button", name=re.compile("All Photos"))).to_be_focused()
    await oslo.focus()
    await oslo.evaluate("button => window.kept = button")
    fill(stand.photos / "Aarhus", ["bay.png"], date="2015-05-25")
    await expect(albums.get_by_role("button", name=re.compile("Aarhus"))).to_contain_text("1 photo")
    await expect(oslo).to_be_focused()
    check(await oslo.evaluate("button => button === window.kept"), "what has not changed is made again")
    await visitor.press("Enter")
    await visitor.shows(4)
    await visitor.press("d")
    await visitor.picker.ends(0, ["plain.jpg"])


async def max_refuses_in_the_words_of_select(stand):
    """--max 2 lets nobody pick three, and says what photopick select says."""
    fill(stand.photos, NAMES)
    _, _, said = await stand.run("select", "1-3", ".", "--max", "2")
    words = [line.split("photopick: ")[-1].strip() for line in said.splitlines() if line.strip()]
    check(any("Only 2 photos please!" in line for line in words), f"select says {said!r}")
    visitor = await stand.visit("--max", "2", count=4)
    await expect(visitor.picked).to_contain_text("0 of at most 2")
    for name in ("a.png", "b.png", "c.png"):
        await visitor.tile(name).click()
    for line in words[:2]:
        await visitor.says(line.removeprefix("error: "))
    await visitor.are_picked("a.png", "b.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["b.png", "a.png"])


async def single_keeps_one_pick(stand):
    """With --single another click picks another photo instead."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit("--single", count=4)
    await visitor.tile("a.png").click()
    await visitor.are_picked("a.png")
    await visitor.tile("c.png").click()
    await visitor.are_picked("c.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["c.png"])


async def immediate_returns_at_the_first_click(stand):
    """With --single --immediate the first click is the result."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit("--single", "--immediate", count=4)
    await visitor.tile("c.png").click()
    await visitor.has_ended("Done")
    await visitor.picker.ends(0, ["c.png"])


async def the_order_of_picking_is_kept(stand):
    """With --order picked the photos bear numbers, and are printed in that order."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit("--order", "picked", count=4)
    for name in ("b.png", "d.png", "a.png"):
        await visitor.tile(name).click()
    await visitor.are_picked("a.png", "b.png", "d.png")
    await expect(visitor.tile("a.png")).to_contain_text("3")
    await visitor.tile("b.png").click()
    await expect(visitor.tile("a.png")).to_contain_text("2")
    await visitor.done.click()
    await visitor.picker.ends(0, ["d.png", "a.png"])


async def earlier_picks_are_shown_first_or_left_out(stand):
    """--preselected shows photos as picked, --exclude leaves photos out."""
    fill(stand.photos, NAMES)
    (stand.home / "picked").write_text(f"{stand.photos}/b.png\n")
    (stand.home / "known").write_text(f"{stand.photos}/d.png\n")
    visitor = await stand.visit("--preselected", str(stand.home / "picked"), "--exclude", str(stand.home / "known"))
    await eventually(lambda: visitor.tiles.count(), "photos are shown")
    await expect(visitor.tile("d.png")).to_have_count(0)
    await expect(visitor.tile("b.png").first).to_have_attribute("aria-selected", "true")
    await visitor.tile("a.png").click()
    await expect(visitor.picked).to_have_text(re.compile("^2 picked"))
    await visitor.done.click()
    status, printed, _ = await visitor.picker.end()
    same((status, sorted(line.split(b"/")[-1] for line in printed.splitlines())), (0, [b"a.png", b"b.png"]), "result")


async def a_draft_is_kept_while_picking(stand):
    """What is picked is in the draft before the end; the next run shows it as picked."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit("--draft", "album", count=4)
    await visitor.tile("c.png").click()
    await visitor.are_picked("c.png")

    async def question():
        _, printed, _ = await stand.run("drafts", "show", "album", "--paths")
        return printed.endswith(b"c.png\n")
    await eventually(question, "the draft holds the pick")
    visitor.picker.kill()
    await visitor.page.context.close()
    visitor = await stand.visit("--draft", "album")
    await visitor.are_picked("c.png")
    await visitor.tile("a.png").first.click()
    await visitor.are_picked("a.png", "c.png")
    await visitor.done.click()
    status, printed, _ = await visitor.picker.end()
    same((status, sorted(line.split(b"/")[-1] for line in printed.splitlines())), (0, [b"a.png", b"c.png"]), "result")


async def a_damaged_photo_is_let_go_by_verify(stand):
    """--verify decodes what is picked, lets a damaged photo go and says why."""
    fill(stand.photos, NAMES)
    whole = png(300, 200, seed=1, date="2014-05-26 10:00:00")
    # Cut in its pixels: the header is sound.
    (stand.photos / "cut.png").write_bytes(whole[: len(whole) * 2 // 3])
    visitor = await stand.visit("--verify", count=5)
    await visitor.tile("a.png").click()
    await visitor.are_picked("a.png")
    await visitor.tile("cut.png").click()
    await visitor.are_picked("a.png", "cut.png")
    await visitor.done.click()
    await visitor.says("cut.png")
    await visitor.are_picked("a.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["a.png"])
