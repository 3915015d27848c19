"""A photographer culls a burst on the page."""

import hashlib
import shutil
from datetime import datetime, timedelta

from playwright.sync_api import expect

from conftest import ROOT
from shots import CANON, jpeg, raw
from visitor import eventually

START = datetime(2014, 5, 25, 10)


def shoot(photos):
    """Creates a burst of three shots in RAW and JPEG, and a later shot. Returns the checksums by name."""
    photos.mkdir(exist_ok=True)
    for number in range(1, 5):
        moment = START + timedelta(days=number == 4)
        for ending, make in (("JPG", jpeg), ("CR2", raw)):
            # The files differ.
            content = make(CANON, moment, milliseconds=100 * number) + b"\0" * number
            (photos / f"IMG_{number}.{ending}").write_bytes(content)
    return sums(photos)


def sums(photos):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in photos.glob("IMG_?.*") if path.suffix != ".xmp"}


def test_the_rest_of_a_burst_is_rejected_trashed_and_restored(photos, visit):
    before = shoot(photos)
    visitor = visit("--sort", "name", "--group", "all", count=4)
    expect(visitor.page.get_by_text("burst 3")).to_be_visible()
    visitor.press("ArrowRight", "5", "K")
    visitor.says("Rejected the rest of the burst: 2 photos")
    visitor.query.fill("is:rejected")
    visitor.press("Enter")
    visitor.shows(2)
    visitor.press("A", "*", "D")
    question = visitor.page.get_by_role("dialog")
    expect(question).to_contain_text("Move 2 photos, 4 files (IMG_1.JPG, IMG_3.JPG) to the trash?")
    visitor.press("y")
    visitor.says("Moved to the trash: 2 photos")
    visitor.shows(0)
    assert sums(photos) == {name: value for name, value in before.items() if name[4] in "24"}
    visitor.press("u")
    visitor.shows(2)
    assert sums(photos) == before


def test_the_pictures_of_a_shot_are_shown_one_after_the_other(photos, visit):
    shutil.copytree(ROOT / "Samples" / "Regatta", photos, dirs_exist_ok=True)
    visitor = visit("--sort", "name", "--group", "all", count=6)
    visitor.press("Enter")
    name = visitor.viewer.get_by_role("heading").first
    button = visitor.viewer.get_by_role("button", name="next picture of this shot")

    def shows(photo, title):
        expect(name).to_have_text(photo)
        expect(button).to_have_text(title)

    shows("DSC_0201.jpg", "JPEG")
    visitor.press("V")
    shows("DSC_0201.NEF", "RAW")
    visitor.press("ArrowRight")
    shows("DSC_0202.NEF", "RAW")
    button.click()
    shows("DSC_0202.jpg", "JPEG")
    visitor.press("ArrowRight")
    shows("DSC_0203.jpg", "JPEG")
    visitor.press("V", "V")
    shows("DSC_0203-edited.jpg", "edit")
    visitor.press("c")
    expect(visitor.viewer.locator(".stage")).to_have_count(2)
    expect(visitor.viewer.get_by_alt_text("DSC_0204.jpg")).to_have_count(1)
    # Keys act on the shot.
    visitor.press("5")
    eventually(lambda: (photos / "DSC_0203.NEF.xmp").exists(), "the shot is rated")
    visitor.press("Escape", "Enter")
    shows("DSC_0203-edited.jpg", "edit")


def test_a_collapsed_burst_asks_before_it_is_marked(photos, visit):
    shoot(photos)
    visitor = visit("--sort", "name", "--group", "all", count=4)
    visitor.press("S")
    visitor.shows(2)
    visitor.press("x")
    question = visitor.page.get_by_role("dialog")
    expect(question).to_contain_text("Reject 3 shots?")
    # The key that cancels the picker confirms only that.
    visitor.press("q")
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    assert not list(photos.glob("*.xmp"))
    visitor.press("x")
    question.get_by_role("button", name="Reject").click()
    visitor.says("Rejected: 3 photos")
    assert len(list(photos.glob("*.xmp"))) == 6
    visitor.press("Enter")
    visitor.shows(3)
    visitor.press("Escape")
    visitor.shows(2)
