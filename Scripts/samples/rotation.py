"""Adds a rotation to HEIC and AVIF files, which heif-enc does not write before version 1.17."""

import struct

# Exif's orientation to quarters counter-clockwise, the unit of `irot` (ISO/IEC 23008-12, 6.5.10).
QUARTERS = {"8": 1, "3": 2, "6": 3}


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
