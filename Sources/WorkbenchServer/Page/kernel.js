// The view of kernels: an editor with the compiler's diagnostics, and a control for each parameter.

import { ExampleChooser } from "./chooser.js";
import { controlFrame } from "./control.js";
import { makeEditor } from "./editor.js";
import { find, make } from "./elements.js";
import { examples } from "./examples.js";
import { kinds } from "./kinds.js";
import { withTypes } from "./labels.js";

export class KernelPanel {
  constructor(model, stage, overlay, messages, kept) {
    [this.model, this.stage, this.overlay] = [model, stage, overlay];
    this.version = 0;
    this.before = kept;
    this.layer = { values: { ...kept?.values }, pictures: {}, tables: {} };
    this.chooser = new ExampleChooser(this, messages);
    this.controls = [];
    this.parts = [];
    this.waiting = new Map();
    this.isOpen = false;
    // The times from a key stroke to its diagnostics, for measurements.
    this.noteTimes = [];
    model.connection.on("kernel", (report) => this.take(report));
    model.connection.on("completions", ({ id, items }) => this.answer(id, items));
    model.connection.on("hover", ({ id, text }) => this.answer(id, text));
    model.on("result", () => this.updateFailures());
    this.listen();
  }

  listen() {
    find("kernel-name").addEventListener("change", () => this.send());
    for (const id of ["kernel-extent", "kernel-margin", "kernel-reads-all"]) {
      find(id).addEventListener("change", () => this.sendDomain());
    }
  }

  async open() {
    this.isOpen = true;
    this.stage.setTrial(null);
    if (!this.opening) {
      this.opening = makeEditor(find("editor"), {
        complete: (line, column) => this.ask("complete", line, column, []),
        hover: async (line, column) => withTypes(await this.ask("hover", line, column, null)),
      });
      this.editor = await this.opening;
      this.editor.onChange = () => this.change();
      this.editor.text = this.before?.text ?? Object.values(examples)[0];
      this.send(this.before?.kernel);
      this.restore();
    } else {
      await this.opening;
    }
    this.editor.refresh();
    this.setTarget();
    this.showResult();
  }

  // What is kept when the page is loaded again.
  get kept() {
    if (!this.editor) return this.before;
    const domain = { extent: find("kernel-extent").value, margin: find("kernel-margin").value, readsAll: find("kernel-reads-all").checked };
    return { text: this.editor.text, kernel: find("kernel-name").value, values: this.layer.values, domain };
  }

  restore() {
    if (!this.before?.domain) return;
    const { extent, margin, readsAll } = this.before.domain;
    [find("kernel-extent").value, find("kernel-margin").value, find("kernel-reads-all").checked] = [extent, margin, readsAll];
    this.sendDomain();
    for (const [key, value] of Object.entries(this.layer.values)) this.model.connection.send({ type: "kernelSet", key, value });
  }

  // Shows the kernel's result, once the program has the kernel.
  showResult() {
    if (!this.isOpen || this.controlsKey === undefined) return;
    this.stage.setSubject("kernel");
    this.stage.refresh();
  }

  close() {
    this.isOpen = false;
    this.stage.setSubject("after");
    this.overlay.setTarget(null);
    this.stage.refresh();
  }

  // MARK: Text

  change() {
    this.chooser.update(this.editor.text);
    this.changed ??= performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.send(), 10);
  }

  send(kernel = find("kernel-name").value) {
    clearTimeout(this.timer);
    this.version += 1;
    this.sent = { version: this.version, since: this.changed };
    this.changed = undefined;
    this.model.connection.send({
      type: "kernelText", text: this.editor.text, version: this.version, kernel: kernel || undefined,
    });
  }

  take(report) {
    // The place of a diagnostic of an older text may be wrong.
    if (report.version !== this.version) return;
    if (this.sent?.since !== undefined) {
      this.noteTimes.push(performance.now() - this.sent.since);
      if (this.noteTimes.length > 1000) this.noteTimes.shift();
      this.sent.since = undefined;
    }
    this.stage.isKernelBroken = report.notes.some((note) => note.isError);
    this.showNotes(report.notes);
    if (report.kernels.length > 0) this.showParameters(report);
    this.showResult();
  }

  showNotes(notes) {
    this.editor.show(notes);
    find("notes").replaceChildren(...notes.map((note) => make("li", {}, make("button", { type: "button", onclick: () => this.editor.go(note.line, note.column) },
      make("span", { class: "place number" }, `${note.line + 1}:${note.column + 1}`),
      make("span", { class: note.isError ? "error-text" : "" }, note.message),
      note.suggestion ? make("span", { class: "suggestion" }, note.suggestion) : null))));
    if (notes.length === 0) find("notes").append(make("li", { class: "fine" }, "The kernel compiles without errors."));
  }

  // Sends a question about a place, and returns the answer.
  ask(type, line, column, otherwise) {
    const id = (this.questions = (this.questions ?? 0) + 1);
    this.model.connection.send({ type, id, line, column });
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      setTimeout(() => this.answer(id, otherwise), 2000);
    });
  }

  answer(id, value) {
    this.waiting.get(id)?.(value);
    this.waiting.delete(id);
  }

  // MARK: Parameters

  showParameters({ kernels, kernel, controls, samples, kind, representation }) {
    const name = find("kernel-name");
    name.replaceChildren(...kernels.map((one) => make("option", {}, one)));
    name.value = kernel;
    // There is nothing to choose of one kernel.
    name.parentElement.hidden = kernels.length < 2;
    find("kernel-code").querySelector("pre").textContent = representation;
    for (const id of ["kernel-margin", "kernel-reads-all"]) find(id).closest(".control").hidden = kind === "color";
    const key = JSON.stringify([kernel, controls]);
    if (key === this.controlsKey) return;
    this.controlsKey = key;
    this.controls = controls;
    this.parts = controls.map((control) => [control, this.control(control, samples)]);
    find("kernel-controls").replaceChildren(...this.parts.map(([, part]) => part.element));
    if (controls.length === 0) find("kernel-controls").append(make("p", { class: "label" }, "No parameters"));
    this.update();
    this.setTarget();
  }

  control(control, samples) {
    const frame = controlFrame(control);
    const edit = {
      change: (value) => this.set(control.key, value), end: () => {}, fail: frame.fail, fallback: samples[control.key],
      choose: (picture) => {
        if (picture) this.layer.pictures[control.key] = picture;
        else delete this.layer.pictures[control.key];
        this.model.connection.send({ type: "kernelChoose", key: control.key, picture });
        this.stage.refresh();
      },
    };
    const part = kinds[control.kind](control, edit, this.model, "");
    frame.append(part.element);
    return { ...frame, update: part.update };
  }

  value(control) { return this.layer.values[control.key] ?? control.default; }

  set(key, value) {
    this.layer.values[key] = value;
    this.model.pending.set("kernel " + key, { type: "kernelSet", key, value });
    this.update();
    this.stage.refresh(performance.now());
    this.overlay.place();
  }

  update() { for (const [control, part] of this.parts) part.update(this.value(control), this.layer); }

  setTarget() {
    if (!this.isOpen) return;
    this.overlay.setTarget({
      key: "kernel", controls: this.controls, value: (control) => this.value(control),
      set: (key, value) => this.set(key, value), end: () => {},
    });
  }

  sendDomain() {
    const margin = find("kernel-margin").valueAsNumber;
    this.model.connection.send({
      type: "kernelDomain", extent: find("kernel-extent").value,
      margin: find("kernel-reads-all").checked ? undefined : Number.isFinite(margin) ? margin : 0,
    });
    this.stage.refresh();
  }

  updateFailures() {
    if (!this.isOpen) return;
    const { failures } = this.model.result;
    for (const [control, part] of this.parts) {
      part.fail(failures.filter(({ layer, key }) => layer === undefined && key === control.key).map(({ message }) => message).join("\n"));
    }
  }
}
