"""Writes TIFF files: little-endian directories with values of any type."""

import struct

BYTE, ASCII, SHORT, LONG, RATIONAL, UNDEFINED, IFD, SRATIONAL = 1, 2, 3, 4, 5, 7, 13, 10
PACKING = {BYTE: "B", SHORT: "H", LONG: "L"}


class Directory:
    """An image file directory: entries of tag, type and value, and the next directory.

    A LONG value can also be bytes, which are written separately with a reference, a Directory, or a list.
    """

    def __init__(self, *entries, following=None):
        self.entries = sorted(entries, key=lambda entry: entry[0])
        self.following = following


class Writer:
    """Writes little-endian directories and their values."""

    def __init__(self, head):
        self.data = bytearray(head)

    def append(self, blob):
        self.data += b"\0" * (len(self.data) % 2)
        self.data += blob
        return len(self.data) - len(blob)

    def write(self, directory):
        """Appends a directory with its values, subdirectories and successors, and returns its position."""
        start = self.append(bytes(2 + 12 * len(directory.entries) + 4))
        struct.pack_into("<H", self.data, start, len(directory.entries))
        for index, (tag, kind, value) in enumerate(directory.entries):
            count, packed = self.packed(kind, value)
            if len(packed) > 4:
                packed = struct.pack("<L", self.append(packed))
            entry = struct.pack("<HHL", tag, kind, count) + packed.ljust(4, b"\0")
            self.data[start + 2 + 12 * index : start + 14 + 12 * index] = entry
        if directory.following:
            struct.pack_into("<L", self.data, start + 2 + 12 * len(directory.entries), self.write(directory.following))
        return start

    def packed(self, kind, value):
        if kind == ASCII:
            text = value.encode() + b"\0"
            return len(text), text
        if kind == UNDEFINED:
            return len(value), value
        values = value if isinstance(value, list) else [value]
        if kind in (RATIONAL, SRATIONAL):
            numbers = [part for value in values for part in value]
            return len(values), struct.pack("<%d%s" % (len(numbers), "l" if kind == SRATIONAL else "L"), *numbers)
        numbers = [self.number(value) for value in values]
        return len(numbers), struct.pack("<%d%s" % (len(numbers), PACKING.get(kind, "L")), *numbers)

    def number(self, value):
        if isinstance(value, Directory):
            return self.write(value)
        return self.append(value) if isinstance(value, bytes) else value


def tiff(directory, head=b"II*\0" + struct.pack("<L", 8)):
    writer = Writer(head)
    writer.write(directory)
    return bytes(writer.data)
