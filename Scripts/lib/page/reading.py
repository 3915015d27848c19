"""What people read who cannot see the page as drawn: axe finds nothing, in light and dark, narrow and wide."""

import shutil

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from .photos import fill, png
from .runs import check, eventually
from .tools import ROOT

WIDTHS = [(360, 740), (1280, 800), (2560, 1440)]
# All rules but those of level AAA, which no page can hold in all of its parts, as the standard itself says.
RULES = """() => axe.getRules().filter(({ tags }) => !tags.includes('wcag2aaa') && !tags.includes('deprecated'))
  .map(({ ruleId }) => ruleId)"""
AXE = Axe()


async def finds_nothing(visitor, what):
    """Fails if axe finds anything, in all widths and both colours."""
    page = visitor.page
    await page.evaluate(AXE.axe_script)
    rules = await page.evaluate(RULES)
    found = set()
    for width, height in WIDTHS:
        await page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await page.wait_for_timeout(60)
            options = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": rules}}
            answer = await page.evaluate("(options) => axe.run(options)", options)
            for violation in answer["violations"]:
                for node in violation["nodes"]:
                    # One line for each element, however many widths have it.
                    found.add(f"{violation['id']}: {violation['help']}: {node['html'][:160]} "
                              f"({node['any'][0]['message'] if node['any'] else node['target']}) at {width} {scheme}")
    await page.set_viewport_size({"width": 1280, "height": 800})
    check(not found, f"axe finds on {what}:\n" + "\n".join(sorted(found)))


def library(stand):
    fill(stand.photos / "Kyoto", [f"t{number}.png" for number in range(12)], camera="Canon EOS", iso=100)
    fill(stand.photos / "Oslo", [f"o{number}.png" for number in range(8)], date="2016-01-02", camera="Nikon Z")
    (stand.photos / "Oslo" / "cut.png").write_bytes(png(date="2016-01-02 12:00:00")[:60])
    shutil.copyfile(ROOT / "Samples/Shoebox/sunset.webm", stand.photos / "Oslo" / "sunset.webm")


async def axe_finds_nothing_in_the_timeline(stand):
    """The timeline with picks, stars, labels, a damaged photo, a video and a message; a search; nothing found."""
    library(stand)
    visitor = await stand.visit("--max", "9", "--order", "picked", allows=["404"])
    await eventually(lambda: visitor.tiles.count(), "photos are shown")
    for name in ("o1.png", "o3.png", "cut.png"):
        await visitor.tile(name).click()
    await visitor.press("Home")
    for key in ("ArrowRight", "4", "6", "ArrowRight", "x", "ArrowRight", "v", "ArrowRight"):
        await visitor.press(key)
    await finds_nothing(visitor, "the timeline")
    # Leaves the run, unless a new view has done so.
    await visitor.press("v")
    await visitor.query.fill("cam")
    await expect(visitor.page.get_by_role("option").first).to_be_visible()
    await finds_nothing(visitor, "the box with completions")
    await visitor.query.fill("zebra")
    await expect(visitor.notice).to_contain_text("zebra")
    await finds_nothing(visitor, "the page on which nothing is found")


async def axe_finds_nothing_in_menus_and_dialogs(stand):
    """Filters, groups, orders, more, help, albums, keywords, the question before the end, and the end."""
    library(stand)
    visitor = await stand.visit()
    page = visitor.page
    await eventually(lambda: visitor.tiles.count(), "photos are shown")
    for key, role in (("f", "dialog"), ("g", "menu"), ("s", "menu")):
        await visitor.press(key)
        await expect(page.get_by_role(role)).to_be_visible()
        await finds_nothing(visitor, f"the menu of {key}")
        await visitor.press("Escape")
    await page.locator("#more-button").click()
    await finds_nothing(visitor, "the menu of more")
    await visitor.press("Escape")
    await visitor.press("?")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await finds_nothing(visitor, "the help")
    await visitor.press("Escape")
    await visitor.press("b")
    await expect(page.locator("#albums")).to_be_visible()
    await finds_nothing(visitor, "the albums")
    await visitor.press("Escape")
    await visitor.press("t")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await finds_nothing(visitor, "the dialog of keywords")
    await visitor.press("Escape")
    await visitor.tile("o1.png").click()
    await expect(visitor.picked).to_contain_text("1")
    await visitor.cancel.click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await finds_nothing(visitor, "the question")
    await page.get_by_role("button", name="Discard").click()
    await visitor.has_ended("Cancelled")
    await finds_nothing(visitor, "the end")


async def axe_finds_nothing_in_the_full_view(stand):
    """A photo alone, with facts, enlarged, two side by side, a video, and a damaged photo."""
    library(stand)
    visitor = await stand.visit(allows=["404"])
    await eventually(lambda: visitor.tiles.count(), "photos are shown")
    await visitor.tile("o1.png").dblclick()
    await expect(visitor.viewer.locator("img.picture.loaded")).to_be_visible()
    for key in ("3", "8"):
        await visitor.press(key)
    await visitor.press("i")
    await expect(visitor.page.get_by_role("complementary", name="Facts")).to_contain_text("Nikon")
    await finds_nothing(visitor, "the full view with facts")
    await visitor.press("i")
    await visitor.press("z")
    await finds_nothing(visitor, "the full view enlarged")
    await visitor.press("z")
    await visitor.press("c")
    await finds_nothing(visitor, "two photos side by side")
    await visitor.press("Escape")
    for name in ("sunset.webm", "cut.png"):
        await visitor.tile(name).hover()
        await visitor.tile(name).locator(".look").click()
        await expect(visitor.viewer.get_by_role("heading").first).to_have_text(name)
        await finds_nothing(visitor, f"the full view of {name}")
        await visitor.press("Escape")
