"""Generates small landscapes, deterministic for each name: sky, sun, hills."""

import math
import random


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
