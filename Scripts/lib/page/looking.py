"""Looking closely, judging, and videos."""

import json
import re
import shutil

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from .photos import fill, png
from .runs import check, eventually, same
from .tools import ROOT

NAMES = ["a.png", "b.png", "c.png", "d.png"]


def name(visitor):
    return visitor.viewer.get_by_role("heading").first


async def open_view(visitor, photo):
    await visitor.tile(photo).hover()
    await visitor.tile(photo).locator(".look").click()
    await expect(visitor.viewer).to_be_visible()
    await expect(name(visitor)).to_have_text(photo)


async def scale(visitor):
    """How many pixels of the screen a pixel of the photo takes."""
    return await visitor.viewer.locator(".photo").first.evaluate(
        "(photo) => photo.getBoundingClientRect().width / photo.offsetWidth")


async def the_full_view_turns_pages_and_picks(stand):
    """Keys and buttons turn pages, Space picks, Esc goes back to the photo that was shown last."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=4)
    await open_view(visitor, "d.png")
    await expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    await visitor.press("ArrowRight")
    await expect(name(visitor)).to_have_text("c.png")
    await visitor.page.get_by_role("button", name="Next photo").click()
    await expect(name(visitor)).to_have_text("b.png")
    await visitor.press("ArrowLeft")
    await expect(name(visitor)).to_have_text("c.png")
    await visitor.press(" ")
    await expect(visitor.viewer.get_by_role("button", name="Picked")).to_be_visible()
    await visitor.press("End")
    await expect(name(visitor)).to_have_text("a.png")
    await visitor.press("Escape")
    await expect(visitor.viewer).to_be_hidden()
    await visitor.are_picked("c.png")
    await visitor.press(" ")
    await visitor.are_picked("a.png", "c.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["c.png", "a.png"])


async def the_full_view_zooms_to_real_pixels(stand):
    """z shows the photo's own pixels and the whole again; + and the wheel enlarge, arrows move over it."""
    fill(stand.photos, NAMES)
    (stand.photos / "z.png").write_bytes(png(4000, 3000, seed=4, date="2014-05-26 10:00:00"))
    visitor = await stand.visit(count=5)
    asked = []
    visitor.page.on("response", lambda answer: "/region?" in answer.url and asked.append(answer))
    await open_view(visitor, "z.png")
    await expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    fitted = await scale(visitor)
    check(fitted < 0.5, f"a photo of 4000 pixels is shown {fitted} times its size")
    await visitor.press("z")

    async def is_scale(value):
        return abs(await scale(visitor) - value) < 0.01
    await eventually(lambda: is_scale(1), "z shows the photo at 100 %")
    await eventually(lambda: any(answer.status == 200 for answer in asked), "its own pixels are asked for")
    same([answer.status for answer in asked if answer.status != 200], [], "answers that are no pixels")
    box = await visitor.viewer.locator(".photo").first.bounding_box()
    await visitor.press("ArrowRight")

    async def has_moved():
        return (await visitor.viewer.locator(".photo").first.bounding_box())["x"] < box["x"]
    await eventually(has_moved, "the right arrow moves over the photo")
    await expect(name(visitor)).to_have_text("z.png")
    await visitor.press("z")
    await eventually(lambda: is_scale(fitted), "z shows the whole photo again")
    await visitor.press("+")

    async def is_larger():
        return await scale(visitor) > fitted * 1.1
    await eventually(is_larger, "+ enlarges the photo")
    await visitor.press("Escape")
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def facts_are_shown_beside_the_photo(stand):
    """i shows camera, date, caption and keywords, and a histogram; they follow the photo."""
    (stand.photos / "a.png").write_bytes(
        png(date="2014-05-25 10:00:00", camera="Canon EOS R5", iso=400, caption="At the river", keywords=["Kyoto"]))
    (stand.photos / "b.png").write_bytes(png(seed=2, date="2014-05-25 09:00:00", camera="Nikon Z6"))
    visitor = await stand.visit(count=2)
    await open_view(visitor, "a.png")
    await visitor.press("i")
    facts = visitor.page.get_by_role("complementary", name="Facts")
    for text in ("Canon EOS R5", "2014", "Kyoto", "At the river", "400"):
        await expect(facts).to_contain_text(text)
    await expect(facts.get_by_role("img", name="Histogram")).to_be_visible()
    await visitor.press("ArrowRight")
    await expect(facts).to_contain_text("Nikon Z6")
    await expect(facts).not_to_contain_text("Canon EOS R5")
    await visitor.press("i")
    await expect(facts).to_be_hidden()
    await visitor.press("Escape")
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def photos_are_compared_side_by_side(stand):
    """c shows two photos, the run four; Space picks the one that is meant."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=4)
    await visitor.press("Home")
    await visitor.press("c")
    await expect(visitor.viewer.locator(".stage")).to_have_count(2)
    await expect(visitor.viewer.locator("img.picture.loaded")).to_have_count(2)
    await visitor.press("ArrowRight")
    await visitor.press(" ")
    await expect(visitor.viewer.get_by_role("button", name="Picked")).to_be_visible()
    await visitor.press("Escape")
    await visitor.are_picked("c.png")
    await visitor.done.click()
    await visitor.picker.ends(0, ["c.png"])


def sidecar(stand, photo):
    path = stand.photos / f"{photo}.xmp"
    return path.read_text() if path.exists() else ""


async def stars_labels_and_keywords_are_written_beside_the_photo(stand):
    """Keys and buttons judge; an XMP file beside the photo holds it, the page shows it, u takes the last back."""
    fill(stand.photos, NAMES[:2])
    (stand.photos / "k.png").write_bytes(png(seed=9, date="2013-05-25 10:00:00", keywords=["Kyoto"]))
    before = (stand.photos / "a.png").read_bytes()
    visitor = await stand.visit(count=3)
    await open_view(visitor, "a.png")
    await visitor.press("4")
    await eventually(lambda: 'xmp:Rating="4"' in sidecar(stand, "a.png") or "<xmp:Rating>4<" in sidecar(stand, "a.png"), "four stars are written")
    star = visitor.viewer.get_by_role("button", name="4 stars")
    await expect(star).to_have_attribute("aria-pressed", "true")
    await visitor.viewer.get_by_role("button", name="Green").click()
    await eventually(lambda: "Green" in sidecar(stand, "a.png"), "the label is written")
    await visitor.press("t")
    field = visitor.page.get_by_role("combobox", name=re.compile("^Keywords for"))
    await expect(field).to_be_focused()
    await visitor.page.keyboard.type("Ky")
    await expect(visitor.page.get_by_role("option", name="Kyoto")).to_be_visible()
    await visitor.press("Tab")
    await expect(field).to_have_value("Kyoto, ")
    await visitor.page.keyboard.type("river")
    await visitor.press("Enter")
    await eventually(lambda: all(f">{word}<" in sidecar(stand, "a.png") for word in ("Kyoto", "river")), "keywords are written")
    await expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    await visitor.press("u")
    await eventually(lambda: "river" not in sidecar(stand, "a.png"), "u takes the keywords back")
    check("Green" in sidecar(stand, "a.png"), "u took the label back too")
    await visitor.press("Escape")
    await expect(visitor.tile("a.png")).to_contain_text("★★★★")
    await visitor.press("x")
    await expect(visitor.tile("a.png")).to_contain_text("rejected")
    await visitor.press("u")
    await expect(visitor.tile("a.png")).to_contain_text("★★★★")
    same((stand.photos / "a.png").read_bytes(), before, "the photo itself")
    same(sidecar(stand, "b.png"), "", "the sidecar of another photo")
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def all_picked_photos_are_judged_after_a_star(stand):
    """* and a key judge all that is picked."""
    fill(stand.photos, NAMES)
    visitor = await stand.visit(count=4)
    for photo in ("a.png", "c.png"):
        await visitor.tile(photo).click()
    await visitor.are_picked("a.png", "c.png")
    await visitor.press("*")
    await visitor.says("2 picked photos")
    await visitor.press("5")
    for photo in ("a.png", "c.png"):
        await expect(visitor.tile(photo)).to_contain_text("★★★★★")
    same([sidecar(stand, photo) for photo in ("b.png", "d.png")], ["", ""], "sidecars of others")
    await visitor.done.click()
    await visitor.picker.ends(0, ["c.png", "a.png"])


async def a_video_plays_from_any_place(stand):
    """A video shows its length, plays, and goes to another place; its bytes come in ranges."""
    shutil.copyfile(ROOT / "Samples/Shoebox/sunset.webm", stand.photos / "sunset.webm")
    visitor = await stand.visit(count=1)
    await open_view(visitor, "sunset.webm")
    video = visitor.viewer.locator("video")
    await expect(video).to_be_visible()
    await eventually(lambda: video.evaluate("(video) => video.readyState >= 2 && video.duration > 0"), "the video loads")
    await video.evaluate("async (video) => { video.muted = true; await video.play(); }")
    await video.evaluate("(video) => { video.currentTime = video.duration / 2; }")
    await eventually(lambda: video.evaluate("(video) => !video.seeking && video.currentTime > 0"), "the video goes to its middle")
    answer = await video.evaluate(
        """async (video) => {
          const answer = await fetch(video.src, { headers: { Range: 'bytes=4-13' } });
          return [answer.status, answer.headers.get('content-range'), [...new Uint8Array(await answer.arrayBuffer())]];
        }""")
    data = (stand.photos / "sunset.webm").read_bytes()
    same(answer, [206, f"bytes 4-13/{len(data)}", list(data[4:14])], "a range of the video")
    await visitor.press("Escape")
    await visitor.tile("sunset.webm").click()
    await visitor.done.click()
    await visitor.picker.ends(0, ["sunset.webm"])


async def crop_of(visitor):
    """The crop as the page tells it: width, height, x, y."""
    label = await visitor.viewer.locator(".crop").first.get_attribute("aria-label")
    return [int(number) for number in re.findall(r"\d+", label)]


async def the_crop_is_moved_by_keys_mouse_and_buttons(stand):
    """C lets keys, a drag and buttons move the crop; Enter keeps it, Esc does not; the result has its rectangle."""
    fill(stand.photos, NAMES[:2])
    visitor = await stand.visit("--crop", "1:1", "--json", count=2)
    await open_view(visitor, "b.png")
    crop = visitor.viewer.locator(".crop")
    await expect(crop).to_be_visible()
    same(await crop_of(visitor), [200, 200, 50, 0], "the crop at first")
    await visitor.press("C")
    keep = visitor.viewer.get_by_role("button", name="Keep")
    await expect(keep).to_be_visible()
    await expect(visitor.viewer.get_by_role("button", name="4 stars")).to_be_hidden()
    await visitor.press("ArrowRight")
    await visitor.press("l")
    await visitor.press("Shift+ArrowLeft")
    same(await crop_of(visitor), [200, 200, 63, 0], "the crop after steps of 7 pixels and one of a pixel")
    await visitor.press("Escape")
    await expect(keep).to_be_hidden()
    same(await crop_of(visitor), [200, 200, 50, 0], "the crop after Esc")
    await expect(name(visitor)).to_have_text("b.png")
    await visitor.viewer.get_by_role("button", name="Crop", exact=True).click()
    box = await crop.bounding_box()
    await visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await visitor.page.mouse.down()
    await visitor.page.mouse.move(box["x"] + box["width"] / 2 + 500, box["y"] + box["height"] / 2, steps=4)
    await visitor.page.mouse.up()
    same(await crop_of(visitor), [200, 200, 100, 0], "the crop at the edge")
    handle = await visitor.viewer.locator(".crop-nw").bounding_box()
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    await visitor.page.mouse.move(x, y)
    await visitor.page.mouse.down()
    await visitor.page.mouse.move(x + box["width"] / 2, y + box["height"] / 2, steps=4)
    await visitor.page.mouse.up()
    width, height, left, top = await crop_of(visitor)
    check(abs(width - 100) <= 2 and width == height and left + width == 300 and top + height == 200, "a corner resizes the crop")
    await visitor.viewer.get_by_role("button", name="Larger crop").click()
    check((await crop_of(visitor))[0] > width, "a button makes the crop larger")
    await visitor.viewer.get_by_role("button", name="Reset").click()
    same(await crop_of(visitor), [200, 200, 50, 0], "the crop after Reset")
    await visitor.press("ArrowLeft")
    await visitor.press("PageDown")
    await expect(name(visitor)).to_have_text("a.png")
    await visitor.press("-")
    width, height, left, top = await crop_of(visitor)
    same([width, height, left, top], [182, 182, 59, 9], "the crop of the next photo")
    await visitor.press("Enter")
    await visitor.press("ArrowLeft")
    await expect(name(visitor)).to_have_text("b.png")
    same(await crop_of(visitor), [200, 200, 43, 0], "the crop that was kept")
    await visitor.press("Escape")
    for photo in ("b.png", "a.png"):
        await visitor.tile(photo).click()
    await visitor.are_picked("a.png", "b.png")
    await visitor.done.click()
    status, printed, said = await visitor.picker.end()
    same(status, 0, f"exit status, after it said {said!r}")
    rectangles = [record["UIImagePickerControllerCropRect"] for record in json.loads(printed)]
    same(rectangles, [{"x": 43, "y": 0, "width": 200, "height": 200}, {"x": 59, "y": 9, "width": 182, "height": 182}], "crops")


async def a_second_page_shows_the_crop_and_so_does_a_reload(stand):
    """What one page crops, another one of the session shows at once, and itself after a reload; originals have no crop."""
    fill(stand.photos, NAMES[:1])
    visitor = await stand.visit("--crop", "16:9", count=1)
    address = visitor.page.url
    other = await stand.page(visitor.page.context)
    await other.goto(address)
    await other.locator("#grid .tile:visible").first.wait_for()
    await other.locator("#grid .tile:visible").first.hover()
    await other.locator("#grid .tile:visible .look").first.click()
    await expect(other.locator(".crop")).to_have_attribute("aria-label", "Crop: 300 × 168 at 0, 16")
    await open_view(visitor, "a.png")
    await visitor.press("C")
    await visitor.press("ArrowDown")
    await visitor.press("Enter")
    await expect(other.locator(".crop")).to_have_attribute("aria-label", "Crop: 300 × 168 at 0, 23")
    await visitor.press("o")
    await expect(visitor.viewer.locator(".crop")).to_be_hidden()
    await expect(visitor.viewer.get_by_role("button", name="Crop", exact=True)).to_be_hidden()
    await visitor.press("o")
    await visitor.page.reload()
    await visitor.is_ready(1)
    await open_view(visitor, "a.png")
    await expect(visitor.viewer.locator(".crop")).to_have_attribute("aria-label", "Crop: 300 × 168 at 0, 23")
    await visitor.press("Escape")
    await other.close()
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def the_crop_fits_a_narrow_screen_and_answers_touch(stand):
    """On a phone of 360 pixels the buttons of the crop fit, a finger moves it, and axe finds nothing."""
    fill(stand.photos, NAMES[:1])
    visitor = await stand.visit("--crop", "1:1", count=1, viewport={"width": 360, "height": 640}, has_touch=True)
    await visitor.press("Enter")
    await expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    await visitor.viewer.get_by_role("button", name="Crop", exact=True).click()
    for button in ("Smaller crop", "Larger crop", "Reset", "Undo", "Keep"):
        box = await visitor.viewer.get_by_role("button", name=button, exact=True).bounding_box()
        check(box["x"] >= 0 and box["x"] + box["width"] <= 360, f"{button} lies outside of the screen: {box}")
    touch = await visitor.page.context.new_cdp_session(visitor.page)
    x, y = await visitor.middle(visitor.viewer.locator(".crop"))
    for kind, way in (("touchStart", 0), ("touchMove", 20), ("touchMove", 200), ("touchEnd", None)):
        points = [] if way is None else [{"x": x + way, "y": y}]
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await eventually(lambda: is_at(visitor, [200, 200, 100, 0]), "a finger moves the crop")
    results = await Axe().run(visitor.page)
    same([violation["id"] for violation in results.response["violations"]], [], "what axe finds")
    await visitor.viewer.get_by_role("button", name="Undo", exact=True).click()
    await eventually(lambda: is_at(visitor, [200, 200, 50, 0]), "Undo brings the crop back")
    await visitor.press("Escape")
    await visitor.cancel.click()
    await visitor.picker.ends(130)


async def is_at(visitor, crop):
    return await crop_of(visitor) == crop
