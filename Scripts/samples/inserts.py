"""Adds metadata that encoders don't write: dates and cameras of videos, the thumbnail of a document."""

import struct
from datetime import datetime

# The maker numbers of AVCHD.
MAKERS = {"Sony": 0x0108}
# The identifier of AVCHD metadata in an unregistered message (ITU-T H.264, D.1.6).
AVCHD = bytes.fromhex("17ee8c60f84d11d98cd60800200c9a66") + b"MDPM"


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
