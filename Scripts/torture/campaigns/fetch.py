"""Fetches pictures from a slow server on the loopback interface and kills `photopick fetch` at random.

The server interrupts connections at random and records the first byte of each request. After each kill, the next run
must request exactly the first missing byte. Finally each picture must be identical to the server's, once, under its
name.
"""

import http.server
import json
import os
import random
import shutil
import threading
import time
import urllib.parse

import campaign
from photos import opaque
from servers import Server


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        server = self.server
        path = urllib.parse.unquote(self.path)
        content = server.files[path]
        tag, start = f'"{len(content)}"', 0
        if "Range" in self.headers and self.headers.get("If-Range", tag) == tag:
            start = int(self.headers["Range"].removeprefix("bytes=").rstrip("-"))
        with server.lock:
            server.starts.append((path, start))
        self.send_response(206 if start else 200)
        self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(content) - start))
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        end = random.randrange(start, len(content)) if random.random() < 0.2 else len(content)
        self.close_connection = end < len(content)
        try:
            for position in range(start, end, 32768):
                self.wfile.write(content[position:min(position + 32768, end)])
                time.sleep(0.002)
        except OSError:
            self.close_connection = True


class Campaign(campaign.Campaign):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.state = self.home / "state"
        self.server = Server(Handler)
        self.server.lock, self.server.starts = threading.Lock(), []
        self.server.files = {
            f"/{number}-IMG.JPG": opaque(self.choice.randrange(200_000, 1_500_000)) for number in range(8)}
        self.target = self.folder / "target"

    def parts(self):
        """Returns the size of each partial download, by the path of its URL."""
        found = {}
        for record in (self.state / "photopick/downloads").glob("*.json"):
            url, part = json.loads(record.read_bytes())["url"], record.with_suffix(".part")
            found["/" + urllib.parse.unquote(url.split("/", 3)[3])] = part.stat().st_size if part.exists() else None
        return found

    def fetched(self):
        return {"/" + name for name in os.listdir(self.target)} if self.target.exists() else set()

    def round(self, number):
        """Fetches all pictures, with kills until it succeeds."""
        for folder in (self.target, self.state):
            shutil.rmtree(folder, ignore_errors=True)
        files, starts = self.server.files, self.server.starts
        urls = {path: f"{self.server.address}{urllib.parse.quote(path)}" for path in files}
        arguments, kills, faults = ["--to", self.target, *urls.values()], 0, []
        while True:
            before = self.parts()
            starts.clear()
            patience = self.choice.uniform(0.02, 0.6) if kills < 30 else 120
            status, _, errors = self.finish(self.start("fetch", *arguments), patience)
            if status != -9:
                break
            kills += 1
            # Until all downloads have started, the command must be repeated unchanged.
            known = self.parts().keys() | self.fetched()
            if known >= files.keys():
                arguments = ["--resume"]
            elif len(arguments) > 1:
                missing = [url for path, url in urls.items() if path not in known]
                arguments = ["--resume", "--to", self.target, *missing]
            with self.server.lock:
                first = dict(reversed(starts))
            faults += [f"{path}: asked from byte {start}, {before[path]} were on the disk" for path, start in first.items()
                       if before.get(path) and start != before[path]]
        if status != 0:
            faults.append(errors)
        found = self.fetched()
        faults += [f"{path}: missing" for path in files.keys() - found]
        faults += [f"{path}: nobody asked for it" for path in found - files.keys()]
        faults += [f"{path}: other bytes" for path in found & files.keys()
                   if (self.target / path[1:]).read_bytes() != files[path]]
        return faults + [f"left behind: {path}" for path in self.parts()]
