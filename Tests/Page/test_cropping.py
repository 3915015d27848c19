"""The crop of a photo: keys, mouse, buttons, touch, another page, a narrow screen."""

import json
import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from test_looking import NAMES, name, open_view
from visitor import Visitor, eventually


def crop_of(visitor):
    """The crop that the page reports: width, height, x, y."""
    label = visitor.viewer.locator(".crop").first.get_attribute("aria-label")
    return [int(number) for number in re.findall(r"\d+", label)]


def drag(visitor, start, end):
    mouse = visitor.page.mouse
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=4)
    mouse.up()


def test_the_crop_is_moved_by_keys_mouse_and_buttons(visit):
    """C lets keys, a drag and buttons move the crop; Enter saves it, Esc restores it; the result contains it."""
    visitor = visit("--crop", "1:1", "--json", names=NAMES[:2])
    open_view(visitor, "b.png")
    crop = visitor.viewer.locator(".crop")
    expect(crop).to_be_visible()
    assert crop_of(visitor) == [200, 200, 50, 0]
    visitor.press("C")
    keep = visitor.viewer.get_by_role("button", name="Keep")
    expect(keep).to_be_visible()
    expect(visitor.viewer.get_by_role("button", name="4 stars")).to_be_hidden()
    # Two steps of 7 pixels and one of 1 pixel.
    visitor.press("ArrowRight", "l", "Shift+ArrowLeft")
    assert crop_of(visitor) == [200, 200, 63, 0]
    visitor.press("Escape")
    expect(keep).to_be_hidden()
    assert crop_of(visitor) == [200, 200, 50, 0]
    expect(name(visitor)).to_have_text("b.png")
    visitor.viewer.get_by_role("button", name="Crop", exact=True).click()
    width = crop.bounding_box()["width"]
    x, y = visitor.middle(crop)
    drag(visitor, (x, y), (x + 500, y))
    assert crop_of(visitor) == [200, 200, 100, 0]
    x, y = visitor.middle(visitor.viewer.locator(".crop-nw"))
    drag(visitor, (x, y), (x + width / 2, y + width / 2))
    width, height, left, top = crop_of(visitor)
    assert abs(width - 100) <= 2 and width == height and left + width == 300 and top + height == 200
    visitor.viewer.get_by_role("button", name="Larger crop").click()
    assert crop_of(visitor)[0] > width
    visitor.viewer.get_by_role("button", name="Reset").click()
    assert crop_of(visitor) == [200, 200, 50, 0]
    visitor.press("ArrowLeft", "PageDown")
    expect(name(visitor)).to_have_text("a.png")
    visitor.press("-")
    assert crop_of(visitor) == [182, 182, 59, 9]
    visitor.press("Enter", "ArrowLeft")
    expect(name(visitor)).to_have_text("b.png")
    assert crop_of(visitor) == [200, 200, 43, 0]
    visitor.press("Escape")
    visitor.picks("b.png", "a.png")
    visitor.done.click()
    assert visitor.picker.process.wait(60) == 0, visitor.picker.said
    rectangles = [record["UIImagePickerControllerCropRect"] for record in json.loads(visitor.picker.out.read_text())]
    assert rectangles == [{"x": 43, "y": 0, "width": 200, "height": 200}, {"x": 59, "y": 9, "width": 182, "height": 182}]


def test_a_second_page_shows_the_crop_and_so_does_a_reload(visit, open_page):
    """Other pages of the session show a crop immediately, and the page after a reload; originals have no crop."""
    visitor = visit("--crop", "16:9", names=NAMES[:1])
    other = Visitor(open_page(visitor.page.context), visitor.picker).opens(visitor.page.url, 1)
    open_view(other, "a.png")
    crop, theirs = (one.viewer.locator(".crop") for one in (visitor, other))
    expect(theirs).to_have_attribute("aria-label", "Crop: 300 × 168 at 0, 16")
    open_view(visitor, "a.png")
    visitor.press("C", "ArrowDown", "Enter")
    expect(theirs).to_have_attribute("aria-label", "Crop: 300 × 168 at 0, 23")
    visitor.press("o")
    expect(crop).to_be_hidden()
    expect(visitor.viewer.get_by_role("button", name="Crop", exact=True)).to_be_hidden()
    visitor.press("o")
    visitor.page.reload()
    visitor.is_ready(1)
    open_view(visitor, "a.png")
    expect(crop).to_have_attribute("aria-label", "Crop: 300 × 168 at 0, 23")
    visitor.press("Escape")
    other.page.close()
    visitor.gives_up()


def test_the_crop_fits_a_narrow_screen_and_answers_touch(visit):
    """At 360 pixels, the crop buttons fit, touch moves the crop, and axe finds no problems."""
    visitor = visit("--crop", "1:1", names=NAMES[:1], viewport={"width": 360, "height": 640}, has_touch=True)
    visitor.press("Enter")
    expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    visitor.viewer.get_by_role("button", name="Crop", exact=True).click()
    for button in ("Smaller crop", "Larger crop", "Reset", "Undo", "Keep"):
        box = visitor.viewer.get_by_role("button", name=button, exact=True).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360, f"{button} lies outside of the screen"
    touch = visitor.page.context.new_cdp_session(visitor.page)
    x, y = visitor.middle(visitor.viewer.locator(".crop"))
    for kind, way in (("touchStart", 0), ("touchMove", 20), ("touchMove", 200), ("touchEnd", None)):
        points = [] if way is None else [{"x": x + way, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    eventually(lambda: crop_of(visitor) == [200, 200, 100, 0], "a finger moves the crop")
    results = Axe().run(visitor.page)
    assert [violation["id"] for violation in results.response["violations"]] == []
    visitor.viewer.get_by_role("button", name="Undo", exact=True).click()
    eventually(lambda: crop_of(visitor) == [200, 200, 50, 0], "Undo brings the crop back")
    visitor.press("Escape")
    visitor.gives_up()
