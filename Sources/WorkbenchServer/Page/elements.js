// Small helpers for elements.

export const find = (id) => document.getElementById(id);

// Makes an element: make("button", { class: "icon", onclick: f }, "text", child)
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null));
  return element;
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#" + name);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

// A button that shows one of two texts.
export function toggleButton(texts, onchange) {
  const button = make("button", { type: "button", "aria-pressed": "false" }, texts[0]);
  const set = (on) => {
    button.setAttribute("aria-pressed", on);
    button.textContent = texts[on ? 1 : 0];
  };
  button.addEventListener("click", () => {
    set(button.getAttribute("aria-pressed") !== "true");
    onchange(button.getAttribute("aria-pressed") === "true");
  });
  return { element: button, set };
}

export function iconButton(name, label, onclick, classes = "icon plain") {
  return make("button", { class: classes, type: "button", title: label, "aria-label": label, onclick }, icon(name));
}

// A number for a field: at most six significant digits, or a given number, without trailing zeros.
export function numberText(number, digits = 6) {
  return Number.isFinite(number) ? String(Number(number.toPrecision(digits))) : String(number);
}

export function fixed(number, digits) {
  return typeof number === "number" ? number.toFixed(digits) : String(number);
}

export function show(element, text) {
  element.textContent = text ?? "";
  element.hidden = !text;
}

// Enables or disables a button. A disabled one can't have the focus, which goes to `next` instead.
export function enable(button, isEnabled, next) {
  const hadFocus = document.activeElement === button;
  button.disabled = !isEnabled;
  if (hadFocus && !isEnabled) (next.disabled ? find("view") : next).focus();
}

// Calls `move` with pointer events from a pointerdown until the pointer is released.
export function drag(event, element, move, end = () => {}) {
  event.preventDefault();
  element.setPointerCapture(event.pointerId);
  const finish = () => {
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", finish);
    element.removeEventListener("pointercancel", finish);
    end();
  };
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", finish);
  element.addEventListener("pointercancel", finish);
}
