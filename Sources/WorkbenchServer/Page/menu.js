// A menu: a details element with a list of buttons.

export class Menu {
  constructor(element) {
    this.element = element;
    this.onchoose = () => {};
    this.summary = element.querySelector("summary");
    for (const button of element.querySelectorAll("button")) {
      button.addEventListener("click", () => { this.close(); this.onchoose(button); });
    }
    element.addEventListener("keydown", (event) => this.key(event));
    element.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget && !element.contains(relatedTarget)) element.open = false;
    });
    document.addEventListener("pointerdown", ({ target }) => { if (!element.contains(target)) element.open = false; });
  }

  // The buttons that this view has.
  get items() { return [...this.element.querySelectorAll("button")].filter((button) => button.checkVisibility()); }

  close() {
    this.element.open = false;
    this.summary.focus();
  }

  key(event) {
    if (event.key === "Escape" && this.element.open) return this.close();
    if (!["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) return;
    event.preventDefault();
    this.element.open = true;
    const { items } = this;
    const index = items.indexOf(document.activeElement);
    const to = { ArrowDown: index + 1, ArrowUp: index < 0 ? items.length - 1 : index - 1, Home: 0, End: items.length - 1 }[event.key];
    items[(to + items.length) % items.length].focus();
  }
}
