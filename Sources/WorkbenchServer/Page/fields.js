// Parts of controls: a field for a number, a row of fields, a slider, a dial.

import { drag, make, numberText } from "./elements.js";

// Sets a property that has another value. Setting one makes the browser lay out its element again, and while a slider
// moves, all controls are updated at each step.
function put(element, property, value) {
  if (element[property] !== value) element[property] = value;
}

// A field for a number. `change` is called with each number that is typed, and `end` when the field is left.
export function numberField({ label, step, digits, change, end }) {
  const input = make("input", { type: "number", step: step || "any", "aria-label": label, autocomplete: "off" });
  let shown;
  input.addEventListener("input", () => {
    if (input.value !== "" && Number.isFinite(input.valueAsNumber)) change(input.valueAsNumber);
  });
  // A field that was left empty, or with a number that can't be used, has its old number again.
  const restore = () => { put(input, "value", shown === undefined ? "" : numberText(shown, digits)); };
  input.addEventListener("change", () => { restore(); end(); });
  input.addEventListener("blur", restore);
  return {
    element: input,
    update(number, base) {
      shown = number ?? undefined;
      put(input, "placeholder", base === undefined ? "" : numberText(base, digits));
      const isTyped = document.activeElement === input && (input.value === "" || Number(input.value) === shown);
      if (!isTyped) restore();
    },
  };
}

// Fields for the numbers of a list, each with a name, in as many columns as fit unless a number is given. The fields of
// a matrix have their place instead of a name.
export function numberRow({ label, names, step, digits, columns, isMatrix, change, end }) {
  let numbers = names.map(() => 0);
  const fields = names.map((name, index) => numberField({
    label: `${label} ${name}`, step, digits, end, change: (number) => change(numbers.with(index, number)),
  }));
  const element = make("div", { class: `fields wide${isMatrix ? " matrix" : ""}`, role: "group", "aria-label": label },
    ...fields.map((field, index) => make("label", {}, isMatrix ? null : names[index], field.element)));
  if (columns) element.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  return {
    element,
    // Without a list, the fields are empty, and a number that is typed replaces one of `base`.
    update(list, base) {
      numbers = names.map((_, index) => (list ?? base)?.[index] ?? 0);
      fields.forEach((field, index) => field.update(list ? numbers[index] : undefined, base?.[index]));
    },
  };
}

// How the numbers of a control are laid out: weights of 3 × 3 pixels as they lie, a transform in pairs.
export function arrangement({ kind, components }, filter) {
  const side = Math.sqrt(components.length);
  if (kind === "vector" && filter.includes(`${side}X${side}`)) return { columns: side, isMatrix: true };
  return { columns: kind === "transform" ? 2 : undefined };
}

export function slider({ label, ends, step, identity, change, end }) {
  const input = make("input", { type: "range", min: ends.from, max: ends.to, step: step || "any", "aria-label": label });
  const element = make("span", { class: "range wide" }, input);
  if (identity !== undefined && identity >= ends.from && identity <= ends.to) {
    const mark = make("span", { class: "identity", title: `No effect at ${numberText(identity)}` });
    const part = (identity - ends.from) / (ends.to - ends.from || 1);
    mark.style.left = `calc(8px + ${part} * (100% - 16px))`;
    element.append(mark);
  }
  input.addEventListener("input", () => change(input.valueAsNumber));
  input.addEventListener("change", end);
  return {
    element,
    update(number) {
      if (number !== undefined && input.valueAsNumber !== number) input.value = number;
      const text = numberText(number ?? NaN);
      if (input.getAttribute("aria-valuetext") !== text) input.setAttribute("aria-valuetext", text);
    },
  };
}

// A dial for an angle in radians, counterclockwise.
export function dial({ label, change, end }) {
  const hand = make("span");
  const element = make("div", { class: "dial", role: "slider", tabindex: 0, "aria-label": label, "aria-valuemin": -360, "aria-valuemax": 360 }, hand);
  let angle = 0;
  const point = (event) => {
    const box = element.getBoundingClientRect();
    const turned = Math.atan2(box.top + box.height / 2 - event.clientY, event.clientX - box.left - box.width / 2);
    // The turn that is nearest to the present one, so that the hand can go around.
    const next = turned + 2 * Math.PI * Math.round((angle - turned) / (2 * Math.PI));
    change(event.shiftKey ? Math.round(next / (Math.PI / 12)) * (Math.PI / 12) : next);
  };
  element.addEventListener("pointerdown", (event) => {
    element.focus();
    point(event);
    drag(event, element, point, end);
  });
  element.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 15, PageDown: -15 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    change(angle + (step * (event.shiftKey ? 15 : 1) * Math.PI) / 180);
    end();
  });
  return {
    element,
    update(number) {
      angle = number ?? 0;
      hand.style.transform = `rotate(${-angle}rad)`;
      const degrees = Math.round((angle * 180) / Math.PI);
      element.setAttribute("aria-valuenow", degrees);
      element.setAttribute("aria-valuetext", `${degrees}°`);
    },
  };
}
