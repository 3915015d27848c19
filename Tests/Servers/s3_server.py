"""Object storage on the loopback interface: the part of S3 that photopick uses, with verified signatures.

    python3 s3_server.py        prints the port, and serves until standard input ends

Keys are AKIDTEST and a secret in the environment (S3_SECRET); S3_TOKEN is a session token, if there is one. S3_CONDITIONS
is `none` for a server that ignores the conditions of writes, and `writes` for one that ignores only those of DELETE.
Everything is in memory. `PUT /-/objects/KEY?SECONDS` writes an object with any key, by default with the current time, and `GET
/-/objects/KEY` returns its size, tag and time as lines. `GET /-/log` returns the requests as lines; `GET /-/faults`
returns the faults that are left, and `POST /-/faults` adds some, one per line: `METHOD KIND [PATTERN [COUNT]]`. The next
requests of the method consume them, if their path, query and range contain the regular expression:

    503        a status                             skew    RequestTimeTooSkewed
    drop       the connection before the work       hold    waits for another request of the method
    dropafter  the connection after the work        loop    a listing that continues with itself
    cut        the connection in the body           entity  a listing with entities
    long       a Content-Length that is too large   next    first replaces the object by that of `PUT /-/next/KEY`
    short      a Content-Length that is too small   tag     another entity tag
    range      a wrong Content-Range                total   a wrong size in Content-Range
"""

import base64
import datetime
import email.utils
import hashlib
import hmac
import http.server
import os
import re
import sys
import threading
import urllib.parse
from xml.sax.saxutils import escape

KEY, SECRET, TOKEN = "AKIDTEST", os.environ.get("S3_SECRET", "secret"), os.environ.get("S3_TOKEN")
PAGE = int(os.environ.get("S3_PAGE", "1000"))
lock = threading.Lock()
answered = threading.Condition()
objects, nexts, uploads, log, faults = {}, {}, {}, [], []
answers = []


class Refusal(Exception):
    def __init__(self, status, code):
        super().__init__(code)
        self.status, self.code = status, code


def mac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def check_signature(request, path, query, body):
    """Verifies the signature and the hash of the body."""
    header = request.headers.get("Authorization", "")
    found = re.fullmatch(
        r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([a-z0-9-]+)/s3/aws4_request,\s*"
        r"SignedHeaders=([a-z0-9;-]+),\s*Signature=([0-9a-f]{64})", header)
    if not found:
        raise Refusal(403, "AccessDenied")
    key, day, region, names, signature = found.groups()
    date, payload = request.headers.get("x-amz-date"), request.headers.get("x-amz-content-sha256")
    if not date or not payload:
        raise Refusal(403, "AccessDenied")
    names = names.split(";")
    needed = {"host"} | {name.lower() for name in request.headers if name.lower().startswith("x-amz-")}
    if names != sorted(names) or not needed <= set(names):
        raise Refusal(403, "AccessDenied")
    if key != KEY:
        raise Refusal(403, "InvalidAccessKeyId")
    if TOKEN and request.headers.get("x-amz-security-token") != TOKEN:
        raise Refusal(403, "InvalidToken")
    pairs = [tuple(part.partition("=")[::2]) for part in query.split("&")] if query else []
    quoted = sorted((urllib.parse.quote(urllib.parse.unquote(n), safe="-_.~"),
                     urllib.parse.quote(urllib.parse.unquote(v), safe="-_.~")) for n, v in pairs)
    # The path is encoded once, from the bytes of the key.
    canonical = "\n".join([
        request.command, urllib.parse.quote(urllib.parse.unquote_to_bytes(path), safe="/-_.~"),
        "&".join(f"{name}={value}" for name, value in quoted),
        *(f"{name}:{' '.join(request.headers[name].split())}" for name in names), "", ";".join(names), payload])
    scope = f"{day}/{region}/s3/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", date, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    signing = mac(mac(mac(mac(b"AWS4" + SECRET.encode(), day), region), "s3"), "aws4_request")
    if not hmac.compare_digest(mac(signing, text).hex(), signature):
        raise Refusal(403, "SignatureDoesNotMatch")
    if payload != "UNSIGNED-PAYLOAD" and payload != hashlib.sha256(body).hexdigest():
        raise Refusal(400, "XAmzContentSHA256Mismatch")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body are two writes.
    disable_nagle_algorithm = True

    def answer(self, status, body=b"", **headers):
        headers.setdefault("Content_Length", len(body))
        body = self.falsify(headers, body)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def falsify(self, headers, body):
        """Applies the fault of the request to the headers; returns the bytes to send."""
        kind = self.kind
        if kind in ("cut", "long", "short"):
            self.close_connection = True
        if kind == "cut":
            return body[:len(body) // 2]
        if kind in ("long", "short"):
            headers["Content_Length"] += 100 if kind == "long" else -100
        if kind == "tag":
            headers["ETag"] = '"another"'
        if kind in ("range", "total") and "Content_Range" in headers:
            first, last, total = map(int, re.findall(r"\d+", headers["Content_Range"]))
            moved = (first + 1, last + 1, total) if kind == "range" else (first, last, total + 1000)
            headers["Content_Range"] = "bytes {}-{}/{}".format(*moved)
        return body

    def hold(self):
        """Waits until another request of the method was answered."""
        with answered:
            count = answers.count(self.command)
            answered.wait_for(lambda: answers.count(self.command) > count, 4)

    def handle_request(self):
        self.kind = ""
        self.respond()
        with answered:
            answers.append(self.command)
            answered.notify_all()

    def respond(self):
        path, _, query = self.path.partition("?")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if path == "/-/log":
            return self.answer(200, "\n".join(log).encode())
        if path == "/-/faults":
            with lock:
                for line in body.decode().splitlines():
                    method, kind, *rest = line.split()
                    faults.extend([(method, kind, rest[0] if rest else "")] * int(rest[1] if rest[1:] else 1))
                return self.answer(200, "".join(f"{' '.join(fault)}\n" for fault in faults).encode())
        if path.startswith(("/-/objects/", "/-/next/")):
            store, _, key = path[3:].partition("/")
            kept, key = objects if store == "objects" else nexts, urllib.parse.unquote_to_bytes(key)
            if self.command == "GET":
                found, tag, seconds = kept[key]
                time = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
                return self.answer(200, f"{len(found)}\n{tag}\n{time:%Y-%m-%dT%H:%M:%SZ}\n".encode())
            seconds = int(query or datetime.datetime.now().timestamp())
            kept[key] = (body, '"' + hashlib.md5(body).hexdigest() + '"', seconds)
            return self.answer(200)
        with lock:
            log.append(f"{self.command} {self.path}")
            text = f"{self.path} {self.headers.get('Range', '')}"
            fault = next((fault for fault in faults if fault[0] == self.command and re.search(fault[2], text)), None)
            if fault:
                faults.remove(fault)
        kind = self.kind = fault[1] if fault else ""
        if kind == "hold":
            self.hold()
        if kind == "drop":
            self.close_connection = True
            return None
        if kind == "dropafter":
            self.answer = lambda *_, **__: setattr(self, "close_connection", True)
        try:
            if kind == "skew":
                raise Refusal(403, "RequestTimeTooSkewed")
            if kind.isdigit():
                raise Refusal(int(kind), "SlowDown")
            if os.environ.get("S3_PUBLIC") != "1":
                check_signature(self, path, query, body)
            if "Content-MD5" in self.headers:
                if base64.b64decode(self.headers["Content-MD5"]) != hashlib.md5(body).digest():
                    raise Refusal(400, "BadDigest")
            return self.serve(urllib.parse.unquote_to_bytes(path), dict(
                urllib.parse.parse_qsl(query, keep_blank_values=True, encoding="latin-1")), body)
        except Refusal as refusal:
            document = f"<?xml version='1.0'?><Error><Code>{refusal.code}</Code><Message>{SECRET}</Message></Error>"
            fields = {"Retry_After": 0} if refusal.status == 503 else {}
            return self.answer(refusal.status, document.encode(), **fields)

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = handle_request

    def serve(self, path, query, body):
        bucket, _, key = path[1:].partition(b"/")
        if bucket != b"photos":
            raise Refusal(404, "NoSuchBucket")
        with lock:
            if not key:
                return self.list(query)
            if self.kind == "next":
                objects[key] = nexts.pop(key)
            if self.command in ("GET", "HEAD"):
                return self.get(key)
            if self.command == "POST" and "uploads" in query:
                identifier = f"upload/{len(uploads)}+&"
                uploads[identifier] = {}
                return self.answer(200, (
                    "<InitiateMultipartUploadResult><UploadId>"
                    f"{escape(identifier)}</UploadId></InitiateMultipartUploadResult>").encode())
            if "uploadId" in query:
                return self.upload(key, query, body)
            if self.command == "PUT":
                self.check_conditions(key)
                tag = '"' + hashlib.md5(body).hexdigest() + '"'
                objects[key] = (body, tag, int(datetime.datetime.now().timestamp()))
                return self.answer(200, ETag=tag)
            self.check_conditions(key)
            objects.pop(key, None)
            return self.answer(204)

    def upload(self, key, query, body):
        parts = uploads.get(query["uploadId"])
        if parts is None:
            raise Refusal(404, "NoSuchUpload")
        if self.command == "DELETE":
            del uploads[query["uploadId"]]
            return self.answer(204)
        if self.command == "PUT":
            parts[int(query["partNumber"])] = body
            return self.answer(200, ETag='"' + hashlib.md5(body).hexdigest() + '"')
        self.check_conditions(key)
        numbers = [int(n) for n in re.findall(rb"<PartNumber>(\d+)</PartNumber>", body)]
        tags = [hashlib.md5(parts[n]).hexdigest() for n in numbers]
        if re.findall(rb'<ETag>"(\w+)"</ETag>', body) != [tag.encode() for tag in tags]:
            raise Refusal(400, "InvalidPart")
        digest = hashlib.md5(b"".join(bytes.fromhex(tag) for tag in tags)).hexdigest()
        objects[key] = (b"".join(parts[n] for n in numbers), f'"{digest}-{len(numbers)}"',
                        int(datetime.datetime.now().timestamp()))
        del uploads[query["uploadId"]]
        return self.answer(200, b"  \n<?xml version='1.0'?><CompleteMultipartUploadResult/>")

    def check_conditions(self, key):
        ignored = {"none": ("PUT", "POST", "DELETE"), "writes": ("DELETE",)}
        if self.command in ignored.get(os.environ.get("S3_CONDITIONS"), ()):
            return
        found = objects.get(key)
        if self.headers.get("If-None-Match") == "*" and found:
            raise Refusal(412, "PreconditionFailed")
        match = self.headers.get("If-Match")
        if match and not found:
            raise Refusal(404, "NoSuchKey")
        if os.environ.get("S3_CEPH") == "1" and self.command in ("PUT", "POST"):
            match = match and f'"{match}"'
        if match and found[1] != match:
            raise Refusal(412, "PreconditionFailed")

    def get(self, key):
        if key not in objects:
            raise Refusal(404, "NoSuchKey")
        content, tag, time = objects[key]
        self.check_conditions(key)
        fields = {"ETag": tag, "Last_Modified": email.utils.formatdate(time, usegmt=True)}
        wanted = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not wanted or self.command == "HEAD":
            return self.answer(200, content, **fields, Content_Length=len(content))
        first = int(wanted[1])
        last = min(int(wanted[2] or len(content)), len(content) - 1)
        if first >= len(content):
            raise Refusal(416, "InvalidRange")
        return self.answer(206, content[first:last + 1], **fields,
                           Content_Range=f"bytes {first}-{last}/{len(content)}")

    def list(self, query):
        if query.get("list-type") != "2" or query.get("encoding-type") != "url":
            raise Refusal(400, "InvalidArgument")
        prefix = query["prefix"].encode("latin-1")
        after = bytes.fromhex(query.get("continuation-token", "")[1:])
        found, limit = {}, min(int(query["max-keys"]), PAGE)
        for key in sorted(objects):
            rest = key[len(prefix):]
            if not key.startswith(prefix):
                continue
            folder = rest.partition(b"/")[0] + b"/" if b"/" in rest else None
            name = prefix + folder if folder else key
            if name > after and name not in found:
                found[name] = None if folder else objects[key]
        names = sorted(found)
        page, rest = names[:limit], names[limit:]
        text = ["<?xml version='1.0' encoding='UTF-8'?>"]
        if self.kind == "entity":
            text.append("<!DOCTYPE a [<!ENTITY b 'aaaaaaaa'><!ENTITY c '&b;&b;&b;&b;'>]>")
        truncated = bool(rest) or self.kind == "loop"
        text += ["<ListBucketResult xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>",
                 f"<EncodingType>url</EncodingType><IsTruncated>{str(truncated).lower()}</IsTruncated>"]
        if truncated:
            token = "00" if self.kind == "loop" else page[-1].hex()
            text.append(f"<NextContinuationToken>={token}</NextContinuationToken>")
        for name in page:
            quoted = escape(urllib.parse.quote_plus(name, safe="/"))
            if found[name] is None:
                text.append(f"<CommonPrefixes><Prefix>{quoted}</Prefix></CommonPrefixes>")
                continue
            content, tag, time = found[name]
            date = datetime.datetime.fromtimestamp(time, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.789Z")
            text.append(f"<Contents><Key>{quoted}</Key><LastModified>{date}</LastModified>"
                        f"<ETag>{escape(tag, {chr(34): '&quot;'})}</ETag><Size>{len(content)}</Size></Contents>")
        return self.answer(200, "".join(text + ["</ListBucketResult>"]).encode())

    def log_message(self, *_):
        """Requests are in the log that tests read."""


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        """A client that ends a transfer resets the connection."""


def main():
    server = Server(("127.0.0.1", int(os.environ.get("S3_PORT", "0"))), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print("port", server.server_port, flush=True)
    sys.stdin.buffer.read()


main()
