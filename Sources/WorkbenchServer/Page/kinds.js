// A control for each kind of input. Each function returns { element, update(value, layer) }; `element` may be a list.

import { make, numberText } from "./elements.js";
import { arrangement, dial, numberField, numberRow, slider } from "./fields.js";
import { Player } from "./player.js";
import { rectangleControl } from "./rectangle.js";
import { TableCurve } from "./table-curve.js";
import { base64, readTable } from "./tables.js";

function sliderControl(control, edit, model) {
  const label = control.displayName;
  const step = control.unit === "count" ? 1 : control.step;
  const field = numberField({ label, step: control.unit === "count" ? 1 : "any", ...edit });
  const bar = slider({ label: `${label}, slider`, ends: control.slider, step, identity: control.identity, ...edit });
  const player = control.unit === "time" ? new Player(label, edit, model.stage) : null;
  return {
    element: [field.element, bar.element, player?.element].filter(Boolean),
    update(value) {
      field.update(value);
      bar.update(value);
      player?.update(value);
    },
  };
}

function angleControl(control, edit) {
  const toRadians = (degrees) => (degrees * Math.PI) / 180;
  const hand = dial({ label: `${control.displayName}, dial`, ...edit });
  const field = numberField({
    label: `${control.displayName} in degrees`, step: "any", end: edit.end,
    change: (degrees) => edit.change(toRadians(degrees)),
  });
  return {
    element: make("div", { class: "angle wide" }, hand.element, field.element, "°"),
    update(value) {
      hand.update(value);
      const degrees = (value * 180) / Math.PI;
      field.update(Number.isFinite(degrees) ? Number(degrees.toPrecision(6)) : undefined);
    },
  };
}

function toggle(control, edit) {
  const input = make("input", { type: "checkbox", class: "switch", "aria-label": control.displayName });
  input.addEventListener("change", () => { edit.change(input.checked); edit.end(); });
  return { element: input, update: (value) => { input.checked = value === true; } };
}

function choice(control, edit) {
  const select = make("select", { class: "wide", "aria-label": control.displayName },
    ...control.choices.map(({ name }, index) => make("option", { value: index }, name)));
  select.addEventListener("change", () => { edit.change(control.choices[select.value].value); edit.end(); });
  return {
    element: select,
    update(value) { select.value = control.choices.findIndex((choice) => choice.value === value); },
  };
}

const byte = (part) => Math.round(Math.min(1, Math.max(0, part)) * 255).toString(16).padStart(2, "0");

function color(control, edit) {
  const names = control.kind === "opaqueColor" ? ["r", "g", "b"] : ["r", "g", "b", "a"];
  let value = { r: 0, g: 0, b: 0, a: 1 };
  const change = (changed) => edit.change({ ...value, ...changed });
  const well = make("input", { type: "color", "aria-label": control.displayName });
  well.addEventListener("input", () => {
    const [r, g, b] = [1, 3, 5].map((start) => parseInt(well.value.slice(start, start + 2), 16) / 255);
    change({ r, g, b });
  });
  well.addEventListener("change", edit.end);
  const fields = numberRow({
    label: control.displayName, names, step: 0.01, digits: 3, end: edit.end,
    change: (numbers) => change(Object.fromEntries(names.map((name, index) => [name, numbers[index]]))),
  });
  return {
    element: make("div", { class: "color wide" }, well, fields.element),
    update(next) {
      if (!next) return;
      value = next;
      well.value = "#" + byte(next.r) + byte(next.g) + byte(next.b);
      fields.update(names.map((name) => next[name] ?? 1));
    },
  };
}

function numbers(control, edit, model, filter) {
  if (!control.components?.length) return numberList(control, edit);
  return numberRow({ label: control.displayName, names: control.components, step: "any", ...arrangement(control, filter), ...edit });
}

// Numbers of which there are any count, separated by spaces or commas.
function numberList(control, edit) {
  const area = make("textarea", { class: "wide number", rows: 2, "aria-label": control.displayName, spellcheck: "false" });
  area.addEventListener("change", () => {
    const list = area.value.split(/[\s,;]+/).filter(Boolean).map(Number);
    if (list.length > 0 && list.every(Number.isFinite)) edit.change(list);
    else edit.fail("Write numbers, separated by spaces.");
    edit.end();
  });
  return {
    element: area,
    update(list) { if (document.activeElement !== area) area.value = (list ?? []).map(numberText).join(" "); },
  };
}

function text(control, edit) {
  // Texts with a default are names, such as that of a font, and have one line.
  const area = control.default
    ? make("input", { type: "text", class: "wide", "aria-label": control.displayName, spellcheck: "false" })
    : make("textarea", { class: "wide", rows: 2, "aria-label": control.displayName });
  area.addEventListener("input", () => edit.change(area.value));
  area.addEventListener("change", edit.end);
  return { element: area, update(value) { if (document.activeElement !== area) area.value = value ?? ""; } };
}

function table(control, edit, model) {
  const size = make("span", { class: "number" });
  const input = make("input", { type: "file", class: "wide", "aria-label": `${control.displayName}, file` });
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    try {
      const { bytes, size } = await readTable(file);
      // The dimension belongs to the table, so both are one step of undo.
      if (size) edit.changeOther("inputCubeDimension", size);
      edit.change({ base64: base64(bytes) });
    } catch (error) {
      edit.fail(error.message);
    }
    edit.end();
  });
  const curve = control.curve ? new TableCurve(control, edit, model) : null;
  curve?.details.append(input);
  return {
    element: curve ? [size, curve.element, curve.details] : [size, input],
    update(value, layer) {
      curve?.update(value, layer);
      const bytes = layer.tables[control.key] ?? 0;
      size.textContent = bytes > 0 ? `${bytes / 4} numbers` : value ? "at its default" : "none";
    },
  };
}

function lines(control, edit) {
  const list = make("div", { class: "wide" });
  let rows = [];
  const change = (next, ends = true) => {
    edit.change(next);
    if (ends) edit.end();
  };
  const build = () => {
    list.replaceChildren(
      ...rows.map((row, index) => {
        const fields = ["x0", "y0", "x1", "y1"].map((name, place) => {
          const field = numberField({
            label: `Line ${index + 1} ${name}`, end: edit.end,
            change: (number) => change(rows.with(index, rows[index].with(place, number)), false),
          });
          field.update(row[place]);
          return field.element;
        });
        const remove = make("button", { type: "button", "aria-label": `Remove line ${index + 1}`, onclick: () => change(rows.toSpliced(index, 1)) }, "×");
        return make("div", { class: "row" }, ...fields, remove);
      }),
      make("button", { type: "button", onclick: () => change([...rows, [0, 0, 100, 100]]) }, "Add line"));
  };
  return {
    element: list,
    update(value) {
      const next = value ?? [];
      const isSame = next.length === rows.length && list.hasChildNodes();
      rows = next;
      if (!isSame || !list.contains(document.activeElement)) build();
    },
  };
}

function picture(control, edit, model, filter) {
  const select = make("select", { class: "wide", "aria-label": control.displayName });
  const fallback = edit.fallback ?? (control.key === "inputImage"
    ? "Result of the filters above" : `Sample: ${model.samples.get(filter)?.[control.key] ?? ""}`);
  const build = () => select.replaceChildren(
    make("option", { value: "" }, fallback), ...model.pictures.map(({ id, name }) => make("option", { value: id }, name)));
  build();
  model.on("pictures", build);
  select.addEventListener("change", () => edit.choose(select.value || null));
  return {
    element: select,
    update(_, layer) { select.value = layer.pictures[control.key] ?? ""; },
  };
}

function object() {
  return { element: make("span", { class: "wide label" }, "Set by programs only"), update() {} };
}

export const kinds = {
  slider: sliderControl, angle: angleControl, toggle, choice, color, opaqueColor: color, point: numbers,
  elevatedPoint: numbers, rectangle: rectangleControl, offset: numbers, vector: numbers, transform: numbers, text, table, lines,
  lens: numberList, picture, object,
};
