"""The page's accessibility, checked by axe-core in all views, light and dark."""

import json
import unittest
from pathlib import Path

from support import PageTestCase, pretty

try:
    import axe_playwright_python
except ImportError:
    axe_playwright_python = None


@unittest.skipUnless(axe_playwright_python, "axe-playwright-python isn't installed")
class AccessibilityTests(PageTestCase):
    FILTERS = ("CIBumpDistortion", "CIColorControls", "CIQRCodeGenerator", "CICheckerboardGenerator", "CICrop", "CIAffineTransform",
               "CIDissolveTransition", "CIColorCube", "CIHueAdjust", "CIMeshGenerator", "CIToneCurve", "CIColorCurves")

    def violations(self, page) -> list:
        """What axe-core finds. The page's policy doesn't let scripts be added, so the debugger evaluates it."""
        script = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()
        client = page.context.new_cdp_session(page)
        client.send("Runtime.evaluate", {"expression": script})
        found = client.send("Runtime.evaluate", {
            "expression": "axe.run().then((result) => JSON.stringify(result.violations.map(({ id, nodes }) => "
                          "[id, nodes.map((node) => node.html.slice(0, 200))])))",
            "awaitPromise": True, "returnByValue": True})
        # The editor scrolls with the focus in its text, which isn't inside of what scrolls.
        return [violation for violation in json.loads(found["result"]["value"])
                if violation[0] != "scrollable-region-focusable" or any("CodeMirror-scroll" not in node for node in violation[1])]

    def test_narrow_windows(self):
        page = self.open(viewport={"width": 720, "height": 450}, device_scale_factor=2)
        self.add(page, "CICrop")
        self.add(page, "CIQRCodeGenerator")
        page.click("#export summary")
        page.click('#export [data-form="png"]')
        page.locator("#message").wait_for()
        for part in ("filters", "kernel", "graph", "paint"):
            page.check(f"input[name=part][value={part}]", force=True)
            for side in ("0", "1"):
                with self.subTest(part=part, side=side):
                    page.check(f"input[name=side][value='{side}']", force=True)
                    page.wait_for_timeout(500)
                    found = self.violations(page)
                    self.assertEqual(found, [], pretty(found))

    def test_views(self):
        for scheme in ("light", "dark"):
            page = self.open(color_scheme=scheme)
            for name in self.FILTERS:
                self.add(page, name)
            page.fill("#search", "")
            for part in ("filters", "kernel", "graph", "paint"):
                with self.subTest(scheme=scheme, part=part):
                    page.check(f"input[name=part][value={part}]", force=True)
                    if part == "kernel":
                        self.wait(page, "workbench.kernel.controls.length")
                    page.wait_for_timeout(500)
                    found = self.violations(page)
                    self.assertEqual(found, [], pretty(found))
