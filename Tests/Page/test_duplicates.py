"""Duplicates, faces and overlays."""

import re
import shutil
import zlib

from playwright.sync_api import expect

from photos import chunk, fill, png, png_of
from visitor import eventually

FACE = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
 xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#"><mwg-rs:Regions rdf:parseType="Resource">
<mwg-rs:RegionList><rdf:Bag>
<rdf:li rdf:parseType="Resource"><mwg-rs:Name>Ann</mwg-rs:Name><mwg-rs:Type>Face</mwg-rs:Type>
<mwg-rs:Area stArea:x="0.25" stArea:y="0.25" stArea:w="0.1" stArea:h="0.1" stArea:unit="normalized"/></rdf:li>
</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions></rdf:Description></rdf:RDF></x:xmpmeta>"""


def copies(photos):
    """Creates two copies of a photo, and another photo."""
    fill(photos, ["a.png", "c.png"])
    shutil.copy2(photos / "a.png", photos / "b.png")


def test_the_best_of_a_group_is_kept_and_the_others_come_back(photos, visit):
    copies(photos)
    visitor = visit("--group", "duplicate", count=3)
    heading = visitor.page.get_by_role("heading", name=re.compile(r"Copies of \S+ \(best: "))
    expect(heading).to_be_visible()
    best = visitor.names()[0]
    visitor.page.get_by_role("button", name="Keep best").click()
    question = visitor.page.get_by_role("dialog")
    expect(question).to_contain_text(f"Keep {best}, and move 1 other copy to the trash?")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    visitor.shows(3)
    visitor.press("B")
    expect(question).to_be_visible()
    visitor.press("y")
    visitor.shows(2)
    assert sorted(path.name for path in photos.glob("*.png")) == sorted([best, "c.png"])
    visitor.says("moved to the trash")
    visitor.press("u")
    visitor.shows(3)
    assert len(list(photos.glob("*.png"))) == 3


def test_one_of_several_duplicates_is_kept(photos, visit):
    copies(photos)
    visitor = visit("--where", "is:duplicate", count=2)
    other = visitor.names()[1]
    visitor.press("ArrowRight", "K")
    expect(visitor.page.get_by_role("dialog")).to_contain_text(f"Keep {other}, and move 1 other copy to the trash?")
    visitor.press("y")
    visitor.shows(0)
    assert sorted(path.name for path in photos.glob("*.png")) == sorted([other, "c.png"])


def test_the_full_view_zooms_to_faces(photos, visit):
    photos.mkdir(exist_ok=True)
    (photos / "a.png").write_bytes(png(2000, 1500))
    (photos / "a.png.xmp").write_text(FACE)
    visitor = visit(count=1)
    visitor.press("Enter")
    expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    photo = visitor.viewer.locator(".photo").first
    scale = "(photo) => photo.getBoundingClientRect().width / photo.offsetWidth"
    before = photo.evaluate(scale)
    visitor.press("w")
    visitor.says("Ann")
    eventually(lambda: photo.evaluate(scale) > before * 2, "the face is enlarged")
    # The face is in the middle.
    middle = photo.evaluate(
        "(photo) => { const box = photo.getBoundingClientRect();"
        " const view = photo.parentElement.getBoundingClientRect();"
        " return [(view.x + view.width / 2 - box.x) / box.width, (view.y + view.height / 2 - box.y) / box.height]; }")
    assert all(abs(place - 0.25) < 0.02 for place in middle)
    visitor.press("w")
    eventually(lambda: abs(photo.evaluate(scale) - before) < 0.01, "the photo fits")


def test_overlays_show_clipped_pixels(photos, visit):
    photos.mkdir(exist_ok=True)
    line = b"\0" + b"\xff\xff\xff" * 100 + b"\0\0\0" * 100 + b"\x80\x80\x80" * 200
    (photos / "a.png").write_bytes(png_of(400, 300, chunk(b"IDAT", zlib.compress(line * 300)), chunk(b"IEND", b"")))
    visitor = visit(count=1)
    visitor.press("Enter")
    expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    visitor.press("e")
    visitor.says("clipped highlights")
    tile = visitor.viewer.locator(".overlays img.loaded").first
    expect(tile).to_be_visible()
    color = (
        "(image, [x, y]) => { const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);"
        " const context = canvas.getContext('2d'); context.drawImage(image, 0, 0);"
        " return [...context.getImageData(x, y, 1, 1).data]; }")
    assert tile.evaluate(color, [50, 50]) == [255, 0, 0, 255]
    assert tile.evaluate(color, [150, 50]) == [0, 0, 255, 255]
    assert tile.evaluate(color, [300, 50])[3] == 0
    expect(visitor.viewer.get_by_text("clipped 25 % light, 25 % dark")).to_be_visible()
    visitor.press("e", "e", "e")
    expect(visitor.viewer.locator(".overlays img")).to_have_count(0)
