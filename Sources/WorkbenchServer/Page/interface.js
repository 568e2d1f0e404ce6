// The page that an image unit brings as the controls of its filter. It is a stranger's: it runs in a frame without
// access to anything, and all that comes from it is checked. The article "The workbench" has the table of messages.

import { make } from "./elements.js";
import { fittingValue } from "./interface-values.js";

const version = 1;
const heights = { least: 40, first: 160, most: 600 };

const shown = new Set();
addEventListener("message", (event) => {
  for (const one of shown) {
    if (!one.frame.isConnected) shown.delete(one);
    else if (event.source === one.frame.contentWindow) one.take(event.data);
  }
});
const darkness = matchMedia("(prefers-color-scheme: dark)");
darkness.addEventListener("change", () => { for (const one of shown) one.tell(); });

// What a stranger sends may have no text.
const shortened = (value) => (typeof value === "string" ? value.slice(0, 60) : `(${typeof value})`);

export class UnitInterface {
  // `report` is called with a text about messages that don't fit.
  constructor(path, layer, name, model, report) {
    Object.assign(this, { layer, model, report, pending: new Map(), wrong: 0, sent: "" });
    this.frame = make("iframe", {
      class: "unit-frame", title: `Controls of ${name}`, sandbox: "allow-scripts", referrerpolicy: "no-referrer", src: path,
    });
    this.frame.style.height = `${heights.first}px`;
    // A frame that is moved on the page begins again.
    this.frame.addEventListener("load", () => { this.sent = ""; this.isLoaded = true; shown.add(this); this.tell(); });
  }

  get controls() {
    return this.model.controls.get(this.model.layer(this.layer)?.filter) ?? [];
  }

  // Sends the values if they differ from what the frame knows, at most once for each picture of the screen.
  tell() {
    this.isStale = true;
    this.schedule();
  }

  send() {
    this.isStale = false;
    const layer = this.model.layer(this.layer);
    if (!layer || !this.isLoaded) return;
    const { controls } = this;
    const values = Object.fromEntries(controls.map((control) => [control.key, this.model.value(layer, control)])
      .filter(([, value]) => value !== undefined));
    const message = { type: "values", version, values, controls, theme: darkness.matches ? "dark" : "light" };
    const text = JSON.stringify(message);
    if (text === this.sent) return;
    this.sent = text;
    // The frame's origin is opaque, so none can be named.
    this.frame.contentWindow?.postMessage(message, "*");
  }

  // MARK: Messages of the frame

  take(message) {
    const problem = this.problem(message);
    if (!problem) return this.schedule();
    this.wrong += 1;
    this.latest = problem;
    this.schedule();
  }

  // Notes what a message asks for, or returns what is wrong with it.
  problem(message) {
    switch (message?.type) {
      case "change": {
        const control = this.controls.find(({ key }) => key === message.key);
        if (!control) return `there is no input ${shortened(message.key)}`;
        const value = fittingValue(message.value, control);
        if (value === undefined) return `the value of ${control.key} isn't one of a control of the kind ${control.kind}`;
        this.pending.set(control.key, value);
        return null;
      }
      case "end":
        this.isEnding = true;
        return null;
      case "height":
        if (!Number.isFinite(message.height)) return "the height isn't a number";
        this.height = Math.min(heights.most, Math.max(heights.least, message.height));
        return null;
      default: return `there is no message of the type ${shortened(message?.type)}`;
    }
  }

  // Follows messages once for each picture of the screen, however many there are.
  schedule() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.follow();
    });
  }

  follow() {
    if (this.height !== undefined) this.frame.style.height = `${this.height}px`;
    this.height = undefined;
    const changes = [...this.pending];
    this.pending.clear();
    for (const [key, value] of changes) this.model.set(this.layer, key, value);
    this.hasChanged ||= changes.length > 0;
    if (this.isEnding && this.hasChanged) {
      this.hasChanged = false;
      this.model.endGesture();
    }
    this.isEnding = false;
    if (this.latest) {
      this.report(`The unit's page sent ${this.wrong} ${this.wrong === 1 ? "message" : "messages"} that can't be followed: ${this.latest}`);
      this.latest = null;
    }
    if (this.isStale) this.send();
  }
}
