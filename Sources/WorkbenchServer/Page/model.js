// What the page knows, and the edits that it sends.

export class Model extends EventTarget {
  constructor(connection) {
    super();
    this.connection = connection;
    this.catalogue = { categories: [], filters: [], refusedUnits: [] };
    this.pictures = [];
    this.controls = new Map();
    this.samples = new Map();
    // The pages of image units, or why they can't be shown, by filter.
    this.interfaces = new Map();
    this.state = { picture: "", width: 0, height: 0, layers: [], canUndo: false, undoCount: 0, canRedo: false, strokes: 0 };
    this.result = { extent: null, isInfinite: false, failures: [] };
    this.selected = null;
    // How many changes of the stack each stroke of the brush followed.
    this.strokeMarks = [];
    this.gesture = 1;
    this.pending = new Map();
    // Whether an edit was refused since the last state.
    this.wasRefused = false;
    // Values that the program may not have answered yet, by filter and key.
    this.unconfirmed = new Map();
    connection.on("hello", (message) => { this.catalogue = message; this.tell("catalogue"); });
    connection.on("pictures", ({ pictures }) => { this.pictures = pictures; this.tell("pictures"); });
    connection.on("controls", ({ filter, controls, samples, interface: page }) => {
      this.controls.set(filter, controls);
      this.samples.set(filter, samples);
      if (page) this.interfaces.set(filter, page);
    });
    connection.on("state", (state) => this.takeState(state));
    connection.on("result", (result) => { this.result = result; this.tell("result"); });
    connection.on("refused", (refusal) => { this.wasRefused = true; this.tell("refused", refusal); });
  }

  tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
  on(type, body) { this.addEventListener(type, (event) => body(event.detail)); }

  takeState(state) {
    const before = this.state;
    const shown = describe(before);
    this.state = state;
    this.keepUnconfirmed();
    if (state.strokes > this.strokeMarks.length) this.strokeMarks.push(state.undoCount);
    this.strokeMarks.length = Math.min(this.strokeMarks.length, state.strokes);
    const known = new Set(before.layers.map((layer) => layer.id));
    const added = state.layers.find((layer) => !known.has(layer.id));
    const isNewPicture = state.picture !== before.picture || state.width !== before.width;
    if (isNewPicture) this.result = { extent: null, isInfinite: false, failures: [] };
    if (added) this.selected = added.id;
    else if (!state.layers.some((layer) => layer.id === this.selected)) this.selected = state.layers.at(-1)?.id ?? null;
    const isChanged = isNewPicture || describe(this.state) !== shown;
    // While a slider moves, most states say what the page shows. A refusal that it shows ends with the next state.
    const isNews = isChanged || this.wasRefused || describeRest(state) !== describeRest(before);
    this.wasRefused = false;
    if (isNews) this.tell("state", { isNewPicture, isChanged });
  }

  // While a slider moves, answers have older values than the page.
  keepUnconfirmed() {
    for (const [name, { layer, key, value }] of this.unconfirmed) {
      const state = this.layer(layer);
      if (!state || same(state.values[key] ?? null, value)) this.unconfirmed.delete(name);
      else if (value === null) delete state.values[key];
      else state.values[key] = value;
    }
  }

  filter(name) { return this.catalogue.filters.find((filter) => filter.name === name); }
  displayName(name) { return this.filter(name)?.displayName ?? name; }
  layer(id) { return this.state.layers.find((layer) => layer.id === id); }

  // The value of an input: the one that was set, or else the default.
  value(layer, control) { return layer.values[control.key] ?? control.default; }

  select(id) {
    if (id === this.selected) return;
    this.selected = id;
    this.tell("selection");
  }

  // MARK: Edits

  edit(message) {
    this.flush();
    this.unconfirmed.clear();
    this.tell("edited");
    this.connection.send(message);
  }

  // Takes back what was last: a stroke, or a change of the stack.
  undo() {
    const { strokes, undoCount } = this.state;
    this.edit({ type: strokes > 0 && undoCount <= (this.strokeMarks.at(-1) ?? 0) ? "undoStroke" : "undo" });
  }

  // Sets an input. Values of one gesture that follow each other quickly are sent once for each preview.
  set(layer, key, value) {
    const state = this.layer(layer);
    if (!state) return;
    if (value === null) delete state.values[key];
    else state.values[key] = value;
    this.unconfirmed.set(layer + " " + key, { layer, key, value });
    this.pending.set(layer + " " + key, { type: "set", layer, key, value, gesture: this.gesture });
    this.tell("changed", { layer, key });
  }

  endGesture() {
    this.flush();
    this.gesture += 1;
  }

  flush() {
    for (const message of this.pending.values()) this.connection.send(message);
    this.pending.clear();
  }
}

function same(one, other) { return JSON.stringify(one) === JSON.stringify(other); }

// What decides how the result looks, in an order of its own.
function describe({ layers, strokes }) {
  return JSON.stringify([strokes, ...layers.map(({ id, isEnabled, values, pictures, tables }) =>
    [id, isEnabled, ...[values, pictures, tables].map((part) => Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))])]);
}

// What a state says beside that.
function describeRest({ layers, ...rest }) { return JSON.stringify([rest, layers.map(({ filter }) => filter)]); }
