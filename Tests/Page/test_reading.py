"""Accessibility: axe finds no problems, in light and dark, narrow and wide."""

import shutil

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import ROOT
from photos import fill, png

WIDTHS = [(360, 740), (1280, 800), (2560, 1440)]
# All rules except level AAA, which the standard doesn't recommend for entire sites.
RULES = """() => axe.getRules().filter(({ tags }) => !tags.includes('wcag2aaa') && !tags.includes('deprecated'))
  .map(({ ruleId }) => ruleId)"""
AXE = Axe()


def finds_nothing(visitor, what):
    """Fails if axe finds anything, in all widths and both colours."""
    page = visitor.page
    page.evaluate(AXE.axe_script)
    rules = page.evaluate(RULES)
    found = set()
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.wait_for_timeout(60)
            options = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": rules}}
            answer = page.evaluate("(options) => axe.run(options)", options)
            for violation in answer["violations"]:
                for node in violation["nodes"]:
                    # One line per element, for any number of widths.
                    found.add(f"{violation['id']}: {violation['help']}: {node['html'][:160]} "
                              f"({node['any'][0]['message'] if node['any'] else node['target']}) at {width} {scheme}")
    page.set_viewport_size({"width": 1280, "height": 800})
    assert not found, f"axe finds on {what}:\n" + "\n".join(sorted(found))


def library(photos):
    fill(photos / "Kyoto", [f"t{number}.png" for number in range(12)], camera="Canon EOS", iso=100)
    fill(photos / "Oslo", [f"o{number}.png" for number in range(8)], date="2016-01-02", camera="Nikon Z")
    (photos / "Oslo" / "cut.png").write_bytes(png(date="2016-01-02 12:00:00")[:60])
    shutil.copyfile(ROOT / "Samples/Shoebox/sunset.webm", photos / "Oslo" / "sunset.webm")


def test_axe_finds_nothing_in_the_timeline(photos, visit):
    """The timeline with picks, stars, labels, a corrupt photo, a video and a message; a search; nothing found."""
    library(photos)
    visitor = visit("--max", "9", "--order", "picked", allows=["404"])
    visitor.shows_some()
    visitor.clicks("o1.png", "o3.png", "cut.png")
    visitor.press("Home", "ArrowRight", "4", "6", "ArrowRight", "x", "ArrowRight", "v", "ArrowRight")
    finds_nothing(visitor, "the timeline")
    # Leave the run, unless a new view has.
    visitor.press("v")
    visitor.query.fill("cam")
    expect(visitor.page.get_by_role("option").first).to_be_visible()
    finds_nothing(visitor, "the box with completions")
    visitor.query.fill("zebra")
    expect(visitor.notice).to_contain_text("zebra")
    finds_nothing(visitor, "the page on which nothing is found")


def test_axe_finds_nothing_in_menus_and_dialogs(photos, visit):
    """Filters, groups, orders, more, help, albums, keywords, the question before the end, and the end."""
    library(photos)
    visitor = visit()
    page = visitor.page
    visitor.shows_some()
    for key, role in (("f", "dialog"), ("g", "menu"), ("s", "menu")):
        visitor.press(key)
        expect(page.get_by_role(role)).to_be_visible()
        finds_nothing(visitor, f"the menu of {key}")
        visitor.press("Escape")
    page.locator("#more-button").click()
    finds_nothing(visitor, "the menu of more")
    visitor.press("Escape", "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    finds_nothing(visitor, "the help")
    visitor.press("Escape", "b")
    expect(page.locator("#albums")).to_be_visible()
    finds_nothing(visitor, "the albums")
    visitor.press("Escape", "t")
    expect(page.get_by_role("dialog")).to_be_visible()
    finds_nothing(visitor, "the dialog of keywords")
    visitor.press("Escape")
    visitor.clicks("o1.png")
    expect(visitor.picked).to_contain_text("1")
    visitor.cancel.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    finds_nothing(visitor, "the question")
    page.get_by_role("button", name="Discard").click()
    visitor.has_ended("Cancelled")
    finds_nothing(visitor, "the end")


def test_axe_finds_nothing_in_the_full_view(photos, visit):
    """A photo alone, with facts, enlarged, two side by side, a video, and a corrupt photo."""
    library(photos)
    visitor = visit(allows=["404"])
    visitor.shows_some()
    visitor.tile("o1.png").dblclick()
    expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    visitor.press("3", "8", "i")
    expect(visitor.page.get_by_role("complementary", name="Facts")).to_contain_text("Nikon")
    finds_nothing(visitor, "the full view with facts")
    visitor.press("i", "z")
    finds_nothing(visitor, "the full view enlarged")
    visitor.press("z", "c")
    finds_nothing(visitor, "two photos side by side")
    visitor.press("Escape")
    for name in ("sunset.webm", "cut.png"):
        visitor.tile(name).hover()
        visitor.tile(name).locator(".look").click()
        expect(visitor.viewer.get_by_role("heading").first).to_have_text(name)
        finds_nothing(visitor, f"the full view of {name}")
        visitor.press("Escape")
