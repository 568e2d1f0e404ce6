// The view of kernels: an editor with the compiler's diagnostics.

import { ExampleChooser } from "./chooser.js";
import { makeEditor } from "./editor.js";
import { find, make } from "./elements.js";
import { examples } from "./examples.js";
import { withTypes } from "./labels.js";
import { KernelParameters } from "./parameters.js";

export class KernelPanel {
  constructor(model, stage, overlay, messages, kept) {
    [this.model, this.stage, this.overlay] = [model, stage, overlay];
    this.version = 0;
    this.before = kept;
    this.chooser = new ExampleChooser(this, messages);
    this.parameters = new KernelParameters(this, kept?.values);
    this.waiting = new Map();
    this.isOpen = false;
    // The times from a key stroke to its diagnostics, for measurements.
    this.noteTimes = [];
    model.connection.on("kernel", (report) => this.take(report));
    model.connection.on("completions", ({ id, items }) => this.answer(id, items));
    model.connection.on("hover", ({ id, text }) => this.answer(id, text));
    find("kernel-name").addEventListener("change", () => this.send());
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
      this.parameters.restore(this.before?.domain);
    } else {
      await this.opening;
    }
    this.editor.refresh();
    this.parameters.setTarget();
    this.showResult();
  }

  // What is kept when the page is loaded again.
  get kept() {
    if (!this.editor) return this.before;
    const { values } = this.parameters.layer;
    return { text: this.editor.text, kernel: find("kernel-name").value, values, domain: this.parameters.domain };
  }

  get controls() { return this.parameters.controls; }

  // Shows the kernel's result, once the program has the kernel.
  showResult() {
    if (!this.isOpen || !this.parameters.isShown) return;
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
    if (report.kernels.length > 0) this.parameters.show(report);
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
}
