"""The graph's operations: their pictures on the stage and beside them."""

from support import PictureTestCase
from test_page import inverted


class GraphTests(PictureTestCase):
    def graph(self, page, filters=("CICrop", "CIColorInvert")):
        """Opens the graph of a crop to 20 × 10 pixels at 5, 6, which is inverted."""
        for name in filters:
            self.add(page, name)
        if filters[0] == "CICrop":
            for name, number in (("x", "5"), ("y", "6"), ("width", "20"), ("height", "10")):
                page.fill(f'#layers input[aria-label="Rectangle {name}"]', number)
            page.keyboard.press("Enter")
        page.check("input[name=part][value=graph]", force=True)
        self.wait(page, "document.querySelector('#graph-nodes button.node')")
        self.settle(page)

    def node(self, page, text: str):
        return page.locator("#graph-nodes button.node", has_text=text).first

    def wait_pixel(self, page, x: int, y: int, expected: list[int]) -> None:
        found = None
        for _ in range(250):
            found = page.evaluate("""([x, y]) => {
                const { region, canvas, pixels } = workbench.stage.frames.after, scale = canvas.width / region.width;
                const at = 4 * (Math.floor((region.y + region.height - y - 0.5) * scale) * canvas.width + Math.floor((x + 0.5 - region.x) * scale));
                return [...(pixels ?? []).slice(at, at + 4)];
            }""", [x, y])
            if found and all(abs(one - other) <= 1 for one, other in zip(found, expected)):
                return
            page.wait_for_timeout(20)
        self.assertEqual(found, expected)

    # The pixel at 10, 8 of the file, and its inverse.
    BEFORE = [30, 40, 18, 255]
    AFTER = inverted(30, 40, 18)

    def test_choosing_an_operation(self):
        page = self.open()
        self.graph(page)
        self.wait_pixel(page, 10, 8, self.AFTER)
        self.assertEqual(page.locator("#graph-nodes button[aria-pressed=true]").count(), 1)
        self.node(page, "crop").click()
        self.wait_pixel(page, 10, 8, self.BEFORE)
        self.assertEqual(self.node(page, "crop").get_attribute("aria-pressed"), "true")
        self.wait(page, "document.getElementById('extent').textContent === 'Operation: 20 × 10 at 5, 6'")
        # The values under the pointer are the operation's, too.
        place = page.evaluate("""() => {
            const { stage } = workbench, box = stage.view.getBoundingClientRect(), { x, y } = stage.viewport.toScreen({ x: 10.5, y: 8.5 });
            return [box.left + x / stage.scale, box.top + y / stage.scale];
        }""")
        page.mouse.move(*place)
        self.wait(page, "document.getElementById('encoded').textContent")
        for found, expected in zip(page.text_content("#encoded").split()[1:], self.BEFORE):
            self.assertAlmostEqual(float(found), expected, delta=0.6)
        # Beyond the crop there is nothing of it, but the source has all of the picture.
        self.wait_pixel(page, 40, 40, [0, 0, 0, 0])
        page.locator("#graph-nodes button.node").last.click()
        self.wait_pixel(page, 40, 40, [120, 200, 80, 255])
        self.wait(page, "document.getElementById('extent').textContent === 'Operation: 64 × 48 at 0, 0'")
        page.keyboard.press("Escape")
        self.wait_pixel(page, 10, 8, self.AFTER)
        self.wait(page, "document.getElementById('extent').textContent === 'Result: 20 × 10 at 5, 6'")
        self.assertEqual(page.locator("#graph-nodes button.node").first.get_attribute("aria-pressed"), "true")

    def test_conversions_look_as_their_colours_do(self):
        page = self.open()
        self.graph(page)
        conversions = page.locator("#graph-nodes button.node", has_text="convert")
        self.assertGreater(conversions.count(), 0)
        for index in range(conversions.count()):
            conversions.nth(index).click()
            self.settle(page)
            self.wait_pixel(page, 10, 8, self.AFTER)

    def test_keyboard(self):
        page = self.open()
        self.graph(page)
        count = page.locator("#graph-nodes button.node").count()
        page.locator("#graph-nodes button.node").first.focus()
        for _ in range(count):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        self.wait_pixel(page, 40, 40, [120, 200, 80, 255])
        # The recipe is explained again when a picture was shown, which takes the focus from nothing.
        page.wait_for_timeout(600)
        self.assertEqual(page.evaluate("() => document.activeElement.dataset.node"),
                         page.locator("#graph-nodes button.node").last.get_attribute("data-node"))
        page.keyboard.press("Home")
        page.keyboard.press("Enter")
        self.wait_pixel(page, 10, 8, self.AFTER)

    def test_small_pictures(self):
        page = self.open()
        self.graph(page)
        self.wait(page, "[...document.querySelectorAll('#graph-nodes canvas')].length"
                  " && [...document.querySelectorAll('#graph-nodes canvas')].every((one) => one.dataset.shown)")
        self.assertEqual(page.locator("#graph-nodes canvas").count(), page.locator("#graph-nodes button.node").count())
        crop = self.node(page, "crop").locator("canvas").evaluate(
            "(canvas) => [...canvas.getContext('2d').getImageData(96, 64, 1, 1).data]")
        # The middle of the crop is between the pixels at 14, 10 and 15, 11; 20 × 10 pixels are as wide as the canvas.
        for found, expected in zip(crop, (44, 53, 25, 255)):
            self.assertAlmostEqual(found, expected, delta=5)
        edge = self.node(page, "crop").locator("canvas").evaluate(
            "(canvas) => canvas.getContext('2d').getImageData(96, 10, 1, 1).data[3]")
        self.assertEqual(edge, 0)

    def test_large_graphs_have_no_small_pictures(self):
        page = self.open()
        for _ in range(26):
            page.evaluate("() => workbench.model.edit({ type: 'add', filter: 'CIColorInvert' })")
        self.wait(page, "workbench.model.state.layers.length === 26")
        self.graph(page, filters=("CIColorInvert",))
        self.assertGreater(page.locator("#graph-nodes button.node").count(), 24)
        self.assertEqual(page.locator("#graph-nodes canvas").count(), 0)

    def test_changes_keep_the_operation_or_show_the_result(self):
        page = self.open()
        self.graph(page)
        self.node(page, "crop").click()
        self.wait_pixel(page, 10, 8, self.BEFORE)
        # The crop is still there without the inversion, under another number or not.
        page.keyboard.press("Control+z")
        page.evaluate("() => workbench.model.edit({ type: 'enable', layer: 2, on: false })")
        page.wait_for_timeout(1000)
        self.wait(page, "workbench.stage.subject === 'operation'"
                  " || document.querySelectorAll('#graph-nodes button[aria-pressed=true]').length === 1")
        page.evaluate("() => workbench.model.edit({ type: 'clear' })")
        self.wait(page, "workbench.stage.subject === 'after'")
        self.wait_pixel(page, 40, 40, [120, 200, 80, 255])

    def test_later_steps_and_other_views_show_the_result(self):
        page = self.open()
        self.graph(page)
        for leave in (lambda: page.locator("#steps button").nth(1).click(),
                      lambda: page.check("input[name=part][value=filters]", force=True)):
            page.check("input[name=part][value=graph]", force=True)
            page.locator("#steps button").first.click()
            self.node(page, "crop").click()
            self.wait_pixel(page, 10, 8, self.BEFORE)
            leave()
            self.wait_pixel(page, 10, 8, self.AFTER)
            self.assertEqual(page.evaluate("() => workbench.stage.subject"), "after")

    def test_operations_of_a_kernel(self):
        page = self.open()
        page.check("input[name=part][value=kernel]", force=True)
        self.wait(page, "workbench.stage.subject === 'kernel'")
        self.settle(page)
        page.check("input[name=part][value=graph]", force=True)
        self.wait(page, "document.querySelector('#graph-nodes button.node')")
        page.locator("#graph-nodes button.node").last.click()
        self.wait_pixel(page, 40, 40, [120, 200, 80, 255])
        page.keyboard.press("Escape")
        self.wait(page, "workbench.stage.subject === 'kernel'")
        page.check("input[name=part][value=filters]", force=True)
        self.assertEqual(page.evaluate("() => workbench.stage.subject"), "after")


if __name__ == "__main__":
    import unittest
    unittest.main()
