"""Each test has its own photos, its own home folder, its own runs of photopick and its own pages."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from photos import fill
from visitor import PATIENCE, Picker, Visitor

ROOT = Path(__file__).resolve().parents[2]
PHOTOPICK = Path(os.environ.get("PHOTOPICK", ROOT / ".build/release/photopick")).resolve()
# What a browser calls errors and the page expects: 409 for a view that is over, no icon for the page that leads on, no
# thumbnail of what is damaged.
EXPECTED = [
    # A view may change while the page asks for it ahead.
    r"/(photos|shapes)\?view=\S* was preloaded using link preload but not used",
    r"409 \(Conflict\).*/(shapes|photos)\?view=", r"403 \(Forbidden\).*/favicon\.ico", r"404 .*/thumbnail\?",
    # What a page asks for ahead when photopick has ended already.
    r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)"]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    # The sandbox needs rights that root and containers do not have; only pages of this machine are shown.
    return {**browser_type_launch_args, "executable_path": os.environ["PHOTOPICK_TEST_BROWSER"],
            "args": ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"]}


@pytest.fixture
def photos(tmp_path):
    """The folder of the photos, where photopick runs."""
    folder = tmp_path / "photos"
    folder.mkdir()
    return folder


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def environment(home):
    inherited = {
        key: value for key, value in os.environ.items()
        if not key.startswith(("XDG_", "SSH_", "PHOTOPICK_", "LC_")) and key not in ("BROWSER", "NO_COLOR")}
    return inherited | {"HOME": str(home), "TZ": "UTC", "LANG": "C.UTF-8"}


@pytest.fixture
def run(photos, environment):
    """Runs photopick to its end."""
    return lambda *arguments: subprocess.run(
        [PHOTOPICK, *arguments], cwd=photos, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=60, check=False)


@pytest.fixture
def start(tmp_path, photos, environment):
    """Starts `pick --web` in the folder of the photos; opens a browser only if asked to."""
    pickers = []

    def start(*arguments, ground=".", opens=False):
        command = [PHOTOPICK, "pick", *([ground] if ground else []), "--web", *([] if opens else ["--no-open"]), *arguments]
        pickers.append(Picker(command, photos, environment, tmp_path / f"picker-{len(pickers)}"))
        return pickers[-1]
    yield start
    for picker in pickers:
        picker.process.kill()
        picker.process.wait()
        # pytest shows this if the test fails.
        print("photopick said:", picker.said)


@pytest.fixture
def open_page(new_context):
    """Opens pages that are watched: errors, dialogs and requests to elsewhere fail the test.

    `allows` has expressions for complaints that a test provokes.
    """
    complaints = []

    def open_page(context=None, allows=(), **options):
        context = context or new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()

        def complain(text):
            if not any(re.search(known, text) for known in (*EXPECTED, *allows)):
                complaints.append(text)

        def answer(dialog):
            if dialog.type != "beforeunload":
                complain(f"dialog: {dialog.message}")
            dialog.accept()
        page.on("pageerror", lambda error: complain(f"error in the page: {error}"))
        page.on("console", lambda message: message.type in ("error", "warning") and complain(
            f"console: {message.text} {message.location.get('url', '')}"))
        page.on("request", lambda request: request.url.startswith("http://127.0.0.1:") or complain(f"asks {request.url}"))
        page.on("dialog", answer)
        return page
    yield open_page
    assert not complaints


@pytest.fixture
def visit(photos, start, open_page):
    """Starts photopick and opens its page; waits until it shows photos, `count` of them if given.

    `names` are photos that are made first, and shown.
    """
    def visit(*arguments, names=None, count=None, ground=".", **options):
        if names:
            fill(photos, names)
            count = len(names)
        picker = start(*arguments, ground=ground)
        return Visitor(open_page(**options), picker).opens(picker.address(), count)
    return visit
