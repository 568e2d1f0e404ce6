"""Controls of the stack: rectangles, fields that can be read, tables, and what is said about values."""

import tempfile
import unittest
from pathlib import Path

from support import PictureTestCase


class ControlTests(PictureTestCase):
    def cut(self, page, selector: str) -> list[str]:
        """The fields whose numbers don't fit."""
        return page.eval_on_selector_all(selector, """(fields) => fields.filter((field) => {
            const context = document.createElement("canvas").getContext("2d");
            const style = getComputedStyle(field);
            context.font = style.font;
            const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return context.measureText(field.value || field.placeholder).width > room;
        }).map((field) => field.getAttribute("aria-label"))""")

    def test_a_crop_begins_as_the_picture(self):
        page = self.open()
        self.add(page, "CICrop")
        frame = page.locator("#overlay .frame").bounding_box()
        zoom = page.evaluate("() => workbench.stage.viewport.zoom / workbench.stage.scale")
        self.assertAlmostEqual(frame["width"], 64 * zoom, delta=1)
        self.assertAlmostEqual(frame["height"], 48 * zoom, delta=1)
        shown = page.eval_on_selector_all("#layers .fields input", "(all) => all.map((one) => one.value || one.placeholder)")
        self.assertEqual(shown, ["0", "0", "64", "48"])
        # Nothing is cropped until the mouse does it.
        self.assertEqual(page.evaluate("() => workbench.model.state.layers[0].values"), {})
        corner = page.locator('#overlay button[aria-label="Rectangle, upper right corner"]').bounding_box()
        page.mouse.move(corner["x"] + 7, corner["y"] + 7)
        page.mouse.down()
        page.mouse.move(corner["x"] + 7 - 14 * zoom, corner["y"] + 7 + 8 * zoom, steps=4)
        page.mouse.up()
        self.wait(page, "workbench.model.result.extent?.join() === '0,0,50,40'")

    def test_a_negative_width_is_refused(self):
        page = self.open()
        self.add(page, "CICrop")
        page.fill('#layers input[aria-label="Rectangle width"]', "-5")
        error = page.locator('#layers [data-key="inputRectangle"] .error')
        error.wait_for()
        self.assertEqual(error.text_content(), "Width and height are 0 or more.")
        self.assertEqual(page.evaluate("() => workbench.model.state.layers[0].values"), {})

    def test_an_emptied_field_has_its_number_again(self):
        page = self.open()
        self.add(page, "CIGaussianBlur")
        field = '#layers input[type=number][aria-label="Radius"]'
        page.fill(field, "7")
        page.fill(field, "")
        page.press(field, "Tab")
        self.assertEqual(page.input_value(field), "7")
        self.assertEqual(page.evaluate("() => workbench.model.state.layers[0].values.inputRadius"), 7)

    def test_numbers_fit_their_fields(self):
        for size in ((1440, 900), (800, 600), (720, 450)):
            page = self.open(viewport={"width": size[0], "height": size[1]})
            for filter in ("CICrop", "CIPageCurlTransition", "CIFalseColor", "CIColorMatrix", "CIConvolution5X5"):
                self.add(page, filter)
            if size[0] < 900:
                page.check("input[name=side][value='1']", force=True)
            self.assertEqual(self.cut(page, "#layers .fields input"), [], size)
            page.check("input[name=part][value=paint]", force=True)
            page.fill('#brush input[aria-label="Colour r"]', "0.866667")
            page.focus("#view")
            self.assertEqual(self.cut(page, "#brush .fields input"), [], size)
            rows = page.eval_on_selector_all("#brush .fields input", "(all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size")
            self.assertEqual(rows, 1, size)

    def test_numbers_of_vectors_have_the_colour_of_others(self):
        page = self.open()
        self.add(page, "CIBumpDistortion")
        colors = page.eval_on_selector_all("#layers input[type=number], #picture", "(all) => [...new Set(all.map((one) => getComputedStyle(one).color))]")
        self.assertEqual(len(colors), 1)

    def test_weights_lie_as_their_pixels(self):
        page = self.open()
        for filter, columns in (("CIConvolution3X3", 3), ("CIConvolution5X5", 5), ("CIAffineTransform", 2)):
            self.add(page, filter)
            places = page.eval_on_selector_all(
                "#layers .layer:last-child .fields input", "(all) => all.map((one) => [one.getBoundingClientRect().right, one.getBoundingClientRect().top])")
            self.assertEqual(len({round(x) for x, _ in places[:columns * columns]}), columns, filter)
            self.assertGreater(places[columns][1], places[columns - 1][1], filter)
            page.click("#clear")
            self.wait(page, "workbench.model.state.layers.length === 0")

    def test_names_have_one_line_and_texts_several(self):
        page = self.open()
        self.add(page, "CITextImageGenerator")
        self.assertEqual(page.locator('#layers [data-key="inputFontName"] input[type=text]').count(), 1)
        self.assertEqual(page.locator('#layers [data-key="inputText"] textarea').count(), 1)

    def test_files_that_are_no_tables(self):
        page = self.open()
        self.add(page, "CIColorCube")
        error = page.locator('#layers [data-key="inputCubeData"] .error')
        with tempfile.TemporaryDirectory() as folder:
            for name, data, expected in (
                ("clip.mp4", b"\0\0\0\x20ftypisom" + bytes(range(256)) * 8, "clip.mp4 isn't a table"),
                ("odd.bin", b"abc", "odd.bin isn't a table"),
                ("one.cube", b"LUT_3D_SIZE 2\n0 0 0\n", "The file has 1 colour. A cube of 2 has 8."),
            ):
                path = Path(folder) / name
                path.write_bytes(data)
                page.set_input_files('#layers [data-key="inputCubeData"] input[type=file]', str(path))
                error.filter(has_text=expected).wait_for()
        self.assertEqual(page.evaluate("() => workbench.model.state.layers[0].tables"), {})

    def test_errors_name_labels(self):
        page = self.open()
        self.add(page, "CIQRCodeGenerator")
        page.fill('#layers textarea[aria-label="Message"]', "x" * 5000)
        error = page.locator("#layers .error:visible")
        error.first.wait_for()
        text = " ".join(error.all_text_contents())
        self.assertNotIn("inputMessage", text)
        self.assertNotIn("CIQRCodeGenerator", text)
        page.fill('#layers textarea[aria-label="Message"]', "")
        page.click("#export summary")
        page.click('#export [data-form="png"]')
        page.locator("#message").wait_for()
        self.assertNotIn("inputMessage", page.text_content("#message-text"))

    def test_messages_of_the_page_are_seen_in_every_view(self):
        page = self.open()
        page.evaluate("() => workbench.model.connection.send({ type: 'open', picture: 'none' })")
        for part in ("kernel", "graph", "paint", "filters"):
            page.check(f"input[name=part][value={part}]", force=True)
            self.assertTrue(page.is_visible("#message"), part)
        head, text = page.locator("header h1").bounding_box(), page.locator("#message-text").bounding_box()
        self.assertEqual(head["x"], text["x"])
        page.click("#message-close")
        self.assertFalse(page.is_visible("#message"))

    def test_the_choice_of_controls_is_there_if_it_does_something(self):
        page = self.open()
        self.add(page, "CISepiaTone")
        self.assertFalse(page.is_visible("#parameter-set"))
        page.evaluate("""() => {
            const { model } = workbench;
            model.controls.get("CISepiaTone")[1].parameterSet = "advanced";
            model.tell("state", {});
        }""")
        self.assertTrue(page.is_visible("#parameter-set"))

    def test_refused_units_are_behind_their_count(self):
        page = self.open()
        page.evaluate("""() => {
            const { model } = workbench;
            model.catalogue.refusedUnits = [{ name: "Broken.plugin", filters: ["InkWash"], reasons: ["no list"] }];
            model.tell("catalogue");
        }""")
        self.assertEqual(page.text_content(".refused summary"), "1 image unit isn't available")
        self.assertFalse(page.is_visible(".refused .error"))
        page.fill("#search", "zzzz")
        self.assertEqual(page.locator(".refused").count(), 0)
        self.assertIn("No filter has these words", page.text_content("#filters"))
        page.fill("#search", "inkwash")
        self.assertEqual(page.locator(".refused").count(), 1)


if __name__ == "__main__":
    unittest.main()
