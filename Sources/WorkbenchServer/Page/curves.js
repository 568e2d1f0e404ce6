// Curves of points that are inputs of their own.

import { CurveEditor } from "./curve-editor.js";
import { naturalSpline, polyline } from "./curve-shapes.js";
import { iconButton, make } from "./elements.js";

// Puts an editor above the fields of the points of each curve. `parts` are pairs of a control and its element.
// Returns the elements to show, and the editors, which have `update()`.
export function arrangeCurves(parts, layer, model) {
  const [elements, editors, curves] = [[], [], new Map()];
  for (const [control, part] of parts) {
    if (!control.curve || control.kind === "table") {
      elements.push(part.element);
    } else if (curves.has(control.curve.name)) {
      curves.get(control.curve.name).push([control, part]);
    } else {
      curves.set(control.curve.name, [[control, part]]);
      elements.push(control.curve);
    }
  }
  return {
    elements: elements.map((element) => {
      const points = curves.get(element.name);
      if (!points) return element;
      const editor = pointCurve(element, points.map(([control]) => control), layer, model);
      editors.push(editor);
      editor.element.append(make("details", { class: "wide" }, make("summary", {}, "Numbers"),
        make("div", { class: "curve-numbers" }, ...points.map(([, part]) => part.element))));
      return editor.element;
    }),
    editors,
  };
}

function pointCurve(curve, controls, layer, model) {
  const editor = new CurveEditor(curve.name, {
    move: (index, point) => model.set(layer, controls[index].key, point),
    end: () => model.endGesture(),
  }, controls.map((control) => control.displayName));
  const reset = () => {
    for (const control of controls) model.set(layer, control.key, null);
    model.endGesture();
  };
  const element = make("div", { class: "curve-group" },
    make("div", { class: "curve-head" }, make("span", { class: "label" }, curve.name), make("span", { class: "space" }),
      iconButton("reset", `Reset ${curve.name}`, reset)), editor.element);
  return {
    element,
    update() {
      const state = model.layer(layer);
      const points = controls.map((control) => model.value(state, control));
      const extrapolates = Boolean(state.values[curve.extrapolation]);
      const value = curve.interpolation === "linear"
        ? polyline(points.toSorted(([a], [b]) => a - b)) : naturalSpline(points, extrapolates);
      editor.update({ points, lines: [{ class: "all", value, knots: points.map(([x]) => x) }] });
    },
  };
}
