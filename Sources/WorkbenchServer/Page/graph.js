// The view of graphs: the recipe of what is shown, as it was built and after each rule of the optimiser, and its passes.

import { find, fixed, make } from "./elements.js";

export class GraphPanel {
  constructor(model, stage) {
    [this.model, this.stage] = [model, stage];
    this.step = 0;
    model.connection.on("explained", ({ explanation }) => this.take(JSON.parse(explanation)));
    stage.addEventListener("shown", () => this.later());
  }

  setOpen(isOpen) {
    this.isOpen = isOpen;
    if (isOpen) this.ask();
  }

  // Asks when pictures stop coming, because sliders must not wait for it.
  later() {
    if (!this.isOpen) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), 200);
  }

  ask() { this.model.connection.send({ type: "explain", subject: this.stage.subject }); }

  take(explanation) {
    this.explanation = explanation;
    this.step = Math.min(this.step, explanation.steps.length - 1);
    find("steps").replaceChildren(...explanation.steps.map((step, index) => make("button", { type: "button", "aria-pressed": String(index === this.step), onclick: () => this.choose(index) },
      make("b", {}, step.title[0].toUpperCase() + step.title.slice(1)),
      index === 0 ? make("small", {}, `${step.graph.nodes.length} operations`) : make("small", {}, [`${step.changes} ${step.changes === 1 ? "change" : "changes"}`, `${fixed(step.seconds * 1000, 2)} ms`, step.exactness].filter(Boolean).join(" · ")),
      step.law ? make("small", {}, step.law) : null)));
    this.showStep();
    this.showPasses();
  }

  choose(index) {
    this.step = index;
    [...find("steps").children].forEach((button, place) => button.setAttribute("aria-pressed", place === index));
    this.showStep();
  }

  showStep() {
    const step = this.explanation.steps[this.step];
    const before = new Set(this.step === 0 ? [] : this.explanation.steps[this.step - 1].graph.nodes.map(describe));
    const nodes = new Map(step.graph.nodes.map((node) => [node.id, node]));
    const shown = new Set();
    const item = (id, label) => {
      const node = nodes.get(id);
      if (!node) return make("li", {}, make("span", { class: "node" }, "…"));
      const title = [label ? `${label}: ` : "", node.operation, " ", plain(node.parameters)].join("");
      // An operation with several readers is written once.
      if (shown.has(id)) return make("li", {}, make("span", { class: "node" }, `${title} (above)`));
      shown.add(id);
      const isNew = this.step > 0 && !before.has(describe(node));
      return make("li", { class: isNew ? "new" : undefined },
        make("span", { class: "node" }, title, make("small", {}, place(node))),
        node.inputs.length ? make("ul", {}, ...node.inputs.map((input) => item(input.node, input.label))) : null);
    };
    find("graph-title").textContent = this.step === 0 ? "As built" : `After: ${step.title}`;
    const [first] = step.graph.nodes;
    find("graph-nodes").replaceChildren(make("ul", {}, first ? item(first.id, "") : ""));
  }

  showPasses() {
    const { passes, backend, optimisationSeconds } = this.explanation;
    find("graph-passes").replaceChildren(
      make("h3", {}, `${passes.length} ${passes.length === 1 ? "pass" : "passes"}, kernels by ${backend}, optimised in ${fixed(optimisationSeconds * 1000, 1)} ms`),
      make("ol", {}, ...passes.map((pass) => make("li", {}, plain(pass.steps.join(", ")),
        make("small", {}, `${pass.tiles} tiles of ${pass.tileWidth} × ${pass.tileHeight}, ${pass.format}, ${pass.isStored ? `${fixed(pass.bytes / 1e6, 1)} MB kept in memory` : "not stored"}`)))));
  }
}

function describe(node) { return JSON.stringify([node.operation, node.parameters, node.extent, node.region]); }

// Names of colour spaces without the prefix of their constants: kCGColorSpaceLinearSRGB is "Linear sRGB".
function plain(text) {
  const name = (_, rest) => rest.replace(/(?<=[a-z])(?=[A-Z])/g, " ").replace("SRGB", "sRGB");
  return String(text ?? "").replaceAll(/kCGColorSpace(\w+)/g, name);
}

function place({ extent, region, colorSpace, alpha, format }) {
  const round = (number) => fixed(number, Number.isInteger(number) ? 0 : 1);
  const text = (rect) => (Array.isArray(rect) ? `${round(rect[2])} × ${round(rect[3])} at ${round(rect[0])}, ${round(rect[1])}` : "infinite");
  return `extent ${text(extent)} · computed ${text(region)} · ${plain(colorSpace)} · ${alpha} · ${format}`;
}
