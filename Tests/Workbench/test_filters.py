"""Every built-in filter opens on the page, with a control for each input and without an error."""

from support import PageTestCase, pretty


class EveryFilterTests(PageTestCase):
    # Filters that need a text, lines or a lens, and say so at its control.
    NEEDS_INPUT = {
        "CIAttributedTextImageGenerator", "CIAztecCodeGenerator", "CIBarcodeGenerator",
        "CICameraCalibrationLensCorrection", "CICode128BarcodeGenerator", "CIMeshGenerator", "CIPDF417BarcodeGenerator",
        "CIQRCodeGenerator", "CIRoundedQRCodeGenerator", "CITextImageGenerator",
    }

    def test_every_filter(self):
        page = self.open()
        filters = page.evaluate("() => workbench.model.catalogue.filters.map((filter) => filter.name)")
        self.assertGreater(len(filters), 200)
        failures = {}
        for name in filters:
            page.evaluate("() => workbench.model.edit({ type: 'clear' })")
            self.wait(page, "workbench.model.state.layers.length === 0")
            page.evaluate(
                "(name) => { workbench.model.result.failures = []; workbench.model.edit({ type: 'add', filter: name }); }", name)
            self.wait(page, f"workbench.model.state.layers[0]?.filter === '{name}'")
            self.settle(page, timeout=30)
            controls = page.evaluate("(name) => workbench.model.controls.get(name).map((control) => control.key)", name)
            shown = page.eval_on_selector_all("#layers .control", "(all) => all.map((one) => one.dataset.key)")
            hidden = page.evaluate(
                "(name) => workbench.model.controls.get(name).filter((c) => c.parameterSet === 'development').length", name)
            self.assertEqual(len(shown), len(controls) - hidden, name)
            unnamed = page.eval_on_selector_all(
                "#layers input, #layers select, #layers textarea, #layers button",
                "(all) => all.filter((one) => !one.getAttribute('aria-label') && !one.textContent.trim()).length")
            self.assertEqual(unnamed, 0, f"{name}: a control has no name")
            problems = page.evaluate("() => workbench.model.result.failures")
            if name in self.NEEDS_INPUT:
                self.assertEqual(page.locator("#layers .control.needed").count(), 1, name)
            elif problems:
                failures[name] = problems
            self.assertEqual(page.problems, [], name)
        self.assertEqual(failures, {}, pretty(failures))

    def test_every_control_changes_its_value(self):
        """Typing a number, or choosing another value, reaches the program and is shown by it."""
        page = self.open()
        filters = page.evaluate("() => workbench.model.catalogue.filters.map((filter) => filter.name)")
        for name in filters[::6]:
            page.evaluate("() => workbench.model.edit({ type: 'clear' })")
            page.evaluate("(name) => workbench.model.edit({ type: 'add', filter: name })", name)
            self.wait(page, f"workbench.model.state.layers[0]?.filter === '{name}'")
            for field in page.query_selector_all('#layers .control[data-kind="slider"] input[type=number]'):
                field.fill("3")
                field.press("Enter")
                key = field.evaluate("(field) => field.closest('.control').dataset.key")
                self.wait(page, f"workbench.model.state.layers[0].values['{key}'] === 3 && !workbench.model.pending.size")
