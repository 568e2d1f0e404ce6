"""Clips on the page: their time, playing, and what is kept of them."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import PageTestCase

SECONDS, RATE = 2, 25


@unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg makes the clip: apt-get install ffmpeg")
class ClipTests(PageTestCase):
    """The luma of frame n of the clip is 16 + 4n."""

    @classmethod
    def setUpClass(cls) -> None:
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.clip = Path(folder.name) / "steps.mp4"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"nullsrc=size=320x240:rate={RATE}:duration={SECONDS},"
             "geq=lum='16+4*N':cb=128:cr=128", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-qp", "0", cls.clip], check=True)
        cls.arguments = (str(cls.clip),)
        super().setUpClass()

    def level(self, page) -> int:
        """The brightness in the middle of the canvas."""
        self.settle(page)
        return page.evaluate("""() => { const { canvas, context } = workbench.stage;
          return context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[0]; }""")

    def test_the_slider_and_its_keys_show_other_frames(self):
        page = self.open()
        self.assertTrue(page.locator("#clip").is_visible())
        self.assertEqual(page.inner_text("#clip-place"), "0:00.00 / 0:02.00")
        dark = self.level(page)
        slider = page.locator("#clip-time")
        slider.fill("1.5")
        self.settle(page)
        self.assertGreater(self.level(page), dark + 80)
        self.assertIn("0:01.50", page.inner_text("#clip-place"))
        slider.focus()
        page.keyboard.press("Home")
        self.settle(page)
        self.assertEqual(self.level(page), dark)

    def test_playing_shows_frames_and_counts_them(self):
        page = self.open()
        page.focus("#view")
        page.keyboard.press(" ")
        page.locator("#clip-rate", has_text="frames/s").wait_for(timeout=10_000)
        self.assertRegex(page.inner_text("#clip-rate"), r"^\d+\.\d frames/s, \d+ dropped, \d+\.\d ms a frame$")
        page.keyboard.press(" ")
        stopped = page.evaluate("() => workbench.stage.clipTime")
        page.wait_for_timeout(300)
        self.assertEqual(page.evaluate("() => workbench.stage.clipTime"), stopped)
        self.settle(page)

    def test_the_stack_is_applied_to_frames_and_to_the_exported_clip(self):
        page = self.open(accept_downloads=True)
        self.add(page, "CIColorInvert")
        page.locator("#clip-time").fill("0.2")
        bright = self.level(page)
        page.locator("#clip-time").fill("1.8")
        self.assertLess(self.level(page), bright - 60)
        with page.expect_download(timeout=60_000) as download:
            page.click("#export summary")
            page.click('#export [data-form="clip"]')
        path = self.clip.with_name("result.mp4")
        download.value.save_as(path)
        listing = subprocess.run(
            ["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=width,height,nb_read_frames", "-of", "csv=p=0", path],
            check=True, capture_output=True, text=True).stdout.strip()
        self.assertEqual(listing, f"320,240,{SECONDS * RATE}")
        self.assertTrue(page.locator("#exporting").is_hidden())

    def test_a_picture_has_no_time(self):
        page = self.open()
        page.select_option("#picture", "sample-noon")
        self.wait(page, "workbench.model.state.picture === 'sample-noon'")
        self.settle(page)
        self.assertTrue(page.locator("#clip").is_hidden())


if __name__ == "__main__":
    unittest.main()
