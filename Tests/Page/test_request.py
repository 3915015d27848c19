"""The request of an app: filters, choices and labels, and the form for saving."""

import json

from playwright.sync_api import expect

from photos import fill
from visitor import eventually

HOSTILE = "<img src=x onerror=alert(1)>\u202e\x1b[31m"


def write(home, **request):
    """Writes a request, and returns its option."""
    file = home / "request"
    whole = {"kind": {"open": {"isMultiple": True}}, "app": "", "title": "", "acceptLabel": "", "filters": [], "choices": []}
    file.write_text(json.dumps(whole | request))
    return ["--dialog", str(file)]


def answer(home):
    return json.loads((home / "request.answer").read_text())


def pattern(glob):
    return {"glob": {"_0": glob}}


def choice(name, label, selected, *options):
    return {"identifier": name, "label": label, "selected": selected,
            "options": [{"identifier": key, "label": text} for key, text in options]}


def test_an_app_gets_photos_filter_and_choices(home, photos, visit):
    """The filter narrows the photos, and the answer has what was chosen; stdout has nothing."""
    filters = [{"name": "All", "patterns": [{"mime": {"_0": "image/*"}}]}, {"name": "B", "patterns": [pattern("B*")]}]
    choices = [choice("size", "Size", "l", ("s", "Small"), ("l", "Large")), choice("strip", "Remove metadata", "true")]
    options = write(home, title="Send photos", acceptLabel="Send", filters=filters, filter=0, choices=choices)
    visitor = visit(*options, names=["a.png", "b.png", "bb.png"])
    page = visitor.page
    expect(page.locator(".request-title")).to_have_text("Send photos")
    expect(visitor.done).to_have_text("Send")
    expect(page.get_by_label("Size")).to_have_value("l")
    expect(page.get_by_label("Remove metadata")).to_be_checked()
    page.get_by_label("Files").select_option("B")
    eventually(lambda: visitor.names() == ["bb.png", "b.png"], "the filter narrows the photos")
    page.get_by_label("Size").select_option("Small")
    page.get_by_label("Remove metadata").uncheck()
    visitor.clicks("b.png")
    expect(visitor.done).to_have_text("Send (1)")
    visitor.done.click()
    visitor.picker.ends(0)
    assert answer(home) == {
        "urls": [(photos / "b.png").as_uri()], "filter": 1, "choices": {"size": "s", "strip": "false"}}


def test_one_file_is_one_photo_and_cancelling_answers_nothing(home, visit):
    visitor = visit(*write(home, kind={"open": {"isMultiple": False}}), names=["a.png", "b.png"])
    visitor.clicks("a.png", "b.png")
    visitor.are_picked("b.png")
    visitor.cancel.click()
    visitor.page.get_by_role("button", name="Discard").click()
    visitor.has_ended("Cancelled")
    visitor.picker.ends(130)
    assert not (home / "request.answer").exists()


def test_texts_of_apps_are_text(home, visit):
    choices = [choice(HOSTILE, HOSTILE, "x", ("x", HOSTILE), ("y", "Y"))]
    filters = [{"name": HOSTILE, "patterns": [pattern("*.png")]}, {"name": "B", "patterns": [pattern("*")]}]
    visitor = visit(*write(home, title=HOSTILE, acceptLabel=HOSTILE, filters=filters, choices=choices), names=["a.png"])
    expect(visitor.page.locator(".request-title")).to_contain_text("<img src=x")
    assert visitor.page.locator("#request img, #bar img").count() == 0
    assert "\x1b" not in visitor.page.content() and "\u202e" not in visitor.page.content()
    visitor.cancel.click()
    visitor.picker.ends(130)


def test_a_file_is_saved_under_a_free_name_or_after_a_question(home, photos, start, open_page):
    """The form proposes the folder and the name of the app; an existing file needs a confirmation."""
    fill(photos, ["a.png"])
    options = write(home, kind={"saveFile": {"name": "a.png"}}, title="Save the picture", folder=list(str(photos).encode()))
    picker = start(*options)
    page = open_page()
    page.goto(picker.address())
    expect(page.get_by_role("heading", name="Save the picture")).to_be_visible()
    expect(page.get_by_label("Name")).to_have_value("a.png")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("a.png exists. Replace it?")).to_be_visible()
    page.get_by_role("button", name="Keep it").click()
    page.get_by_label("Name").fill("../b.png")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#toast")).to_have_text("A file can't have this name.")
    page.get_by_label("Name").fill("ü b.png")
    page.get_by_role("button", name="Save").click()
    picker.ends(0)
    assert answer(home)["urls"] == [(photos / "ü b.png").as_uri()]
