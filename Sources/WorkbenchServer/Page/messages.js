// The message of the whole page, below the header, where every view shows it.

import { find } from "./elements.js";

export class MessageBar {
  constructor(model) {
    this.bar = find("message");
    find("message-close").addEventListener("click", () => this.hide());
    find("message-action").addEventListener("click", () => {
      const { run } = this.action;
      this.hide();
      run();
    });
    // What the user does next is no longer what the message is about.
    model.on("edited", () => this.hide());
  }

  // Shows an error, or a remark with a button: { label, run }.
  show(text, { isError = true, action } = {}) {
    this.action = action;
    this.bar.classList.toggle("error", isError);
    find("message-text").textContent = text;
    find("message-action").textContent = action?.label ?? "";
    find("message-action").hidden = !action;
    this.bar.hidden = false;
  }

  hide() {
    // The focus doesn't fall out of the page with the button that had it.
    if (this.bar.contains(document.activeElement)) find("view").focus();
    this.bar.hidden = true;
  }
}
