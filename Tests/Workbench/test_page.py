"""The page in a browser: the stack, its controls, the picture and its pixels, with mouse and keyboard."""

import shlex
import struct
import tempfile
import unittest
import zlib
from pathlib import Path

from support import PageTestCase, PictureTestCase, Workbench, picture_file


def linear(byte: float) -> float:
    """Light of a byte of sRGB, by the standard's formula."""
    part = byte / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def inverted(*bytes: int) -> list[int]:
    """Bytes of sRGB whose light is one minus that of the given ones, which CIColorInvert computes."""
    def encoded(light):
        return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))

    return [encoded(1 - linear(byte)) for byte in bytes] + [255]


def pixels(path: str) -> tuple[int, int, list[bytes]]:
    """The size of an opaque PNG file of 8 bits, and its rows of red, green and blue."""
    data = Path(path).read_bytes()
    width, height = struct.unpack(">II", data[16:24])
    place, body = 8, b""
    while place < len(data):
        length, kind = struct.unpack(">I4s", data[place:place + 8])
        if kind == b"IDAT":
            body += data[place + 8:place + 8 + length]
        place += 12 + length
    raw, size, rows = zlib.decompress(body), {2: 3, 6: 4}[data[25]], []
    above = bytes(width * size)
    for start in range(0, len(raw), 1 + width * size):
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + width * size])
        for index in range(len(row)):
            left = row[index - size] if index >= size else 0
            corner = above[index - size] if index >= size else 0
            up = above[index]
            nearest = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            row[index] = (row[index] + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
        above = bytes(row)
        rows.append(bytes(byte for index, byte in enumerate(row) if index % size < 3))
    return width, height, rows


class PageTests(PictureTestCase):
    def layers(self, page) -> list[str]:
        return page.eval_on_selector_all("#layers .layer", "(all) => all.map((one) => one.dataset.filter)")

    def values(self, page, index: int = 0) -> dict:
        return page.evaluate("(index) => workbench.model.state.layers[index].values", index)

    def pixel(self, page, x: int, y: int) -> list[int]:
        """The bytes of the result at a pixel of the picture, from what the page received."""
        return page.evaluate("""([x, y]) => {
            const { region, canvas, pixels } = workbench.stage.frames.after;
            const scale = canvas.width / region.width;
            const column = Math.floor((x + 0.5 - region.x) * scale);
            const row = Math.floor((region.y + region.height - y - 0.5) * scale);
            return [...(pixels ?? []).slice(4 * (row * canvas.width + column), 4 * (row * canvas.width + column) + 4)];
        }""", [x, y])

    def wait_pixel(self, page, x: int, y: int, expected: list[int]) -> None:
        for _ in range(200):
            found = self.pixel(page, x, y)
            if found and all(abs(one - other) <= 1 for one, other in zip(found, expected)):
                return
            page.wait_for_timeout(20)
        self.assertEqual(found, expected)

    def test_pixels_are_those_of_the_file(self):
        page = self.open()
        for x, y in ((0, 0), (63, 47), (20, 31)):
            self.wait_pixel(page, x, y, [3 * x % 256, 5 * y % 256, x + y, 255])

    def test_a_filter_changes_the_pixels(self):
        page = self.open()
        self.add(page, "CIColorInvert")
        self.wait_pixel(page, 10, 20, inverted(30, 100, 30))
        page.uncheck('#layers input[aria-label="Apply Color Invert"]')
        self.wait_pixel(page, 10, 20, [30, 100, 30, 255])

    def test_values_of_the_pixel_under_the_pointer(self):
        page = self.open()
        place = page.evaluate("""() => {
            const { stage } = workbench, box = stage.view.getBoundingClientRect();
            const { x, y } = stage.viewport.toScreen({ x: 20.5, y: 30.5 });
            return [box.left + x / stage.scale, box.top + y / stage.scale];
        }""")
        page.mouse.move(*place)
        self.wait(page, "document.getElementById('working').textContent")
        self.assertEqual(page.text_content("#place").split(), ["x", "20", "y", "30"])
        encoded = [float(word) for word in page.text_content("#encoded").split()[1:]]
        for found, expected in zip(encoded, (60, 150, 50, 255)):
            self.assertAlmostEqual(found, expected, delta=0.6)
        working = [float(word) for word in page.text_content("#working").split()[1:]]
        for found, expected in zip(working, (linear(60), linear(150), linear(50), 1)):
            self.assertAlmostEqual(found, expected, delta=0.004)

    def test_stack_with_the_mouse(self):
        page = self.open()
        for name in ("CISepiaTone", "CIGaussianBlur", "CIVignette"):
            self.add(page, name)
        self.assertEqual(self.layers(page), ["CISepiaTone", "CIGaussianBlur", "CIVignette"])
        grip = page.locator('#layers button[aria-label="Move Vignette"]').bounding_box()
        first = page.locator("#layers .layer-head").first.bounding_box()
        page.mouse.move(grip["x"] + 8, grip["y"] + 8)
        page.mouse.down()
        page.mouse.move(grip["x"] + 8, first["y"] + 30, steps=5)
        page.mouse.move(grip["x"] + 8, first["y"] + 2, steps=5)
        page.mouse.up()
        self.wait(page, "workbench.model.state.layers[0].filter === 'CIVignette'")
        self.assertEqual(self.layers(page), ["CIVignette", "CISepiaTone", "CIGaussianBlur"])
        page.click('#layers button[aria-label="Duplicate Sepia Tone"]')
        self.wait(page, "workbench.model.state.layers.length === 4")
        page.click('#layers button[aria-label="Remove Vignette"]')
        self.wait(page, "workbench.model.state.layers.length === 3")
        self.assertEqual(self.layers(page), ["CISepiaTone", "CISepiaTone", "CIGaussianBlur"])
        page.click("#clear")
        self.wait(page, "workbench.model.state.layers.length === 0")

    def test_keyboard_alone(self):
        """Finding, previewing, adding, setting, moving, undoing, without a mouse."""
        page = self.open()
        page.focus("#search")
        page.keyboard.type("sepia")
        page.keyboard.press("ArrowDown")
        self.wait(page, "workbench.stage.trial === 'CISepiaTone'")
        page.keyboard.press("Enter")
        self.wait(page, "workbench.model.state.layers.length === 1")
        page.focus("#search")
        page.keyboard.press("Control+a")
        page.keyboard.type("posterize")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        self.wait(page, "workbench.model.state.layers.length === 2")
        page.focus('#layers [data-filter="CISepiaTone"] input[type=range]')
        page.keyboard.press("ArrowLeft")
        self.wait(page, "workbench.model.state.layers[0].values.inputIntensity < 1")
        page.focus('#layers button[aria-label="Move Sepia Tone"]')
        page.keyboard.press("ArrowDown")
        self.wait(page, "workbench.model.state.layers[1].filter === 'CISepiaTone'")
        self.assertEqual(page.evaluate("() => document.activeElement.getAttribute('aria-label')"), "Move Sepia Tone")
        page.keyboard.press("Control+z")
        self.wait(page, "workbench.model.state.layers[0].filter === 'CISepiaTone'")
        page.keyboard.press("Control+z")
        self.wait(page, "workbench.model.state.layers[0].values.inputIntensity === undefined")
        page.keyboard.press("Control+Shift+z")
        self.wait(page, "workbench.model.state.layers[0].values.inputIntensity < 1")

    def test_a_drag_is_one_step_of_undo(self):
        page = self.open()
        self.add(page, "CIGaussianBlur")
        box = page.locator('#layers input[type=range]').bounding_box()
        page.mouse.move(box["x"] + 40, box["y"] + 8)
        page.mouse.down()
        for step in range(20):
            page.mouse.move(box["x"] + 40 + 5 * step, box["y"] + 8)
        page.mouse.up()
        self.wait(page, "workbench.model.state.layers[0].values.inputRadius > 10")
        page.click("#undo-button")
        self.wait(page, "workbench.model.state.layers[0].values.inputRadius === undefined")
        self.assertEqual(page.input_value('#layers input[type=number]'), "10")

    def test_point_on_the_picture(self):
        page = self.open()
        self.add(page, "CITwirlDistortion")
        handle = page.locator('#overlay button[aria-label="Center"]')
        # The default lies beyond this small picture.
        page.fill('#layers input[aria-label="Center x"]', "30")
        page.fill('#layers input[aria-label="Center y"]', "20")
        page.keyboard.press("Enter")
        box = handle.bounding_box()
        zoom = page.evaluate("() => workbench.stage.viewport.zoom / workbench.stage.scale")
        page.mouse.move(box["x"] + 10, box["y"] + 10)
        page.mouse.down()
        page.mouse.move(box["x"] + 10 + 4 * zoom, box["y"] + 10 - 6 * zoom, steps=4)
        page.mouse.up()
        self.wait(page, "JSON.stringify(workbench.model.state.layers[0].values.inputCenter) === '[34,26]'")
        handle.focus()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("Shift+ArrowUp")
        self.wait(page, "JSON.stringify(workbench.model.state.layers[0].values.inputCenter) === '[33,36]'")

    def test_rectangle_on_the_picture(self):
        page = self.open()
        self.add(page, "CICrop")
        page.fill('#layers input[aria-label="Rectangle x"]', "5")
        for name, number in (("y", "6"), ("width", "20"), ("height", "10")):
            page.fill(f'#layers input[aria-label="Rectangle {name}"]', number)
        page.keyboard.press("Enter")
        corner = page.locator('#overlay button[aria-label="Rectangle, upper right corner"]')
        corner.focus()
        page.keyboard.press("Shift+ArrowRight")
        self.wait(page, "JSON.stringify(workbench.model.state.layers[0].values.inputRectangle) === '[5,6,30,10]'")
        self.wait(page, "workbench.model.result.extent?.join() === '5,6,30,10'")

    def test_error_at_its_control(self):
        page = self.open()
        self.add(page, "CIQRCodeGenerator")
        # Before a text is written, nothing is wrong, and the control says what to do.
        needed = page.locator('#layers .control.needed[data-key="inputMessage"] .need')
        needed.wait_for()
        self.assertEqual(needed.text_content(), "Write a text. The filter makes nothing without it.")
        self.assertEqual(page.locator("#layers .error:visible").count(), 0)
        page.fill('#layers textarea[aria-label="Message"]', "hello")
        needed.wait_for(state="hidden")
        self.wait(page, "workbench.model.result.failures.length === 0 && workbench.model.result.extent")

    def test_split(self):
        page = self.open()
        self.add(page, "CIColorInvert")
        page.check("input[name=mode][value=split]", force=True)
        self.wait(page, "workbench.stage.frames.before")
        page.focus("#divider")
        page.keyboard.press("End")
        self.assertEqual(page.get_attribute("#divider", "aria-valuenow"), "100")
        for _ in range(5):
            page.keyboard.press("Shift+ArrowLeft")
        self.assertEqual(page.get_attribute("#divider", "aria-valuenow"), "50")

        def shown(x):
            return page.evaluate("""(x) => {
                const { stage } = workbench;
                const place = stage.viewport.toScreen({ x: x + 0.5, y: 24.5 });
                return [...stage.context.getImageData(place.x, place.y, 1, 1).data];
            }""", x)

        for x, expected in ((10, [30, 120, 34, 255]), (50, inverted(150, 120, 74))):
            for found, right in zip(shown(x), expected):
                self.assertAlmostEqual(found, right, delta=1)

    def test_zoom_shows_pixels(self):
        page = self.open()
        page.focus("#view")
        for _ in range(4):
            page.keyboard.press("+")
        zoom = page.evaluate("() => workbench.stage.viewport.zoom")
        self.assertGreaterEqual(zoom, 16)
        self.settle(page)
        frame = page.evaluate("() => { const { region, canvas } = workbench.stage.frames.after; return [region.width, canvas.width]; }")
        self.assertEqual(*frame)
        page.keyboard.press("1")
        self.assertEqual(page.evaluate("() => workbench.stage.viewport.zoom"), 1)
        page.keyboard.press("0")

    def test_a_picture_of_the_user(self):
        page = self.open()
        with picture_file(30, 20) as path:
            page.set_input_files("#file", str(path))
            self.wait(page, "workbench.model.state.width === 30 && workbench.model.state.height === 20")
        self.assertEqual(page.evaluate("() => document.getElementById('picture').selectedOptions[0].text"), "ramp.png")

    def export(self, page, form: str) -> str:
        page.click("#export summary")
        page.click(f'#export button[data-form="{form}"]')
        page.locator("#text-dialog").wait_for()
        text = page.input_value("#text-dialog textarea")
        page.click("#text-close")
        return text

    def test_exports(self):
        """The recipe and the command make the same picture as the file that the page saves."""
        import subprocess
        from support import COMMAND

        page = self.open()
        self.add(page, "CISepiaTone")
        page.fill('#layers input[aria-label="Intensity"]', "0.25")
        page.keyboard.press("Enter")
        self.add(page, "CIColorInvert")
        with tempfile.TemporaryDirectory() as folder:
            with page.expect_download() as download:
                page.click("#export summary")
                page.click('#export button[data-form="png"]')
            saved = f"{folder}/saved.png"
            download.value.save_as(saved)
            recipe = f"{folder}/recipe.json"
            Path(recipe).write_text(self.export(page, "recipe"))
            made = f"{folder}/made.png"
            subprocess.run([COMMAND, "apply", self.arguments[0], "-o", made, "--recipe", recipe], check=True, timeout=60)
            self.assertEqual(pixels(saved), pixels(made))
            command = shlex.split(self.export(page, "command"))
            self.assertEqual(command[:3], ["coreimage", "apply", self.arguments[0]])
            command[0], command[command.index("result.png")] = COMMAND, f"{folder}/again.png"
            subprocess.run(command, check=True, timeout=60)
            self.assertEqual(pixels(saved), pixels(f"{folder}/again.png"))
            swift = self.export(page, "swift")
            for part in (self.arguments[0], '"CISepiaTone"', '"inputIntensity": 0.25', '"CIColorInvert"', "let result"):
                self.assertIn(part, swift)

    def test_graph(self):
        page = self.open()
        self.add(page, "CISepiaTone")
        self.add(page, "CIGaussianBlur")
        page.check("input[name=part][value=graph]", force=True)
        self.wait(page, "document.querySelectorAll('#steps button').length > 2")
        self.assertIn("gaussian blur", page.text_content("#graph-nodes"))
        self.assertIn("sepiaTone", page.text_content("#graph-nodes"))
        self.assertEqual(page.get_attribute("#steps button:first-child", "aria-pressed"), "true")
        self.assertNotIn("kCGColorSpace", page.text_content("#graph"))
        self.assertNotRegex(page.text_content("#graph"), r"\d\.\d{4}")
        page.locator("#steps button").nth(1).click()
        self.assertGreater(page.locator("#graph-nodes .new").count(), 0)
        self.assertGreater(page.locator("#graph-passes li").count(), 0)
        page.check("input[name=part][value=filters]", force=True)
        self.assertTrue(page.is_visible("#layers"))

    def test_paint(self):
        page = self.open()
        page.check("input[name=part][value=paint]", force=True)
        page.fill('#brush input[aria-label="Size"]', "6")
        page.fill('#brush input[aria-label="Softness"]', "0")
        for name, number in (("r", "0"), ("g", "1"), ("b", "0")):
            page.fill(f'#brush input[aria-label="Colour {name}"]', number)
        start, end = page.evaluate("""() => {
            const { stage } = workbench, box = stage.view.getBoundingClientRect();
            return [[20, 24], [40, 24]].map(([x, y]) => {
                const place = stage.viewport.toScreen({ x, y });
                return [box.left + place.x / stage.scale, box.top + place.y / stage.scale];
            });
        }""")
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end, steps=6)
        page.mouse.up()
        for x in (20, 30, 39):
            self.wait_pixel(page, x, 24, [0, 255, 0, 255])
        # Elsewhere the picture is as before, and filters apply to the painted picture.
        self.wait_pixel(page, 30, 40, [90, 200, 70, 255])
        page.check("input[name=part][value=filters]", force=True)
        self.add(page, "CIColorInvert")
        self.wait_pixel(page, 30, 24, [255, 0, 255, 255])
        page.check("input[name=part][value=paint]", force=True)
        page.click('#layers button[aria-label="Remove Color Invert"]')
        page.focus("#view")
        page.keyboard.press("Shift+ArrowUp")
        page.keyboard.press("Enter")
        self.wait(page, "workbench.model.state.strokes === 2")
        page.click("#undo-stroke")
        self.wait(page, "workbench.model.state.strokes === 1")
        self.wait_pixel(page, 30, 24, [0, 255, 0, 255])
        page.click("#clear-paint")
        self.wait_pixel(page, 30, 24, [90, 120, 54, 255])

    def test_transitions_play(self):
        page = self.open()
        self.add(page, "CIDissolveTransition")
        page.evaluate("() => { workbench.frames = 0; workbench.stage.addEventListener('shown', () => { workbench.frames += 1; }); }")
        page.click('#layers button[aria-label="Play Time"]')
        self.wait(page, "workbench.frames > 10")
        page.click('#layers button[aria-label="Play Time"]')
        self.settle(page)
        self.assertNotEqual(self.values(page), {})
        page.click("#undo-button")
        self.wait(page, "workbench.model.state.layers[0].values.inputTime === undefined")

    def test_two_pages_have_stacks_of_their_own(self):
        one, other = self.open(), self.open()
        self.add(one, "CISepiaTone")
        self.add(other, "CIVignette")
        self.assertEqual(self.layers(one), ["CISepiaTone"])
        self.assertEqual(self.layers(other), ["CIVignette"])

    def test_small_windows_and_large_text(self):
        """At 200 %, a window of 1280 × 800 has 640 × 400 pixels. Nothing is cut off at the side."""
        page = self.open(viewport={"width": 640, "height": 400}, device_scale_factor=2)
        self.add(page, "CIColorControls")
        self.assertLessEqual(page.evaluate("() => document.documentElement.scrollWidth"), 640)

        def check(*selectors):
            for selector in selectors:
                box = page.locator(selector).first.bounding_box()
                self.assertGreaterEqual(box["x"], 0, selector)
                self.assertLessEqual(box["x"] + box["width"], 640, selector)
                self.assertLessEqual(box["y"] + box["height"], 400, selector)

        check("#search", "#view", "#export", "#redo-button")
        page.check("input[name=side][value='1']", force=True)
        check("#view", "#layers input[type=range]", "#histogram")


class LostConnectionTests(PageTestCase):
    def test_the_page_says_that_the_program_has_ended(self):
        workbench = Workbench()
        self.addCleanup(workbench.stop)
        page = self.browser.new_page()
        page.goto(workbench.address)
        self.wait(page, "window.workbench?.stage.frames.after")
        workbench.stop()
        page.locator("#lost").wait_for(timeout=5000)
        page.close()


if __name__ == "__main__":
    unittest.main()
