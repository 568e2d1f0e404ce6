// What is said on the picture: errors of the whole result, and that the picture is an old one, which is dimmed.

import { find, show } from "./elements.js";
import { labelled } from "./labels.js";

const old = "The picture is that of before.";

export class Notice {
  constructor(model, stage) {
    [this.model, this.stage] = [model, stage];
    model.on("result", () => this.update());
    stage.addEventListener("subject", () => this.update());
  }

  update() {
    const { stage } = this;
    const isBroken = stage.subject === "kernel" && stage.isKernelBroken;
    const { failures } = this.model.result;
    const isUnrendered = failures.some(({ kind }) => kind === "rendering");
    stage.view.classList.toggle("outdated", isBroken || isUnrendered);
    find("kernel-side").classList.toggle("outdated", isBroken);
    const messages = failures.filter(({ layer, kind }) => layer === undefined || kind === "rendering").map(({ message }) => message);
    const notice = find("notice");
    notice.classList.toggle("error", messages.length > 0);
    if (isBroken) messages.push("The picture and the parameters are those of the last kernel without errors.");
    else if (isUnrendered) messages.push(old);
    show(notice, labelled(this.model, messages.join("\n"), new Set(this.model.state.layers.map((layer) => layer.filter))));
  }
}
