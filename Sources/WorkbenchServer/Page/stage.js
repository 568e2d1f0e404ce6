// The picture: what is requested, what is drawn, and how the pointer and the keyboard move it.

import { drag, find, fixed, show } from "./elements.js";
import { Viewport } from "./viewport.js";

export class Stage extends EventTarget {
  constructor(model) {
    super();
    this.model = model;
    this.viewport = new Viewport();
    this.view = find("view");
    this.canvas = find("canvas");
    this.context = this.canvas.getContext("2d");
    this.frames = { after: null, before: null };
    this.mode = "after";
    this.split = 0.5;
    this.trial = null;
    this.requests = 0;
    this.awaited = new Map();
    this.isStale = false;
    this.needsFit = true;
    // The times from an edit to its pixels on the canvas, for measurements.
    this.editTimes = [];
    model.connection.on("frame", (frame) => this.take(frame));
    model.on("state", ({ isNewPicture }) => this.takeState(isNewPicture));
    model.on("changed", () => this.refresh(performance.now()));
    model.on("result", () => this.takeResult());
    new ResizeObserver(() => this.resize()).observe(this.view);
    this.resize();
    this.listen();
  }

  get pictureRect() { return { x: 0, y: 0, width: this.model.state.width, height: this.model.state.height }; }

  // The part of the plane that can have pixels; null if the result is infinite.
  get bounds() {
    const { extent, isInfinite } = this.model.result;
    if (isInfinite || this.trial) return null;
    const picture = this.pictureRect;
    if (!extent) return picture;
    const x = Math.min(0, extent[0]), y = Math.min(0, extent[1]);
    const right = Math.max(picture.width, extent[0] + extent[2]), top = Math.max(picture.height, extent[1] + extent[3]);
    return { x, y, width: right - x, height: top - y };
  }

  // MARK: Requests

  takeState(isNewPicture) {
    if (isNewPicture) {
      this.frames = { after: null, before: null };
      this.needsFit = true;
    }
    if (this.needsFit && this.model.state.width > 0 && this.view.clientWidth > 0) {
      this.viewport.fit(this.pictureRect);
      this.needsFit = false;
      this.moved();
    } else {
      this.refresh(performance.now());
    }
  }

  takeResult() {
    const { extent, isInfinite, failures } = this.model.result;
    const size = extent?.map((number) => fixed(number, Number.isInteger(number) ? 0 : 1));
    find("extent").textContent = isInfinite
      ? "Result: infinite" : size ? `Result: ${size[2]} × ${size[3]} at ${size[0]}, ${size[1]}` : "Result: empty";
    const general = failures.filter((failure) => failure.layer === undefined);
    show(find("notice"), general.map((failure) => failure.message).join("\n"));
    const bounds = JSON.stringify(this.bounds);
    if (bounds !== this.requestedBounds) this.refresh();
    this.dispatchEvent(new Event("moved"));
  }

  setTrial(filter) {
    if (this.trial === filter) return;
    this.trial = filter;
    this.refresh();
  }

  // Requests the result again. One request is under way at a time; one that takes long is replaced.
  refresh(since) {
    this.since ??= since;
    this.isStale = true;
    if (this.scheduled) return;
    const begun = this.awaited.get("after");
    const wait = begun === undefined ? 0 : Math.max(0, 100 - (performance.now() - begun.time));
    if (wait === 0) return this.requestResult();
    this.scheduled = setTimeout(() => { this.scheduled = null; this.requestResult(); }, wait);
  }

  requestResult() {
    clearTimeout(this.scheduled);
    this.scheduled = null;
    this.isStale = false;
    this.model.flush();
    this.requestedBounds = JSON.stringify(this.bounds);
    this.request("after", this.bounds, this.trial ?? undefined);
  }

  request(subject, bounds, trial) {
    const part = this.viewport.request(bounds, 4096);
    if (!part || !this.model.state.picture) return;
    this.requests += 1;
    this.awaited.set(subject, { id: this.requests, time: performance.now(), since: this.since });
    if (subject === "after") this.since = undefined;
    this.model.connection.send({ type: "view", id: this.requests, subject, ...part, trial });
  }

  requestBefore() {
    if (this.mode !== "after") this.request("before", this.pictureRect);
  }

  take(frame) {
    const awaited = this.awaited.get(frame.kind);
    const old = this.frames[frame.kind];
    const canvas = old?.canvas.width === frame.width && old.canvas.height === frame.height
      ? old.canvas : new OffscreenCanvas(frame.width, frame.height);
    canvas.getContext("2d").putImageData(new ImageData(frame.pixels, frame.width, frame.height), 0, 0);
    this.frames[frame.kind] = { canvas, region: frame.region, pixels: frame.pixels };
    this.draw();
    if (awaited?.id === frame.id) {
      this.awaited.delete(frame.kind);
      if (awaited.since !== undefined) {
        this.editTimes.push(performance.now() - awaited.since);
        if (this.editTimes.length > 1000) this.editTimes.shift();
      }
    }
    if (frame.kind !== "after") return;
    find("time").textContent = `${fixed(frame.milliseconds, 1).padStart(6)} ms`;
    this.dispatchEvent(new CustomEvent("shown", { detail: frame }));
    if (this.isStale) this.requestResult();
  }

  // MARK: Drawing

  resize() {
    const scale = window.devicePixelRatio || 1;
    this.scale = scale;
    const width = Math.max(1, Math.round(this.view.clientWidth * scale));
    const height = Math.max(1, Math.round(this.view.clientHeight * scale));
    if (this.canvas.width === width && this.canvas.height === height) return;
    [this.canvas.width, this.canvas.height] = [width, height];
    [this.viewport.width, this.viewport.height] = [width, height];
    if (this.model.state.width > 0) this.viewport.fit(this.pictureRect);
    this.moved();
  }

  // Draws what there is at its new place, and requests what is missing.
  moved() {
    this.draw();
    find("zoom").textContent = `${fixed(this.viewport.zoom * 100, this.viewport.zoom < 0.1 ? 1 : 0)} %`;
    this.refresh();
    this.requestBefore();
    this.dispatchEvent(new Event("moved"));
  }

  draw() {
    const { context, canvas } = this;
    context.clearRect(0, 0, canvas.width, canvas.height);
    const edge = this.mode === "after" ? 0 : this.mode === "before" ? canvas.width : Math.round(this.split * canvas.width);
    if (edge < canvas.width) this.drawFrame(this.frames.after, edge, canvas.width);
    if (edge > 0) this.drawFrame(this.frames.before, 0, edge);
    const divider = find("divider");
    divider.hidden = this.mode !== "split";
    divider.style.left = `${this.split * 100}%`;
    divider.setAttribute("aria-valuenow", Math.round(this.split * 100));
  }

  drawFrame(frame, left, right) {
    if (!frame) return;
    const { context, viewport } = this;
    const { x, y, width, height } = frame.region;
    const corner = viewport.toScreen({ x, y: y + height });
    const place = [corner.x, corner.y, width * viewport.zoom, height * viewport.zoom].map(Math.round);
    context.save();
    context.beginPath();
    context.rect(left, 0, right - left, this.canvas.height);
    context.clip();
    context.fillStyle = this.checks();
    context.fillRect(...place);
    context.imageSmoothingEnabled = viewport.zoom < 1;
    context.drawImage(frame.canvas, ...place);
    context.restore();
  }

  // The squares behind transparent pixels.
  checks() {
    const style = getComputedStyle(document.documentElement);
    const colors = [style.getPropertyValue("--check-a"), style.getPropertyValue("--check-b")];
    if (this.pattern?.key === colors.join()) return this.pattern.fill;
    const tile = new OffscreenCanvas(16, 16);
    const context = tile.getContext("2d");
    context.fillStyle = colors[0];
    context.fillRect(0, 0, 16, 16);
    context.fillStyle = colors[1];
    context.fillRect(0, 0, 8, 8);
    context.fillRect(8, 8, 8, 8);
    this.pattern = { key: colors.join(), fill: this.context.createPattern(tile, "repeat") };
    return this.pattern.fill;
  }

  // MARK: Pointer and keyboard

  // The place of a pointer on the canvas.
  point(event) {
    const box = this.view.getBoundingClientRect();
    return { x: (event.clientX - box.left) * this.scale, y: (event.clientY - box.top) * this.scale };
  }

  listen() {
    const { view, viewport } = this;
    view.addEventListener("wheel", (event) => {
      event.preventDefault();
      viewport.zoomBy(Math.exp(-event.deltaY / 300), this.point(event));
      this.moved();
    }, { passive: false });
    view.addEventListener("pointerdown", (event) => {
      if (event.target !== view && event.target !== this.canvas) return;
      let last = this.point(event);
      view.focus();
      view.classList.add("dragging");
      drag(event, view, (moved) => {
        const place = this.point(moved);
        viewport.moveBy(place.x - last.x, place.y - last.y);
        last = place;
        this.moved();
      }, () => view.classList.remove("dragging"));
    });
    const divider = find("divider");
    const setSplit = (value) => { this.split = Math.min(1, Math.max(0, value)); this.draw(); };
    divider.addEventListener("pointerdown", (event) => {
      divider.focus();
      drag(event, divider, (moved) => setSplit(this.point(moved).x / this.canvas.width));
    });
    divider.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -0.01, ArrowRight: 0.01, Home: -1, End: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      setSplit(this.split + step * (event.shiftKey ? 10 : 1));
    });
    view.addEventListener("keydown", (event) => this.key(event));
    for (const button of document.getElementsByName("mode")) {
      button.addEventListener("change", () => { this.mode = button.value; this.draw(); this.requestBefore(); });
    }
    const actions = {
      "zoom-in": () => viewport.zoomBy(2), "zoom-out": () => viewport.zoomBy(0.5),
      "zoom-pixels": () => viewport.zoomBy(1 / viewport.zoom), fit: () => viewport.fit(this.pictureRect),
      "fit-result": () => this.fitResult(),
    };
    for (const [id, action] of Object.entries(actions)) {
      find(id).addEventListener("click", () => { action(); this.moved(); });
    }
  }

  fitResult() {
    const extent = this.model.result.extent;
    if (extent) this.viewport.fit({ x: extent[0], y: extent[1], width: extent[2], height: extent[3] }, 64);
  }

  key(event) {
    if (event.target !== this.view || event.ctrlKey || event.metaKey || event.altKey) return;
    const { viewport } = this;
    const step = (event.shiftKey ? 160 : 32) * this.scale;
    const action = {
      ArrowLeft: () => viewport.moveBy(step, 0), ArrowRight: () => viewport.moveBy(-step, 0),
      ArrowUp: () => viewport.moveBy(0, step), ArrowDown: () => viewport.moveBy(0, -step),
      "+": () => viewport.zoomBy(2), "=": () => viewport.zoomBy(2), "-": () => viewport.zoomBy(0.5),
      0: () => viewport.fit(this.pictureRect), 1: () => viewport.zoomBy(1 / viewport.zoom),
    }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
    this.moved();
  }
}
