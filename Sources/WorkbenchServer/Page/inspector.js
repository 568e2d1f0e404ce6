// The values of the pixel under the pointer, and the histogram of what is shown.

import { edge, shownParts } from "./drawing.js";
import { find, fixed } from "./elements.js";

export class Inspector {
  constructor(model, stage) {
    [this.model, this.stage] = [model, stage];
    this.canvas = document.querySelector("#histogram canvas");
    // Where there is little room, controls need it more.
    find("histogram").open = !matchMedia("(max-width: 900px)").matches;
    stage.view.addEventListener("pointermove", (event) => this.point(event));
    stage.view.addEventListener("pointerleave", () => this.clear());
    stage.addEventListener("drawn", () => this.later());
    find("histogram").addEventListener("toggle", () => this.later());
    model.connection.on("pixel", (pixel) => this.show(pixel));
  }

  point(event) {
    this.pointer = event;
    const { stage, model } = this;
    const screen = stage.point(event);
    const { x, y } = stage.viewport.toPlane(screen);
    this.place = { x: Math.floor(x), y: Math.floor(y) };
    find("status").classList.add("pointing");
    find("place").textContent = `x ${String(this.place.x).padStart(5)}  y ${String(this.place.y).padStart(5)}`;
    // The values are those of what the pointer is on.
    const subject = screen.x < edge(stage) ? "before" : stage.subject;
    clearTimeout(this.probeTimer);
    this.probeTimer = setTimeout(() => model.connection.send({ type: "probe", subject, ...this.place }), 40);
  }

  clear() {
    clearTimeout(this.probeTimer);
    this.place = this.pointer = null;
    find("status").classList.remove("pointing");
    for (const id of ["place", "encoded", "working"]) find(id).textContent = "";
  }

  show({ x, y, working, encoded }) {
    if (this.place?.x !== x || this.place?.y !== y) return;
    const bytes = encoded.map((value) => fixed(typeof value === "number" ? value * 255 : value, 1).padStart(6));
    find("encoded").textContent = `sRGB ${bytes.join(" ")}`;
    find("working").textContent = `working ${working.map((value) => fixed(value, 4).padStart(8)).join(" ")}`;
  }

  // The histogram is drawn when pictures stop coming, because sliders must not wait for it.
  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), 120);
    if (this.pointer) this.point(this.pointer);
  }

  // Counts the values of the pixels that are on the screen, of at most about 500 000 of them.
  counts() {
    const counts = [0, 1, 2].map(() => new Uint32Array(256));
    const { viewport } = this.stage;
    for (const { frame, left, right } of shownParts(this.stage)) {
      const { pixels, region, canvas: { width, height } } = frame;
      const column = (screen) => Math.round(((viewport.toPlane({ x: screen, y: 0 }).x - region.x) * width) / region.width);
      const [first, end] = [Math.max(0, column(left)), Math.min(width, column(right))];
      const count = Math.max(0, end - first) * height;
      const step = Math.max(1, Math.floor(count / 500000));
      for (let number = 0; number < count; number += step) {
        const index = 4 * (Math.floor(number / (end - first)) * width + first + (number % (end - first)));
        if (pixels[index + 3] === 0) continue;
        for (let part = 0; part < 3; part += 1) counts[part][pixels[index + part]] += 1;
      }
    }
    return counts;
  }

  draw() {
    // Moving values have pictures without exact pixels.
    if (!find("histogram").open || shownParts(this.stage).some(({ frame }) => !frame.pixels)) return;
    const counts = this.counts();
    const context = this.canvas.getContext("2d");
    const { width, height } = this.canvas;
    context.clearRect(0, 0, width, height);
    // The ends would make everything else flat if many pixels are black or white.
    const most = Math.max(1, ...counts.flatMap((list) => [...list.subarray(1, 255)]));
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    context.globalCompositeOperation = isDark ? "screen" : "multiply";
    const colors = isDark ? ["#c0453c", "#3e9a4a", "#3f6fd0"] : ["#f08a80", "#86d08e", "#8fb0f2"];
    counts.forEach((list, part) => {
      context.fillStyle = colors[part];
      context.beginPath();
      context.moveTo(0, height);
      list.forEach((count, value) => context.lineTo(value + 0.5, height - Math.min(1, count / most) * height));
      context.lineTo(width, height);
      context.fill();
    });
  }
}
