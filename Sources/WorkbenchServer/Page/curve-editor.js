// A square with curves, and a handle for each point of one of them.

import { drag, make, numberText } from "./elements.js";

const side = 256;
// The least difference in x between neighbouring points.
const gap = 0.01;
const step = 0.01;

// Far beyond the square, the place doesn't matter, and numbers that are too large can't be drawn.
const clamped = (y) => Math.min(2, Math.max(-1, y));

export class CurveEditor {
  // `edit.move(index, [x, y])` and `edit.end()` are called while a handle moves. With `edit.add([x, y])` and
  // `edit.remove(index)`, points can be added and removed. `names` are those of the points, by default their numbers.
  constructor(label, edit, names = []) {
    Object.assign(this, { label, edit, names, points: [], handles: [], domain: [0, 1] });
    this.lines = new Map();
    this.drawing = svg("svg", { viewBox: `0 0 ${side} ${side}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    for (const part of [0.25, 0.5, 0.75]) {
      this.drawing.append(svg("path", { class: "grid", d: `M${part * side} 0V${side}M0 ${part * side}H${side}` }));
    }
    this.identity = svg("path", { class: "diagonal" });
    this.drawing.append(this.identity);
    this.readout = make("output", { class: "number" });
    this.square = make("div", { class: "curve-square" }, this.drawing);
    this.element = make("div", { class: "curve wide", role: "group", "aria-label": label }, this.square, this.readout);
    if (edit.add) this.square.addEventListener("dblclick", (event) => this.addAt(this.place(event)));
  }

  // Shows points and lines. A line has a class and a function of x.
  update({ points, lines, domain = [0, 1], name = "" }) {
    Object.assign(this, { points, domain, name });
    this.element.dataset.channel = name;
    const [start, end] = domain.map(clamped);
    // Where the result is the same as the colour.
    this.identity.setAttribute("d", `M0 ${side * (1 - start)}L${side} ${side * (1 - end)}`);
    for (const [key, path] of this.lines) if (!lines.some((line) => line.class === key)) path.setAttribute("d", "");
    for (const line of lines) {
      if (!this.lines.has(line.class)) {
        this.lines.set(line.class, svg("path", { class: `line ${line.class}` }));
        this.drawing.append(this.lines.get(line.class));
      }
      this.lines.get(line.class).setAttribute("d", this.path(line));
    }
    while (this.handles.length > points.length) this.removeHandle();
    while (this.handles.length < points.length) this.addHandle(this.handles.length);
    this.handles.forEach((handle, index) => this.updateHandle(handle, index));
    this.report();
  }

  path({ value, knots = [] }) {
    const places = [...Array(side + 1).keys()].map((index) => index / side).concat(knots.filter((x) => x > 0 && x < 1));
    places.sort((a, b) => a - b);
    return "M" + places.map((x) => `${(x * side).toFixed(2)} ${((1 - clamped(value(x))) * side).toFixed(2)}`).join("L");
  }

  // MARK: Handles

  addHandle(index) {
    const handle = make("span", { class: "curve-handle", role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": 1 });
    handle.addEventListener("pointerdown", (event) => this.drag(event, index));
    handle.addEventListener("keydown", (event) => this.press(event, index));
    handle.addEventListener("focus", () => this.report());
    handle.addEventListener("dblclick", (event) => {
      event.stopPropagation();
      this.remove(index);
    });
    this.handles.push(handle);
    this.square.append(handle);
  }

  removeHandle() {
    const handle = this.handles.pop();
    const hadFocus = document.activeElement === handle;
    handle.remove();
    if (hadFocus) this.handles.at(-1)?.focus();
  }

  updateHandle(handle, index) {
    const [x, y] = this.points[index];
    const inside = (number) => Math.min(1, Math.max(0, number));
    handle.style.left = `${inside(x) * 100}%`;
    handle.style.top = `${(1 - inside(y)) * 100}%`;
    handle.setAttribute("aria-label", [this.label, this.name, this.pointName(index)].filter(Boolean).join(", "));
    handle.setAttribute("aria-valuenow", numberText(y));
    handle.setAttribute("aria-valuetext", `x ${numberText(this.color(x))}, y ${numberText(y)}`);
  }

  pointName(index) { return this.names[index] ?? `Point ${index + 1}`; }

  // The colour at a place of the square.
  color(x) { return Number((this.domain[0] + x * (this.domain[1] - this.domain[0])).toFixed(6)); }

  report() {
    const index = this.handles.indexOf(document.activeElement);
    this.readout.value = index < 0
      ? this.edit.add ? "Double-click to add a point" : "Drag the points"
      : `${this.pointName(index)}: ${this.handles[index].getAttribute("aria-valuetext")}`;
  }

  place(event) {
    const box = this.square.getBoundingClientRect();
    return [(event.clientX - box.left) / box.width, (box.bottom - event.clientY) / box.height];
  }

  drag(event, index) {
    this.handles[index].focus();
    const [from, [x, y]] = [this.place(event), this.points[index]];
    const move = (moved) => {
      const to = this.place(moved);
      this.move(index, [x + to[0] - from[0], y + to[1] - from[1]]);
    };
    drag(event, this.handles[index], move, this.edit.end);
  }

  press(event, index) {
    if (this.edit.remove && ["Delete", "Backspace"].includes(event.key)) {
      event.preventDefault();
      return this.remove(index);
    }
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], PageUp: [0, 10], PageDown: [0, -10] }[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const size = step * (event.shiftKey ? 10 : 1);
    this.move(index, this.points[index].map((number, axis) => number + direction[axis] * size));
    this.edit.end();
  }

  // Moves a point within the square, and in x between its neighbours.
  move(index, [x, y]) {
    const present = this.points[index][0];
    const order = this.points.map((_, other) => other).sort((a, b) => this.points[a][0] - this.points[b][0]);
    const rank = order.indexOf(index);
    const low = rank > 0 ? this.points[order[rank - 1]][0] + gap : 0;
    const high = rank < order.length - 1 ? this.points[order[rank + 1]][0] - gap : 1;
    const place = low <= high ? Math.min(1, high, Math.max(0, low, x)) : present;
    this.edit.move(index, [rounded(place), rounded(Math.min(1, Math.max(0, y)))]);
    this.report();
  }

  // MARK: Adding and removing

  addAt([x, y]) {
    const place = [x, y].map((number) => rounded(Math.min(1, Math.max(0, number))));
    if (this.points.some(([other]) => Math.abs(other - place[0]) < gap)) return;
    this.edit.add(place);
    this.edit.end();
    this.handles[this.points.findIndex(([other]) => other === place[0])]?.focus();
  }

  // Adds a point on the curve in the widest gap.
  addInGap(value) {
    const places = [...new Set([0, ...this.points.map(([x]) => x), 1])].sort((a, b) => a - b);
    let widest = 0;
    for (let i = 1; i < places.length - 1; i += 1) {
      if (places[i + 1] - places[i] > places[widest + 1] - places[widest]) widest = i;
    }
    const x = (places[widest] + places[widest + 1]) / 2;
    this.addAt([x, value(x)]);
  }

  remove(index) {
    if (!this.edit.remove || this.points.length <= 2) return;
    this.edit.remove(index);
    this.edit.end();
    this.handles[Math.min(index, this.handles.length - 1)]?.focus();
  }
}

const rounded = (number) => Number(number.toFixed(4));

function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
