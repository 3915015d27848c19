"""Generates RAW files, because no free encoder does.

The files are minimal: directories for detecting the kind, locating the pictures and reading the tags, a JPEG preview,
and uncompressed 8-bit sensor data. They contain no maker notes, except for the note with the preview of ORF. Most RAW
converters reject them.
"""

import struct
from datetime import datetime

from tiff import ASCII, BYTE, IFD, LONG, SHORT, SRATIONAL, UNDEFINED, Directory, tiff

RW2_SIGNATURE = bytes.fromhex("88e774d8f8251d4d947a6e77822b5d6a")


def camera(row):
    entries = [(0x010F, ASCII, row["make"]), (0x0110, ASCII, row["model"])]
    return entries + [(0x0112, SHORT, int(row["orientation"])), (0x0132, ASCII, "2000:01:01 00:00:00")]


def strip(width, height, samples, *, photometric, pixel=1, reduced=False, compression=1):
    """Returns the entries of an uncompressed picture in one strip."""
    return [
        (0x00FE, LONG, int(reduced)),
        (0x0100, LONG, width),
        (0x0101, LONG, height),
        (0x0102, SHORT, [8] * pixel),
        (0x0103, SHORT, compression),
        (0x0106, SHORT, photometric),
        (0x0111, LONG, samples),
        (0x0115, SHORT, pixel),
        (0x0116, LONG, height),
        (0x0117, LONG, len(samples)),
    ]


def sensor(width, height, samples):
    """Returns the entries of sensor data with an RGGB color filter array."""
    pattern = [(0x828D, SHORT, [2, 2]), (0x828E, BYTE, [0, 1, 1, 2])]
    return strip(width, height, samples, photometric=32803) + pattern


def small_picture():
    """Returns the entries of a small gray RGB picture, as in IFD0 of NEF and DNG."""
    return strip(24, 16, bytes([128]) * (24 * 16 * 3), photometric=2, pixel=3, reduced=True)


def embedded(jpeg):
    return [(0x0201, LONG, jpeg), (0x0202, LONG, len(jpeg))]


def reduced_jpeg(jpeg):
    return [(0x00FE, LONG, 1), (0x0103, SHORT, 6), *embedded(jpeg)]


def cr2(row, width, height, samples, preview, thumbnail):
    """Canon: "CR" and the position of the last of four directories follow the TIFF header."""
    last = Directory(*sensor(width, height, samples))
    third = Directory(*small_picture(), following=last)
    second = Directory(*embedded(thumbnail), following=third)
    pictures = strip(width, height, preview, photometric=6, pixel=3, compression=6)[1:]
    exif = Directory((0x9000, UNDEFINED, b"0230"), (0xA002, LONG, width), (0xA003, LONG, height))
    first = Directory(*pictures, *camera(row), (0x8769, LONG, exif), following=second)
    data = bytearray(tiff(first, b"II*\0" + struct.pack("<L", 16) + b"CR\2\0" + bytes(4)))
    at = 16
    for _ in range(3):
        at = struct.unpack_from("<L", data, at + 2 + 12 * struct.unpack_from("<H", data, at)[0])[0]
    struct.pack_into("<L", data, 12, at)
    return bytes(data)


def nef(row, width, height, samples, preview, thumbnail):
    """Nikon: a small picture, with the preview and sensor data in SubIFDs."""
    below = [Directory(*reduced_jpeg(preview)), Directory(*sensor(width, height, samples))]
    return tiff(Directory(*small_picture(), *camera(row), (0x014A, LONG, below)))


def dng(row, width, height, samples, preview, thumbnail):
    """Adobe: like NEF, with the tags that DNG 1.4 requires."""
    shown = strip(width, height, preview, photometric=6, pixel=3, compression=7, reduced=True)
    below = [Directory(*sensor(width, height, samples)), Directory(*shown)]
    matrix = [(1, 1), (0, 1), (0, 1), (0, 1), (1, 1), (0, 1), (0, 1), (0, 1), (1, 1)]
    version = [
        (0xC612, BYTE, [1, 4, 0, 0]),
        (0xC613, BYTE, [1, 1, 0, 0]),
        (0xC614, ASCII, row["model"]),
        (0xC621, SRATIONAL, matrix),
        (0xC65A, SHORT, 21),
    ]
    return tiff(Directory(*small_picture(), *camera(row), *version, (0x014A, LONG, below)))


def arw(row, width, height, samples, preview, thumbnail):
    """Sony: the preview in IFD0, sensor data in a SubIFD, a thumbnail in IFD1."""
    below = Directory(*sensor(width, height, samples))
    second = Directory(*embedded(thumbnail))
    return tiff(Directory(*reduced_jpeg(preview), *camera(row), (0x014A, LONG, below), following=second))


def orf(row, width, height, samples, preview, thumbnail):
    """Olympus: a separate signature; the preview is in the maker note."""
    settings = Directory((0x0100, LONG, 1), (0x0101, LONG, preview), (0x0102, LONG, len(preview)))
    note = tiff(Directory((0x2020, IFD, settings)), b"OLYMPUS\0II\3\0")
    exif = Directory((0x9000, UNDEFINED, b"0230"), (0x927C, UNDEFINED, note))
    pictures = strip(width, height, samples, photometric=1)[1:]
    return tiff(Directory(*pictures, *camera(row), (0x8769, LONG, exif)), b"IIRO" + struct.pack("<L", 8))


def rw2(row, width, height, samples, preview, thumbnail):
    """Panasonic: separate tags for the sensor and its borders, with the preview as the value of a tag."""
    borders = [(0x0004, SHORT, 0), (0x0005, SHORT, 0), (0x0006, SHORT, height), (0x0007, SHORT, width)]
    raw_data = [(0x0111, LONG, 0xFFFFFFFF), (0x0117, LONG, len(samples)), (0x0118, LONG, samples)]
    first = Directory(
        (0x0001, UNDEFINED, b"0300"),
        (0x0002, SHORT, width),
        (0x0003, SHORT, height),
        *borders,
        *camera(row)[:3],
        *raw_data,
        (0x002E, UNDEFINED, preview),
        (0x8769, LONG, Directory((0x9000, UNDEFINED, b"0230"))),
    )
    return tiff(first, b"IIU\0" + struct.pack("<L", 24) + RW2_SIGNATURE)


def raf(row, width, height, samples, preview, thumbnail):
    """Fujifilm: a big-endian header with the positions of a JPEG with Exif, a directory about the sensor, and a TIFF
    with its data.
    """
    sizes = struct.pack(">HH", height, width)
    records = struct.pack(">LHH", 2, 0x0100, 4) + sizes + struct.pack(">HH", 0x0111, 4) + sizes
    about = [(0xF001, LONG, width), (0xF002, LONG, height), (0xF003, LONG, 8)]
    about += [(0xF007, LONG, samples), (0xF008, LONG, len(samples))]
    pictures = tiff(Directory((0xF000, IFD, Directory(*about))))
    preview = preview[:2] + preview[20:]  # without JFIF: Exif comes first in the JPEG of a camera
    start = 148
    places = (start, len(preview), start + len(preview), len(records))
    places += (start + len(preview) + len(records), len(pictures))
    model = row["model"].encode().ljust(32, b"\0")
    head = b"FUJIFILMCCD-RAW 0201FF000000" + model + b"0100" + bytes(20) + struct.pack(">6L", *places)
    return head.ljust(start, b"\0") + preview + records + pictures


def pef(row, width, height, samples, preview, thumbnail):
    """Pentax: the sensor data in IFD0, followed by directories of a thumbnail and a preview."""
    third = Directory(*reduced_jpeg(preview))
    second = Directory(*embedded(thumbnail), following=third)
    exif = Directory((0x9000, UNDEFINED, b"0230"))
    return tiff(Directory(*sensor(width, height, samples), *camera(row), (0x8769, LONG, exif), following=second))


def hasselblad(row, width, height, samples, preview, thumbnail):
    """Hasselblad: like ARW, including the date, because ExifTool doesn't write this format."""
    date = row["date"].replace("-", ":").replace("T", " ")
    exif = Directory((0x9000, UNDEFINED, b"0230"), (0x9003, ASCII, date))
    below = Directory(*sensor(width, height, samples))
    places = (0x014A, LONG, below), (0x8769, LONG, exif)
    return tiff(Directory(*reduced_jpeg(preview), *camera(row), *places, following=Directory(*embedded(thumbnail))))


def x3f(row, width, height, samples, preview, thumbnail):
    """Sigma: sections, a preview without Exif, and properties, as the first cameras wrote them; without sensor data."""
    time = int(datetime.fromisoformat(row["date"] + "+00:00").timestamp())
    names = {"CAMMANUF": row["make"], "CAMMODEL": row["model"], "TIME": str(time)}
    texts = [text for pair in names.items() for text in pair]
    starts = [sum(len(text) + 1 for text in texts[:index]) for index in range(len(texts))]
    characters = "".join(text + "\0" for text in texts)
    properties = b"SECp" + struct.pack("<5L", 0x20000, len(names), 0, 0, len(characters))
    properties += struct.pack(f"<{len(starts)}L", *starts) + characters.encode("utf-16-le")
    picture = b"SECi" + struct.pack("<6L", 0x20000, 2, 18, width, height, 0) + preview
    data, places = b"FOVb" + struct.pack("<L", 0x20002) + bytes(20) + struct.pack("<3L", width, height, 0), b""
    for name, section in ((b"PROP", properties), (b"IMA2", picture)):
        places += struct.pack("<2L", len(data), len(section)) + name
        data += section.ljust((len(section) + 3) // 4 * 4, b"\0")
    return data + b"SECd" + struct.pack("<2L", 0x20000, 2) + places + struct.pack("<L", len(data))


KINDS = {"cr2": cr2, "nef": nef, "dng": dng, "arw": arw, "orf": orf, "rw2": rw2, "raf": raf}
KINDS |= {"pef": pef, "srw": nef, "3fr": hasselblad, "x3f": x3f}
