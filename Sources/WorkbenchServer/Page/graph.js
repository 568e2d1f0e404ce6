// The view of graphs: the recipe of what is shown, as it was built and after each rule of the optimiser, and its passes.

import { find, fixed, make } from "./elements.js";
import { OperationPictures } from "./operations.js";

export class GraphPanel {
  constructor(model, stage) {
    [this.model, this.stage] = [model, stage];
    this.step = 0;
    // The operation of the recipe as built whose picture is shown; null for the result.
    this.chosen = null;
    this.pictures = new OperationPictures(model);
    model.connection.on("explained", ({ explanation }) => this.take(explanation));
    stage.addEventListener("shown", () => this.later());
    // Pixels may differ though the recipe reads the same, as after a stroke of paint.
    model.on("state", ({ isChanged }) => { if (isChanged) this.text = ""; });
    const nodes = find("graph-nodes");
    nodes.addEventListener("keydown", (event) => this.key(event));
    addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isOpen || this.chosen === null || event.defaultPrevented) return;
      if (!event.target.closest?.("dialog, .menu")) this.inspect(null);
    });
  }

  setOpen(isOpen) {
    if (!isOpen && this.isOpen && this.chosen !== null) this.inspect(null);
    this.isOpen = isOpen;
    this.text = "";
    if (isOpen) this.ask();
  }

  // Asks when pictures stop coming, because sliders must not wait for it.
  later() {
    if (!this.isOpen) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), 200);
  }

  // The result whose recipe is shown, also while an operation of it is.
  get subject() { return this.stage.subject === "operation" ? this.base : this.stage.subject; }

  ask() { this.model.connection.send({ type: "explain", subject: this.subject }); }

  take(text) {
    if (!this.isOpen) return;
    const explanation = JSON.parse(text);
    const before = this.explanation;
    this.explanation = explanation;
    this.step = Math.min(this.step, explanation.steps.length - 1);
    find("steps").replaceChildren(...explanation.steps.map((step, index) => make("button", { type: "button", "aria-pressed": String(index === this.step), onclick: () => this.choose(index) },
      make("b", {}, step.title[0].toUpperCase() + step.title.slice(1)),
      index === 0 ? make("small", {}, `${step.graph.nodes.length} operations`) : make("small", {}, [`${step.changes} ${step.changes === 1 ? "change" : "changes"}`, `${fixed(step.seconds * 1000, 2)} ms`, step.exactness].filter(Boolean).join(" · ")),
      step.law ? make("small", {}, step.law) : null)));
    this.showPasses();
    // Times differ, but the same recipe keeps its pictures and the focus.
    const built = JSON.stringify(explanation.steps[0].graph);
    if (built === this.text && this.step === 0) return;
    const isSame = built === this.text;
    this.text = built;
    if (!isSame) {
      this.pictures.forget();
      this.keepChosen(before, explanation);
    }
    this.showStep();
  }

  choose(index) {
    this.step = index;
    [...find("steps").children].forEach((button, place) => button.setAttribute("aria-pressed", place === index));
    if (index !== 0 && this.chosen !== null) this.inspect(null);
    this.showStep();
  }

  // MARK: Operations

  // Shows the picture of an operation of the recipe as built, or the result for null.
  inspect(id) {
    if (this.chosen === null) this.base = this.stage.subject;
    this.chosen = id;
    this.model.connection.send({ type: "inspect", node: id });
    this.stage.subject = id === null ? this.base : "operation";
    this.stage.refresh();
    // The program sends where the picture is only if that changes.
    this.stage.takeResult();
    this.mark();
  }

  mark() {
    const root = this.explanation?.steps[0].graph.nodes[0]?.id;
    for (const button of find("graph-nodes").querySelectorAll("button.node")) {
      button.setAttribute("aria-pressed", Number(button.dataset.node) === (this.chosen ?? root));
    }
  }

  // The numbers of operations differ from recipe to recipe. The chosen one stays if there is still one like it.
  keepChosen(before, after) {
    if (this.chosen === null) return;
    const likes = (graph, text) => graph.nodes.filter((node) => alike(node) === text);
    const old = before?.steps[0].graph;
    const node = old?.nodes.find(({ id }) => id === this.chosen);
    const text = node && alike(node);
    const place = node ? likes(old, text).indexOf(node) : -1;
    this.inspect(likes(after.steps[0].graph, text)[place]?.id ?? null);
  }

  key(event) {
    const buttons = [...find("graph-nodes").querySelectorAll("button.node")];
    const index = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (to === undefined || index < 0 || !buttons[to]) return;
    event.preventDefault();
    buttons[to].focus();
  }

  // MARK: Showing

  showStep() {
    const step = this.explanation.steps[this.step];
    const isBuilt = this.step === 0;
    const before = new Set(isBuilt ? [] : this.explanation.steps[this.step - 1].graph.nodes.map(describe));
    const nodes = new Map(step.graph.nodes.map((node) => [node.id, node]));
    const [first] = step.graph.nodes;
    const shown = new Set();
    const hasPictures = isBuilt && this.pictures.suits(step.graph);
    const card = (node, title) => {
      const content = [make("span", {}, title, make("small", {}, place(node)))];
      if (!isBuilt) return make("span", { class: "node" }, ...content);
      return make("button", {
        type: "button", class: "node", "data-node": node.id, "aria-pressed": "false",
        onclick: () => this.inspect(node.id === first.id ? null : node.id),
      }, hasPictures ? this.pictures.canvas(node) : null, ...content);
    };
    const item = (id, label) => {
      const node = nodes.get(id);
      if (!node) return make("li", {}, make("span", { class: "node" }, "…"));
      const title = [label ? `${label}: ` : "", node.operation, " ", plain(node.parameters)].join("");
      // An operation with several readers is written once.
      if (shown.has(id)) return make("li", {}, make("span", { class: "node" }, `${title} (above)`));
      shown.add(id);
      const isNew = !isBuilt && !before.has(describe(node));
      return make("li", { class: isNew ? "new" : undefined }, card(node, title),
        node.inputs.length ? make("ul", {}, ...node.inputs.map((input) => item(input.node, input.label))) : null);
    };
    const list = find("graph-nodes");
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.node : undefined;
    find("graph-title").textContent = isBuilt ? "As built" : `After: ${step.title}`;
    find("graph-hint").hidden = !isBuilt;
    list.replaceChildren(make("ul", {}, first ? item(first.id, "") : ""));
    if (isBuilt) this.mark();
    if (focused !== undefined) list.querySelector(`button[data-node="${focused}"]`)?.focus();
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

function alike(node) { return JSON.stringify([node.operation, node.extent]); }

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
