#!/usr/bin/env python3
"""Draws the picture that tests and demo use: scene.png (RGBA) and, through the vips command, scene.jpg (opaque, with EXIF).

    python3 Tests/Fixtures/draw_scene.py [FOLDER]

Everything in it is there for a filter to work on: smooth gradients (sky, lake), fine edges (grass, ropes, text), skin tones, saturated
colours next to neutral ones, haze that grows with distance, a scale of greys, soft and hard transparency. Colours are sRGB, shapes are
signed distance functions with coverage as antialiasing. Only the standard library is needed; the result is the same on every machine.
"""

import math
import os
import random
import struct
import subprocess
import sys
import zlib

WIDTH, HEIGHT = 640, 480

# The canvas: red, green, blue in 0...1, row by row from the top.
pixels = [[[0.0, 0.0, 0.0] for _ in range(WIDTH)] for _ in range(HEIGHT)]


# Numbers

def clamp(x, low=0.0, high=1.0):
    return low if x < low else high if x > high else x


def smooth(low, high, x):
    t = clamp((x - low) / (high - low))
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    return [p + (q - p) * t for p, q in zip(a, b)]


def rgb(text):
    return [int(text[i:i + 2], 16) / 255 for i in (0, 2, 4)]


def ramp(stops, t):
    """The colour at t of a gradient given as (position, colour) stops."""
    for (p, a), (q, b) in zip(stops, stops[1:]):
        if t <= q:
            return mix(a, b, clamp((t - p) / (q - p)))
    return stops[-1][1]


def lattice(i, j, seed):
    n = (i * 374761393 + j * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((n ^ (n >> 16)) & 0xFFFF) / 65535


def noise(x, y, seed=0):
    """Smooth noise in 0...1 with a period of about one."""
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = lattice(i, j, seed) * (1 - u) + lattice(i + 1, j, seed) * u
    low = lattice(i, j + 1, seed) * (1 - u) + lattice(i + 1, j + 1, seed) * u
    return top * (1 - v) + low * v


# Painting

def paint(box, distance, colour, opacity=1.0, softness=1.0):
    """Fills where distance(x, y) < 0; colour is a colour or a function of x and y."""
    left, top, right, bottom = box
    for row in range(max(0, int(top) - 2), min(HEIGHT, int(bottom) + 3)):
        line, y = pixels[row], row + 0.5
        for column in range(max(0, int(left) - 2), min(WIDTH, int(right) + 3)):
            x = column + 0.5
            cover = clamp(0.5 - distance(x, y) / softness) * opacity
            if cover > 0:
                c = colour(x, y) if callable(colour) else colour
                line[column] = mix(line[column], c, cover)


def circle(cx, cy, r, colour, opacity=1.0, softness=1.0):
    reach = r + softness
    paint((cx - reach, cy - reach, cx + reach, cy + reach), lambda x, y: math.hypot(x - cx, y - cy) - r,
          colour, opacity, softness)


def ellipse(cx, cy, rx, ry, colour, opacity=1.0, softness=1.0):
    def distance(x, y):
        u, v = (x - cx) / rx, (y - cy) / ry
        k = math.hypot(u, v)
        slope = math.hypot(u / rx, v / ry)
        return k * (k - 1) / slope if slope > 0 else -min(rx, ry)
    paint((cx - rx - softness, cy - ry - softness, cx + rx + softness, cy + ry + softness), distance, colour, opacity,
          softness)


def box_distance(x, y, left, top, right, bottom, radius):
    dx = abs(x - (left + right) / 2) - (right - left) / 2 + radius
    dy = abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
    return math.hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius


def rectangle(left, top, right, bottom, colour, radius=0.0, opacity=1.0):
    paint((left, top, right, bottom), lambda x, y: box_distance(x, y, left, top, right, bottom, radius), colour, opacity)


def segment_distance(x, y, x0, y0, x1, y1):
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy
    t = clamp(((x - x0) * dx + (y - y0) * dy) / length) if length else 0
    return math.hypot(x - x0 - t * dx, y - y0 - t * dy)


def stroke(points, width, colour, opacity=1.0):
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        reach = width / 2 + 1
        paint((min(x0, x1) - reach, min(y0, y1) - reach, max(x0, x1) + reach, max(y0, y1) + reach),
              lambda x, y: segment_distance(x, y, x0, y0, x1, y1) - width / 2, colour, opacity)


# Letters as strokes on a grid of 4 by 6, y up.
LETTERS = {
    "A": [[(0, 0), (2, 6), (4, 0)], [(0.8, 2.2), (3.2, 2.2)]],
    "C": [[(4, 4.8), (2.9, 6), (1.1, 6), (0, 4.6), (0, 1.4), (1.1, 0), (2.9, 0), (4, 1.2)]],
    "E": [[(4, 6), (0, 6), (0, 0), (4, 0)], [(0, 3.1), (3.2, 3.1)]],
    "G": [[(4, 4.8), (2.9, 6), (1.1, 6), (0, 4.6), (0, 1.4), (1.1, 0), (2.9, 0), (4, 1.2), (4, 2.8), (2.3, 2.8)]],
    "I": [[(2, 0), (2, 6)]],
    "M": [[(0, 0), (0, 6), (2, 2.4), (4, 6), (4, 0)]],
    "O": [[(1.1, 0), (0, 1.4), (0, 4.6), (1.1, 6), (2.9, 6), (4, 4.6), (4, 1.4), (2.9, 0), (1.1, 0)]],
    "R": [[(0, 0), (0, 6), (2.8, 6), (4, 5.2), (4, 3.8), (2.8, 3), (0, 3)], [(2, 3), (4, 0)]],
}


def text(words, left, base, size, colour, width):
    unit = size / 6
    for letter in words:
        for line in LETTERS.get(letter, []):
            stroke([(left + x * unit, base - y * unit) for x, y in line], width, colour)
        left += {" ": 3.6, "I": 5.9}.get(letter, 5.9) * unit


# The scene

HORIZON = 268
SUN = (446, 106)
SKY = [(0, rgb("2f5fae")), (0.35, rgb("6f9fd8")), (0.66, rgb("c9d3dd")), (0.85, rgb("f7d9a8")), (1, rgb("f9b777"))]


def sky(x, y):
    colour = ramp(SKY, y / 190)
    glow = math.exp(-math.hypot(x - SUN[0], (y - SUN[1]) * 1.2) / 70)
    colour = mix(colour, rgb("fff3c8"), 0.75 * glow)
    cloud = noise(x / 95, y / 22, 5) * 0.6 + noise(x / 38, y / 10, 6) * 0.4
    return mix(colour, rgb("fff4ea"), smooth(0.55, 0.85, cloud) * 0.55 * smooth(30, 120, y))


def draw_sky():
    for row in range(HORIZON + 1):
        for column in range(WIDTH):
            pixels[row][column] = sky(column + 0.5, row + 0.5)
    circle(*SUN, 19, rgb("fffbe6"), softness=3)


def draw_mountains():
    layers = [(150, 62, 0.0105, 11, "93a9c4"), (186, 48, 0.016, 12, "7089a8"), (222, 32, 0.026, 13, "4d6a7c"),
              (248, 17, 0.05, 14, "345159")]
    for base, height, scale, seed, colour in layers:
        tone = rgb(colour)
        for column in range(WIDTH):
            x = column + 0.5
            ridge = base - height * (noise(x * scale, 0.5, seed) - 0.35) - 0.25 * height * (noise(x * scale * 4, 0.5, seed + 20) - 0.5)
            for row in range(max(0, int(ridge) - 1), HORIZON + 1):
                y = row + 0.5
                cover = clamp(y - ridge + 0.5)
                haze = smooth(ridge, HORIZON + 14, y) * 0.55
                warm = math.exp(-abs(x - SUN[0]) / 150) * 0.35
                colour = mix(mix(tone, rgb("f2d3b0"), haze), rgb("ffc98d"), warm * smooth(ridge, HORIZON, y))
                snow = smooth(0.50, 0.62, noise(x / 7, y / 9, seed)) * smooth(26, 0, y - ridge) if base < 160 else 0
                pixels[row][column] = mix(pixels[row][column], mix(colour, rgb("f6f8fb"), snow * 0.8), cover)


def draw_lake():
    for row in range(HORIZON, 372):
        depth = (row - HORIZON) / 104
        for column in range(WIDTH):
            x, y = column + 0.5, row + 0.5
            wave = (noise(x / (18 + 60 * depth), y / (1.2 + 4.5 * depth), 31) - 0.5) * (6 + 26 * depth)
            mirrored = HORIZON - (row - HORIZON) * 1.35 - 1 + wave * 0.35
            source = pixels[int(clamp(mirrored, 0, HORIZON - 1))][int(clamp(x + wave, 0, WIDTH - 1))]
            colour = mix(source, mix(rgb("2d6f86"), rgb("123f5c"), depth), 0.28 + 0.36 * depth)
            path = math.exp(-abs(x - SUN[0]) / (10 + 34 * depth))
            glint = smooth(0.60, 0.86, noise(x / 9, y / 2.2, 33)) * path
            pixels[row][column] = mix(colour, rgb("fff0c4"), 0.85 * glint)


def draw_meadow():
    for column in range(WIDTH):
        x = column + 0.5
        edge = 352 + 12 * math.sin(x / 118 + 0.6) + 5 * noise(x / 12, 0.5, 41)
        for row in range(int(edge) - 1, HEIGHT):
            y = row + 0.5
            t = clamp((y - edge) / (HEIGHT - edge))
            colour = mix(rgb("7fa23f"), rgb("2c5a26"), t)
            colour = mix(colour, rgb("b7b44a"), 0.45 * noise(x / 60, y / 14, 42))
            colour = [c * (0.86 + 0.28 * noise(x / 2.3, y / 5, 43)) for c in colour]
            pixels[row][column] = mix(pixels[row][column], colour, clamp(y - edge + 0.5))
    draw = random.Random(7)
    for _ in range(260):
        x, y = draw.uniform(0, WIDTH), draw.uniform(372, HEIGHT)
        lean, height = draw.uniform(-5, 5), draw.uniform(7, 17)
        stroke([(x, y), (x + lean * 0.4, y - height * 0.6), (x + lean, y - height)], 1.1,
               mix(rgb("a8c456"), rgb("1f4a20"), draw.random()), 0.75)
    for _ in range(46):
        x, y = draw.uniform(8, WIDTH - 8), draw.uniform(380, HEIGHT - 4)
        petal = rgb(draw.choice(["ff2d3f", "ffd21c", "ffffff", "d63fd0", "ff7a1a"]))
        for k in range(5):
            circle(x + 2.6 * math.cos(k * 1.2566), y + 2.6 * math.sin(k * 1.2566), 1.9, petal)
        circle(x, y, 1.5, rgb("6b3d00") if petal[2] < 0.9 else rgb("ffc400"))


def balloon(cx, cy, r, stripes):
    for side in (-1, 1):
        stroke([(cx + side * r * 0.46, cy + r * 0.92), (cx + side * r * 0.16, cy + r * 1.55)], 1, rgb("4a3626"))
    rectangle(cx - r * 0.19, cy + r * 1.52, cx + r * 0.19, cy + r * 1.82,
              lambda x, y: mix(rgb("a8713a"), rgb("6b4320"), smooth(cx - r * 0.2, cx + r * 0.2, x)), 2)

    def distance(x, y):
        u, v = x - cx, y - cy
        if v <= 0:
            return math.hypot(u, v) - r
        t = v / (r * 1.28)
        return max(abs(u) - r * (1 - 0.62 * t * t * (1.6 - 0.6 * t)), v - r * 1.28) if t <= 1 else math.hypot(u, v - r * 1.28)

    def colour(x, y):
        u, v = (x - cx) / r, (y - cy) / r
        wide = max(0.25, 1 - 0.3 * v * v) if v <= 0 else 1 - 0.36 * v * v
        angle = math.asin(clamp(u / max(wide, 0.05), -1, 1))
        tone = rgb(stripes[int((angle / math.pi + 0.5) * 7.999) % len(stripes)])
        light = 0.60 + 0.52 * clamp(0.75 + 0.55 * u - 0.35 * v - 0.45 * u * u)
        shine = math.exp(-((u - 0.36) ** 2 + (v + 0.34) ** 2) / 0.035) * 0.6
        return mix([clamp(c * light) for c in tone], [1, 1, 1], shine)

    paint((cx - r, cy - r, cx + r, cy + r * 1.3), distance, colour)


def person(cx, base, size, skin, hair, shirt, smile, long_hair):
    """A head and shoulders; base is where the shoulders leave the picture."""
    s = size
    head = base - 1.52 * s
    if long_hair:
        ellipse(cx, head + 0.26 * s, 0.60 * s, 0.86 * s, mix(hair, [0, 0, 0], 0.25))

    def cloth(x, y):
        fold = 0.9 + 0.16 * math.sin((x - cx) / (0.13 * s) + (y - base) / (0.4 * s))
        return [clamp(c * fold * (0.78 + 0.3 * smooth(cx - s, cx + s, x))) for c in shirt]

    paint((cx - 1.05 * s, base - 0.8 * s, cx + 1.05 * s, HEIGHT),
          lambda x, y: box_distance(x, y, cx - 0.98 * s, base - 0.72 * s, cx + 0.98 * s, HEIGHT + s, 0.5 * s), cloth)

    def flesh(x, y):
        u, v = (x - cx) / (0.47 * s), (y - head) / (0.6 * s)
        light = 0.76 + 0.34 * smooth(-1.1, 0.9, u) - 0.14 * smooth(0.2, 1.4, v)
        blush = 0.28 * (math.exp(-((abs(u) - 0.55) ** 2 + (v - 0.28) ** 2) / 0.05))
        return [clamp(c) for c in mix([c * light for c in skin], rgb("e0604c"), blush)]

    shade = [c * 0.72 for c in skin]
    rectangle(cx - 0.19 * s, head + 0.3 * s, cx + 0.19 * s, base - 0.58 * s, shade, 0.1 * s)
    ellipse(cx, base - 0.70 * s, 0.30 * s, 0.15 * s, shade)
    for side in (-1, 1):
        ellipse(cx + side * 0.47 * s, head + 0.06 * s, 0.09 * s, 0.14 * s, [c * (0.78 if side < 0 else 0.98) for c in skin])
    ellipse(cx, head, 0.47 * s, 0.60 * s, flesh)

    def hair_distance(x, y):
        u, v = x - cx, y - (head - 0.13 * s)
        crown = math.hypot(u / 0.53, v / 0.56) - s
        part = 0.16 * s * math.cos(u / (0.36 * s)) if long_hair else 0.06 * s * math.cos(u / (0.2 * s))
        return max(crown * 0.55, v + 0.10 * s + part * 0.9 - 0.20 * s * smooth(0.25 * s, 0.52 * s, abs(u)))

    def strands(x, y):
        k = 0.72 + 0.5 * noise((x - cx) / 2.4 + (y - head) / 14, (y - head) / 20, 51)
        return [clamp(c * k + 0.12 * smooth(0.1 * s, 0.45 * s, x - cx)) for c in hair]

    paint((cx - 0.6 * s, head - 0.75 * s, cx + 0.6 * s, head + 0.3 * s), hair_distance, strands)
    for side in (-1, 1):
        eye = cx + side * 0.19 * s
        ellipse(eye, head + 0.04 * s, 0.085 * s, 0.06 * s, rgb("fbf8f4"))
        circle(eye + 0.012 * s, head + 0.04 * s, 0.046 * s, rgb("3a2413"))
        circle(eye + 0.028 * s, head + 0.025 * s, 0.014 * s, [1, 1, 1])
        stroke([(eye - side * 0.10 * s, head - 0.145 * s), (eye, head - 0.165 * s), (eye + side * 0.11 * s, head - 0.115 * s)],
               0.03 * s, mix(hair, [0, 0, 0], 0.4))
    stroke([(cx + 0.02 * s, head + 0.06 * s), (cx + 0.06 * s, head + 0.21 * s), (cx - 0.03 * s, head + 0.225 * s)], 0.03 * s,
           [c * 0.66 for c in skin])
    arc = [(cx + 0.19 * s * math.sin(a), head + (0.24 + smile * math.cos(a)) * s) for a in [k / 8 * 2.2 - 1.1 for k in range(9)]]
    stroke(arc, 0.048 * s, rgb("b03a3f"))


def sign():
    for x in (262, 378):
        rectangle(x - 4, 356, x + 4, 442, lambda u, v: mix(rgb("8a5a30"), rgb("4f3018"), smooth(x - 4, x + 4, u)), 1.5)

    def wood(x, y):
        grain = noise(x / 34, y / 2.1, 61) * 0.6 + noise(x / 9, y / 1.1, 62) * 0.4
        return [c * (0.82 + 0.3 * grain) for c in rgb("d9b27c")]

    rectangle(236, 360, 404, 410, rgb("4a2e16"), 5)
    rectangle(238.5, 362.5, 401.5, 407.5, wood, 4)
    text("CORE IMAGE", 252, 390, 14.6, rgb("2a1a10"), 2.4)
    for k in range(11):
        rectangle(250 + k * 13, 399, 250 + (k + 1) * 13 - 2, 404, [k / 10] * 3)


def bubble(cx, cy, r):
    def film(x, y):
        u, v = (x - cx) / r, (y - cy) / r
        return [0.5 + 0.5 * math.cos(6 * (u * u + v * v) + 2.2 * u + phase) for phase in (0, 2.1, 4.2)]

    def edge(x, y):
        return math.hypot(x - cx, y - cy)
    paint((cx - r, cy - r, cx + r, cy + r), lambda x, y: edge(x, y) - r, film, 0.30)
    paint((cx - r, cy - r, cx + r, cy + r), lambda x, y: abs(edge(x, y) - r + 1) - 0.8, [1, 1, 1], 0.7)
    ellipse(cx - 0.38 * r, cy - 0.42 * r, 0.2 * r, 0.12 * r, [1, 1, 1], 0.9, 2)


BUBBLES = [(318, 318, 27), (352, 262, 15), (286, 252, 10)]


def alpha(x, y):
    """Rounded corners with a soft edge, a window that fades out at the upper left, and bubbles that let the background through."""
    a = clamp(0.5 - box_distance(x, y, 6, 6, WIDTH - 6, HEIGHT - 6, 44) / 3)
    a *= 1 - 0.85 * smooth(64, 10, math.hypot(x - 232, y - 64))
    for cx, cy, r in BUBBLES:
        inside = clamp(0.5 - (math.hypot(x - cx, y - cy) - r + 2))
        a *= 1 - 0.5 * inside * smooth(r, 0.2 * r, math.hypot(x - cx, y - cy))
    return a


def draw():
    draw_sky()
    draw_mountains()
    draw_lake()
    balloon(118, 92, 52, ["e8112d", "ffd500", "e8112d", "1550d6"])
    balloon(330, 118, 27, ["00a651", "ffffff", "00a651", "ff7f00"])
    balloon(560, 86, 36, ["7a1fd1", "ff4fb0", "00c4d8", "7a1fd1"])
    draw_meadow()
    sign()
    person(120, 470, 74, rgb("f0c3a0"), rgb("8a4a22"), rgb("0f7fa8"), 0.10, True)
    person(520, 474, 78, rgb("8d5a3c"), rgb("1d1512"), rgb("e2a614"), 0.11, False)
    for place in BUBBLES:
        bubble(*place)


# Files

def write_png(path):
    rows = bytearray()
    before = bytes(WIDTH * 4)
    for row in range(HEIGHT):
        line = bytearray()
        for column in range(WIDTH):
            a = int(alpha(column + 0.5, row + 0.5) * 255 + 0.5)
            line += bytes(int(clamp(c) * 255 + 0.5) if a else 0 for c in pixels[row][column])
            line.append(a)
        # Filter 4 (Paeth) suits smooth colour best.
        rows.append(4)
        for i, value in enumerate(line):
            left, up, corner = (line[i - 4] if i >= 4 else 0), before[i], (before[i - 4] if i >= 4 else 0)
            guess = left + up - corner
            pa, pb, pc = abs(guess - left), abs(guess - up), abs(guess - corner)
            rows.append((value - (left if pa <= pb and pa <= pc else up if pb <= pc else corner)) & 255)
        before = bytes(line)

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 0)))
        file.write(chunk(b"sRGB", b"\x00"))
        file.write(chunk(b"pHYs", struct.pack(">IIB", 2835, 2835, 1)))
        file.write(chunk(b"IDAT", zlib.compress(bytes(rows), 9)))
        file.write(chunk(b"IEND", b""))


def exif():
    """An EXIF block, big endian: camera, time, exposure and a place on the lake."""
    def directory(start, entries, following=0):
        """One IFD at offset start; entries are (tag, type, count, bytes)."""
        data = b""
        body = struct.pack(">H", len(entries))
        extra = start + 2 + 12 * len(entries) + 4
        for tag, kind, count, value in sorted(entries):
            if len(value) <= 4:
                body += struct.pack(">HHI", tag, kind, count) + value.ljust(4, b"\0")
            else:
                body += struct.pack(">HHII", tag, kind, count, extra + len(data))
                data += value + b"\0" * (len(value) % 2)
        return body + struct.pack(">I", following) + data

    def ascii_entry(tag, words):
        return (tag, 2, len(words) + 1, words.encode() + b"\0")

    def short(tag, value):
        return (tag, 3, 1, struct.pack(">H", value))

    def rational(tag, *pairs):
        return (tag, 5, len(pairs), b"".join(struct.pack(">II", *pair) for pair in pairs))

    camera = [ascii_entry(0x010F, "Core Image for Linux"), ascii_entry(0x0110, "Drawn scene"), short(0x0112, 1),
              rational(0x011A, (72, 1)), rational(0x011B, (72, 1)), short(0x0128, 2),
              ascii_entry(0x0131, "draw_scene.py"), ascii_entry(0x0132, "2024:06:21 20:15:30"),
              ascii_entry(0x8298, "Apache-2.0")]
    exposure = [rational(0x829A, (1, 250)), rational(0x829D, (28, 5)), short(0x8827, 200), (0x9000, 7, 4, b"0232"),
                ascii_entry(0x9003, "2024:06:21 20:15:30"), rational(0x920A, (35, 1)), short(0xA001, 1),
                (0xA002, 4, 1, struct.pack(">I", WIDTH)), (0xA003, 4, 1, struct.pack(">I", HEIGHT))]
    place = [(0x0000, 1, 4, bytes([2, 3, 0, 0])), ascii_entry(0x0001, "N"), rational(0x0002, (46, 1), (41, 1), (24, 1)),
             ascii_entry(0x0003, "E"), rational(0x0004, (7, 1), (51, 1), (36, 1)), (0x0005, 1, 1, b"\0"),
             rational(0x0006, (558, 1))]

    def pointers(first, second):
        return [(0x8769, 4, 1, struct.pack(">I", first)), (0x8825, 4, 1, struct.pack(">I", second))]

    first = 8 + len(directory(8, camera + pointers(0, 0)))
    second = first + len(directory(first, exposure))
    tiff = b"MM\0*" + struct.pack(">I", 8) + directory(8, camera + pointers(first, second))
    tiff += directory(first, exposure) + directory(second, place)
    block = b"Exif\0\0" + tiff
    return b"\xff\xe1" + struct.pack(">H", len(block) + 2) + block


def write_jpeg(path):
    """An opaque copy: the vips command encodes, the EXIF block is put in afterwards."""
    plain = path + ".ppm"
    with open(plain, "wb") as file:
        file.write(b"P6 %d %d 255\n" % (WIDTH, HEIGHT))
        for row in pixels:
            file.write(bytes(int(clamp(c) * 255 + 0.5) for pixel in row for c in pixel))
    subprocess.run(["vips", "copy", plain, f"{path}[Q=92,strip,optimize-coding]"], check=True)
    os.remove(plain)
    with open(path, "rb") as file:
        data = file.read()
    with open(path, "wb") as file:
        file.write(data[:2] + exif() + data[2:])


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.abspath(__file__))
    draw()
    write_png(os.path.join(folder, "scene.png"))
    write_jpeg(os.path.join(folder, "scene.jpg"))
