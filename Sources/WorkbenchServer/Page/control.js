// The frame of a control: its label, and what is wrong with its value.

import { make, show } from "./elements.js";

// Returns { element, label, fail, ask }. `fail` shows an error, `ask` a value that is missing; an empty text ends both.
export function controlFrame(control, title) {
  const error = make("p", { class: "error", role: "alert", hidden: true });
  const need = make("p", { class: "need", role: "status", hidden: true });
  const label = make("span", { class: "label", title }, control.displayName);
  const element = make("div", { class: "control", "data-key": control.key, "data-kind": control.kind }, label);
  return {
    element, label,
    append: (part) => element.append(...[part].flat(), need, error),
    fail(message) {
      show(error, message);
      element.classList.toggle("failed", Boolean(message));
      const details = element.closest("details");
      if (message && details) details.open = true;
    },
    ask(message) {
      show(need, message);
      element.classList.toggle("needed", Boolean(message));
    },
  };
}
