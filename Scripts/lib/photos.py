"""Generated photos with given metadata."""

import os
import random
import struct
import zlib
from xml.sax.saxutils import escape

# The start of a JPEG, including the header of its scan.
HEADER = bytes.fromhex("ffd8ffc0000b080bd00fa001011100ffda0008010100003f00")


def opaque(size):
    """Returns a JPEG of `size` bytes with random pixels."""
    return HEADER + os.urandom(size - len(HEADER))


def chunk(kind, content, claim=None):
    """Returns a PNG chunk that declares its length, or `claim`."""
    head = struct.pack(">I", len(content) if claim is None else claim) + kind + content
    return head + struct.pack(">I", zlib.crc32(kind + content))


def tiff(entries, start):
    """Returns a little-endian IFD at offset `start`. Values are strings, numbers, or the offset of another IFD."""
    directory, data = struct.pack("<H", len(entries)), b""
    place = start + 2 + 12 * len(entries) + 4
    for tag, value in sorted(entries.items()):
        if isinstance(value, int):
            kind, count, field = (4, 1, struct.pack("<I", value)) if tag == 0x8769 else (3, 1, struct.pack("<HH", value, 0))
        else:
            text = value.encode() + b"\0"
            kind, count, field = 2, len(text), struct.pack("<I", place + len(data))
            if len(text) <= 4:
                field = text.ljust(4, b"\0")
            else:
                data += text + b"\0" * (len(text) % 2)
        directory += struct.pack("<HHI", tag, kind, count) + field
    return directory + bytes(4) + data


def exif(date=None, camera=None, iso=None):
    """Returns Exif with a date such as `2014-05-25 10:00:00`, a camera such as `Canon EOS R5`, and an ISO speed."""
    first, second = {}, {}
    if camera:
        first = {0x010F: camera.split(" ")[0], 0x0110: camera}
    if date:
        second[0x9003] = date.replace("-", ":")
    if iso:
        second[0x8827] = iso
    # The offset of the second IFD follows from the size of the first.
    length = len(tiff(first | {0x8769: 0}, 8))
    head = tiff(first | {0x8769: 8 + length}, 8)
    return b"II*\0" + struct.pack("<I", 8) + head + tiff(second, 8 + length)


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


def png(width=300, height=200, seed=0, caption=None, keywords=(), **metadata):
    """Returns a PNG with a gradient of two colors."""
    choice = random.Random(seed)
    left, right = ([choice.randint(20, 230) for _ in range(3)] for _ in range(2))
    line = b"\0" + bytes(
        left[part] + (right[part] - left[part]) * x // width for x in range(width) for part in range(3))
    content = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    if metadata:
        content += chunk(b"eXIf", exif(**metadata))
    if caption or keywords:
        content += chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp(caption, keywords))
    content += chunk(b"IDAT", zlib.compress(line * height, 1)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + content


def fill(folder, names, date="2014-05-25", **metadata):
    """Creates photos in a folder, one per minute in the order of names."""
    folder.mkdir(parents=True, exist_ok=True)
    for index, name in enumerate(names):
        when = f"{date} {10 + index // 60:02}:{index % 60:02}:00"
        # Both portrait and landscape.
        size = (200, 300) if index % 5 == 3 else (300, 200)
        (folder / name).write_bytes(png(*size, seed=name, date=when, **metadata))
    return folder
