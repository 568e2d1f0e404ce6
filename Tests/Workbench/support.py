"""A running `coreimage workbench`, and a browser that shows its page."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import unittest
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

COMMAND = os.environ.get("COREIMAGE_COMMAND", ".build/debug/coreimage")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


class Workbench:
    """Starts the program. The attributes `address`, `port` and `token` say where its page is."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [COMMAND, "workbench", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line.startswith("Open http://127.0.0.1:"):
            self.process.kill()
            raise AssertionError(f"unexpected output: {line!r} {self.process.stderr.read()!r}")
        self.address = line.removeprefix("Open ").strip()
        parts = urlsplit(self.address)
        self.port = parts.port
        self.token = parts.path.strip("/")

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> int:
        """Ends the program as Ctrl-C does, and returns its exit code. It must end within a second."""
        if self.is_running:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        finally:
            self.process.stdout.close()
            self.process.stderr.close()


class PageTestCase(unittest.TestCase):
    """Tests of the page. The program and the browser are started once for a class."""

    arguments: tuple[str, ...] = ()

    @classmethod
    def setUpClass(cls) -> None:
        from playwright.sync_api import sync_playwright

        cls.workbench = Workbench(*cls.arguments)
        cls.addClassCleanup(cls.workbench.stop)
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        cls.browser = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        cls.addClassCleanup(cls.browser.close)

    def open(self, **options):
        """Opens the page in a new context. Errors on its console fail the test at its end."""
        options.setdefault("viewport", {"width": 1440, "height": 900})
        context = self.browser.new_context(**options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.problems = []
        page.on("console", lambda message: self.note(page, message))
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.goto(self.workbench.address)
        self.wait(page, "workbench.stage.frames.after")
        self.addCleanup(lambda: self.assertEqual(page.problems, []))
        return page

    def note(self, page, message) -> None:
        # The test itself reads the canvas, which the page never does.
        if message.type in ("error", "warning") and "willReadFrequently" not in message.text:
            page.problems.append(message.text)

    def wait(self, page, condition: str, timeout: float = 15) -> None:
        """Waits until an expression of the page is true. The page's policy doesn't allow the browser to evaluate texts."""
        for _ in range(int(timeout / 0.02)):
            if page.evaluate(f"() => Boolean({condition})"):
                return
            page.wait_for_timeout(20)
        self.fail(f"not true within {timeout} s: {condition}; state {page.evaluate('() => workbench.model.state')}")

    def add(self, page, filter: str) -> None:
        """Adds a filter with the mouse, and waits for its pixels."""
        count = page.evaluate("() => workbench.model.state.layers.length")
        page.fill("#search", filter)
        page.click(f'button[data-filter="{filter}"]')
        self.wait(page, f"workbench.model.state.layers.length === {count + 1}")
        page.mouse.move(2, 2)
        self.settle(page)

    def settle(self, page, timeout: float = 15) -> None:
        """Waits until the newest request was answered with pixels or with an error."""
        self.wait(page, "!workbench.stage.trial && !workbench.stage.isStale && !workbench.stage.isHurried"
                  " && !workbench.stage.awaited.after.length"
                  " || workbench.model.result.failures.length", timeout)


@contextmanager
def picture_file(width: int = 64, height: int = 48):
    """A PNG file whose pixel at x, y from the lower left has the bytes 3x, 5y, x + y."""
    import struct
    import zlib

    rows = b"".join(
        b"\0" + bytes(part for x in range(width) for part in (3 * x % 256, 5 * y % 256, (x + y) % 256))
        for y in reversed(range(height)))

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ramp.png"
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
        yield path


class PictureTestCase(PageTestCase):
    """Tests of the page on the picture of `picture_file()`."""

    @classmethod
    def setUpClass(cls) -> None:
        context = picture_file()
        cls.arguments = (str(context.__enter__()),)
        super().setUpClass()
        cls.addClassCleanup(lambda: context.__exit__(None, None, None))


def pretty(value) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
