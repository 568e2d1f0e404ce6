// What survives when the page is loaded again: the stack, the kernel and the brush, in the browser's storage of this tab.

const name = "workbench";

export function readKept() {
  try {
    return JSON.parse(sessionStorage.getItem(name)) ?? {};
  } catch {
    // Storage that is switched off or broken is like a new tab's.
    return {};
  }
}

export class Keeper {
  constructor(model, kernel, paint) {
    [this.model, this.kernel, this.paint] = [model, kernel, paint];
    this.isLost = false;
    addEventListener("pagehide", () => this.save());
    addEventListener("beforeunload", (event) => { if (this.losesMore) event.preventDefault(); });
  }

  // Whether there is something that can't be kept: paint, files, and everything once the program has ended.
  get losesMore() {
    const { layers, strokes, picture } = this.model.state;
    const isOwn = (id) => id.startsWith("own-");
    return strokes > 0 || isOwn(picture) || (this.isLost && layers.length > 0)
      || layers.some(({ tables, pictures }) => Object.keys(tables).length > 0 || Object.values(pictures).some(isOwn));
  }

  save() {
    const { picture, layers } = this.model.state;
    const part = document.querySelector("input[name=part]:checked").value;
    const stack = layers.map(({ id, filter, isEnabled, values, pictures }) => ({ id, filter, isEnabled, values, pictures }));
    try {
      sessionStorage.setItem(name, JSON.stringify({ part, picture, stack, kernel: this.kernel.kept, brush: this.paint.brush }));
    } catch {
      // Without storage, the page begins anew.
    }
  }

  // Sets the new page to what was kept, once the program has sent its first state.
  restore({ part, picture, stack }) {
    const { model } = this;
    const known = new Set(model.pictures.map(({ id }) => id));
    if (known.has(picture) && picture !== model.state.picture) model.edit({ type: "open", picture });
    if (stack?.length > 0) {
      const layers = stack.map((layer) => ({ ...layer, pictures: Object.fromEntries(Object.entries(layer.pictures).filter(([, id]) => known.has(id))) }));
      model.edit({ type: "restore", layers });
    }
    if (part && part !== "filters") document.querySelector(`input[name=part][value="${part}"]`).click();
  }
}
