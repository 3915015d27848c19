"""The file that photopick maps into memory. All numbers are little-endian.

    0   "PhPlaces"
    8   version: 1 (32 bits), number of sections (32)
    16  size of the file (64)
    24  XXH64 of the rest, from offset 32, with seed 0 (64)
    32  for each section: offset and size in bytes (32 each)

The sections, in this order; a text is an offset in `strings` (32):

    countries   code (2 letters), zeros (16), name (text)
    states      name (text)
    zones       name (text), country (16), second country or 0xFFFF (16). A zone precedes larger ones.
    gridRows    for each row, from 90 S on, the first run; one more at the end (32)
    runs        first column (16), zone or 0xFFFF for none or 0xFFFE for borders (16), offset in `cells` (32)
    cells       zones (16), zones at the corner (16), borders (16); each zone (16); each border: its zones (16),
                vertices (16), and x, y of each vertex from the corner (16 each, signed). Sets of zones are bits.
    cityRows    for each row, the first city; one more at the end (32)
    cities      x, y (32 each), population (32), name (text), country (16), state or 0xFFFF (16). Sorted by x in a row.
    names       for each further name of a city: name (text), city (32)
    strings     length (8), UTF-8

Coordinates have 65,536 units in a degree, from 180 W and 90 S. Rows and columns have 8,192.
"""

import struct

MAGIC, VERSION = b"PhPlaces", 1
SECTIONS = ["countries", "states", "zones", "gridRows", "runs", "cells", "cityRows", "cities", "names", "strings"]
NONE, BORDERS = 0xFFFF, 0xFFFE
PRIMES = (11400714785074694791, 14029467366897019727, 1609587929392839161, 9650029242287828579, 2870177450012600261)
WORD = (1 << 64) - 1


def xxh64(data):
    """Returns the XXH64 checksum with seed 0 (xxHash fast digest algorithm, 0.1.1)."""
    p1, p2, p3, p4, p5 = PRIMES

    def rotated(value, count):
        return (value << count | value >> (64 - count)) & WORD

    def mixed(lane, value):
        return rotated((lane + value * p2) & WORD, 31) * p1 & WORD

    end = len(data) // 32 * 32
    if end:
        lanes = [(p1 + p2) & WORD, p2, 0, -p1 & WORD]
        for values in struct.iter_unpack("<4Q", data[:end]):
            lanes = [mixed(lane, value) for lane, value in zip(lanes, values)]
        total = sum(rotated(lane, count) for lane, count in zip(lanes, (1, 7, 12, 18))) & WORD
        for lane in lanes:
            total = ((total ^ mixed(0, lane)) * p1 + p4) & WORD
    else:
        total = p5
    total = (total + len(data)) & WORD
    while len(data) - end >= 8:
        total = (rotated(total ^ mixed(0, struct.unpack_from("<Q", data, end)[0]), 27) * p1 + p4) & WORD
        end += 8
    if len(data) - end >= 4:
        total = (rotated(total ^ struct.unpack_from("<I", data, end)[0] * p1 & WORD, 23) * p2 + p3) & WORD
        end += 4
    for byte in data[end:]:
        total = rotated(total ^ byte * p5 & WORD, 11) * p1 & WORD
    for shift, prime in ((33, p2), (29, p3), (32, 1)):
        total = (total ^ total >> shift) * prime & WORD
    return total


class Strings:
    def __init__(self):
        self.bytes, self.offsets = bytearray(), {}

    def __call__(self, text):
        if text not in self.offsets:
            coded = text.encode()
            if len(coded) > 255:
                raise ValueError(f"{text} is too long")
            self.offsets[text] = len(self.bytes)
            self.bytes += bytes([len(coded)]) + coded
        return self.offsets[text]


def assembled(sections):
    """Returns the file with these sections, each at a multiple of 4 bytes."""
    table, body = bytearray(), bytearray()
    start = 32 + 8 * len(SECTIONS)
    for name in SECTIONS:
        body += bytes(-len(body) % 4)
        table += struct.pack("<II", start + len(body), len(sections[name]))
        body += sections[name]
    rest = bytes(table + body)
    return MAGIC + struct.pack("<IIQQ", VERSION, len(SECTIONS), 32 + len(rest), xxh64(rest)) + rest
