// The parameters of the kernel: a control for each, and where its result is defined.

import { controlFrame } from "./control.js";
import { find, make } from "./elements.js";
import { kinds } from "./kinds.js";

export class KernelParameters {
  constructor(kernel, values) {
    this.kernel = kernel;
    const { model, stage, overlay } = kernel;
    [this.model, this.stage, this.overlay] = [model, stage, overlay];
    this.layer = { values: { ...values }, pictures: {}, tables: {} };
    this.controls = [];
    this.parts = [];
    // Whether a kernel has compiled.
    this.isShown = false;
    model.on("result", () => this.updateFailures());
    for (const id of ["kernel-extent", "kernel-margin", "kernel-reads-all"]) {
      find(id).addEventListener("change", () => this.sendDomain());
    }
  }

  show({ kernels, kernel, controls, samples, kind, representation }) {
    const name = find("kernel-name");
    name.replaceChildren(...kernels.map((one) => make("option", {}, one)));
    name.value = kernel;
    // There is nothing to choose of one kernel.
    name.parentElement.hidden = kernels.length < 2;
    find("kernel-code").querySelector("pre").textContent = representation;
    for (const id of ["kernel-margin", "kernel-reads-all"]) find(id).closest(".control").hidden = kind === "color";
    this.isShown = true;
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
    if (!this.kernel.isOpen) return;
    this.overlay.setTarget({
      key: "kernel", controls: this.controls, value: (control) => this.value(control),
      set: (key, value) => this.set(key, value), end: () => {},
    });
  }

  // Where the result is defined and what the kernel reads, as the page states it.
  get domain() {
    return { extent: find("kernel-extent").value, margin: find("kernel-margin").value, readsAll: find("kernel-reads-all").checked };
  }

  // Sets what was kept, after the program has been sent the kernel.
  restore(domain) {
    if (!domain) return;
    [find("kernel-extent").value, find("kernel-margin").value, find("kernel-reads-all").checked] = [domain.extent, domain.margin, domain.readsAll];
    this.sendDomain();
    for (const [key, value] of Object.entries(this.layer.values)) this.model.connection.send({ type: "kernelSet", key, value });
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
    if (!this.kernel.isOpen) return;
    const { failures } = this.model.result;
    for (const [control, part] of this.parts) {
      part.fail(failures.filter(({ layer, key }) => layer === undefined && key === control.key).map(({ message }) => message).join("\n"));
    }
  }
}
