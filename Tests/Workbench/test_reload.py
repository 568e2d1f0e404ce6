"""What survives when the page is loaded again, and when the program ends."""

import unittest

from support import PageTestCase, Workbench


class ReloadTests(PageTestCase):
    def reload(self, page) -> None:
        page.reload()
        self.wait(page, "window.workbench?.stage.frames.after")

    def test_the_stack_the_kernel_and_the_view_are_kept(self):
        page = self.open()
        page.select_option("#picture", index=1)
        picture = page.input_value("#picture")
        self.add(page, "CIGaussianBlur")
        page.fill('#layers input[type=number][aria-label="Radius"]', "3")
        page.keyboard.press("Enter")
        self.add(page, "CISepiaTone")
        page.uncheck('#layers input[aria-label="Apply Sepia Tone"]')
        self.wait(page, "!workbench.model.state.layers[1].isEnabled")
        page.check("input[name=part][value=kernel]", force=True)
        self.wait(page, "workbench.kernel.controls.length && workbench.kernel.editor")
        # No kernel of the examples has a parameter of this name, so that its control is that of the text.
        text = "kernel vec4 mine(__sample s, float strength) { return s * strength; }\n"
        page.evaluate("(text) => { workbench.kernel.editor.text = text; }", text)
        self.wait(page, "workbench.kernel.controls.some(({ key }) => key === 'strength')")
        page.fill('#kernel-controls input[type=number]', "0.25")
        self.reload(page)
        self.wait(page, "workbench.model.state.layers.length === 2")
        stack = page.evaluate("() => workbench.model.state.layers.map(({ filter, values, isEnabled }) => [filter, values, isEnabled])")
        self.assertEqual(stack, [["CIGaussianBlur", {"inputRadius": 3}, True], ["CISepiaTone", {}, False]])
        self.assertEqual(page.evaluate("() => workbench.model.state.picture"), picture)
        self.wait(page, "workbench.kernel.controls.some(({ key }) => key === 'strength')")
        self.assertTrue(page.is_visible("#editor"))
        self.assertEqual(page.evaluate("() => workbench.kernel.editor.text"), text)
        self.assertEqual(page.input_value('#kernel-controls input[type=number]'), "0.25")
        # The stack comes back in one step.
        page.focus("#view")
        page.keyboard.press("Control+z")
        self.wait(page, "workbench.model.state.layers.length === 0")

    def test_an_empty_page_stays_empty(self):
        page = self.open()
        self.reload(page)
        self.assertEqual(page.evaluate("() => workbench.model.state.layers.length"), 0)
        self.assertFalse(page.evaluate("() => workbench.model.state.canUndo"))

    def test_leaving_paint_is_asked(self):
        page = self.open()
        page.check("input[name=part][value=paint]", force=True)
        page.click("#view")
        self.wait(page, "workbench.model.state.strokes === 1")
        asked = []
        page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        self.reload(page)
        self.assertEqual(asked, ["beforeunload"])


class EndedProgramTests(PageTestCase):
    def test_the_page_stays_when_the_program_has_ended(self):
        workbench = Workbench()
        self.addCleanup(workbench.stop)
        page = self.browser.new_page()
        page.goto(workbench.address)
        self.wait(page, "window.workbench?.stage.frames.after")
        self.add(page, "CISepiaTone")
        workbench.stop()
        page.locator("#lost").wait_for(timeout=5000)
        page.click("#reload")
        page.locator("#lost-text", has_text="doesn't answer").wait_for()
        self.assertEqual(page.locator("#layers .layer").count(), 1)
        page.close()


if __name__ == "__main__":
    unittest.main()
