// The values of the pixel under the pointer, and the histogram of what is shown.

import { find, fixed } from "./elements.js";

export class Inspector {
  constructor(model, stage) {
    [this.model, this.stage] = [model, stage];
    this.canvas = document.querySelector("#histogram canvas");
    stage.view.addEventListener("pointermove", (event) => this.point(stage.viewport.toPlane(stage.point(event))));
    stage.view.addEventListener("pointerleave", () => this.clear());
    stage.addEventListener("shown", ({ detail }) => this.later(detail));
    model.connection.on("pixel", (pixel) => this.show(pixel));
  }

  point({ x, y }) {
    this.place = { x: Math.floor(x), y: Math.floor(y) };
    find("place").textContent = `x ${String(this.place.x).padStart(5)}  y ${String(this.place.y).padStart(5)}`;
    clearTimeout(this.probeTimer);
    this.probeTimer = setTimeout(() => this.model.connection.send({ type: "probe", subject: this.stage.subject, ...this.place }), 40);
  }

  clear() {
    clearTimeout(this.probeTimer);
    this.place = null;
    for (const id of ["place", "encoded", "working"]) find(id).textContent = "";
  }

  show({ x, y, working, encoded }) {
    if (this.place?.x !== x || this.place?.y !== y) return;
    const bytes = encoded.map((value) => fixed(typeof value === "number" ? value * 255 : value, 1).padStart(6));
    find("encoded").textContent = `sRGB ${bytes.join(" ")}`;
    find("working").textContent = `working ${working.map((value) => fixed(value, 4).padStart(8)).join(" ")}`;
  }

  // The histogram is drawn when pictures stop coming, because sliders must not wait for it.
  later(frame) {
    clearTimeout(this.timer);
    if (frame.form === "pixels") this.timer = setTimeout(() => this.draw(frame), 120);
    if (this.place) this.point({ x: this.place.x, y: this.place.y });
  }

  draw({ pixels }) {
    const counts = [0, 1, 2].map(() => new Uint32Array(256));
    // At most about 500 000 pixels.
    const step = 4 * Math.max(1, Math.floor(pixels.length / 4 / 500000));
    for (let index = 0; index < pixels.length; index += step) {
      if (pixels[index + 3] === 0) continue;
      for (let part = 0; part < 3; part += 1) counts[part][pixels[index + part]] += 1;
    }
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
