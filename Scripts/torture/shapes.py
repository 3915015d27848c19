"""Mutates structures: wrong lengths and sizes, nested, repeated and truncated text.

`shaped` mutates known structures anywhere in a file: IPTC-IIM datasets, Photoshop resources, RIFF chunks, EBML
elements, PSD sections, XMP packets, and JSON.
"""

import re
import struct

PACKET = re.compile(rb"<\?xpacket begin.*?<\?xpacket end[^>]*>|<x:xmpmeta.*?</x:xmpmeta>", re.DOTALL)
# EBML elements that contain others: the segment and its parts.
MASTERS = {
    0x1A45DFA3, 0x18538067, 0x114D9B74, 0x4DBB, 0x1549A966, 0x1654AE6B, 0xAE, 0xE0, 0xE1, 0x1F43B675, 0x1254C367, 0x7373,
    0x63C0, 0x67C8,
}
BROKEN_TEXT = (b"\xff", b"\xc0\x80", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\0", b"\xef\xbf\xbf")
NUMBERS = (b"0", b"-0", b"-1", b"1e999", b"-1e-999", b"1/0", b"NaN", b"9" * 400, b"9223372036854775808", b"1.", b"0x1")
PIECES = {
    "xmp": (
        b"&#x110000;", b"&#0;", b"&unknown;", b"&amp", b"<![CDATA[", b"]]>", b"<!--", b"<?x", b"</rdf:li>", b"'", b"\"", b"<",
    ),
    "json": (
        b"\\ud800", b"\\udc00\\ud800", b"\\u0000", b"\\u12", b"\\", b"\"", b",", b"{", b"]", b"\x01", b"null", b"\xef\xbb\xbf",
    ),
}
ENCODINGS = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig")
ENTITIES = b"<!DOCTYPE x [<!ENTITY a0 \"aaaaaaaaaa\">%s]>" % b"".join(
    b"<!ENTITY a%d \"%s\">" % (level, b"&a%d;" % (level - 1) * 10) for level in range(1, 10))


def lying(data, place, width, order, choice):
    """Replaces a number: extremes, similar values, or the rest of the file."""
    told, most = int.from_bytes(data[place : place + width], order), (1 << 8 * width) - 1
    values = (0, 1, told - 1, told + 1, told * 2, len(data) - place - width, most, most >> 1, choice.randint(0, most))
    value = min(max(0, choice.choice(values)), most)
    return data[:place] + value.to_bytes(width, order) + data[place + width :]


def resources(data):
    """Yields number and range of each Photoshop resource, located by signature; the size precedes the range."""
    for found in re.finditer(b"8BIM", data):
        start = found.end() + 2
        start += (data[start : start + 1] or b"\0")[0] // 2 * 2 + 6
        if start <= len(data):
            number = int.from_bytes(data[found.end() : found.end() + 2], "big")
            size = int.from_bytes(data[start - 4 : start], "big")
            yield number, start, min(start + size, len(data))


def datasets(data):
    """Yields the positions of IPTC-IIM datasets in all resources."""
    for number, start, end in resources(data):
        while number == 0x0404 and start + 5 <= end and data[start] == 0x1C:
            yield start
            start += 5 + int.from_bytes(data[start + 3 : start + 5], "big")


def change_resource(data, choice):
    place = choice.choice([start for _, start, _ in resources(data)])
    return lying(data, place - 4, 4, "big", choice)


def change_dataset(data, choice):
    """Changes the length, its encoding, or the number of a dataset, or repeats the dataset."""
    place, kind = choice.choice(list(datasets(data))), choice.randrange(4)
    if kind == 0:
        return lying(data, place + 3, 2, "big", choice)
    if kind == 1:
        count = choice.choice((0, 1, 4, 8, 0x7FFF))
        return data[: place + 3] + struct.pack(">H", 0x8000 | count) + data[place + 5 :]
    if kind == 2:
        number = bytes([choice.choice((1, 2, 3, 8, 255)), choice.randrange(256)])
        return data[: place + 1] + number + data[place + 3 :]
    end = place + 5 + int.from_bytes(data[place + 3 : place + 5], "big")
    copies = data[place:end] * choice.choice((2, 100, 5000))
    # Overwrites the following bytes, so that earlier lengths remain valid.
    return (data[:place] + copies)[: len(data)] + data[place + len(copies) :]


def chunks(data, start=12, end=None):
    """Yields the positions of RIFF chunks, including nested ones."""
    end = len(data) if end is None else end
    while start + 8 <= end:
        (size,) = struct.unpack_from("<L", data, start + 4)
        yield start
        if data[start : start + 4] == b"LIST":
            yield from chunks(data, start + 12, min(end, start + 8 + size))
        start += 8 + size + size % 2


def change_chunk(data, choice):
    places = [0, *chunks(data)]
    place = choice.choice(places)
    if choice.random() < 0.7:
        return lying(data, place + 4, 4, "little", choice)
    other = choice.choice(places)
    return data[:place] + data[other : other + 4] + data[place + 4 :]


def elements(data, start=0, end=None):
    """Yields the positions of ID, size and content of EBML elements, including nested ones."""
    end = len(data) if end is None else end
    while start + 2 <= end and data[start]:
        size = start + 9 - data[start].bit_length()
        if size >= end or not data[size]:
            return
        content = size + 9 - data[size].bit_length()
        told = int.from_bytes(data[size:content], "big") & ((1 << 7 * (content - size)) - 1)
        yield start, size, content
        if int.from_bytes(data[start:size], "big") in MASTERS:
            yield from elements(data, content, min(end, content + told))
        start = content + told


def change_element(data, choice):
    """Changes the size of an element, its encoding, or its ID."""
    found = list(elements(data))
    (start, size, content), kind = choice.choice(found), choice.randrange(4)
    width = content - size
    if kind == 0:
        return data[:size] + ((1 << 7 * width + 1) - 1).to_bytes(width, "big") + data[content:]
    if kind == 1:
        told = choice.choice((0, 1, len(data), (1 << 56) - 2, 1 << 55, choice.getrandbits(56)))
        return data[:size] + (1 << 56 | told).to_bytes(8, "big") + data[content:]
    if kind == 2:
        most = (1 << 7 * width) - 1
        told = choice.choice((0, 1, choice.randint(0, most), most - 1))
        return data[:size] + (1 << 7 * width | told).to_bytes(width, "big") + data[content:]
    other, end, _ = choice.choice(found)
    return data[:start] + data[other:end] + data[size:]


def change_section(data, choice):
    """Changes the length of a PSD section."""
    places = [26]
    for _ in range(2):
        places.append(places[-1] + 4 + int.from_bytes(data[places[-1] : places[-1] + 4], "big"))
    places = [place for place in places if place + 4 <= len(data)]
    return lying(data, choice.choice(places), 4, "big", choice)


def repeated(text, choice):
    """Repeats a part of the text, up to 1 MB."""
    start = choice.randrange(len(text))
    part = text[start : start + choice.choice((1, 20, 200))]
    count = min(choice.choice((2, 100, 10_000)), 1_000_000 // len(part) + 1)
    return text[:start] + part * count + text[start + len(part) :]


def change_text(text, syntax, choice):
    """Truncates, repeats or nests XMP or JSON, or inserts invalid numbers and characters."""
    place = choice.randrange(len(text))
    kind = choice.randrange(8)
    if kind == 0:
        return text[:place]
    if kind == 1:
        return text[:place] + choice.choice(BROKEN_TEXT) + text[place + 1 :]
    if kind == 2:
        return repeated(text, choice)
    if kind == 3:
        numbers = [found.span() for found in re.finditer(rb"\d+(\.\d+)?", text)] or [(place, place)]
        start, end = choice.choice(numbers)
        return text[:start] + choice.choice(NUMBERS) + text[end:]
    if kind == 4:
        return text[:place] + choice.choice(PIECES[syntax]) * choice.choice((1, 1, 1000)) + text[place:]
    if kind == 5:
        return text.decode(errors="replace").encode(choice.choice(ENCODINGS))
    ends = [found.end() for found in re.finditer(rb">" if syntax == "xmp" else rb"[:\[,]", text)] or [place]
    end, depth = choice.choice(ends), choice.choice((10, 300, 20_000))
    if kind == 6 and syntax == "xmp":
        return ENTITIES + text[:end] + b"&a%d;" % choice.randrange(10) + text[end:]
    opened, closed = (b"<rdf:Bag><rdf:li>", b"</rdf:li></rdf:Bag>") if syntax == "xmp" else (b"[", b"]")
    if kind == 6:
        opened, closed = b"{\"a\":", b"}"
    return text[:end] + opened * depth + b"0" + closed * choice.choice((0, depth)) + text[end:]


def change_packet(data, choice):
    """Changes an XMP packet without changing its length, so that surrounding lengths remain valid."""
    start, end = choice.choice([found.span() for found in PACKET.finditer(data)])
    packet = change_text(data[start:end], "xmp", choice)[: end - start].ljust(end - start)
    return data[:start] + packet + data[end:]


def changes(data):
    """Returns the possible mutations of a file."""
    if data.lstrip()[:1] == b"<":
        return [lambda data, choice: change_text(data, "xmp", choice)]
    if data.lstrip()[:1] == b"{":
        return [lambda data, choice: change_text(data, "json", choice)]
    known = [
        (PACKET.search(data), change_packet),
        (next(resources(data), None), change_resource),
        (next(datasets(data), None), change_dataset),
        (data[:4] == b"RIFF", change_chunk),
        (data[:4] == b"\x1a\x45\xdf\xa3", change_element),
        (data[:4] == b"8BPS", change_section),
    ]
    return [change for is_there, change in known if is_there]


def shaped(data, choice):
    """Returns the data with one to four mutations of structure, if any structure is known."""
    for _ in range(choice.choice((1, 1, 2, 4))):
        possible = changes(data) if data else []
        if possible:
            data = choice.choice(possible)(data, choice)
    return data
