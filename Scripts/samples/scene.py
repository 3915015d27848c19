"""Generates small landscapes, deterministic for each name: sky, sun, hills; and boats on the sea."""

import math
import random


# The parts of a boat as convex polygons: x, and y downward, in heights of the mast, from its foot at the waterline.
HULL = [(-0.36, -0.06), (0.42, -0.1), (0.28, 0.05), (-0.31, 0.05)]
MAINSAIL = [(0, -0.1), (-0.42, -0.1), (-0.32, -0.45), (-0.17, -0.78), (0, -1)]
JIB = [(0.03, -0.96), (0.22, -0.84), (0.37, -0.62), (0.43, -0.38), (0.4, -0.2), (0.05, -0.12)]
# Of each boat: start and speed in widths, mast and waterline in heights of the picture, and the color of the jib.
BOATS = [(0, 0.0085, 0.17, 0.5, [235, 200, 70]), (0.79, 0.001, 0.23, 0.55, [60, 110, 190]),
         (-0.08, 0.66, 0.68, 0.84, [214, 48, 52])]


def blend(near, far, share):
    return [a + (b - a) * share for a, b in zip(near, far)]


def landscape(name, width, height, frame=0):
    """Returns the picture for `name` as binary PPM. The sun moves right with the frame number."""
    choice = random.Random(name)
    hue = choice.random()
    top = [40 + 120 * hue, 90 + 60 * choice.random(), 150 + 90 * choice.random()]
    horizon = [255 - 60 * hue, 170 + 60 * choice.random(), 120 + 100 * choice.random()]
    sun = (width * (0.2 + 0.6 * choice.random() + 0.02 * frame), height * (0.15 + 0.25 * choice.random()))
    radius = min(width, height) * (0.05 + 0.05 * choice.random())
    ground = [[choice.randint(20, 110), choice.randint(60, 130), choice.randint(20, 90)] for _ in range(3)]
    ridges = [ridge(choice, width, height, 0.5 + 0.15 * layer) for layer in range(3)]
    pixels = bytearray()
    for y in range(height):
        sky = blend(top, horizon, y / height)
        for x in range(width):
            colour = sky
            if math.hypot(x - sun[0], y - sun[1]) < radius:
                colour = [255, 245, 200]
            for line, earth in zip(ridges, ground):
                if y > line[x]:
                    colour = blend(earth, horizon, 0.3 * (line[x] / height))
            grain = choice.randint(-3, 3)
            pixels += bytes(max(0, min(255, int(part) + grain)) for part in colour)
    return b"P6\n%d %d\n255\n" % (width, height) + bytes(pixels)


def ridge(choice, width, height, level):
    """Returns the height of a hill at each column."""
    waves = [(choice.uniform(1, 3) * k, choice.uniform(0, 6), choice.uniform(0.01, 0.06) / k) for k in (1, 2, 5)]
    return [
        height * (level + sum(size * math.sin(x / width * speed * 3 + phase) for speed, phase, size in waves))
        for x in range(width)
    ]


def regatta(name, width, height, seconds):
    """Returns a regatta as binary PPM: shore, sea, and boats that have sailed for some seconds."""
    shore = [height * 0.11 + 0.6 * y for y in ridge(random.Random(name), width, height, 0.42)]
    rows = []
    for y in range(height):
        sky, depth = blend([96, 158, 220], [226, 232, 226], y / height / 0.42), y / height / 0.58 - 0.72
        sea = blend([112, 160, 180], [18, 74, 112], max(depth, 0) ** 0.6)
        rows.append([])
        for x in range(width):
            swell = 12 * depth * math.sin(40 * abs(depth) ** 0.5 + 2 * math.sin(9 * x / width + 3 * seconds + 11 * depth))
            above = [86, 118, 98] if y > shore[x] else sky
            rows[-1].append([part + swell for part in sea] if depth > 0 else above)
    for start, speed, mast, waterline, colour in BOATS:
        left, heel = (start + speed * seconds + 0.3) % 1.6 - 0.3, 0.16 + 0.09 * math.sin(5 * seconds + start)
        for paint, part in (([60, 50, 60], HULL), ([250, 248, 240], MAINSAIL), (colour, JIB)):
            for share, up in ((0.25, -0.5), (1, 1)):  # the reflection, then the boat
                points = [(left * width + (x - heel * y) * mast * height, (waterline + up * y * mast) * height) for x, y in part]
                fill(rows, points, paint, share)
    pixels = bytes(max(0, min(255, int(part))) for row in rows for pixel in row for part in pixel)
    return b"P6\n%d %d\n255\n" % (width, height) + pixels


def fill(rows, polygon, colour, share):
    """Blends a color into a convex polygon with smooth edges."""
    edges = []
    for (x, y), (u, v) in zip(polygon, polygon[1:] + polygon[:1]):
        length = math.hypot(u - x, v - y)
        edges.append((x, y, (u - x) / length, (v - y) / length))
    columns, lines = zip(*polygon)
    for y in range(max(int(min(lines)) - 1, 0), min(int(max(lines)) + 2, len(rows))):
        for x in range(max(int(min(columns)) - 1, 0), min(int(max(columns)) + 2, len(rows[y]))):
            distances = [along * (y - v) - across * (x - u) for u, v, along, across in edges]
            inside = 0.5 + max(min(distances), -max(distances))
            if inside > 0:
                rows[y][x] = blend(rows[y][x], colour, share * min(inside, 1))


def screen(name, width, height):
    """Returns a screenshot of an application as PPM: a bar and boxes in few colors, which compress well."""
    choice = random.Random(name)
    colours = [bytes(choice.randint(60, 250) for _ in range(3)) for _ in range(4)]
    rows = []
    for y in range(height):
        box = colours[1 + y * 10 // height % 3] if y * 40 // height % 4 else colours[0]
        margin = width // 10
        rows.append(colours[0] * margin + box * (width - 2 * margin) + colours[0] * margin)
    return b"P6\n%d %d\n255\n" % (width, height) + b"".join(rows)


def mosaic(picture):
    """Returns the 8-bit samples of an RGGB sensor for a binary PPM."""
    _, size, _, pixels = picture.split(b"\n", 3)
    width, height = (int(part) for part in size.split())
    channel = ((0, 1), (1, 2))
    return bytes(
        pixels[(y * width + x) * 3 + channel[y % 2][x % 2]] for y in range(height) for x in range(width)
    )
