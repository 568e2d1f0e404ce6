"""Measures the time from a moving slider to its pixels on the page, and what an idle page costs.

Usage: slider.py [--seconds N] [--json FILE]; COREIMAGE_COMMAND is the release build of coreimage. The picture has
1920 × 1080 pixels and is shown at 99 % or more, with a stack of three filters.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from support import CHROMIUM, COMMAND, Workbench

FILTERS = ("CIColorControls", "CIHueAdjust", "CIVignette")
SLIDER = "Saturation, slider"


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def summary(values: list[float]) -> dict[str, float]:
    return {
        "count": len(values), "median": round(statistics.median(values), 1), "p95": round(quantile(values, 0.95), 1),
        "most": round(max(values), 1),
    }


def picture(folder: Path) -> Path:
    """The test scene with 1920 × 1080 pixels."""
    path = folder / "picture.png"
    scene = Path(__file__).parents[1] / "Fixtures" / "scene.png"
    subprocess.run([COMMAND, "apply", scene, "-o", path, "--fill", "1920x1080"], check=True)
    return path


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# Moves the slider at each frame of the browser, as a pointer does, and returns what was measured.
MOVE = """async ([label, seconds]) => {
  const { stage } = window.workbench;
  const slider = document.querySelector(`[aria-label="${label}"]`);
  const [from, to] = [Number(slider.min), Number(slider.max)];
  stage.editTimes.length = 0;
  const rendered = [], sizes = [];
  const note = ({ detail }) => { rendered.push(detail.milliseconds); sizes.push(detail.width); };
  stage.addEventListener("shown", note);
  const start = performance.now();
  let moves = 0;
  await new Promise((resolve) => {
    const step = (now) => {
      if (now - start > seconds * 1000) return resolve();
      slider.value = from + (to - from) * (0.5 + 0.4 * Math.sin((now - start) / 300));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      moves += 1;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  slider.dispatchEvent(new Event("change", { bubbles: true }));
  stage.removeEventListener("shown", note);
  return { moves, times: [...stage.editTimes], rendered, sizes, seconds: (performance.now() - start) / 1000, zoom: stage.viewport.zoom };
}"""


def measure(seconds: float, image: Path) -> dict:
    workbench = Workbench(str(image))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 2560, "height": 1260})
            page.goto(workbench.address)
            for name in FILTERS:
                page.fill("#search", name)
                page.click(f'button[data-filter="{name}"]')
                page.wait_for_timeout(400)
            page.click("#layers li:first-child h3")
            page.wait_for_timeout(500)
            page.evaluate(MOVE, [SLIDER, 1])
            page.wait_for_timeout(1000)
            moved = page.evaluate(MOVE, [SLIDER, seconds])
            page.wait_for_timeout(2000)
            before = processor_seconds(workbench.process.pid)
            time.sleep(5)
            idle = (processor_seconds(workbench.process.pid) - before) / 5
            browser.close()
        return {
            "slider to pixels, ms": summary(moved["times"]), "rendering, ms": summary(moved["rendered"]),
            "frames/s": round(len(moved["times"]) / moved["seconds"], 1), "widths": sorted(set(moved["sizes"])),
            "moves": moved["moves"], "zoom": moved["zoom"], "idle processors": round(idle, 4),
        }
    finally:
        workbench.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = measure(options.seconds, options.picture or picture(Path(folder)))
    text = json.dumps(result, indent=2)
    print(text)
    if options.json:
        options.json.write_text(text + "\n")


if __name__ == "__main__":
    main()
