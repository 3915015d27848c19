"""Photos with cameras and capture dates."""

import struct

from photos import opaque
from tiff import ASCII, LONG, UNDEFINED, Directory, tiff

CANON = ("Canon", "Canon EOS R5")


def exif(camera, moment, milliseconds=None, note=None):
    entries = [(0x9003, ASCII, moment.strftime("%Y:%m:%d %H:%M:%S"))]
    if milliseconds is not None:
        entries.append((0x9291, ASCII, f"{milliseconds:03}"))
    if note:
        entries.append((0x927C, UNDEFINED, note))
    return Directory((0x010F, ASCII, camera[0]), (0x0110, ASCII, camera[1]), (0x8769, LONG, Directory(*entries)))


def jpeg(*facts, **more):
    block = b"Exif\0\0" + tiff(exif(*facts, **more))
    plain = opaque(700)
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block + plain[2:]


def raw(*facts, **more):
    """A CR2 file without an image."""
    return tiff(exif(*facts, **more), b"II*\0" + struct.pack("<L", 16) + b"CR\2\0" + bytes(4))
