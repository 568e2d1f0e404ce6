// The view of painting: a brush on the picture, below the filters of the stack.

import { drag, enable, find, make } from "./elements.js";
import { kinds } from "./kinds.js";

const controls = [
  { key: "color", displayName: "Colour", kind: "color", default: { r: 0.85, g: 0.15, b: 0.1, a: 1 } },
  { key: "radius", displayName: "Size", kind: "slider", unit: "distance", slider: { from: 1, to: 200 }, step: 1, default: 24 },
  { key: "softness", displayName: "Softness", kind: "slider", slider: { from: 0, to: 1 }, step: 0.01, default: 0.5 },
];

export class PaintPanel {
  constructor(model, stage, overlay, kept) {
    [this.model, this.stage, this.overlay] = [model, stage, overlay];
    this.brush = { ...Object.fromEntries(controls.map((control) => [control.key, control.default])), ...kept };
    this.ring = make("div", { class: "brush-ring", hidden: true });
    stage.view.append(this.ring);
    for (const control of controls) {
      const edit = { change: (value) => { this.brush[control.key] = value; part.update(value, {}); this.showRing(); }, end() {}, fail() {} };
      const part = kinds[control.kind](control, edit, model, "");
      find("brush").append(make("div", { class: "control", "data-key": control.key, "data-kind": control.kind }, make("span", { class: "label" }, control.displayName), ...[part.element].flat()));
      part.update(this.brush[control.key], {});
    }
    find("undo-stroke").addEventListener("click", () => model.edit({ type: "undoStroke" }));
    find("clear-paint").addEventListener("click", () => model.edit({ type: "clearPaint" }));
    model.on("state", ({ isNewPicture }) => {
      for (const id of ["undo-stroke", "clear-paint"]) enable(find(id), model.state.strokes > 0, stage.view);
      if (isNewPicture) this.place = null;
    });
    stage.view.addEventListener("pointermove", (event) => {
      if (!this.isOpen) return;
      this.place = stage.viewport.toPlane(stage.point(event));
      this.showRing();
    });
    stage.addEventListener("moved", () => this.showRing());
  }

  setOpen(isOpen) {
    if (this.isOpen === isOpen) return;
    this.isOpen = isOpen;
    this.stage.tool = isOpen ? this : null;
    this.overlay.setTarget(isOpen ? { key: "paint", controls: [] } : null);
    this.showRing();
  }

  // Shows the brush where it would paint.
  showRing() {
    this.ring.hidden = !this.isOpen;
    if (!this.isOpen) return;
    this.place ??= { x: this.model.state.width / 2, y: this.model.state.height / 2 };
    const { viewport, scale } = this.stage;
    const { x, y } = viewport.toScreen(this.place);
    const size = (2 * this.brush.radius * viewport.zoom) / scale;
    Object.assign(this.ring.style, { left: `${x / scale}px`, top: `${y / scale}px`, width: `${size}px`, height: `${size}px` });
  }

  // MARK: Strokes

  // A stroke of the pointer, begun by a pointerdown.
  begin(event) {
    const place = (moved) => this.stage.viewport.toPlane(this.stage.point(moved));
    let last = place(event);
    this.send([last], true);
    drag(event, this.stage.view, (moved) => {
      const next = place(moved);
      const points = this.between(last, next);
      if (points.length === 0) return;
      last = points.at(-1);
      this.send(points, false);
    });
  }

  // The places that the brush touches on a line, a quarter of its radius apart.
  between(from, to) {
    const spacing = Math.max(1, this.brush.radius / 4);
    const count = Math.min(256, Math.floor(Math.hypot(to.x - from.x, to.y - from.y) / spacing));
    return Array.from({ length: count }, (_, index) => {
      const part = (index + 1) / count;
      return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    });
  }

  send(points, begins) {
    this.model.flush();
    this.model.connection.send({ type: "paint", begins, points: points.map(({ x, y }) => [x, y]), ...this.brush });
    this.stage.hurry();
  }

  // The arrow keys move the brush, Enter and the space bar paint.
  key(event) {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
    if (x !== undefined) {
      const step = event.shiftKey ? 40 : 8;
      this.place = { x: this.place.x + x * step, y: this.place.y + y * step };
      this.showRing();
      return true;
    }
    if (event.key !== "Enter" && event.key !== " ") return false;
    this.send([this.place], !event.repeat);
    return true;
  }
}
