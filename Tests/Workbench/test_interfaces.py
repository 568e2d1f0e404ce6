"""Pages that image units bring as controls: that they work, and that they reach nothing but the messages."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from sockets import Socket, exchange, request, status
from support import COMMAND, PageTestCase

ROOT = Path(__file__).resolve().parents[2]

# Lets a test send any message, and keeps those of the page.
PLAIN = """<!DOCTYPE html><script>
window.received = [];
addEventListener("message", (event) => window.received.push(event.data));
window.send = (message) => parent.postMessage(message, "*");
</script><p>Plain</p>"""

# Tries to learn the address of the workbench's page, and to reach the program and others.
HOSTILE = """<!DOCTYPE html><script>
const attempt = async (body) => { try { return String(await body()); } catch (error) { return "refused"; } };
const opened = (socket) => new Promise((resolve, reject) => {
  socket.onopen = () => resolve("open");
  socket.onerror = () => reject(new Error("closed"));
  setTimeout(() => resolve("nothing"), 2000);
});
const loaded = (tag, address) => new Promise((resolve, reject) => {
  const element = document.createElement(tag);
  element.onload = () => resolve("loaded");
  element.onerror = () => reject(new Error("blocked"));
  element[tag === "link" ? "href" : "src"] = address;
  if (tag === "link") element.rel = "stylesheet";
  document.head.append(element);
  setTimeout(() => resolve("nothing"), 2000);
});
const here = location.protocol + "//" + location.host;
(async () => {
  window.outcome = {
    parent: await attempt(() => parent.location.href), top: await attempt(() => top.document.body.innerHTML),
    ancestors: [...(location.ancestorOrigins ?? [])].join(), referrer: document.referrer, origin: String(self.origin),
    fetch: await attempt(async () => (await fetch(here + "/")).status),
    own: await attempt(async () => (await fetch(location.href)).status),
    socket: await attempt(() => opened(new WebSocket(here.replace("http", "ws") + location.pathname.replace(/[^/]*$/, "socket")))),
    image: await attempt(() => loaded("img", here + "/icon.svg")),
    script: await attempt(() => loaded("script", here + "/main.js")),
    style: await attempt(() => loaded("link", here + "/page.css")),
    storage: await attempt(() => localStorage.length), cookie: await attempt(() => { document.cookie = "a=b"; return document.cookie; }),
    database: await attempt(() => indexedDB.open("a")), 
    worker: await attempt(() => new Promise((resolve, reject) => {
      const worker = new Worker("data:text/javascript,postMessage(1)");
      [worker.onmessage, worker.onerror] = [() => resolve("alive"), () => reject(new Error("blocked"))];
    })),
   
    popup: String(window.open("about:blank")), evaluated: await attempt(() => eval("1")),
    navigation: await attempt(() => { top.location.href = "about:blank"; return "left"; }),
  };
})();
</script>"""

FILTER = """<key>{name}</key><dict><key>CIKernelFile</key><string>Trial</string><key>CIFilterAttributes</key><dict>
<key>CIAttributeFilterCategories</key><array><string>CICategoryColorEffect</string></array><key>CIInputs</key><array>
<dict><key>CIAttributeName</key><string>inputImage</string><key>CIAttributeClass</key><string>CIImage</string></dict>
<dict><key>CIAttributeName</key><string>inputAmount</string><key>CIAttributeClass</key><string>NSNumber</string>
<key>CIAttributeDefault</key><real>0.5</real></dict>
<dict><key>CIAttributeName</key><string>inputTint</string><key>CIAttributeClass</key><string>CIColor</string></dict>
</array></dict><key>CIHasCustomInterface</key><true/></dict>"""


def write_unit(folder: Path, pages: dict[str, str | None]) -> None:
    """A unit with a filter for each page; None for a page that is missing."""
    resources = folder / "Trial.plugin/Contents/Resources"
    (resources / "Interfaces").mkdir(parents=True)
    text = '<?xml version="1.0"?>\n<plist version="1.0"><dict>{}</dict></plist>\n'
    (resources.parent / "Info.plist").write_text(
        text.format("<key>CFBundleIdentifier</key><string>org.example.Trial</string>"))
    filters = "".join(FILTER.format(name=name) for name in pages)
    (resources / "Description.plist").write_text(
        text.format(f"<key>CIPlugInVersion</key><integer>1</integer><key>CIPlugInFilterList</key><dict>{filters}</dict>"))
    (resources / "Trial.cikernel").write_text(
        "kernel vec4 trial(__sample s, float amount, __color tint) { return s * amount + tint * 0.0; }")
    for name, page in pages.items():
        if page is not None:
            (resources / f"Interfaces/{name}.html").write_text(page)


class InterfaceTests(PageTestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, folder)
        subprocess.run([COMMAND, "units", "build", "-o", folder, ROOT / "ImageUnits/KernelSampler"], check=True, timeout=120,
                       stdout=subprocess.DEVNULL)
        write_unit(Path(folder), {"TrialPlain": PLAIN, "TrialHostile": HOSTILE, "TrialMissing": None})
        cls.arguments = ("--units", folder)
        super().setUpClass()

    def frame(self, page):
        page.locator(".unit-frame").wait_for()
        for _ in range(200):
            frames = [frame for frame in page.frames if frame.parent_frame and frame.url.startswith("http")]
            if frames:
                frames[-1].wait_for_load_state()
                return frames[-1]
            page.wait_for_timeout(20)
        self.fail("the frame has no page")

    def values(self, page) -> dict:
        return page.evaluate("() => workbench.model.state.layers[0].values")

    def wait_frame(self, frame, condition: str):
        for _ in range(300):
            if frame.evaluate(f"() => Boolean({condition})"):
                return
            frame.page.wait_for_timeout(20)
        self.fail(f"not true in the frame: {condition}")

    def test_the_mixer(self):
        page = self.open()
        self.add(page, "ChannelMixer")
        frame = self.frame(page)
        knob = frame.locator(".knob").nth(1)
        self.assertEqual(knob.get_attribute("aria-valuetext"), "red 30 %, green 60 %, blue 10 %")
        knob.focus()
        page.keyboard.press("Shift+ArrowUp")
        self.wait(page, "workbench.model.state.layers[0].values.inputGreen")
        # A tenth upwards is a tenth more green, taken from the two others in equal parts.
        for found, expected in zip(self.values(page)["inputGreen"], (0.25, 0.7, 0.05)):
            self.assertAlmostEqual(found, expected, delta=0.001)
        # A drag is one step of undo, and its end is what the pointer's place says.
        area = frame.locator(".pad").first.bounding_box()
        page.mouse.move(area["x"] + area["width"] / 2, area["y"] + area["height"] / 2)
        page.mouse.down()
        page.mouse.move(area["x"] + area["width"] / 2, area["y"] + area["height"] * 0.75, steps=6)
        page.mouse.up()
        # The frame's last message may be on its way.
        self.wait(page, "Math.abs(workbench.model.state.layers[0].values.inputRed?.[1] - 0.25) < 0.02")
        for found, expected in zip(self.values(page)["inputRed"], (0.375, 0.25, 0.375)):
            self.assertAlmostEqual(found, expected, delta=0.02)
        page.click("#undo-button")
        self.wait(page, "!workbench.model.state.layers[0].values.inputRed && workbench.model.state.layers[0].values.inputGreen")
        self.wait_frame(frame, "document.querySelector('.knob').ariaValueText === 'red 40 %, green 50 %, blue 10 %'")
        # The generated controls are below it, and the frame follows them.
        page.click(".all-inputs summary")
        page.fill('#layers input[aria-label="Blue 1"]', "0.6")
        page.keyboard.press("Enter")
        self.wait_frame(frame, "document.querySelectorAll('.knob')[2].ariaValueText === 'red 60 %, green 40 %, blue 40 %'")
        frame.click("text=Swapped")
        self.wait(page, "workbench.model.state.layers[0].values.inputBlue?.join() === '1,0,0'")
        page.click("#undo-button")
        self.wait(page, "workbench.model.state.layers[0].values.inputBlue?.join() === '0.6,0.4,0.4'")

    def test_messages_of_the_page(self):
        page = self.open(color_scheme="dark")
        self.add(page, "TrialPlain")
        frame = self.frame(page)
        self.wait_frame(frame, "received.length")
        first = frame.evaluate("() => received[0]")
        self.assertEqual((first["type"], first["version"], first["theme"]), ("values", 1, "dark"))
        self.assertEqual(first["values"]["inputAmount"], 0.5)
        self.assertEqual([control["key"] for control in first["controls"]], ["inputImage", "inputAmount", "inputTint"])
        frame.evaluate("() => { send({ type: 'change', key: 'inputAmount', value: 0.25 }); send({ type: 'end' }); }")
        self.wait(page, "workbench.model.state.layers[0].values.inputAmount === 0.25")
        self.wait_frame(frame, "received.at(-1).values.inputAmount === 0.25")
        frame.evaluate("() => send({ type: 'change', key: 'inputTint', value: { r: 1, g: 0, b: 0, extra: 'x' } })")
        self.wait(page, "workbench.model.state.layers[0].values.inputTint")
        self.assertEqual(self.values(page)["inputTint"], {"r": 1, "g": 0, "b": 0, "a": 1})
        page.emulate_media(color_scheme="light")
        self.wait_frame(frame, "received.at(-1).theme === 'light'")
        for height, shown in ((300, 300), (5, 40), (9999, 600)):
            frame.evaluate("(height) => send({ type: 'height', height })", height)
            self.wait(page, f"document.querySelector('.unit-frame').offsetHeight === {shown}")

    def test_wrong_messages_change_nothing(self):
        page = self.open()
        self.add(page, "TrialPlain")
        frame = self.frame(page)
        wrong = """() => [
            null, 5, "change", [], {}, { type: "set" }, { type: "change" }, { type: "change", key: "inputAmount" },
            { type: "change", key: "inputAmount", value: "0.5" }, { type: "change", key: "inputAmount", value: NaN },
            { type: "change", key: "inputAmount", value: [1] }, { type: "change", key: "inputImage", value: "file-0" },
            { type: "change", key: "inputNothing", value: 1 }, { type: "change", key: "__proto__", value: 1 },
            { type: "change", key: { toString: 1 }.key, value: 1 }, { type: "change", key: "inputTint", value: { r: 1 } },
            { type: "change", key: "inputTint", value: null }, { type: "height", height: "100" },
            { type: "height", height: Infinity }, { type: "clear" }, { type: "undo" },
        ].map(send).length"""
        count = frame.evaluate(wrong)
        self.wait(page, f"document.querySelector('.layer .unit-frame + .error').textContent.includes('sent {count} messages')")
        self.assertEqual(self.values(page), {})
        self.assertEqual(page.evaluate("() => workbench.model.state.layers.length"), 1)
        # Others that know the page can't speak for the frame.
        page.evaluate("() => postMessage({ type: 'change', key: 'inputAmount', value: 0.1 }, '*')")
        page.wait_for_timeout(200)
        self.assertEqual(self.values(page), {})

    def test_a_flood_is_followed_once_for_each_picture_of_the_screen(self):
        page = self.open()
        self.add(page, "TrialPlain")
        frame = self.frame(page)
        page.evaluate("""() => {
            const { connection } = workbench.model, send = connection.send.bind(connection);
            workbench.sent = 0;
            connection.send = (message) => { if (message.type === "set") workbench.sent += 1; send(message); };
        }""")
        frame.evaluate("""() => {
            for (let i = 1; i <= 20000; i += 1) { send({ type: "change", key: "inputAmount", value: i / 20000 }); send({ type: "end" }); }
        }""")
        self.wait(page, "workbench.model.state.layers[0].values.inputAmount === 1")
        self.assertLess(page.evaluate("() => workbench.sent"), 600)
        self.settle(page)

    def test_a_page_reaches_nothing(self):
        page = self.open()
        # What the browser says about refused attempts is expected.
        self.addCleanup(page.problems.clear)
        self.add(page, "TrialHostile")
        frame = self.frame(page)
        self.wait_frame(frame, "window.outcome?.navigation")
        outcome = frame.evaluate("() => outcome")
        self.assertEqual(outcome.pop("ancestors"), f"http://127.0.0.1:{self.workbench.port}")
        self.assertEqual((outcome.pop("referrer"), outcome.pop("origin"), outcome.pop("popup")), ("", "null", "null"))
        self.assertEqual(outcome, {key: "refused" for key in outcome})
        self.assertNotIn(self.workbench.token, frame.evaluate("() => location.href + document.baseURI + document.documentElement.outerHTML"))
        self.assertEqual(page.url, self.workbench.address)
        # Going elsewhere takes the frame nowhere, and its token leads to pages of units only.
        token = frame.url.split("/")[3]
        frame.evaluate("() => { location.href = 'https://example.org/?' + 1; }")
        page.wait_for_timeout(500)
        self.assertNotIn("example.org", page.evaluate("() => document.querySelector('.unit-frame').src"))
        for path in ("", "main.js", "index.html", "socket", "TrialMissing", "../" + self.workbench.token + "/x", "CISepiaTone"):
            answer = status(exchange(self.workbench, request(self.workbench, path=f"/{token}/{path}")))
            self.assertEqual(answer, 404, path)
        with Socket(self.workbench, path=f"/{token}/socket") as socket:
            self.assertNotEqual(socket.status, 101)
        answer = exchange(self.workbench, request(self.workbench, path=f"/{token}/TrialHostile"))
        self.assertEqual(status(answer), 200)
        self.assertIn(b"content-security-policy: sandbox allow-scripts; default-src 'none'", answer.lower())
        self.assertEqual(status(exchange(self.workbench, request(self.workbench, path=f"/{token}/TrialHostile", Origin="null"))), 403)

    def test_a_page_that_never_ends_does_not_stop_the_others(self):
        page = self.open()
        self.add(page, "TrialPlain")
        frame = self.frame(page)
        frame.evaluate("() => { setTimeout(() => { const end = Date.now() + 3000; while (Date.now() < end); }, 50); }")
        page.wait_for_timeout(200)
        self.add(page, "CIColorInvert")
        self.assertEqual(page.evaluate("() => workbench.model.state.layers.length"), 2)

    def test_a_missing_page(self):
        page = self.open()
        self.add(page, "TrialMissing")
        text = page.text_content(".layer .controls > .error")
        self.assertIn("Trial.plugin", text)
        self.assertIn("Interfaces/TrialMissing.html is missing", text)
        self.assertEqual(page.locator(".unit-frame").count(), 0)
        self.assertTrue(page.is_visible('#layers [data-key="inputAmount"] input[type=number]'))


if __name__ == "__main__":
    import unittest
    unittest.main()
