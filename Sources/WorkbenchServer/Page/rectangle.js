// Rectangles: their fields, and the default of a crop, which reaches to infinity.

import { numberRow } from "./fields.js";

// Whether a rectangle is everything, or nearly.
export const isEverything = (numbers) => numbers?.some((number) => Math.abs(number) > 1e9) ?? false;

// What is shown and changed of a rectangle: that of the picture instead of everything.
export function visible(numbers, { width, height }) {
  return isEverything(numbers) ? [0, 0, width, height] : numbers;
}

export function rectangleControl(control, edit, model) {
  const row = numberRow({
    label: control.displayName, names: control.components, step: "any", columns: 2, end: edit.end,
    change(numbers) {
      if (numbers[2] < 0 || numbers[3] < 0) return edit.fail("Width and height are 0 or more.");
      edit.fail("");
      edit.change(numbers);
    },
  });
  return {
    element: row.element,
    update(value) {
      // The numbers of the picture stand where a number may be typed, and aren't values yet.
      if (isEverything(value)) row.update(null, visible(value, model.state));
      else row.update(value);
    },
  };
}
