"""Each test uses separate photos, a separate home folder, and separate runs and pages."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from photos import fill
from visitor import PATIENCE, Picker, Visitor

ROOT = Path(__file__).resolve().parents[2]
PHOTOPICK = Path(os.environ.get("PHOTOPICK", ROOT / ".build/release/photopick")).resolve()
# Expected browser errors: 409 for an outdated view, no icon for the redirect page, no
# thumbnail of a corrupt file.
EXPECTED = [
    # A view may change during its preload.
    r"/(photos|shapes)\?view=\S* was preloaded using link preload but not used",
    r"409 \(Conflict\).*/(shapes|photos)\?view=", r"403 \(Forbidden\).*/favicon\.ico", r"404 .*/thumbnail\?",
    # Prefetches may follow the exit of photopick.
    r"net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE)"]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    # The sandbox needs privileges that root and containers lack; tests open only local pages.
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
    """Runs photopick until it exits."""
    return lambda *arguments: subprocess.run(
        [PHOTOPICK, *arguments], cwd=photos, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=60, check=False)


@pytest.fixture
def start(tmp_path, photos, environment):
    """Starts `pick --web` in the folder of the photos, without a browser by default."""
    pickers = []

    def start(*arguments, ground=".", opens=False):
        command = [PHOTOPICK, "pick", *([ground] if ground else []), "--web", *([] if opens else ["--no-open"]), *arguments]
        pickers.append(Picker(command, photos, environment, tmp_path / f"picker-{len(pickers)}"))
        return pickers[-1]
    yield start
    for picker in pickers:
        picker.process.kill()
        picker.process.wait()
        # pytest prints this if the test fails.
        print("photopick said:", picker.said)


@pytest.fixture
def open_page(new_context):
    """Opens pages. Errors, dialogs and external requests fail the test.

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
    """Starts photopick, opens its page and waits for photos, `count` of them if given.

    `names` are photos that are made first, and shown.
    """
    def visit(*arguments, names=None, count=None, ground=".", **options):
        if names:
            fill(photos, names)
            count = len(names)
        picker = start(*arguments, ground=ground)
        return Visitor(open_page(**options), picker).opens(picker.address(), count)
    return visit
