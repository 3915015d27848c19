"""Adds metadata that encoders don't write: dates and cameras of videos, the thumbnail of a document, and the rotation
of HEIC and AVIF files, which heif-enc does not write before version 1.17.
"""

import struct
from datetime import datetime

# The maker numbers of AVCHD.
MAKERS = {"Sony": 0x0108}
# The identifier of AVCHD metadata in an unregistered message (ITU-T H.264, D.1.6).
AVCHD = bytes.fromhex("17ee8c60f84d11d98cd60800200c9a66") + b"MDPM"
# Exif's orientation to quarters counter-clockwise, the unit of `irot` (ISO/IEC 23008-12, 6.5.10).
QUARTERS = {"8": 1, "3": 2, "6": 3}


def bcd(number):
    return number // 10 << 4 | number % 10


def avchd(stream, row):
    """Inserts a message with date and camera before the first picture of an H.264 stream."""
    date = datetime.fromisoformat(row["date"])
    # Half hours east of UTC; 0x20 would mean west.
    halves = int(date.utcoffset().total_seconds()) // 1800
    year, month = bcd(date.year // 100), bcd(date.year % 100)
    entries = [(0x18, bytes([halves, year, month, bcd(date.month)]))]
    entries.append((0x19, bytes(bcd(part) for part in (date.day, date.hour, date.minute, date.second))))
    model = row["model"].encode().ljust(12, b"\0")
    entries.append((0xE0, struct.pack(">HH", MAKERS[row["make"]], 0)))
    entries += [(0xE4 + index, model[index * 4 : index * 4 + 4]) for index in range(3)]
    body = AVCHD + bytes([len(entries)]) + b"".join(bytes([tag]) + value for tag, value in entries)
    unit = bytes([6, 5, len(body)]) + body + b"\x80"
    for low in (0, 1, 2, 3):
        # Units must not contain start codes (7.4.1.1).
        unit = unit.replace(bytes([0, 0, low]), bytes([0, 0, 3, low]))
    picture = stream.index(b"\0\0\1\x65")
    return stream[:picture] + b"\0\0\1" + unit + stream[picture:]


def idit(avi, row):
    """Inserts the date into the AVI headers, as cameras write it."""
    text = datetime.fromisoformat(row["date"]).strftime("%a %b %d %H:%M:%S %Y\n\0").encode()
    chunk = b"IDIT" + struct.pack("<L", len(text)) + text
    data = bytearray(avi)
    start = data.index(b"LIST")
    (length,) = struct.unpack_from("<L", data, start + 4)
    struct.pack_into("<L", data, start + 4, length + len(chunk))
    struct.pack_into("<L", data, 4, struct.unpack_from("<L", data, 4)[0] + len(chunk))
    return bytes(data[: start + 8 + length] + chunk + data[start + 8 + length :])


def thumbnail(document, jpeg, width, height):
    """Inserts a JPEG thumbnail into the image resources of a PSD (1036)."""
    line = (width * 24 + 31) // 32 * 4
    body = struct.pack(">6L2H", 1, width, height, line, line * height, len(jpeg), 24, 1) + jpeg
    resource = b"8BIM" + struct.pack(">HHL", 1036, 0, len(body)) + body + b"\0" * (len(body) % 2)
    start = 30 + struct.unpack_from(">L", document, 26)[0]
    (length,) = struct.unpack_from(">L", document, start)
    return document[:start] + struct.pack(">L", length + len(resource)) + resource + document[start + 4 :]


def find(data, path):
    """Returns the start of the box with this path of types; meta is a full box."""
    start, end = 0, len(data)
    for kind in path:
        while True:
            if start >= end:
                raise SystemExit(f"no box {kind.decode()}: the encoder writes another layout than expected")
            size, found = struct.unpack_from(">L4s", data, start)
            if found == kind:
                break
            start += size
        box, end = start, start + size
        start += 12 if kind == b"meta" else 8
    return box


def grow(data, path, by):
    for depth in range(1, len(path) + 1):
        at = find(data, path[:depth])
        struct.pack_into(">L", data, at, struct.unpack_from(">L", data, at)[0] + by)


def insert(data, path, at, addition):
    """Inserts bytes into the box with this path and updates item locations."""
    grow(data, path, len(addition))
    data[at:at] = addition
    locations = find(data, (b"meta", b"iloc"))
    version, sizes, count = struct.unpack_from(">B3xHH", data, locations + 8)
    if version > 1 or sizes not in (0x4400, 0x4440):
        raise SystemExit("heif-enc writes another form of iloc than expected")
    entry = locations + 16
    for _ in range(count):
        method = struct.unpack_from(">H", data, entry + 2)[0] if version else 0
        entry += 6 if version else 4
        base = move(data, entry, at, len(addition), 0, method) if sizes & 0xF0 else 0
        entry += 4 if sizes & 0xF0 else 0
        extents = struct.unpack_from(">H", data, entry)[0]
        for extent in range(entry + 2, entry + 2 + 8 * extents, 8):
            move(data, extent, at, len(addition), base, method)
        entry += 2 + 8 * extents


def move(data, field, at, by, base, method):
    """Updates a location after an insertion at `at`, and returns the previous one."""
    place = struct.unpack_from(">L", data, field)[0]
    if method == 0 and base < at <= base + place:
        struct.pack_into(">L", data, field, place + by)
    return place


def rotate(data, orientation):
    """Adds an `irot` property for the orientation to the primary item. Mirrored orientations are not supported."""
    if orientation not in QUARTERS:
        return data
    data = bytearray(data)
    properties = (b"meta", b"iprp", b"ipco")
    start = find(data, properties)
    end = start + struct.unpack_from(">L", data, start)[0]
    number, at = 1, start + 8
    while at < end:
        number, at = number + 1, at + struct.unpack_from(">L", data, at)[0]
    insert(data, properties, end, struct.pack(">L4sB", 9, b"irot", QUARTERS[orientation]))
    primary = struct.unpack_from(">H", data, find(data, (b"meta", b"pitm")) + 12)[0]
    associations = (b"meta", b"iprp", b"ipma")
    at = find(data, associations) + 16
    while struct.unpack_from(">H", data, at)[0] != primary:
        at += 3 + data[at + 2]
    data[at + 2] += 1
    insert(data, associations, at + 2 + data[at + 2], bytes([0x80 | number]))  # 0x80: essential
    return bytes(data)
