"""What the picture shows and what is said about it: the original, previews of filters, and pictures that are old."""

import unittest

from support import PictureTestCase


class PictureTests(PictureTestCase):
    def place(self, page, x: int, y: int) -> list[float]:
        """The middle of a pixel of the picture, in the window."""
        return page.evaluate("""([x, y]) => {
            const { stage } = workbench, box = stage.view.getBoundingClientRect();
            const place = stage.viewport.toScreen({ x: x + 0.5, y: y + 0.5 });
            return [box.left + place.x / stage.scale, box.top + place.y / stage.scale];
        }""", [x, y])

    def values(self, page, x: int, y: int, red: float) -> None:
        """Points at a pixel, and waits until the values below the picture have a red."""
        page.mouse.move(2, 2)
        page.mouse.move(*self.place(page, x, y))
        self.wait(page, f"Math.abs(parseFloat(document.getElementById('encoded').textContent.slice(4)) - {red}) < 1")

    def histogram(self, page) -> str:
        page.wait_for_timeout(400)
        return page.evaluate("() => document.querySelector('#histogram canvas').toDataURL()")

    def test_values_and_histogram_are_those_of_what_is_shown(self):
        page = self.open()
        original = self.histogram(page)
        # A matrix without red, so that the red of a pixel of the result is 0.
        self.add(page, "CIColorMatrix")
        page.fill('#layers input[aria-label="Red Vector x"]', "0")
        page.keyboard.press("Enter")
        self.settle(page)
        self.values(page, 20, 24, 0)
        result = self.histogram(page)
        self.assertNotEqual(result, original)
        page.check("input[name=mode][value=before]", force=True)
        self.wait(page, "workbench.stage.frames.before")
        self.values(page, 20, 24, 60)
        self.assertEqual(self.histogram(page), original)
        page.check("input[name=mode][value=split]", force=True)
        self.values(page, 20, 24, 60)
        self.values(page, 50, 24, 0)
        self.assertNotIn(self.histogram(page), (original, result))

    def test_the_sides_of_the_split_are_named(self):
        page = self.open()
        page.check("input[name=mode][value=split]", force=True)
        original, result = (page.locator(f"#divider .{side}").bounding_box() for side in ("left", "right"))
        self.assertEqual(page.text_content("#divider .left") + page.text_content("#divider .right"), "OriginalResult")
        line = page.locator("#divider .line").bounding_box()
        self.assertLess(original["x"] + original["width"], line["x"])
        self.assertGreater(result["x"], line["x"])

    def test_transitions_are_previewed_in_the_middle(self):
        page = self.open()
        before = page.evaluate("() => [...workbench.stage.frames.after.pixels]")
        page.fill("#search", "CIDissolveTransition")
        page.hover('button[data-filter="CIDissolveTransition"]')
        self.wait(page, "workbench.stage.trial && !workbench.stage.isStale && !workbench.stage.awaited.after.length")
        self.assertNotEqual(page.evaluate("() => [...workbench.stage.frames.after.pixels]"), before)

    def test_a_preview_ends_with_its_row(self):
        page = self.open()
        page.fill("#search", "CISepiaTone")
        page.hover('button[data-filter="CISepiaTone"]')
        self.wait(page, "workbench.stage.trial === 'CISepiaTone'")
        page.evaluate("""() => {
            const field = document.getElementById("search");
            field.value = "no such filter";
            field.dispatchEvent(new Event("input"));
        }""")
        self.wait(page, "workbench.stage.trial === null")

    def test_an_old_picture_is_dimmed_and_says_so(self):
        page = self.open()
        page.check("input[name=part][value=kernel]", force=True)
        self.wait(page, "workbench.kernel.controls.length && workbench.kernel.editor")

        def write(text):
            page.evaluate("(text) => { workbench.kernel.editor.text = text; }", text)
            self.wait(page, "workbench.kernel.changed === undefined && workbench.kernel.sent.since === undefined")

        write("kernel vec4 f(__sample s) { return t; }\n")
        self.wait(page, "document.getElementById('view').classList.contains('outdated')")
        self.assertIn("last kernel without errors", page.text_content("#notice"))
        self.assertLess(float(page.evaluate("() => getComputedStyle(document.getElementById('canvas')).opacity")), 0.6)
        write("kernel vec4 f(__sample s) { float x = s.r; while (x < 10.0) { x = sin(x); } return vec4(x); }\n")
        self.wait(page, "document.getElementById('notice').textContent.includes('that of before')", timeout=30)
        notice = page.text_content("#notice")
        self.assertRegex(notice, "smaller bound|shorten loops")
        self.assertNotIn("budget", notice)
        self.assertTrue(page.evaluate("() => document.getElementById('view').classList.contains('outdated')"))
        write("kernel vec4 f(__sample s) { return s; }\n")
        self.wait(page, "!document.getElementById('view').classList.contains('outdated')")
        self.assertFalse(page.is_visible("#notice"))


if __name__ == "__main__":
    unittest.main()
