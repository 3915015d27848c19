"""Picking by mouse, keyboard and touch."""

import random
import re
import time

from playwright.sync_api import expect

from photos import fill, png
from visitor import eventually

NAMES = [f"{letter}.png" for letter in "abcdefghij"]
# Newest first, the default order.
SHOWN = NAMES[::-1]
# Waits for ten frames without scrolling.
AT_REST = """async () => {
  const grid = document.getElementById('grid');
  for (let still = 0, last; still < 10; last = grid.scrollTop) {
    await new Promise(requestAnimationFrame);
    still = grid.scrollTop === last ? still + 1 : 0;
  }
}"""


def test_a_click_picks_and_done_prints(photos, visit):
    """A click picks, another unpicks; Done prints the remaining picks in view order, and the page reports it."""
    visitor = visit(names=NAMES)
    assert visitor.names() == SHOWN
    visitor.clicks("b.png", "h.png", "d.png")
    visitor.are_picked("b.png", "d.png", "h.png")
    visitor.clicks("d.png")
    visitor.are_picked("b.png", "h.png")
    expect(visitor.done).to_have_text("Done (2)")
    visitor.done.click()
    visitor.has_ended("Done")
    expect(visitor.page.locator("body")).to_contain_text("2 photos")
    visitor.picker.ends(0, ["h.png", "b.png"])


def click_twice(visitor, place, gap, meanwhile=None):
    """Clicks twice at a position, with a delay in seconds, like a user."""
    mouse = visitor.page.mouse
    mouse.move(*place)
    for count in (1, 2):
        mouse.down(click_count=count)
        mouse.up(click_count=count)
        if count == 1:
            if meanwhile:
                meanwhile()
            time.sleep(gap)


def watch_commands(visitor, wanted):
    """Returns a list that collects the page's commands matching an expression."""
    sent = []
    visitor.page.on("request", lambda request: request.method == "POST" and sent.extend(re.findall(wanted, request.post_data or "")))
    return sent


DOUBLE_CLICK, LONG_PRESS = 500, 420


def lengthen(visitor, wait):
    """Extends waits of `wait` ms in the page to 20 s: on a busy machine, input may arrive late."""
    visitor.page.evaluate(
        """(wait) => {
          const later = setTimeout;
          window.setTimeout = (action, time) => later(action, time === wait ? 20000 : time);
        }""", wait)


def test_a_double_click_looks_and_changes_no_pick(visit):
    """60 double clicks, fast and slow, on picked and unpicked photos, open the photo and send no pick."""
    visitor = visit(names=NAMES)
    visitor.picks("h.png")
    lengthen(visitor, DOUBLE_CLICK)
    picks = watch_commands(visitor, r'"action":"(?:toggle|range|drag|all|section)"')
    choice = random.Random(4)
    for _ in range(60):
        name = choice.choice(NAMES)
        click_twice(visitor, visitor.middle(visitor.tile(name)), choice.uniform(0, 0.3))
        expect(visitor.viewer.get_by_role("heading").first).to_have_text(name)
        visitor.press("Escape")
        expect(visitor.viewer).to_be_hidden()
    visitor.are_picked("h.png")
    assert picks == []
    visitor.finishes(["h.png"])


def test_a_double_click_keeps_what_one_pick_replaces(visit):
    """With --single, a double click preserves the earlier pick; with --immediate, it returns nothing."""
    visitor = visit("--single", names=NAMES)
    visitor.picks("h.png")
    visitor.tile("d.png").dblclick()
    expect(visitor.viewer.get_by_role("heading").first).to_have_text("d.png")
    visitor.press("Escape")
    visitor.are_picked("h.png")
    visitor.finishes(["h.png"])
    visitor = visit("--single", "--immediate", count=10)
    visitor.tile("d.png").dblclick()
    expect(visitor.viewer).to_be_visible()
    visitor.press("Escape")
    visitor.clicks("e.png")
    visitor.picker.ends(0, ["e.png"])


def test_a_double_click_looks_at_the_photo_that_was_clicked_first(photos, visit):
    """A double click opens the right photo even if photos move between the clicks."""
    visitor = visit(names=NAMES)

    def more():
        (photos / "new.png").write_bytes(png(seed=7, date="2014-05-26 10:00:00"))
        visitor.shows(11)
    # Displaying the new photo takes longer than a double click, so the first click waits.
    lengthen(visitor, DOUBLE_CLICK)
    click_twice(visitor, visitor.middle(visitor.tile("j.png")), 0, more)
    expect(visitor.viewer.get_by_role("heading").first).to_have_text("j.png")
    visitor.press("Escape")
    visitor.are_picked()
    visitor.gives_up()


def test_clicks_on_photos_count_while_the_page_loads(visit):
    """Clicks work before the page has loaded its last module."""
    visitor = visit(names=NAMES)
    page = visitor.page
    for name in ("h.png", "d.png"):
        held = []
        page.route("**/page/start.js", lambda route: held.append(route))
        page.reload(wait_until="commit")
        visitor.shows(10)
        picks = watch_commands(visitor, r'"action":"toggle"')
        if name == "h.png":
            click_twice(visitor, visitor.middle(visitor.tile(name)), 0.1)
        else:
            visitor.tile(name).click()
        held.pop().continue_()
        page.unroute("**/page/start.js")
        if name == "h.png":
            expect(visitor.viewer.get_by_role("heading").first).to_have_text(name)
            assert picks == []
    visitor.are_picked("d.png")
    visitor.finishes(["d.png"])


def test_all_picked_photos_are_marked_by_mouse(photos, visit):
    """The button next to Done marks all picks: stars, none, a label, keywords; it is hidden without picks."""
    visitor = visit(names=NAMES[:3])
    button = visitor.page.get_by_role("button", name="Mark…")
    expect(button).to_be_hidden()
    visitor.clicks("a.png", "c.png")
    button.click()
    box = visitor.page.get_by_role("dialog", name="Mark all picked photos")
    expect(box).to_contain_text("2 picked photos")
    box.get_by_role("button", name="4 stars").click()
    for name in ("a.png", "c.png"):
        expect(visitor.tile(name)).to_contain_text("★★★★")
    box.get_by_role("button", name="Green").click()
    expect(visitor.tile("c.png")).to_contain_text("Green")
    box.get_by_role("button", name="Unrated").click()
    expect(visitor.tile("a.png")).not_to_contain_text("★")
    box.get_by_role("button", name="Keywords").click()
    visitor.page.get_by_role("combobox", name="Keywords for 2 picked photos").fill("Kyoto")
    visitor.page.get_by_role("button", name="Save").click()
    for name in ("a.png", "c.png"):
        path = photos / f"{name}.xmp"
        eventually(lambda: ">Kyoto<" in path.read_text(), f"the keyword of {name} is written")
    assert not (photos / "b.png.xmp").exists(), "another photo was marked"
    visitor.finishes(["c.png", "a.png"])


def test_a_shift_click_picks_all_between(visit):
    """A click and a shift-click pick a range; repeating them unpicks it."""
    visitor = visit(names=NAMES)
    visitor.clicks("h.png")
    visitor.tile("d.png").click(modifiers=["Shift"])
    visitor.are_picked("h.png", "g.png", "f.png", "e.png", "d.png")
    visitor.finishes(["h.png", "g.png", "f.png", "e.png", "d.png"])


def test_a_drag_picks_what_it_passes(visit):
    """A drag picks photos; dragging back unpicks them."""
    visitor = visit(names=NAMES)
    mouse = visitor.page.mouse
    mouse.move(*visitor.middle(visitor.tile("i.png")))
    mouse.down()
    for name in ("h.png", "g.png", "f.png"):
        mouse.move(*visitor.middle(visitor.tile(name)), steps=4)
    visitor.are_picked("i.png", "h.png", "g.png", "f.png")
    mouse.move(*visitor.middle(visitor.tile("g.png")), steps=4)
    visitor.are_picked("i.png", "h.png", "g.png")
    mouse.up()
    visitor.finishes(["i.png", "h.png", "g.png"])


def test_a_group_and_all_are_picked_at_once(photos, visit):
    """The button of a group picks all or none of it; the menu picks all or none of the view."""
    fill(photos, ["may-1.png", "may-2.png"], date="2014-05-25")
    fill(photos, ["june-1.png", "june-2.png"], date="2015-06-25")
    visitor = visit("--group", "month", count=4)
    button = visitor.page.get_by_role("button", name="Pick all or none of May 2014").first
    button.click()
    visitor.are_picked("may-1.png", "may-2.png")
    button.click()
    visitor.are_picked()
    visitor.page.get_by_role("button", name="More").click()
    visitor.page.get_by_role("menuitem", name="Pick all or none").click()
    visitor.are_picked("may-1.png", "may-2.png", "june-1.png", "june-2.png")
    button.click()
    visitor.are_picked("june-1.png", "june-2.png")
    visitor.finishes(["june-2.png", "june-1.png"])


def test_the_keyboard_alone_picks_from_the_first_tab_to_done(visit):
    """Tab reaches every control with a visible focus; arrows, Space, v, a and Enter work."""
    visitor = visit(names=NAMES)
    page, press = visitor.page, visitor.press
    page.evaluate("document.activeElement.blur()")
    reached = []
    # The focus may start anywhere, and leaves the page once per cycle.
    for _ in range(24):
        press("Tab")
        name, is_marked = page.evaluate(
            """() => {
              const element = document.activeElement;
              const frame = element.closest('#search') ?? element;
              const { outlineStyle, boxShadow } = getComputedStyle(frame);
              const hasCursor = element.id === 'grid' && Boolean(document.querySelector('.tile.cursor'));
              return [element.id || element.ariaLabel || element.tagName, outlineStyle !== 'none' || hasCursor];
            }""")
        if name == "BODY" or name in reached:
            continue
        assert is_marked, f"{name} has the focus and does not show it"
        reached.append(name)
    for needed in ("albums-button", "query", "filter-button", "group-button", "sort-button", "more-button", "grid", "cancel", "done"):
        assert needed in reached, f"Tab does not reach {needed}: {reached}"
    while page.evaluate("document.activeElement.id") != "grid":
        press("Shift+Tab")
    press("Home", "ArrowRight", " ")
    visitor.are_picked("i.png")
    press("ArrowRight", "v", "ArrowRight", "ArrowRight", " ")
    visitor.are_picked("i.png", "h.png", "g.png", "f.png")
    press("End", "Shift+ArrowLeft", " ")
    visitor.are_picked("i.png", "h.png", "g.png", "f.png", "b.png", "a.png")
    press("ArrowDown", "A")
    visitor.are_picked(*NAMES)
    press("A")
    visitor.are_picked()
    press("Home", " ")
    visitor.are_picked("j.png")
    while page.evaluate("document.activeElement.id") != "done":
        press("Tab")
    press("Enter")
    visitor.picker.ends(0, ["j.png"])


def test_d_returns_the_photo_at_the_cursor(visit):
    """Without picks, the key d returns the photo at the cursor; the button asks for a pick."""
    visitor = visit(names=NAMES)
    visitor.done.click()
    visitor.says("Nothing is picked")
    visitor.page.locator("#grid").focus()
    visitor.press("ArrowRight", "d")
    visitor.picker.ends(0, ["i.png"])


def test_keys_wait_for_photos_on_their_way(photos, visit):
    """Keys pressed before the photos are loaded take effect afterwards, in order: picks, marks, Done."""
    visitor = visit(names=NAMES)
    page, held = visitor.page, []
    page.route("**/photos?*", lambda route: held.append(route))
    visitor.press("s")
    page.get_by_role("menuitemradio", name="Name").first.click()
    expect(page.get_by_alt_text("j.png")).to_have_count(0)
    visitor.press("Home", " ", "ArrowRight", "5", "ArrowRight", "v", "ArrowRight", "ArrowRight", " ", "*", "4", "d")
    expect(visitor.done).to_have_text("Done")
    for route in held:
        route.continue_()
    page.unroute("**/photos?*")
    visitor.picker.ends(0, ["a.png", "c.png", "d.png", "e.png"])
    stars = {path.name: re.search(r"Rating\W*(\d)", path.read_text())[1] for path in photos.glob("*.xmp")}
    assert stars == {f"{letter}.png.xmp": "5" if letter == "b" else "4" for letter in "abcde"}


def test_a_photo_that_cannot_be_loaded_is_not_picked(photos, visit):
    """A key on a photo that can't be loaded reports an error and picks nothing; the next try succeeds."""
    visitor = visit(names=NAMES, allows=["net::ERR_FAILED"])
    page = visitor.page
    page.route("**/photos?*", lambda route: route.abort())
    visitor.press("s")
    page.get_by_role("menuitemradio", name="Name").first.click()
    expect(page.get_by_alt_text("j.png")).to_have_count(0)
    visitor.press("Home", " ")
    visitor.says("A photo could not be loaded, so that was not done.")
    expect(visitor.done).to_have_text("Done")
    page.unroute("**/photos?*")
    visitor.press(" ")
    expect(visitor.done).to_have_text("Done (1)")
    visitor.press("d")
    visitor.picker.ends(0, ["a.png"])


def test_touch_picks_looks_and_drags(photos, visit):
    """A tap on the check mark picks, a tap on the photo opens it, a long press and a drag pick a range; a swipe scrolls."""
    fill(photos, [f"{number:02}.png" for number in range(40)])
    visitor = visit(has_touch=True, is_mobile=True, viewport={"width": 390, "height": 780})
    page = visitor.page
    visitor.shows_some()
    visitor.tile("39.png").locator(".check").tap()
    visitor.are_picked("39.png")
    visitor.tile("38.png").tap(position={"x": 60, "y": 60})
    expect(visitor.viewer).to_be_visible()
    page.get_by_role("button", name="Pick", exact=True).tap()
    page.get_by_role("button", name="Back to all photos").tap()
    expect(visitor.viewer).to_be_hidden()
    visitor.are_picked("38.png", "39.png")
    fingers = page.context.new_cdp_session(page)

    def touch(kind, point=None):
        points = [{"x": point[0], "y": point[1]}] if point else []
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    begin = visitor.middle(visitor.tile("37.png"))
    end = visitor.middle(visitor.tile("35.png"))
    touch("touchStart", begin)
    page.wait_for_timeout(LONG_PRESS + 300)
    for step in range(1, 11):
        touch("touchMove", [begin[axis] + (end[axis] - begin[axis]) * step / 10 for axis in (0, 1)])
    touch("touchEnd")
    visitor.are_picked(*(f"{number}.png" for number in range(35, 40)))
    # A long press before the drag picks.
    lengthen(visitor, LONG_PRESS)
    touch("touchStart", [200, 600])
    for step in range(1, 11):
        touch("touchMove", [200, 600 - 30 * step])
    touch("touchEnd")
    eventually(lambda: page.evaluate("document.getElementById('grid').scrollTop > 100"), "the photos scroll by a swipe")
    expect(visitor.done).to_have_text("Done (5)")
    # In browsers, a tap during inertial scrolling only stops it.
    page.evaluate(AT_REST)
    visitor.done.tap()
    visitor.picker.ends(0, [f"{number}.png" for number in range(39, 34, -1)])
