// The control of a table of curves for red, green and blue.

import { CurveEditor } from "./curve-editor.js";
import { monotoneCubic, pointsOf, polyline } from "./curve-shapes.js";
import { iconButton, make } from "./elements.js";
import { numberRow } from "./fields.js";
import { base64 } from "./tables.js";

const channels = ["all", "red", "green", "blue"];
const columns = channels.slice(1);
// An entry at each 1/128, so that quarters are hit.
const entries = 129;
// What tables were made of, by their bytes, so that undo brings the points back, too.
const made = new Map();

// The control of a table of red, green and blue: a curve for each, and one that is applied after them.
export class TableCurve {
  constructor(control, edit, model) {
    Object.assign(this, { control, edit, model, channel: "all", shape: {}, table: [], bytes: "" });
    this.editor = new CurveEditor(control.curve.name, {
      move: (index, point) => this.change(this.points.with(index, point)),
      add: (point) => this.change([...this.points, point].sort(([a], [b]) => a - b)),
      remove: (index) => this.change(this.points.toSpliced(index, 1)),
      end: () => this.end(),
    });
    const name = `channel-${(TableCurve.count += 1)}`;
    this.buttons = channels.map((channel) => make("input", { type: "radio", name, value: channel, "aria-label": channel[0].toUpperCase() + channel.slice(1), checked: channel === "all", onchange: () => this.choose(channel) }));
    this.rows = make("div", { class: "curve-numbers" });
    this.note = make("p", { class: "label", hidden: true });
    this.body = make("div", { class: "curve-group" },
      make("div", { class: "curve-head" },
        make("fieldset", { class: "segments small", "aria-label": `${control.displayName}, channel` },
          ...channels.map((channel, index) => make("label", { class: channel }, this.buttons[index], make("span", {}, channel[0].toUpperCase() + channel.slice(1))))),
        make("span", { class: "space" }),
        iconButton("plus", "Add a point", () => this.editor.addInGap(monotoneCubic(this.points))),
        iconButton("reset", "Straighten this curve", () => { this.change(null); this.end(); })),
      this.editor.element);
    this.element = make("div", { class: "wide" }, this.body, this.note);
    this.details = make("details", { class: "wide" }, make("summary", {}, "Numbers and files"), this.rows);
  }

  static count = 0;

  get domain() {
    const [start, end] = this.model.value(this.layer, { key: this.control.curve.domain, default: this.domainDefault }) ?? [0, 1];
    return Number.isFinite(end - start) && end !== start ? [start, end] : [0, 1];
  }

  // The colours themselves, as points of the square.
  get straight() { return [[0, this.domain[0]], [1, this.domain[1]]]; }
  get points() { return this.shape[this.channel] ?? this.straight; }

  choose(channel) {
    this.channel = channel;
    this.show();
  }

  change(points) {
    this.shape = { ...this.shape, [this.channel]: points ?? undefined };
    this.table = this.tableOf(this.shape);
    this.bytes = base64(new Uint8Array(new Float32Array(this.table.flat()).buffer));
    this.edit.change({ base64: this.bytes });
    this.show();
  }

  // States that undo can return to are kept.
  end() {
    made.set(this.bytes, this.shape);
    if (made.size > 1000) made.delete(made.keys().next().value);
    this.edit.end();
  }

  tableOf(shape) {
    const [start, end] = this.domain;
    const curves = Object.fromEntries(channels.map((channel) => [channel, shape[channel] && monotoneCubic(shape[channel])]));
    return [...Array(entries).keys()].map((index) => columns.map((channel) => {
      const x = index / (entries - 1);
      const value = curves[channel]?.(x) ?? start + x * (end - start);
      return curves.all?.((value - start) / (end - start)) ?? value;
    }));
  }

  update(value, layer) {
    this.layer = layer;
    this.domainDefault ??= this.model.controls.get(layer.filter).find(({ key }) => key === this.control.curve.domain)?.default;
    const size = layer.tables[this.control.key] ?? 0;
    const isHidden = size > 0 && !layer.values[this.control.key] || (value?.base64.length ?? 0) > 22000;
    this.body.hidden = isHidden;
    this.note.hidden = !isHidden;
    this.note.textContent = `${size / 12} entries from a file, too many to show as points. Reset the filter to draw curves.`;
    if (isHidden || !value) return;
    if (value.base64 !== this.bytes) this.read(value.base64);
    this.show();
  }

  // Shows a table that wasn't drawn here just now: one that undo brings back, or one from a file.
  read(text) {
    this.bytes = text;
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const numbers = [...new Float32Array(bytes.buffer, 0, Math.floor(bytes.length / 12) * 3)].map((one) => (Number.isFinite(one) ? one : 0));
    this.table = Array.from({ length: numbers.length / 3 }, (_, index) => numbers.slice(3 * index, 3 * index + 3));
    if (this.table.length < 2) this.table = [[0, 0, 0], [1, 1, 1]];
    if (made.has(text)) return void (this.shape = made.get(text));
    const own = columns.map((_, index) => pointsOf(this.table.map((entry) => entry[index])));
    const areEqual = this.table.every(([red, green, blue]) => red === green && green === blue);
    this.shape = areEqual ? { all: own[0] } : Object.fromEntries(columns.map((channel, index) => [channel, own[index]]));
  }

  // MARK: Showing

  show() {
    const last = this.table.length - 1;
    const lines = columns.map((channel, index) => ({
      class: `result ${channel}`, value: polyline(this.table.map((entry, row) => [row / last, entry[index]])),
    }));
    // The program goes from entry to entry in straight lines; so does the curve if it is all there is.
    const others = channels.filter((channel) => channel !== this.channel && this.shape[channel]);
    const value = others.length > 0 ? monotoneCubic(this.points) : lines[Math.max(0, columns.indexOf(this.channel))].value;
    this.editor.update({ points: this.points, domain: this.domain, lines: [...lines, { class: "own", value }], name: this.channel });
    this.showRows();
  }

  showRows() {
    const { points, channel } = this;
    if (this.rows.childElementCount !== points.length || this.rowChannel !== channel) {
      this.rowChannel = channel;
      this.fields = points.map((_, index) => numberRow({
        label: `${this.control.displayName}, ${channel}, point ${index + 1}`, names: ["x", "y"], step: "any",
        change: ([x, y]) => this.change(this.points.with(index, [x, y])), end: () => this.sort(),
      }));
      this.rows.replaceChildren(...this.fields.map(({ element }) => element));
    }
    this.fields.forEach((field, index) => field.update(points[index]));
  }

  // Numbers that were typed need not be in order until the field is left.
  sort() {
    if (this.points.some(([x], index, all) => index > 0 && x < all[index - 1][0])) {
      this.change(this.points.toSorted(([a], [b]) => a - b));
    }
    this.end();
  }
}
