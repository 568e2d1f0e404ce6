// The picture: which part is requested, and what was received.

import { backdrop, drawStage } from "./drawing.js";
import { find, fixed } from "./elements.js";
import { MovingPicture } from "./moving.js";
import { navigate } from "./navigation.js";
import { Pace } from "./pace.js";
import { Viewport } from "./viewport.js";

export class Stage extends EventTarget {
  constructor(model) {
    super();
    this.model = model;
    model.stage = this;
    this.viewport = new Viewport();
    this.view = find("view");
    this.canvas = find("canvas");
    this.context = this.canvas.getContext("2d");
    this.frames = { after: null, before: null };
    this.moving = new MovingPicture(this);
    this.mode = "after";
    this.split = 0.5;
    this.trial = null;
    // What the result is: that of the stack, or of the kernel.
    this.subject = "after";
    // Whether the newest text of the kernel has errors, so that an older kernel is shown.
    this.isKernelBroken = false;
    // The time of the clip, if one is open.
    this.clipTime = undefined;
    // What the pointer does instead of moving the picture.
    this.tool = null;
    this.requests = 0;
    this.pace = new Pace();
    this.awaited = { after: [], before: [] };
    this.isStale = false;
    this.needsFit = true;
    // The times from an edit to its pixels on the canvas, for measurements.
    this.editTimes = [];
    model.connection.on("frame", (frame) => this.take(frame));
    model.on("state", ({ isNewPicture, isChanged }) => this.takeState(isNewPicture, isChanged));
    model.on("changed", () => this.hurry());
    model.on("result", () => this.takeResult());
    new ResizeObserver(() => this.resize()).observe(this.view);
    this.resize();
    navigate(this);
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

  takeState(isNewPicture, isChanged) {
    if (isNewPicture) {
      this.frames = { after: null, before: null };
      this.needsFit = true;
    }
    if (this.needsFit && this.model.state.width > 0 && this.view.clientWidth > 0) {
      this.viewport.fit(this.pictureRect);
      this.needsFit = false;
      this.moved();
    } else if (isChanged) {
      this.refresh(performance.now());
    }
  }

  // Shows a value that moves. Its pixels are JPEG, and fewer if need be, until it stands still, because that is received
  // faster. The goal is the time from a request to the screen, in milliseconds; a value that moves on is shown by the
  // next preview, after up to twice as long.
  hurry(goal = 24) {
    this.isHurried = true;
    this.goal = goal;
    clearTimeout(this.calm);
    this.calm = setTimeout(() => {
      this.isHurried = false;
      if (this.frames.after?.pixels === null || this.awaited.after.length > 0) this.refresh();
    }, 200);
    this.refresh(performance.now());
  }

  takeResult() {
    const { extent, isInfinite } = this.model.result;
    const size = extent?.map((number) => fixed(number, Number.isInteger(number) ? 0 : 1));
    const place = isInfinite ? "infinite" : size ? `${size[2]} × ${size[3]} at ${size[0]}, ${size[1]}` : "empty";
    find("extent").textContent = `${this.subject === "operation" ? "Operation" : "Result"}: ${place}`;
    const bounds = JSON.stringify(this.bounds);
    if (bounds !== this.requestedBounds) this.refresh();
    this.dispatchEvent(new Event("moved"));
  }

  setTrial(filter) {
    if (this.trial === filter) return;
    this.trial = filter;
    this.refresh();
  }

  // Requests the result again, once the request before is answered. One that isn't answered soon is replaced.
  refresh(since) {
    this.since ??= since;
    this.isStale = true;
    if (this.scheduled) return;
    const [oldest] = this.awaited.after;
    const wait = oldest === undefined ? 0 : Math.max(0, 100 - (performance.now() - oldest.time));
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
    const isHurried = this.isHurried && subject === "after";
    const detail = isHurried ? this.pace.detail : 1;
    const part = this.viewport.request(bounds, 4096, detail);
    if (!part || !this.model.state.picture) return;
    this.requests += 1;
    this.awaited[subject].push({
      id: this.requests, time: performance.now(), since: this.since, isPaced: isHurried && detail === this.pace.detail,
    });
    // Requests whose rendering failed have no answer. All others are known when they are answered, even if the program
    // is busy: their times decide how large previews are.
    if (this.awaited[subject].length > 64) this.awaited[subject].shift();
    if (subject === "after") this.since = undefined;
    this.model.connection.send({
      type: "view", id: this.requests, subject: subject === "after" ? this.subject : subject, ...part, trial,
      time: this.clipTime,
      ...(isHurried ? { format: "jpeg", backdrop: backdrop() } : {}),
    });
  }

  requestBefore() {
    if (this.mode === "after") return;
    const [oldest] = this.awaited.before;
    this.isBeforeStale = oldest !== undefined && performance.now() - oldest.time < 100;
    if (!this.isBeforeStale) this.request("before", this.pictureRect);
  }

  async take(frame) {
    if (frame.form !== "pixels") {
      const picture = await createImageBitmap(new Blob([frame.pixels], { type: frame.form }));
      // A newer one may have been faster.
      if (frame.id > (this.frames.after?.id ?? 0)) this.show(frame, picture, null);
      else picture.close();
      return;
    }
    const old = this.frames[frame.kind];
    if (old && frame.id < old.id) return;
    const canvas = old?.pixels && old.canvas.width === frame.width && old.canvas.height === frame.height
      ? old.canvas : new OffscreenCanvas(frame.width, frame.height);
    canvas.getContext("2d").putImageData(new ImageData(frame.pixels, frame.width, frame.height), 0, 0);
    this.show(frame, canvas, frame.pixels);
  }

  // Draws what was received, an image with its pixels if they are exact.
  show(frame, canvas, pixels) {
    const isMoving = pixels === null, wasMoving = this.frames[frame.kind]?.pixels === null;
    this.frames[frame.kind] = { canvas, region: frame.region, pixels, id: frame.id };
    if (isMoving) this.moving.show(canvas, frame.region);
    // The canvas doesn't change while the picture before it does.
    if (isMoving && wasMoving) this.dispatchEvent(new Event("drawn"));
    else this.draw();
    const answered = this.awaited[frame.kind].find(({ id }) => id === frame.id);
    // Requests before this one were replaced by it.
    this.awaited[frame.kind] = this.awaited[frame.kind].filter(({ id }) => id > frame.id);
    if (answered?.isPaced) this.pace.note(performance.now() - answered.time, this.goal);
    if (answered?.since !== undefined) this.editTimes.push(performance.now() - answered.since);
    if (this.editTimes.length > 1000) this.editTimes.shift();
    if (frame.kind !== "after") {
      if (this.isBeforeStale) this.requestBefore();
      return;
    }
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
    // A part that the user has chosen stays.
    if (this.model.state.width > 0 && this.viewport.isFitted) this.viewport.fit(this.pictureRect);
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
    drawStage(this);
    this.moving.place();
    this.dispatchEvent(new Event("drawn"));
  }

  setSubject(subject) {
    this.subject = subject;
    this.dispatchEvent(new Event("subject"));
  }

  // The place of a pointer on the canvas.
  point(event) {
    const box = this.view.getBoundingClientRect();
    return { x: (event.clientX - box.left) * this.scale, y: (event.clientY - box.top) * this.scale };
  }
}
