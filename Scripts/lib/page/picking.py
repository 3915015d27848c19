"""Picking by mouse, keyboard and touch."""

import asyncio
import random
import re

from playwright.async_api import expect

from .flows import takes_long
from .photos import fill, png
from .runs import check, eventually, same

NAMES = [f"{letter}.png" for letter in "abcdefghij"]
# Newest first, as photopick shows photos.
SHOWN = NAMES[::-1]
# Waits until the photos have not scrolled for ten frames.
AT_REST = """async () => {
  const grid = document.getElementById('grid');
  for (let still = 0, last; still < 10; last = grid.scrollTop) {
    await new Promise(requestAnimationFrame);
    still = grid.scrollTop === last ? still + 1 : 0;
  }
}"""


async def a_click_picks_and_done_prints(stand):
    """A click picks, another lets go; Done prints what is left, as it is shown, and the page says so."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10)
    same(await visitor.names(), SHOWN, "photos as shown")
    for name in ("b.png", "h.png", "d.png"):
        await visitor.tile(name).click()
    await visitor.are_picked("b.png", "d.png", "h.png")
    await visitor.tile("d.png").click()
    await visitor.are_picked("b.png", "h.png")
    await expect(visitor.done).to_have_text("Done (2)")
    await visitor.done.click()
    await visitor.has_ended("Done")
    await expect(visitor.page.locator("body")).to_contain_text("2 photos")
    await visitor.picker.ends(0, ["h.png", "b.png"])


async def click_twice(visitor, place, gap, meanwhile=None):
    """Clicks twice at a place, with a gap in seconds between the clicks, as a hand does."""
    mouse = visitor.page.mouse
    await mouse.move(*place)
    for count in (1, 2):
        await mouse.down(click_count=count)
        await mouse.up(click_count=count)
        if count == 1:
            if meanwhile:
                await meanwhile()
            await asyncio.sleep(gap)


def watch_commands(visitor, wanted):
    """A list of the commands that the page sends from now on, as far as an expression finds something in them."""
    sent = []
    visitor.page.on("request", lambda request: request.method == "POST" and sent.extend(re.findall(wanted, request.post_data or "")))
    return sent


@takes_long
async def lengthen_double_clicks(visitor):
    """Has the page wait 20 s for a second click: on a busy machine one may come later than the usual half second."""
    await visitor.page.evaluate(
        """() => {
          const later = setTimeout;
          window.setTimeout = (action, time) => later(action, time === 500 ? 20000 : time);
        }""")


async def a_double_click_looks_and_changes_no_pick(stand):
    """60 double clicks, quick and slow, on picked photos and others, open the photo and send no pick."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10)
    await visitor.tile("h.png").click()
    await visitor.are_picked("h.png")
    await lengthen_double_clicks(visitor)
    picks = watch_commands(visitor, r'"action":"(?:toggle|range|drag|all|section)"')
    choice = random.Random(4)
    for _ in range(60):
        name = choice.choice(NAMES)
        await click_twice(visitor, await visitor.middle(visitor.tile(name)), choice.uniform(0, 0.3))
        await expect(visitor.viewer.get_by_role("heading").first).to_have_text(name)
        await visitor.press("Escape")
        await expect(visitor.viewer).to_be_hidden()
    await visitor.are_picked("h.png")
    same(picks, [], "picks that were sent")
    await visitor.done.click()
    await visitor.picker.ends(0, ["h.png"])


async def a_double_click_keeps_what_one_pick_replaces(stand):
    """With --single a double click keeps the earlier pick; with --immediate it returns nothing."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit("--single", count=10)
    await visitor.tile("h.png").click()
    await visitor.are_picked("h.png")
    await visitor.tile("d.png").dblclick()
    await expect(visitor.viewer.get_by_role("heading").first).to_have_text("d.png")
    await visitor.press("Escape")
    await visitor.are_picked("h.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["h.png"])
    visitor = await stand.visit("--single", "--immediate", count=10)
    await visitor.tile("d.png").dblclick()
    await expect(visitor.viewer).to_be_visible()
    await visitor.press("Escape")
    await visitor.tile("e.png").click()
    await visitor.picker.ends(0, ["e.png"])


async def a_double_click_looks_at_the_photo_that_was_clicked_first(stand):
    """Photos that move between the two clicks change neither what is opened nor what is picked."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10)

    async def more():
        (stand.photos / "new.png").write_bytes(png(seed=7, date="2014-05-26 10:00:00"))
        await visitor.shows(11)
    # The page takes longer than a double click to show the new photo, so the first click waits for that.
    await lengthen_double_clicks(visitor)
    await click_twice(visitor, await visitor.middle(visitor.tile("j.png")), 0, more)
    await expect(visitor.viewer.get_by_role("heading").first).to_have_text("j.png")
    await visitor.press("Escape")
    await visitor.are_picked()
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def clicks_on_photos_count_while_the_page_loads(stand):
    """A double click looks and a click picks, though they come before the page has loaded its last module."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10)
    page, free = visitor.page, asyncio.Event()

    async def hold(route):
        await free.wait()
        await route.continue_()
    for name in ("h.png", "d.png"):
        free.clear()
        await page.route("**/page/start.js", hold)
        await page.reload(wait_until="commit")
        await visitor.shows(10)
        picks = watch_commands(visitor, r'"action":"toggle"')
        if name == "h.png":
            await click_twice(visitor, await visitor.middle(visitor.tile(name)), 0.1)
        else:
            await visitor.tile(name).click()
        free.set()
        if name == "h.png":
            await expect(visitor.viewer.get_by_role("heading").first).to_have_text(name)
            same(picks, [], "picks that were sent")
    await visitor.are_picked("d.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["d.png"])


async def all_picked_photos_are_marked_by_mouse(stand):
    """The button next to Done marks all that is picked: stars, none, a label, keywords; it is hidden without picks."""
    fill(stand.photos, NAMES[:3])
    visitor = await stand.visit(count=3)
    button = visitor.page.get_by_role("button", name="Mark…")
    await expect(button).to_be_hidden()
    for name in ("a.png", "c.png"):
        await visitor.tile(name).click()
    await button.click()
    box = visitor.page.get_by_role("dialog", name="Mark all picked photos")
    await expect(box).to_contain_text("2 picked photos")
    await box.get_by_role("button", name="4 stars").click()
    for name in ("a.png", "c.png"):
        await expect(visitor.tile(name)).to_contain_text("★★★★")
    await box.get_by_role("button", name="Green").click()
    await expect(visitor.tile("c.png")).to_contain_text("Green")
    await box.get_by_role("button", name="No stars").click()
    await expect(visitor.tile("a.png")).not_to_contain_text("★")
    await box.get_by_role("button", name="Keywords").click()
    await visitor.page.get_by_role("combobox", name="Keywords for 2 picked photos").fill("Kyoto")
    await visitor.page.get_by_role("button", name="Save").click()
    for name in ("a.png", "c.png"):
        path = stand.photos / f"{name}.xmp"
        await eventually(lambda: ">Kyoto<" in path.read_text(), f"the keyword of {name} is written")
    check(not (stand.photos / "b.png.xmp").exists(), "another photo was marked")
    await visitor.done.click()
    await visitor.picker.ends(0, ["c.png", "a.png"])


async def a_shift_click_picks_all_between(stand):
    """A click and a shift-click pick all between them; the same again lets them go."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10)
    await visitor.tile("h.png").click()
    await visitor.tile("d.png").click(modifiers=["Shift"])
    await visitor.are_picked("h.png", "g.png", "f.png", "e.png", "d.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["h.png", "g.png", "f.png", "e.png", "d.png"])


async def a_drag_picks_what_it_passes(stand):
    """A drag over photos picks them; dragged back, it lets go of those that it leaves."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10)
    mouse = visitor.page.mouse
    await mouse.move(*await visitor.middle(visitor.tile("i.png")))
    await mouse.down()
    for name in ("h.png", "g.png", "f.png"):
        await mouse.move(*await visitor.middle(visitor.tile(name)), steps=4)
    await visitor.are_picked("i.png", "h.png", "g.png", "f.png")
    await mouse.move(*await visitor.middle(visitor.tile("g.png")), steps=4)
    await visitor.are_picked("i.png", "h.png", "g.png")
    await mouse.up()
    await visitor.done.click()
    await visitor.picker.ends(0, ["i.png", "h.png", "g.png"])


async def a_group_and_all_are_picked_at_once(stand):
    """The button of a group picks all of it or none; the menu picks all that is shown or none."""
    fill(stand.photos, ["may-1.png", "may-2.png"], date="2014-05-25")
    fill(stand.photos, ["june-1.png", "june-2.png"], date="2015-06-25")
    visitor = await stand.visit("--group", "month", count=4)
    button = visitor.page.get_by_role("button", name="Pick all or none of May 2014").first
    await button.click()
    await visitor.are_picked("may-1.png", "may-2.png")
    await button.click()
    await visitor.are_picked()
    await visitor.page.get_by_role("button", name="More").click()
    await visitor.page.get_by_role("menuitem", name="Pick all or none").click()
    await visitor.are_picked("may-1.png", "may-2.png", "june-1.png", "june-2.png")
    await button.click()
    await visitor.are_picked("june-1.png", "june-2.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["june-2.png", "june-1.png"])


async def the_keyboard_alone_picks_from_the_first_tab_to_done(stand):
    """Tab reaches every control, each shows that it has the focus; arrows, Space, v, a, Enter do the rest."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10)
    page, press = visitor.page, visitor.press
    await page.evaluate("document.activeElement.blur()")
    reached = []
    # The focus may begin anywhere, and leaves the page once on its way around.
    for _ in range(24):
        await press("Tab")
        name, is_marked = await page.evaluate(
            """() => {
              const element = document.activeElement;
              const frame = element.closest('#search') ?? element;
              const { outlineStyle, boxShadow } = getComputedStyle(frame);
              const hasCursor = element.id === 'grid' && Boolean(document.querySelector('.tile.cursor'));
              return [element.id || element.ariaLabel || element.tagName, outlineStyle !== 'none' || hasCursor];
            }""")
        if name == "BODY" or name in reached:
            continue
        check(is_marked, f"{name} has the focus and does not show it")
        reached.append(name)
    for needed in ("albums-button", "query", "filter-button", "group-button", "sort-button", "more-button", "grid", "cancel", "done"):
        check(needed in reached, f"Tab does not reach {needed}: {reached}")
    while await page.evaluate("document.activeElement.id") != "grid":
        await press("Shift+Tab")
    await press("Home")
    await press("ArrowRight")
    await press(" ")
    await visitor.are_picked("i.png")
    await press("ArrowRight")
    await press("v")
    await press("ArrowRight")
    await press("ArrowRight")
    await press(" ")
    await visitor.are_picked("i.png", "h.png", "g.png", "f.png")
    await press("End")
    await press("Shift+ArrowLeft")
    await press(" ")
    await visitor.are_picked("i.png", "h.png", "g.png", "f.png", "b.png", "a.png")
    await press("ArrowDown")
    await press("A")
    await visitor.are_picked(*NAMES)
    await press("A")
    await visitor.are_picked()
    await press("Home")
    await press(" ")
    await visitor.are_picked("j.png")
    while await page.evaluate("document.activeElement.id") != "done":
        await press("Tab")
    await press("Enter")
    await visitor.picker.ends(0, ["j.png"])


async def d_returns_the_photo_at_the_cursor(stand):
    """With nothing picked, the key d returns the photo at the cursor; the button asks for a pick."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10)
    await visitor.done.click()
    await visitor.says("Nothing is picked")
    await visitor.page.locator("#grid").focus()
    await visitor.press("ArrowRight")
    await visitor.press("d")
    await visitor.picker.ends(0, ["i.png"])


async def keys_wait_for_photos_on_their_way(stand):
    """What is pressed before the photos have come is done once they are here, in order: picks, marks, Done."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10)
    page, arrived = visitor.page, asyncio.Event()

    async def hold(route):
        await arrived.wait()
        await route.continue_()
    await page.route("**/photos?*", hold)
    await visitor.press("s")
    await page.get_by_role("menuitemradio", name="Name").first.click()
    await expect(page.get_by_alt_text("j.png")).to_have_count(0)
    for key in ("Home", " ", "ArrowRight", "5", "ArrowRight", "v", "ArrowRight", "ArrowRight", " ", "*", "4", "d"):
        await visitor.press(key)
    await expect(visitor.done).to_have_text("Done")
    arrived.set()
    await visitor.picker.ends(0, ["a.png", "c.png", "d.png", "e.png"])
    stars = {path.name: re.search(r"Rating\W*(\d)", path.read_text())[1] for path in stand.photos.glob("*.xmp")}
    same(stars, {f"{letter}.png.xmp": "5" if letter == "b" else "4" for letter in "abcde"}, "what was marked")


async def a_photo_that_cannot_be_loaded_is_not_picked(stand):
    """A key on a photo that cannot be loaded says so and picks nothing; pressed again, it does what it did not."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=10, allows=["net::ERR_FAILED"])
    page = visitor.page
    await page.route("**/photos?*", lambda route: route.abort())
    await visitor.press("s")
    await page.get_by_role("menuitemradio", name="Name").first.click()
    await expect(page.get_by_alt_text("j.png")).to_have_count(0)
    await visitor.press("Home")
    await visitor.press(" ")
    await visitor.says("A photo could not be loaded, so that was not done.")
    await expect(visitor.done).to_have_text("Done")
    await page.unroute("**/photos?*")
    await visitor.press(" ")
    await expect(visitor.done).to_have_text("Done (1)")
    await visitor.press("d")
    await visitor.picker.ends(0, ["a.png"])


async def touch_picks_looks_and_drags(stand):
    """A tap on the check picks, a tap on the photo opens it, a long press and a drag pick many; a swipe scrolls."""
    fill(stand.photos, [f"{number:02}.png" for number in range(40)])
    visitor = await stand.visit(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 780})
    page = visitor.page
    await eventually(lambda: visitor.tiles.count(), "photos are shown")
    await visitor.tile("39.png").locator(".check").tap()
    await visitor.are_picked("39.png")
    await visitor.tile("38.png").tap(position={"x": 60, "y": 60})
    await expect(visitor.viewer).to_be_visible()
    await page.get_by_role("button", name="Pick", exact=True).tap()
    await page.get_by_role("button", name="Back to all photos").tap()
    await expect(visitor.viewer).to_be_hidden()
    await visitor.are_picked("38.png", "39.png")
    fingers = await page.context.new_cdp_session(page)

    async def touch(kind, point=None):
        points = [{"x": point[0], "y": point[1]}] if point else []
        await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    begin = await visitor.middle(visitor.tile("37.png"))
    end = await visitor.middle(visitor.tile("35.png"))
    await touch("touchStart", begin)
    await page.wait_for_timeout(700)
    for step in range(1, 11):
        await touch("touchMove", [begin[axis] + (end[axis] - begin[axis]) * step / 10 for axis in (0, 1)])
    await touch("touchEnd")
    await visitor.are_picked(*(f"{number}.png" for number in range(35, 40)))
    # All at once: a finger that rests at first picks.
    moves = [touch("touchMove", [200, 600 - 30 * step]) for step in range(1, 11)]
    await asyncio.gather(touch("touchStart", [200, 600]), *moves, touch("touchEnd"))
    await eventually(lambda: page.evaluate("document.getElementById('grid').scrollTop > 100"), "the photos scroll by a swipe")
    await expect(visitor.done).to_have_text("Done (5)")
    # A tap on gliding photos stops them and, in browsers, does nothing else.
    await page.evaluate(AT_REST)
    await visitor.done.tap()
    await visitor.picker.ends(0, [f"{number}.png" for number in range(39, 34, -1)])
