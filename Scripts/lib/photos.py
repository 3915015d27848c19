"""Generated photos with given metadata."""

import os
import random
import struct
import zlib
from xml.sax.saxutils import escape

from tiff import ASCII, LONG, SHORT, Directory, tiff

# The start of a JPEG, including the header of its scan.
HEADER = bytes.fromhex("ffd8ffc0000b080bd00fa001011100ffda0008010100003f00")


def opaque(size):
    """Returns a JPEG of `size` bytes with random pixels."""
    return HEADER + os.urandom(size - len(HEADER))


def chunk(kind, content, claim=None):
    """Returns a PNG chunk that declares its length, or `claim`."""
    head = struct.pack(">I", len(content) if claim is None else claim) + kind + content
    return head + struct.pack(">I", zlib.crc32(kind + content))


def exif(date=None, camera=None, iso=None):
    """Returns Exif with a date such as `2014-05-25 10:00:00`, a camera such as `Canon EOS R5`, and an ISO speed."""
    first = [(0x010F, ASCII, camera.split(" ")[0]), (0x0110, ASCII, camera)] if camera else []
    second = [(0x9003, ASCII, date.replace("-", ":"))] if date else []
    second += [(0x8827, SHORT, iso)] if iso else []
    return tiff(Directory(*first, (0x8769, LONG, Directory(*second))))


def xmp(caption=None, keywords=()):
    words = "".join(f"<rdf:li>{escape(word)}</rdf:li>" for word in keywords)
    parts = f"<dc:subject><rdf:Bag>{words}</rdf:Bag></dc:subject>" if words else ""
    if caption:
        text = f'<rdf:li xml:lang="x-default">{escape(caption)}</rdf:li>'
        parts += f"<dc:description><rdf:Alt>{text}</rdf:Alt></dc:description>"
    return (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"{parts}</rdf:Description></rdf:RDF></x:xmpmeta>").encode()


def png_of(width, height, *chunks, color=2, interlaced=0):
    """Returns a PNG with 8 bits per sample and these chunks."""
    header = struct.pack(">IIBBBBB", width, height, 8, color, 0, 0, interlaced)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(chunks)


def png(width=300, height=200, seed=0, caption=None, keywords=(), **metadata):
    """Returns a PNG with a gradient of two colors."""
    choice = random.Random(seed)
    left, right = ([choice.randint(20, 230) for _ in range(3)] for _ in range(2))
    line = b"\0" + bytes(
        left[part] + (right[part] - left[part]) * x // width for x in range(width) for part in range(3))
    chunks = [chunk(b"eXIf", exif(**metadata))] if metadata else []
    if caption or keywords:
        chunks.append(chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp(caption, keywords)))
    return png_of(width, height, *chunks, chunk(b"IDAT", zlib.compress(line * height, 1)), chunk(b"IEND", b""))


def fill(folder, names, date="2014-05-25", **metadata):
    """Creates photos in a folder, one per minute in the order of names."""
    folder.mkdir(parents=True, exist_ok=True)
    for index, name in enumerate(names):
        when = f"{date} {10 + index // 60:02}:{index % 60:02}:00"
        # Both portrait and landscape.
        size = (200, 300) if index % 5 == 3 else (300, 200)
        (folder / name).write_bytes(png(*size, seed=name, date=when, **metadata))
    return folder
