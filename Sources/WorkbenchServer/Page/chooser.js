// The list of example kernels. What the user has written is an entry of it, and comes back when an example replaced it.

import { find, make } from "./elements.js";
import { examples } from "./examples.js";

export class ExampleChooser {
  constructor(kernel, messages) {
    [this.kernel, this.messages] = [kernel, messages];
    this.list = find("kernel-example");
    this.own = make("option", { value: "", hidden: true }, "Your kernel");
    this.list.append(this.own, ...Object.keys(examples).map((name) => make("option", {}, name)));
    this.list.addEventListener("change", () => this.choose());
  }

  // The list names what the editor has.
  update(text) {
    const name = Object.keys(examples).find((name) => examples[name] === text) ?? "";
    this.own.hidden = name !== "";
    this.list.value = name;
  }

  choose() {
    const { editor } = this.kernel;
    const [before, name] = [editor.text, this.list.value];
    if (!(name in examples)) return;
    const isOwn = before.trim() !== "" && !Object.values(examples).includes(before);
    editor.text = examples[name];
    if (!isOwn) return;
    this.messages.show(`The example "${name}" has replaced your kernel.`, {
      isError: false, action: { label: "Bring it back", run: () => { editor.text = before; } },
    });
  }
}
