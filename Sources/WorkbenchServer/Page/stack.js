// The stack: a card for each filter, with its controls.

import { controlFrame } from "./control.js";
import { arrangeCurves } from "./curves.js";
import { enable, find, icon, iconButton, make, show } from "./elements.js";
import { UnitInterface } from "./interface.js";
import { kinds } from "./kinds.js";
import { labelled, need } from "./labels.js";
import { makeReorderable } from "./reorder.js";

const sets = ["basic", "intermediate", "advanced", "development"];

export class StackPanel {
  constructor(model, messages) {
    [this.model, this.messages] = [model, messages];
    this.cards = new Map();
    this.list = find("layers");
    model.on("state", () => this.update());
    model.on("changed", ({ layer }) => this.updateValues(layer));
    model.on("selection", () => this.updateSelection());
    model.on("result", () => this.updateFailures());
    model.on("refused", (refusal) => this.refuse(refusal));
    find("parameter-set").addEventListener("change", () => {
      this.cards.clear();
      this.update();
    });
    find("clear").addEventListener("click", () => model.edit({ type: "clear" }));
  }

  update() {
    const { layers, canUndo, canRedo, strokes } = this.model.state;
    enable(find("undo-button"), canUndo || strokes > 0, find("redo-button"));
    enable(find("redo-button"), canRedo, find("undo-button"));
    enable(find("clear"), layers.length > 0, find("stack-title"));
    const filters = new Set(layers.map((layer) => layer.filter));
    find("stack-count").textContent = layers.length > 0 ? ` (${layers.length})` : "";
    // There is nothing to choose while all inputs are basic.
    find("parameter-set").parentElement.hidden = ![...filters].some((filter) =>
      this.model.controls.get(filter)?.some((control) => control.parameterSet !== "basic"));
    const cards = layers.map((layer) => {
      if (!this.cards.has(layer.id)) this.cards.set(layer.id, this.card(layer));
      return this.cards.get(layer.id);
    });
    const ids = new Set(layers.map((layer) => layer.id));
    for (const id of this.cards.keys()) if (!ids.has(id)) this.cards.delete(id);
    // Moving an element takes the focus from it, so only cards that are at another place are moved.
    const focused = document.activeElement;
    const place = [...this.list.children].findIndex((card) => card.contains(focused));
    const elements = cards.map((card) => card.element);
    if (elements.length !== this.list.children.length || elements.some((element, index) => this.list.children[index] !== element)) {
      this.list.replaceChildren(...elements);
      // After a removal, the card that has moved up is next.
      const next = elements[Math.min(place, elements.length - 1)]?.querySelector(".disclosure") ?? find("stack-title");
      if (focused?.isConnected) focused.focus();
      else if (place >= 0) next.focus();
    }
    for (const layer of layers) {
      this.updateValues(layer.id);
      const card = this.cards.get(layer.id);
      card.toggle.checked = layer.isEnabled;
      card.element.classList.toggle("off", !layer.isEnabled);
    }
    this.updateSelection();
    this.updateFailures();
  }

  updateSelection() {
    for (const [id, card] of this.cards) card.element.classList.toggle("selected", id === this.model.selected);
  }

  updateValues(id) {
    const layer = this.model.layer(id);
    const card = this.cards.get(id);
    if (!layer || !card) return;
    for (const [control, part] of card.controls) part.update(this.model.value(layer, control), layer);
    for (const editor of card.editors) editor.update();
  }

  // Shows errors at the controls and filters that caused them, and takes earlier ones away.
  updateFailures() {
    const { failures } = this.model.result;
    for (const [id, card] of this.cards) {
      const own = failures.filter((failure) => failure.layer === id);
      const text = (list) => labelled(this.model, list.map(({ message }) => message).join("\n"), [card.filter]);
      for (const [control, part] of card.controls) {
        const at = own.filter((failure) => failure.key === control.key);
        part.fail(text(at.filter(({ kind }) => kind !== "missing")));
        part.ask(at.some(({ kind }) => kind === "missing") ? need(control) : "");
      }
      const keys = new Set(card.controls.map(([control]) => control.key));
      show(card.error, text(own.filter((failure) => !keys.has(failure.key))));
    }
  }

  // Shows why an edit was refused, at its control if it has one.
  refuse({ message, layer, key }) {
    const part = this.cards.get(layer)?.controls.find(([control]) => control.key === key)?.[1];
    const text = labelled(this.model, message, new Set(this.model.state.layers.map((layer) => layer.filter)));
    if (part) part.fail(text);
    else this.messages.show(text);
  }

  // MARK: Cards

  card(layer) {
    const { model } = this;
    const { id, filter } = layer;
    const name = model.displayName(filter);
    const toggle = make("input", { type: "checkbox", "aria-label": `Apply ${name}`, title: "Apply this filter", onchange: () => model.edit({ type: "enable", layer: id, on: toggle.checked }) });
    const grip = make("button", { type: "button", class: "icon plain grip", title: "Drag to reorder, or press the up and down arrow keys", "aria-label": `Move ${name}` }, icon("grip"));
    const title = make("button", { type: "button", class: "disclosure", title: filter, "aria-expanded": "true" }, icon("more"), name);
    const error = make("p", { class: "error", role: "alert", hidden: true });
    const body = make("div", { class: "controls" });
    const element = make("li", { class: "layer", "data-layer": id, "data-filter": filter, onfocusin: () => model.select(id), onpointerdown: () => model.select(id) },
      make("div", { class: "layer-head" }, grip, toggle, make("h3", {}, title),
        iconButton("reset", `Reset ${name} to its defaults`, () => model.edit({ type: "reset", layer: id })),
        iconButton("copy", `Duplicate ${name}`, () => model.edit({ type: "duplicate", layer: id })),
        iconButton("remove", `Remove ${name}`, () => model.edit({ type: "remove", layer: id }))),
      error, body);
    title.addEventListener("click", () => {
      const isClosed = element.classList.toggle("closed");
      title.setAttribute("aria-expanded", !isClosed);
    });
    makeReorderable(this.list, element, grip, (to) => model.edit({ type: "move", layer: id, to }));
    const most = sets.indexOf(find("parameter-set").value);
    const controls = (model.controls.get(filter) ?? [])
      .filter((control) => sets.indexOf(control.parameterSet) <= most)
      .map((control) => [control, this.control(control, id, filter)]);
    const { elements, editors } = arrangeCurves(controls, id, model);
    this.fill(body, elements, editors, layer);
    if (controls.length === 0) body.append(make("p", { class: "label" }, "No inputs"));
    return { element, filter, toggle, error, controls, editors };
  }

  // Shows the controls, or the page of the image unit with the controls below it.
  fill(body, elements, editors, { id, filter }) {
    const page = this.model.interfaces.get(filter);
    const note = make("p", { class: "error", role: "status", hidden: true });
    if (!page) return void body.append(...elements);
    if (page.problem) {
      show(note, page.problem);
      return void body.append(note, ...elements);
    }
    const unit = new UnitInterface(page.path, id, this.model.displayName(filter), this.model, (text) => show(note, text));
    editors.push({ update: () => unit.tell() });
    body.append(unit.frame, note,
      make("details", { class: "all-inputs" }, make("summary", {}, "All inputs"), make("div", { class: "controls" }, ...elements)));
  }

  control(control, layer, filter) {
    const { model } = this;
    const frame = controlFrame(control, [control.summary, control.key].filter(Boolean).join("\n"));
    const { label } = frame;
    const edit = {
      change: (value) => model.set(layer, control.key, value),
      changeOther: (key, value) => {
        if (model.controls.get(filter).some((other) => other.key === key)) model.set(layer, key, value);
      },
      choose: (picture) => model.edit({ type: "choose", layer, key: control.key, picture }),
      end: () => model.endGesture(),
      fail: frame.fail,
    };
    const part = kinds[control.kind](control, edit, model, filter);
    frame.append(part.element);
    if (control.default !== undefined) {
      label.addEventListener("dblclick", () => { model.set(layer, control.key, null); model.endGesture(); });
      label.title += "\nDouble-click for the default";
    }
    return { ...frame, update: part.update };
  }
}
