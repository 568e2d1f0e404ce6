// Narrow windows show one of a view's two panels at a time, beside the picture.

import { find } from "./elements.js";

const names = { browse: "Filters", stack: "Stack", kernel: "Text", "kernel-side": "Parameters", "graph-steps": "Steps", graph: "Graph", paint: "Brush" };

export class Sides {
  constructor() {
    this.buttons = [...document.getElementsByName("side")];
    for (const button of this.buttons) button.addEventListener("change", () => this.update());
  }

  // Shows a view's panels.
  show(panels) {
    this.panels = panels;
    this.buttons.forEach((button, index) => { button.nextElementSibling.firstChild.textContent = names[panels[index]]; });
    find("stack-count").hidden = panels[1] !== "stack";
    this.buttons[0].checked = true;
    this.update();
  }

  update() {
    this.panels.forEach((id, index) => find(id).classList.toggle("aside", !this.buttons[index].checked));
  }
}
