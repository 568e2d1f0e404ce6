"""Undo, the focus and menus, with the keyboard."""

import unittest

from support import PageTestCase


class KeyTests(PageTestCase):
    def focus(self, page) -> str:
        return page.evaluate("() => { const { id, className, tagName } = document.activeElement; return id || className || tagName; }")

    def test_undo_takes_back_what_was_last(self):
        page = self.open()
        self.add(page, "CISepiaTone")
        page.check("input[name=part][value=paint]", force=True)
        page.focus("#view")
        page.keyboard.press("Enter")
        self.wait(page, "workbench.model.state.strokes === 1")
        page.click('#layers button[aria-label="Duplicate Sepia Tone"]')
        self.wait(page, "workbench.model.state.layers.length === 2")
        page.focus("#view")
        page.keyboard.press("Enter")
        self.wait(page, "workbench.model.state.strokes === 2")
        for strokes, layers in ((1, 2), (1, 1), (0, 1), (0, 0)):
            page.keyboard.press("Control+z")
            self.wait(page, f"workbench.model.state.strokes === {strokes} && workbench.model.state.layers.length === {layers}")

    def test_strokes_alone_can_be_undone(self):
        page = self.open()
        page.check("input[name=part][value=paint]", force=True)
        page.focus("#view")
        page.keyboard.press("Enter")
        self.wait(page, "workbench.model.state.strokes === 1")
        self.assertTrue(page.is_enabled("#undo-button"))
        page.click("#undo-button")
        self.wait(page, "workbench.model.state.strokes === 0")
        self.assertFalse(page.is_enabled("#undo-button"))

    def test_both_keys_redo(self):
        page = self.open()
        for keys in ("Control+y", "Control+Shift+z"):
            self.add(page, "CISepiaTone")
            page.focus("#view")
            page.keyboard.press("Control+z")
            self.wait(page, "workbench.model.state.layers.length === 0")
            page.keyboard.press(keys)
            self.wait(page, "workbench.model.state.layers.length === 1")
            page.keyboard.press("Control+z")
            self.wait(page, "workbench.model.state.layers.length === 0")

    def test_the_focus_stays_in_the_stack(self):
        page = self.open()
        for name in ("CISepiaTone", "CIVignette", "CIColorInvert"):
            self.add(page, name)
        page.focus('#layers button[aria-label="Remove Vignette"]')
        page.keyboard.press("Enter")
        self.wait(page, "workbench.model.state.layers.length === 2")
        self.assertEqual(page.evaluate("() => document.activeElement.closest('.layer')?.dataset.filter"), "CIColorInvert")
        page.focus('#layers button[aria-label="Remove Color Invert"]')
        page.keyboard.press("Enter")
        self.wait(page, "workbench.model.state.layers.length === 1")
        self.assertEqual(page.evaluate("() => document.activeElement.closest('.layer')?.dataset.filter"), "CISepiaTone")
        page.focus("#clear")
        page.keyboard.press("Enter")
        self.wait(page, "workbench.model.state.layers.length === 0")
        self.assertEqual(self.focus(page), "stack-title")

    def test_the_menu_has_the_keys_of_menus(self):
        page = self.open()
        page.focus("#export summary")
        page.keyboard.press("ArrowDown")
        self.assertEqual(page.evaluate("() => document.activeElement.dataset.form"), "png")
        page.keyboard.press("ArrowDown")
        self.assertEqual(page.evaluate("() => document.activeElement.dataset.form"), "jpeg")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowUp")
        self.assertEqual(page.evaluate("() => document.activeElement.dataset.form"), "command")
        page.keyboard.press("Tab")
        self.wait(page, "!document.getElementById('export').open")
        page.focus("#export summary")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Escape")
        self.assertFalse(page.evaluate("() => document.getElementById('export').open"))
        self.assertEqual(page.evaluate("() => document.activeElement.tagName"), "SUMMARY")

    def test_texts_are_shown_from_their_beginning_and_copied(self):
        page = self.open(permissions=["clipboard-read", "clipboard-write"])
        for name in ("CISepiaTone", "CIVignette", "CIBloom", "CIColorControls", "CIHueAdjust"):
            self.add(page, name)
        page.click("#export summary")
        page.click('#export [data-form="swift"]')
        page.locator("#text-dialog").wait_for()
        self.assertEqual(page.evaluate("() => document.querySelector('#text-dialog textarea').scrollTop"), 0)
        self.assertEqual(page.evaluate("() => document.querySelector('#text-dialog textarea').selectionStart"), 0)
        page.click("#text-copy")
        page.locator("#text-copied", has_text="Copied").wait_for()


if __name__ == "__main__":
    unittest.main()
