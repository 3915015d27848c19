"""Emulates the reader of the documents: presses keys in pickers, and picks on the page of `pick --web`."""

import fcntl
import os
import pty
import select
import termios
import threading

from terminal import ANSWERS, FRAME_END, QUESTION_END, set_size

FRAME_START = b"\x1b[?2026h"
# The seconds without output after which a picker waits for a key.
QUIET = 0.3

# Replaces the desktop's browser: opens the page, picks the first photo and finishes.
BROWSER = """\
#!/usr/bin/env python3
import html, http.cookiejar, json, re, sys, urllib.error, urllib.request
web = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
address = html.unescape(re.search('http://[^"]*', open(sys.argv[1]).read())[0])
origin = "/".join(address.split("/")[:3])
page = origin + re.search('href="([^"]*)"', web.open(address).read().decode())[1]
def ask(path, action=None):
    headers = {"Origin": origin, "Content-Type": "application/json"}
    body = json.dumps(action).encode() if action else None
    return json.load(web.open(urllib.request.Request(page + path, body, headers)))
first = None
while not first:
    view = ask("view")
    try:
        first = view["count"] and ask("photos?view=%d&from=0&count=1" % view["view"])["photos"][0]
    except urllib.error.HTTPError as gone:
        # The view has changed while the library is being scanned.
        if gone.code != 409:
            raise
ask("do", {"action": "toggle", "photo": {"id": first["id"], "position": 0}})
ask("do", {"action": "done"})
"""


class Terminal:
    """A terminal for pickers. Each picker receives the next keys once it has drawn its screen."""

    def __init__(self, keys):
        self.keys = list(keys)
        self.master, self.slave = pty.openpty()
        set_size(self.slave, 100, 24)
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self._answer, daemon=True)
        self.thread.start()

    def control(self):
        """Makes it the controlling terminal of the calling session leader."""
        fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)

    def _answer(self):
        shown, keys = b"", []
        while not self.is_over.is_set():
            if not select.select([self.master], [], [], QUIET)[0]:
                # The picker waits for a key once it has scanned the library and drawn the screen.
                if keys and FRAME_END in shown and b"Reading" not in shown:
                    shown = b""
                    os.write(self.master, keys.pop(0).replace("\u23ce", "\r").encode())
                continue
            shown += os.read(self.master, 65536)
            if QUESTION_END in shown:
                os.write(self.master, ANSWERS["symbols"])
                shown, keys = b"", list(self.keys.pop(0) if self.keys else "q")
            # The screen consists of the last frame and subsequent output.
            start = shown.rfind(FRAME_START)
            shown = shown[max(start, 0):]

    def end(self):
        self.is_over.set()
        self.thread.join()
        os.close(self.master)
        os.close(self.slave)
