"""What several tests need."""

from __future__ import annotations

import os
import shutil
import struct
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[2]
DEPLOYMENT = PACKAGE / "Sources" / "Deployment"
MODULES = [str(DEPLOYMENT / folder) for folder in ("Worker", "Kubernetes", "Ray")]
sys.path[:0] = MODULES
SCRIPTED = [sys.executable, str(Path(__file__).with_name("scripted_worker.py"))]


def coreimage() -> str | None:
    """The built command: that of COREIMAGE_COMMAND, which .make/test-deployment sets, or None."""
    return os.environ.get("COREIMAGE_COMMAND")


def needs_command(case: type[unittest.TestCase]) -> type[unittest.TestCase]:
    return unittest.skipUnless(coreimage(), "COREIMAGE_COMMAND names no built coreimage: use `make test`")(case)


def environment(**more: str) -> dict[str, str]:
    """The environment of a program that finds the modules and the command."""
    path = os.environ.get("PATH", "/usr/bin:/bin")
    if command := coreimage():
        path = f"{Path(command).parent}:{path}"
    return {**os.environ, "PYTHONPATH": ":".join(MODULES), "PATH": path, **more}


class FolderCase(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="deployment-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name: str, content: bytes | str) -> str:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)


def png(width: int, height: int, rows: list[bytes]) -> bytes:
    """A PNG file of 8-bit RGB."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def read_png(data: bytes) -> tuple[int, int, int, list[bytes]]:
    """Width, height, channels and rows of a PNG file of 8 bits without interlacing."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    place, stored = 8, b""
    while place < len(data):
        (size,) = struct.unpack(">I", data[place : place + 4])
        kind, content = data[place + 4 : place + 8], data[place + 8 : place + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", content)
            assert depth == 8 and not interlaced
            channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
        elif kind == b"IDAT":
            stored += content
        place += size + 12
    plain = zlib.decompress(stored)
    stride = width * channels
    rows, above = [], bytes(stride)
    for y in range(height):
        kind, row = plain[y * (stride + 1)], bytearray(plain[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        for x in range(stride):
            left = row[x - channels] if x >= channels else 0
            corner = above[x - channels] if x >= channels else 0
            up = above[x]
            if kind == 4:
                guess = left + up - corner
                nearest = min((abs(guess - value), order, value) for order, value in enumerate((left, up, corner)))
                added = nearest[2]
            else:
                added = (0, left, up, (left + up) // 2)[kind]
            row[x] = (row[x] + added) & 255
        above = bytes(row)
        rows.append(above)
    return width, height, channels, rows


def numbered_rows(number: int, width: int = 64, height: int = 48) -> list[bytes]:
    """A picture that shows a number of 16 bits as black and white bars, lowest bit left, under a white line."""
    bar = width // 16
    bits = b"".join((b"\xff" if number >> bit & 1 else b"\0") * 3 * bar for bit in range(16))
    return [b"\xff" * 3 * width] * 8 + [bits] * (height - 8)


def number_of(width: int, channels: int, rows: list[bytes]) -> int:
    """The number that an inverted picture shows. The white line has become black."""
    middle = [rows[len(rows) // 2][(2 * bit + 1) * width // 32 * channels] for bit in range(16)]
    assert rows[1][0] < 64 and rows[1][(width - 1) * channels] < 64, "the picture isn't inverted"
    assert all(value < 64 or value > 191 for value in middle), middle
    return sum(1 << bit for bit, value in enumerate(middle) if value < 128)
