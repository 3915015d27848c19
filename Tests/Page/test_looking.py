"""The full view, marks, and videos."""

import re
import shutil

from playwright.sync_api import expect

from conftest import ROOT
from photos import fill, png
from visitor import eventually

NAMES = ["a.png", "b.png", "c.png", "d.png"]


def name(visitor):
    return visitor.viewer.get_by_role("heading").first


def open_view(visitor, photo):
    visitor.tile(photo).hover()
    visitor.tile(photo).locator(".look").click()
    expect(visitor.viewer).to_be_visible()
    expect(name(visitor)).to_have_text(photo)


# The scale of the photo, and its position.
SCALE = "(photo) => photo.getBoundingClientRect().width / photo.offsetWidth"
LEFT = "(photo) => photo.getBoundingClientRect().left"


def wait_until(visitor, measure, condition):
    """Waits until a measurement of the photo has the expected value."""
    photo = visitor.viewer.locator(".photo").first
    eventually(lambda: condition(photo.evaluate(measure)), "the photo is moved or enlarged")


def test_the_full_view_turns_pages_and_picks(visit):
    """Keys and buttons turn pages, Space picks, Esc returns to the last photo."""
    visitor = visit(names=NAMES)
    open_view(visitor, "d.png")
    expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    visitor.press("ArrowRight")
    expect(name(visitor)).to_have_text("c.png")
    visitor.page.get_by_role("button", name="Next photo").click()
    expect(name(visitor)).to_have_text("b.png")
    visitor.press("ArrowLeft")
    expect(name(visitor)).to_have_text("c.png")
    visitor.press(" ")
    expect(visitor.viewer.get_by_role("button", name="Picked")).to_be_visible()
    visitor.press("End")
    expect(name(visitor)).to_have_text("a.png")
    visitor.press("Escape")
    expect(visitor.viewer).to_be_hidden()
    visitor.are_picked("c.png")
    visitor.press(" ")
    visitor.are_picked("a.png", "c.png")
    visitor.finishes(["c.png", "a.png"])


def test_the_full_view_zooms_to_real_pixels(photos, visit):
    """z toggles between 100 % and the complete photo; + and the wheel enlarge, arrows move over it."""
    fill(photos, NAMES)
    (photos / "z.png").write_bytes(png(4000, 3000, seed=4, date="2014-05-26 10:00:00"))
    visitor = visit(count=5)
    open_view(visitor, "z.png")
    expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    photo = visitor.viewer.locator(".photo").first
    fitted = photo.evaluate(SCALE)
    assert fitted < 0.5
    with visitor.page.expect_response(re.compile(r"/region\?")) as answer:
        visitor.press("z")
    # The page requests full-resolution regions.
    assert answer.value.status == 200
    wait_until(visitor, SCALE, lambda value: abs(value - 1) < 0.01)
    left = photo.evaluate(LEFT)
    visitor.press("ArrowRight")
    wait_until(visitor, LEFT, lambda value: value < left)
    expect(name(visitor)).to_have_text("z.png")
    visitor.press("z")
    wait_until(visitor, SCALE, lambda value: abs(value - fitted) < 0.01)
    visitor.press("+")
    wait_until(visitor, SCALE, lambda value: value > fitted * 1.1)
    visitor.press("Escape")
    visitor.gives_up()


def test_facts_are_shown_beside_the_photo(photos, visit):
    """i shows camera, date, caption and keywords, and a histogram; they follow the photo."""
    (photos / "a.png").write_bytes(
        png(date="2014-05-25 10:00:00", camera="Canon EOS R5", iso=400, caption="At the river", keywords=["Kyoto"]))
    (photos / "b.png").write_bytes(png(seed=2, date="2014-05-25 09:00:00", camera="Nikon Z6"))
    visitor = visit(count=2)
    open_view(visitor, "a.png")
    visitor.press("i")
    facts = visitor.page.get_by_role("complementary", name="Facts")
    for text in ("Canon EOS R5", "2014", "Kyoto", "At the river", "400"):
        expect(facts).to_contain_text(text)
    expect(facts.get_by_role("img", name="Histogram")).to_be_visible()
    visitor.press("ArrowRight")
    expect(facts).to_contain_text("Nikon Z6")
    expect(facts).not_to_contain_text("Canon EOS R5")
    visitor.press("i")
    expect(facts).to_be_hidden()
    visitor.press("Escape")
    visitor.gives_up()


def test_photos_are_compared_side_by_side(visit):
    """c compares two photos, or a run of four; Space picks the focused one."""
    visitor = visit(names=NAMES)
    visitor.press("Home", "c")
    expect(visitor.viewer.locator(".stage")).to_have_count(2)
    expect(visitor.viewer.locator("img.picture.loaded")).to_have_count(2)
    visitor.press("ArrowRight", " ")
    expect(visitor.viewer.get_by_role("button", name="Picked")).to_be_visible()
    visitor.press("Escape")
    visitor.are_picked("c.png")
    visitor.finishes(["c.png"])


def sidecar(photos, photo):
    path = photos / f"{photo}.xmp"
    return path.read_text() if path.exists() else ""


def test_stars_labels_and_keywords_are_written_beside_the_photo(photos, visit):
    """Keys and buttons write marks to an XMP sidecar, the page shows them, and u reverts the last one."""
    fill(photos, NAMES[:2])
    (photos / "k.png").write_bytes(png(seed=9, date="2013-05-25 10:00:00", keywords=["Kyoto"]))
    before = (photos / "a.png").read_bytes()
    visitor = visit(count=3)
    open_view(visitor, "a.png")
    visitor.press("4")
    eventually(lambda: re.search(r"Rating\W+4", sidecar(photos, "a.png")), "four stars are written")
    expect(visitor.viewer.get_by_role("button", name="4 stars")).to_have_attribute("aria-pressed", "true")
    visitor.viewer.get_by_role("button", name="Green").click()
    eventually(lambda: "Green" in sidecar(photos, "a.png"), "the label is written")
    visitor.press("t")
    field = visitor.page.get_by_role("combobox", name=re.compile("^Keywords for"))
    expect(field).to_be_focused()
    visitor.page.keyboard.type("Ky")
    expect(visitor.page.get_by_role("option", name="Kyoto")).to_be_visible()
    visitor.press("Tab")
    expect(field).to_have_value("Kyoto, ")
    visitor.page.keyboard.type("river")
    visitor.press("Enter")
    eventually(lambda: all(f">{word}<" in sidecar(photos, "a.png") for word in ("Kyoto", "river")), "keywords are written")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    visitor.press("u")
    eventually(lambda: "river" not in sidecar(photos, "a.png"), "u takes the keywords back")
    assert "Green" in sidecar(photos, "a.png")
    visitor.press("Escape")
    expect(visitor.tile("a.png")).to_contain_text("★★★★")
    visitor.press("x")
    expect(visitor.tile("a.png")).to_contain_text("rejected")
    visitor.press("u")
    expect(visitor.tile("a.png")).to_contain_text("★★★★")
    assert (photos / "a.png").read_bytes() == before
    assert sidecar(photos, "b.png") == ""
    visitor.gives_up()


def test_all_picked_photos_are_judged_after_a_star(photos, visit):
    """* and a key mark all picks."""
    visitor = visit(names=NAMES)
    visitor.picks("a.png", "c.png")
    visitor.press("*")
    visitor.says("2 picked photos")
    visitor.press("5")
    for photo in ("a.png", "c.png"):
        expect(visitor.tile(photo)).to_contain_text("★★★★★")
    assert [sidecar(photos, photo) for photo in ("b.png", "d.png")] == ["", ""]
    visitor.finishes(["c.png", "a.png"])


def test_a_video_plays_from_any_place(photos, visit):
    """A video shows its duration, plays and seeks; the server supports ranges."""
    shutil.copyfile(ROOT / "Samples/Shoebox/sunset.webm", photos / "sunset.webm")
    visitor = visit(count=1)
    open_view(visitor, "sunset.webm")
    video = visitor.viewer.locator("video")
    expect(video).to_be_visible()
    eventually(lambda: video.evaluate("(video) => video.readyState >= 2 && video.duration > 0"), "the video loads")
    video.evaluate("async (video) => { video.muted = true; await video.play(); video.currentTime = video.duration / 2; }")
    eventually(lambda: video.evaluate("(video) => !video.seeking && video.currentTime > 0"), "it goes to its middle")
    answer = video.evaluate(
        """async (video) => {
          const answer = await fetch(video.src, { headers: { Range: 'bytes=4-13' } });
          return [answer.status, answer.headers.get('content-range'), [...new Uint8Array(await answer.arrayBuffer())]];
        }""")
    data = (photos / "sunset.webm").read_bytes()
    assert answer == [206, f"bytes 4-13/{len(data)}", list(data[4:14])]
    visitor.press("Escape")
    visitor.clicks("sunset.webm")
    visitor.finishes(["sunset.webm"])
