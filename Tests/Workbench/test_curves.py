"""Editors of curves: handles, points, channels, and that the drawn line is what the filter does to pixels."""

import base64
import struct

from support import PictureTestCase


def natural_spline(points):
    """The spline through points in order, by Gaussian elimination of the whole system of second derivatives."""
    count = len(points)
    rows = []
    for i in range(count):
        row = [0.0] * (count + 1)
        if i in (0, count - 1):
            row[i] = 1
        else:
            (x0, y0), (x1, y1), (x2, y2) = points[i - 1:i + 2]
            row[i - 1], row[i], row[i + 1] = x1 - x0, 2 * (x2 - x0), x2 - x1
            row[count] = 6 * ((y2 - y1) / (x2 - x1) - (y1 - y0) / (x1 - x0))
        rows.append(row)
    for i in range(count):
        pivot = max(range(i, count), key=lambda j: abs(rows[j][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [number / rows[i][i] for number in rows[i]]
        for j in range(count):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i])]
    bends = [row[count] for row in rows]

    def value(x):
        x = min(max(x, points[0][0]), points[-1][0])
        i = next(i for i in range(count - 1) if x <= points[i + 1][0])
        (x0, y0), (x1, y1) = points[i], points[i + 1]
        h, a, b = x1 - x0, (x1 - x) / (x1 - x0), (x - x0) / (x1 - x0)
        return a * y0 + b * y1 + ((a ** 3 - a) * bends[i] + (b ** 3 - b) * bends[i + 1]) * h * h / 6

    return value


class CurveTests(PictureTestCase):
    def values(self, page) -> dict:
        return page.evaluate("() => workbench.model.state.layers[0].values")

    def line(self, page, selector: str) -> list[tuple[float, float]]:
        """The places of a drawn line, from 0 to 1."""
        text = page.get_attribute(f"#layers .curve {selector}", "d")
        return [tuple(float(word) / 256 for word in pair.split()) for pair in text[1:].split("L")]

    def drawn(self, page, selector: str, x: float) -> float:
        places = self.line(page, selector)
        (x0, y0), (x1, y1) = next((a, b) for a, b in zip(places, places[1:]) if a[0] <= x <= b[0] and b[0] > a[0])
        return 1 - (y0 + (y1 - y0) * (x - x0) / (x1 - x0))

    def green(self, page) -> dict[int, int]:
        """The bytes of green of the result by those of the picture, in the column 10."""
        self.settle(page)
        self.wait(page, "workbench.stage.frames.after.pixels")
        column = page.evaluate("""() => [...Array(48).keys()].map((y) => {
            const { region, canvas, pixels } = workbench.stage.frames.after;
            const scale = canvas.width / region.width;
            const place = Math.floor((10.5 - region.x) * scale), row = Math.floor((region.y + region.height - y - 0.5) * scale);
            return pixels[4 * (row * canvas.width + place) + 1];
        })""")
        return {5 * y: byte for y, byte in enumerate(column)}

    def handle(self, page, index: int):
        return page.locator("#layers .curve-handle").nth(index)

    def drag(self, page, index: int, dx: float, dy: float):
        """Moves a handle by parts of the square."""
        square, box = page.locator("#layers .curve-square").bounding_box(), self.handle(page, index).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, 9):
            page.mouse.move(x + dx * square["width"] * step / 8, y - dy * square["height"] * step / 8)
        page.mouse.up()

    def test_points_of_a_tone_curve(self):
        page = self.open()
        self.add(page, "CIToneCurve")
        self.assertEqual(page.locator("#layers .curve-handle").count(), 5)
        self.drag(page, 1, 0.05, -0.15)
        self.wait(page, "workbench.model.state.layers[0].values.inputPoint1")
        x, y = self.values(page)["inputPoint1"]
        self.assertAlmostEqual(x, 0.3, delta=0.01)
        self.assertAlmostEqual(y, 0.1, delta=0.01)
        self.assertEqual(self.handle(page, 1).get_attribute("aria-valuetext"), f"x {x:g}, y {y:g}")
        self.handle(page, 3).focus()
        page.keyboard.press("Shift+ArrowUp")
        page.keyboard.press("ArrowLeft")
        self.wait(page, "JSON.stringify(workbench.model.state.layers[0].values.inputPoint3) === '[0.74,0.85]'")
        spline = natural_spline([(0, 0), (x, y), (0.5, 0.5), (0.74, 0.85), (1, 1)])
        for place in (0.05, 0.2, 0.31, 0.6, 0.8, 0.95):
            self.assertAlmostEqual(self.drawn(page, ".line", place), spline(place), delta=0.002)
        for byte, found in self.green(page).items():
            self.assertAlmostEqual(found, 255 * min(max(spline(byte / 255), 0), 1), delta=1.6)
        for _ in range(2):
            page.click("#undo-button")
        self.wait(page, "!workbench.model.state.layers[0].values.inputPoint3")
        self.assertEqual(self.handle(page, 3).get_attribute("aria-valuetext"), "x 0.75, y 0.75")
        page.click("#undo-button")
        self.wait(page, "!workbench.model.state.layers[0].values.inputPoint1")
        self.assertEqual(self.handle(page, 1).get_attribute("aria-valuetext"), "x 0.25, y 0.25")

    def test_points_stay_between_their_neighbours(self):
        page = self.open()
        self.add(page, "CIToneCurve")
        self.drag(page, 2, 0.9, 0.9)
        self.wait(page, "JSON.stringify(workbench.model.state.layers[0].values.inputPoint2) === '[0.74,1]'")
        page.click('#layers button[aria-label="Reset Curve"]')
        self.wait(page, "Object.keys(workbench.model.state.layers[0].values).length === 0")

    def test_numbers_of_a_tone_curve(self):
        page = self.open()
        self.add(page, "CIToneCurve")
        page.click("#layers summary")
        page.fill('#layers input[aria-label="Point 0 y"]', "0.2")
        page.keyboard.press("Enter")
        self.assertEqual(self.handle(page, 0).get_attribute("aria-valuetext"), "x 0, y 0.2")
        # Beyond its ends the curve keeps their values, or is a straight line.
        page.fill('#layers input[aria-label="Point 0 x"]', "0.1")
        page.keyboard.press("Enter")
        self.assertAlmostEqual(self.drawn(page, ".line", 0.05), 0.2, delta=0.001)
        page.check('#layers input[aria-label="Extrapolate"]')
        slope = natural_spline([(0.1, 0.2), (0.25, 0.25), (0.5, 0.5), (0.75, 0.75), (1, 1)])(0.101)
        self.assertAlmostEqual(self.drawn(page, ".line", 0.05), 0.2 - 0.05 * (slope - 0.2) / 0.001, delta=0.002)

    def table(self, page) -> list[tuple[float, ...]]:
        data = base64.b64decode(self.values(page)["inputCurvesData"]["base64"])
        return list(struct.iter_unpack("<3f", data))

    def test_channels_of_color_curves(self):
        page = self.open()
        self.add(page, "CIColorCurves")
        page.select_option('#layers select[aria-label="Color Space"]', label="sRGB")
        self.assertEqual(page.locator("#layers .curve-handle").count(), 2)
        square = page.locator("#layers .curve-square").bounding_box()
        page.mouse.dblclick(square["x"] + square["width"] * 0.25, square["y"] + square["height"] * 0.5)
        self.wait(page, "workbench.model.state.layers[0].tables.inputCurvesData === 129 * 12")
        self.assertEqual(page.locator("#layers .curve-handle").count(), 3)
        table = self.table(page)
        # The point is an entry, the ends stay, the curve is smooth and goes up, and all channels are the same.
        self.assertAlmostEqual(table[32][0], 0.5, delta=0.01)
        self.assertEqual((table[0][0], table[128][0]), (0, 1))
        self.assertTrue(all(a[0] < b[0] for a, b in zip(table, table[1:])))
        self.assertTrue(all(entry[0] == entry[1] == entry[2] for entry in table))
        for byte, found in self.green(page).items():
            self.assertAlmostEqual(found, 255 * self.drawn(page, ".own", byte / 255), delta=1.6)
        # Green alone, and then all of it.
        page.check("#layers input[value=green]", force=True)
        self.assertEqual(page.locator("#layers .curve-handle").count(), 2)
        self.handle(page, 1).focus()
        for _ in range(5):
            page.keyboard.press("Shift+ArrowDown")
        page.wait_for_timeout(300)
        lower = self.table(page)
        self.assertEqual([entry[0] for entry in lower], [entry[0] for entry in table])
        # Half of the green, through the curve of all channels.
        for index in range(0, 129, 8):
            self.assertAlmostEqual(lower[index][1], table[index // 2][1], delta=0.001)
        for byte, found in self.green(page).items():
            self.assertAlmostEqual(found, 255 * self.drawn(page, ".result.green", byte / 255), delta=1.6)
        # Undo brings the points back, also those of the other channel.
        for _ in range(5):
            page.click("#undo-button")
        self.wait(page, f"workbench.model.state.layers[0].values.inputCurvesData && !workbench.model.pending.size")
        page.wait_for_timeout(300)
        self.assertEqual(self.table(page), table)
        page.check("#layers input[value=all]", force=True)
        self.assertEqual(page.locator("#layers .curve-handle").count(), 3)
        self.handle(page, 1).dblclick()
        self.assertEqual(page.locator("#layers .curve-handle").count(), 2)
        page.click('#layers button[aria-label="Add a point"]')
        self.assertEqual(self.handle(page, 1).get_attribute("aria-valuetext"), "x 0.5, y 0.5")
        page.keyboard.press("Delete")
        self.assertEqual(page.locator("#layers .curve-handle").count(), 2)

    def test_a_table_from_a_file_has_points(self):
        page = self.open()
        self.add(page, "CIColorCurves")
        entries = [(x, x * x, 1 - x) for x in (i / 64 for i in range(65))]
        page.click("#layers summary")
        page.set_input_files('#layers input[type=file]', {
            "name": "look.curves", "mimeType": "application/octet-stream",
            "buffer": b"".join(struct.pack("<3f", *entry) for entry in entries)})
        self.wait(page, "workbench.model.state.layers[0].tables.inputCurvesData === 65 * 12")
        page.check("#layers input[value=green]", force=True)
        self.assertLessEqual(page.locator("#layers .curve-handle").count(), 12)
        for place in (0.1, 0.4, 0.77):
            self.assertAlmostEqual(self.drawn(page, ".result.green", place), place * place, delta=0.002)
            self.assertAlmostEqual(self.drawn(page, ".own", place), place * place, delta=0.005)
        page.check("#layers input[value=blue]", force=True)
        self.assertEqual([self.handle(page, i).get_attribute("aria-valuetext") for i in range(2)], ["x 0, y 1", "x 1, y 0"])


if __name__ == "__main__":
    import unittest
    unittest.main()
