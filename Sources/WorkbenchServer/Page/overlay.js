// Handles on the picture for the points and rectangles of the selected filter.

import { drag, find, make } from "./elements.js";
import { visible } from "./rectangle.js";

export class Overlay {
  constructor(model, stage) {
    [this.model, this.stage] = [model, stage];
    this.layer = find("overlay");
    this.parts = [];
    model.on("state", () => this.build());
    model.on("selection", () => this.build());
    model.on("changed", () => this.place());
    stage.addEventListener("moved", () => this.place());
  }

  build() {
    const target = this.target ?? this.selectedLayer();
    if (target.key !== this.key) {
      this.key = target.key;
      this.parts = target.controls.flatMap((control) => {
        if (control.kind === "point" || control.kind === "elevatedPoint") return [this.pointPart(target, control)];
        return control.kind === "rectangle" ? [this.rectanglePart(target, control)] : [];
      });
      this.layer.replaceChildren(...this.parts.flatMap((part) => part.elements));
    }
    this.place();
  }

  place() { for (const part of this.parts) part.place(); }

  // What the handles change: the selected filter.
  selectedLayer() {
    const { model } = this;
    const layer = model.layer(model.selected);
    if (!layer?.isEnabled) return { key: "", controls: [] };
    const { id } = layer;
    return {
      key: String(id), controls: model.controls.get(layer.filter) ?? [],
      value: (control) => (model.layer(id) ? model.value(model.layer(id), control) : null),
      set: (key, value) => model.set(id, key, value), end: () => model.endGesture(),
    };
  }

  // Makes the handles change something else than the selected filter; null ends that.
  setTarget(target) {
    this.target = target;
    this.key = null;
    this.build();
  }

  numbers(target, control) {
    const value = target.value(control);
    return Array.isArray(value) ? value : null;
  }

  // Puts an element at a place of the plane, in CSS pixels.
  put(element, point) {
    const { x, y } = this.stage.viewport.toScreen(point);
    element.style.left = `${x / this.stage.scale}px`;
    element.style.top = `${y / this.stage.scale}px`;
  }

  // A handle that the pointer drags and the arrow keys move. `move` gets a place of the plane.
  handle(target, label, classes, read, move) {
    const element = make("button", { type: "button", class: `handle ${classes}`, "aria-label": label, title: label });
    const set = (x, y, event) => move(event?.altKey ? { x, y } : { x: Math.round(x), y: Math.round(y) });
    element.addEventListener("pointerdown", (event) => {
      event.stopPropagation();
      element.focus();
      const start = this.stage.viewport.toPlane(this.stage.point(event));
      const from = read();
      if (!from) return;
      drag(event, element, (moved) => {
        const place = this.stage.viewport.toPlane(this.stage.point(moved));
        set(from.x + place.x - start.x, from.y + place.y - start.y, moved);
      }, () => target.end());
    });
    element.addEventListener("keydown", (event) => {
      const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
      const from = read();
      if (x === undefined || !from) return;
      event.preventDefault();
      event.stopPropagation();
      const step = event.shiftKey ? 10 : 1;
      set(from.x + x * step, from.y + y * step);
      target.end();
    });
    return element;
  }

  pointPart(target, control) {
    const read = () => {
      const numbers = this.numbers(target, control);
      return numbers && { x: numbers[0], y: numbers[1] };
    };
    const element = this.handle(target, control.displayName, "", read, ({ x, y }) => {
      target.set(control.key, [x, y, ...(this.numbers(target, control) ?? []).slice(2)]);
    });
    const name = make("span", { class: "handle-name", "aria-hidden": "true" }, control.displayName);
    return {
      elements: [element, name],
      place: () => {
        const point = read();
        element.hidden = name.hidden = !point;
        if (point) for (const part of [element, name]) this.put(part, point);
      },
    };
  }

  rectanglePart(target, control) {
    const read = () => visible(this.numbers(target, control), this.model.state);
    const frame = make("div", { class: "frame" });
    const set = (numbers) => target.set(control.key, numbers);
    const middle = this.handle(target, control.displayName, "", () => {
      const r = read();
      return r && { x: r[0] + r[2] / 2, y: r[1] + r[3] / 2 };
    }, ({ x, y }) => {
      const r = read();
      set([Math.round(x - r[2] / 2), Math.round(y - r[3] / 2), r[2], r[3]]);
    });
    // The opposite corner stays where it is.
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([right, top]) => {
      const name = `${control.displayName}, ${top ? "upper" : "lower"} ${right ? "right" : "left"} corner`;
      const element = this.handle(target, name, "corner", () => {
        const r = read();
        return r && { x: r[0] + right * r[2], y: r[1] + top * r[3] };
      }, ({ x, y }) => {
        const r = read();
        const [x0, x1] = right ? [r[0], x] : [x, r[0] + r[2]];
        const [y0, y1] = top ? [r[1], y] : [y, r[1] + r[3]];
        set([Math.min(x0, x1), Math.min(y0, y1), Math.abs(x1 - x0), Math.abs(y1 - y0)]);
      });
      return { element, right, top };
    });
    return {
      elements: [frame, middle, ...corners.map((corner) => corner.element)],
      place: () => {
        const r = read();
        for (const element of [frame, middle, ...corners.map((corner) => corner.element)]) element.hidden = !r;
        if (!r) return;
        this.put(frame, { x: r[0], y: r[1] + r[3] });
        frame.style.width = `${(r[2] * this.stage.viewport.zoom) / this.stage.scale}px`;
        frame.style.height = `${(r[3] * this.stage.viewport.zoom) / this.stage.scale}px`;
        this.put(middle, { x: r[0] + r[2] / 2, y: r[1] + r[3] / 2 });
        for (const { element, right, top } of corners) this.put(element, { x: r[0] + right * r[2], y: r[1] + top * r[3] });
      },
    };
  }
}
