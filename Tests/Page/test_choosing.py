"""The view (search, filters, groups, orders, albums) and the rules for picking (checks, drafts, earlier picks)."""

import re
import shutil

from playwright.sync_api import expect

from conftest import ROOT
from photos import fill, png
from visitor import eventually

NAMES = ["a.png", "b.png", "c.png", "d.png"]


def library(photos):
    """Two folders, cameras, years and file formats."""
    fill(photos / "Kyoto", ["temple.png", "garden.png"], date="2014-05-25", camera="Canon EOS", iso=100)
    fill(photos / "Oslo", ["harbour.png", "opera.png", "tram.png"], date="2016-01-02", camera="Nikon Z", iso=800)
    shutil.copyfile(ROOT / "Samples/no date.jpg", photos / "Oslo" / "plain.jpg")
    return 6


def test_a_search_narrows_while_one_types(photos, visit):
    """The box completes, searches on each key, reports mistakes, and Esc clears the query."""
    visitor = visit(count=library(photos))
    visitor.clicks("opera.png")
    visitor.press("/")
    expect(visitor.query).to_be_focused()
    visitor.page.keyboard.type("cam")
    options = visitor.page.get_by_role("option")
    expect(options.filter(has_text="camera:").first).to_be_visible()
    visitor.press("Tab")
    expect(visitor.query).to_have_value(re.compile("^camera:"))
    visitor.page.keyboard.type("canon")
    visitor.shows(2)
    visitor.press("Enter")
    expect(visitor.page.locator("#grid")).to_be_focused()
    visitor.press("ArrowRight", " ")
    visitor.picks_count(2)
    visitor.query.fill("iso:>")
    expect(visitor.toast).not_to_be_empty()
    visitor.query.fill("zebra")
    expect(visitor.notice).to_have_text(f"No photo in {photos} matches “zebra”.")
    expect(visitor.toast).not_to_contain_text("zebra")
    visitor.page.get_by_role("button", name="Show all photos").click()
    visitor.shows(6)
    visitor.are_picked("temple.png", "opera.png")
    visitor.finishes(["opera.png", "temple.png"])


def test_filters_show_kinds_stars_and_labels(photos, visit):
    """The checklist contains the kinds of the view with counts; it includes a kind, excludes it, and shows all again."""
    visitor = visit(count=library(photos))
    visitor.press("Home", "ArrowRight", "4", "6", "ArrowRight", "2")
    expect(visitor.tiles.nth(1)).to_contain_text("★★★★ Red")
    expect(visitor.tiles.nth(2)).to_contain_text("★★")
    button = visitor.page.get_by_role("button", name="Filter", exact=True)
    button.click()
    box = visitor.page.get_by_role("dialog", name="Filters")
    choices = box.locator(".menu-item")
    expect(choices).to_have_text(
        ["Photos6", "JPEG1", "PNG5", "Unrated4", "★ or more2", "★★ or more2", "★★★ or more1", "★★★★ or more1", "Red1"])
    jpeg = choices.filter(has_text="JPEG")
    jpeg.click()
    visitor.shows(1)
    jpeg.click()
    visitor.shows(5)
    box.get_by_role("button", name="Show all").click()
    visitor.shows(6)
    choices.filter(has_text="★★★ or more").first.click()
    visitor.shows(1)
    choices.filter(has_text="Red").click()
    visitor.shows(1)
    jpeg.click()
    expect(visitor.notice).to_have_text(f"No photo in {photos} matches the filter: JPEG, ★★★ or more, Red.")
    visitor.press("Escape")
    expect(box).to_have_count(0)
    expect(visitor.page.locator("#notice")).to_be_visible()
    visitor.page.get_by_role("button", name="Show all photos").click()
    visitor.shows(6)
    visitor.gives_up()


def test_chips_filter_and_count(photos, visit):
    """The filter bar counts what each chip shows with the other filters, follows marks, and shares its state with the
    checklist."""
    visitor = visit(count=library(photos))
    chips = visitor.page.get_by_role("toolbar", name="Filter").get_by_role("button")
    expect(chips).to_have_text(["Unrated 6", "JPEG 1", "PNG 5"])
    visitor.press("Home", "ArrowRight", "4", "6", "ArrowRight", "2", "ArrowRight", "x")
    expect(chips).to_have_text(
        ["★+ 2", "★★+ 2", "★★★+ 1", "★★★★+ 1", "Rejected 1", "Unrated 3", "Red 1", "JPEG 1", "PNG 5"])
    red, stars = chips.filter(has_text="Red"), chips.filter(has_text="★★+").first
    red.click()
    visitor.shows(1)
    expect(red).to_have_attribute("aria-pressed", "true")
    expect(chips.filter(has_text="Unrated")).to_have_text("Unrated 0")
    red.click()
    visitor.shows(6)
    stars.click()
    visitor.shows(2)
    # Another minimum replaces it.
    chips.filter(has_text="★★★★+").click()
    visitor.shows(1)
    expect(stars).to_have_attribute("aria-pressed", "false")
    visitor.page.get_by_role("button", name="Filter", exact=True).click()
    box = visitor.page.get_by_role("dialog", name="Filters")
    expect(box.locator(".menu-item").filter(has_text="shown")).to_have_text(["★★★★ or moreshown1"])
    box.locator(".menu-item").filter(has_text="PNG").click()
    box.locator(".menu-item").filter(has_text="PNG").click()
    expect(chips.filter(has_text="PNG")).to_have_attribute("aria-pressed", "mixed")
    box.get_by_role("button", name="Show all").click()
    visitor.press("Escape")
    visitor.shows(6)
    expect(visitor.page.locator(".chip:not([aria-pressed=false])")).to_have_count(0)


def test_chips_by_keyboard(photos, visit):
    """F moves to the bar, arrows move, Space and Enter switch, Esc returns to the photos."""
    visitor = visit(count=library(photos))
    expect(visitor.page.locator(".chip")).to_have_count(3)
    visitor.press("F")
    focused = visitor.page.locator(".chip:focus")
    expect(focused).to_have_text("Unrated 6")
    visitor.press("ArrowRight", " ")
    visitor.shows(1)
    expect(focused).to_have_text("JPEG 1")
    visitor.press("Enter")
    visitor.shows(6)
    visitor.press("ArrowLeft", "ArrowLeft")
    expect(focused).to_have_text("PNG 5")
    visitor.press("Home", "Escape")
    expect(visitor.page.locator("#grid")).to_be_focused()
    expect(visitor.page.locator('.chip[tabindex="0"]')).to_have_count(1)


def test_hours_are_told_at_the_edge(photos, visit):
    """The scrubber labels hours if the photos are grouped by hour."""
    for hour in range(6, 18):
        (photos / f"{hour:02}.png").write_bytes(png(seed=hour, date=f"2014-05-25 {hour:02}:00:00"))
    marks = [f"{hour:02}:00" for hour in range(6, 18)]
    visitor = visit("--group", "hourOfDay", viewport={"width": 800, "height": 400})

    def are_shown():
        found = visitor.page.locator("#scrubber-marks .year").all_text_contents()
        return len(found) > 1 and set(found) <= set(marks)
    eventually(are_shown, "hours of the day")
    visitor.page.get_by_role("button", name="Group", exact=True).click()
    visitor.page.get_by_role("menuitemradio", name="Hour", exact=True).click()
    eventually(are_shown, "hours of a day")
    visitor.gives_up()


def test_a_mouse_over_a_photo_tells_its_name_and_time(photos, visit):
    """The caption contains name, time, badge (RAW or duration) and stars."""
    for sample in ("Shoebox/sunset.webm", "Holidays/IMG_7712.CR2"):
        shutil.copyfile(ROOT / "Samples" / sample, photos / sample.split("/")[1])
    fill(photos, ["a.png"])
    visitor = visit()
    tile = visitor.tile("a.png")
    label = tile.locator(".caption")
    expect(label).to_be_hidden()
    tile.hover()
    expect(label).to_be_visible()
    expect(label).to_have_text("a.png2014-05-25 10:00")
    while visitor.page.locator(".tile.cursor img[alt^='a.png']").count() == 0:
        visitor.press("ArrowRight")
    visitor.press("3")
    expect(label).to_have_text("a.png2014-05-25 10:00 · ★★★")
    film = visitor.tile("sunset.webm")
    film.hover()
    expect(film.locator(".caption")).to_contain_text(re.compile(r"· \d:\d\d$"))
    raw = visitor.tile("IMG_7712.CR2")
    raw.hover()
    expect(raw.locator(".caption")).to_contain_text("· RAW")
    visitor.gives_up()


def test_a_narrow_page_cuts_nothing(photos, visit):
    """At 360 pixels, all buttons, headings and popups fit the page (the filter bar scrolls), and menus omit key names."""
    library(photos)
    visitor = visit("--group", "day", viewport={"width": 360, "height": 740}, has_touch=True)
    page = visitor.page
    visitor.shows_some()
    visitor.tile("tram.png").locator(".check").tap()
    visitor.are_picked("tram.png")
    cut = """() => [...document.querySelectorAll('button:not(.chip), h2, p, .name, .title, .menu, .menu *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 0)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < 0 || right > innerWidth || element.scrollWidth > element.clientWidth + 1;
      }).map((element) => element.outerHTML.slice(0, 80))"""
    assert page.evaluate(cut) == []
    for name in ("filter", "group", "sort", "more", "mark"):
        page.locator(f"#{name}-button").click()
        expect(page.locator(".menu")).to_be_visible()
        assert page.evaluate(cut) == []
        expect(page.locator(".menu kbd:visible")).to_have_count(0)
        visitor.press("Escape")
    page.locator("#albums-button").click()
    expect(page.locator("#albums .album").first).to_be_visible()
    assert page.evaluate(cut) == []
    visitor.press("Escape")
    visitor.finishes(["tram.png"])


def test_wide_tiles_have_sharp_pictures(photos, visit):
    """A tile wider than 256 pixels requests a thumbnail of 512."""
    (photos / "wide.png").write_bytes(png(900, 450, date="2014-05-25 10:00:00"))
    (photos / "tall.png").write_bytes(png(450, 600, date="2014-05-25 10:01:00"))
    visitor = visit(count=2)
    for name, side in (("wide.png", 512), ("tall.png", 256)):
        tile = visitor.tile(name)
        box = tile.bounding_box()
        assert (max(box["width"], box["height"]) > 256) == (side == 512), f"{name} is {box['width']} pixels wide"
        expect(tile.locator("img")).to_have_attribute("src", re.compile(rf"side={side}$"))
    visitor.gives_up()


def test_groups_and_orders_are_chosen_in_menus(photos, visit):
    """The menus group by camera and sort oldest first, by mouse and by keys, and preserve picks."""
    visitor = visit("--filter", "png", count=library(photos) - 1)
    visitor.clicks("garden.png")
    visitor.page.get_by_role("button", name="Group", exact=True).click()
    visitor.page.get_by_role("menuitemradio", name="Camera").click()
    expect(visitor.page.locator("#rows .heading h2")).to_have_text([re.compile("Canon"), re.compile("Nikon")], ignore_case=True)
    visitor.press("s")
    menu = visitor.page.get_by_role("menu")
    expect(menu).to_be_visible()
    assert visitor.names()[:2] == ["garden.png", "temple.png"]
    visitor.press("o", "Enter")
    expect(menu).to_have_count(0)
    eventually(lambda: visitor.names()[:2] == ["temple.png", "garden.png"], "the oldest photo comes first")
    visitor.are_picked("garden.png")
    visitor.finishes(["garden.png"])


def test_albums_come_first_without_a_folder(photos, visit):
    """Without a folder argument, the page starts with albums; Enter opens one, b returns to them."""
    library(photos)
    visitor = visit(ground=None)
    albums = visitor.page.locator("#albums")
    expect(albums).to_be_visible()
    expect(albums.get_by_role("button", name=re.compile("Kyoto"))).to_contain_text("2 photos")
    expect(albums.get_by_role("button", name=re.compile("Oslo"))).to_contain_text("4 photos")
    albums.get_by_role("button", name=re.compile("Kyoto")).click()
    expect(albums).to_be_hidden()
    visitor.shows(2)
    visitor.clicks("temple.png")
    visitor.press("b")
    expect(albums).to_be_visible()
    visitor.press("Home")
    for _ in range(5):
        if "Oslo" in visitor.page.evaluate("document.activeElement.textContent"):
            break
        visitor.press("ArrowRight")
    visitor.press("Enter")
    visitor.shows(4)
    visitor.clicks("tram.png")
    visitor.picks_count(2)
    visitor.finishes(["tram.png", "temple.png"])


def test_albums_follow_the_library(photos, visit):
    """New albums appear in the open list; the focused album keeps the focus, and Enter opens it."""
    visitor = visit(ground=None)
    albums = visitor.page.locator("#albums")
    expect(albums).to_be_visible()
    library(photos)
    oslo = albums.get_by_role("button", name=re.compile("Oslo"))
    expect(oslo).to_contain_text("4 photos")
    expect(albums.get_by_role("button", name=re.compile("All Photos"))).to_be_focused()
    oslo.focus()
    oslo.evaluate("button => window.kept = button")
    fill(photos / "Aarhus", ["bay.png"], date="2015-05-25")
    expect(albums.get_by_role("button", name=re.compile("Aarhus"))).to_contain_text("1 photo")
    expect(oslo).to_be_focused()
    assert oslo.evaluate("button => button === window.kept"), "what has not changed is made again"
    visitor.press("Enter")
    visitor.shows(4)
    visitor.press("d")
    visitor.picker.ends(0, ["plain.jpg"])


def test_max_refuses_in_the_words_of_select(photos, visit, run):
    """--max 2 prevents a third pick, with the message of photopick select."""
    fill(photos, NAMES)
    said = run("select", "1-3", ".", "--max", "2").stderr
    words = [line.split("photopick: ")[-1].strip() for line in said.splitlines() if line.strip()]
    assert "Only 2 photos please!" in said
    visitor = visit("--max", "2", count=4)
    expect(visitor.picked).to_contain_text("0 of at most 2")
    visitor.clicks("a.png", "b.png", "c.png")
    for line in words[:2]:
        visitor.says(line.removeprefix("error: "))
    visitor.are_picked("a.png", "b.png")
    visitor.finishes(["b.png", "a.png"])


def test_single_keeps_one_pick(visit):
    """With --single, a click replaces the pick."""
    visitor = visit("--single", names=NAMES)
    visitor.picks("a.png")
    visitor.picks("c.png")
    visitor.finishes(["c.png"])


def test_immediate_returns_at_the_first_click(visit):
    """With --single --immediate, the first click is the result."""
    visitor = visit("--single", "--immediate", names=NAMES)
    visitor.clicks("c.png")
    visitor.has_ended("Done")
    visitor.picker.ends(0, ["c.png"])


def test_the_order_of_picking_is_kept(visit):
    """With --order picked, photos are numbered and printed in picking order."""
    visitor = visit("--order", "picked", names=NAMES)
    visitor.clicks("b.png", "d.png", "a.png")
    visitor.are_picked("a.png", "b.png", "d.png")
    expect(visitor.tile("a.png")).to_contain_text("3")
    visitor.clicks("b.png")
    expect(visitor.tile("a.png")).to_contain_text("2")
    visitor.finishes(["d.png", "a.png"])


def test_earlier_picks_are_shown_first_or_left_out(photos, home, visit):
    """--preselected picks photos, --exclude omits photos."""
    fill(photos, NAMES)
    (home / "picked").write_text(f"{photos}/b.png\n")
    (home / "known").write_text(f"{photos}/d.png\n")
    visitor = visit("--preselected", str(home / "picked"), "--exclude", str(home / "known"))
    visitor.shows_some()
    expect(visitor.tile("d.png")).to_have_count(0)
    expect(visitor.tile("b.png").first).to_have_attribute("aria-selected", "true")
    visitor.clicks("a.png")
    visitor.picks_count(2)
    visitor.finishes(["b.png", "a.png"])


def test_a_draft_is_kept_while_picking(visit, run):
    """The draft contains the picks during the run; the next run restores them."""
    visitor = visit("--draft", "album", names=NAMES)
    visitor.picks("c.png")
    eventually(lambda: run("drafts", "show", "album", "--paths").stdout.endswith("c.png\n"), "the draft holds the pick")
    visitor.picker.process.kill()
    visitor.page.context.close()
    visitor = visit("--draft", "album")
    visitor.are_picked("c.png")
    visitor.tile("a.png").first.click()
    visitor.are_picked("a.png", "c.png")
    visitor.finishes(["c.png", "a.png"])


def test_a_damaged_photo_is_let_go_by_verify(photos, visit):
    """--verify decodes the picks, removes a corrupt photo and explains why."""
    fill(photos, NAMES)
    whole = png(300, 200, seed=1, date="2014-05-26 10:00:00")
    # Truncated pixels, valid header.
    (photos / "cut.png").write_bytes(whole[: len(whole) * 2 // 3])
    visitor = visit("--verify", count=5)
    visitor.picks("a.png")
    visitor.clicks("cut.png")
    visitor.are_picked("a.png", "cut.png")
    visitor.done.click()
    visitor.says("cut.png")
    visitor.are_picked("a.png")
    visitor.finishes(["a.png"])
