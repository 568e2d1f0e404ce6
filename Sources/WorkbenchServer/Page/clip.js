// The time of a clip: shows it, sets it, and plays it.

import { find, fixed, toggleButton } from "./elements.js";

export class ClipPlayer {
  constructor(model, stage) {
    [this.model, this.stage] = [model, stage];
    this.bar = find("clip");
    this.range = find("clip-time");
    this.button = toggleButton(["Play", "Stop"], (on) => (on ? this.play() : this.stop()));
    this.button.element.setAttribute("aria-label", "Play the clip");
    this.bar.prepend(this.button.element);
    this.range.addEventListener("input", () => { this.seek(this.range.valueAsNumber); });
    model.on("state", () => this.takeState());
    stage.addEventListener("shown", ({ detail }) => this.count(detail));
    // The space bar plays, with the focus on the picture.
    stage.view.addEventListener("keydown", (event) => {
      if (event.key !== " " || !this.clip || event.target !== stage.view) return;
      event.preventDefault();
      this.button.element.click();
    });
  }

  takeState() {
    const { clip, picture } = this.model.state;
    const isNew = picture !== this.picture;
    [this.clip, this.picture] = [clip, picture];
    this.bar.hidden = !clip;
    if (!isNew) return;
    this.stop();
    this.stage.clipTime = clip ? clip.time : undefined;
    if (!clip) return;
    this.range.max = this.end;
    find("clip-rate").textContent = "";
    this.show(clip.time);
  }

  // Files that don't state their duration have an hour, of which the last frame is shown behind the end.
  get end() { return this.clip.duration > 0 ? this.clip.duration : 3600; }

  show(time) {
    this.range.value = time;
    const digits = this.end >= 3600 ? 3 : 2;
    const text = (seconds) => {
      const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60].slice(3 - digits);
      return [...parts.map((part, index) => (index ? String(part).padStart(2, "0") : part)), fixed(seconds % 60, 2).padStart(5, "0")].join(":");
    };
    find("clip-place").textContent = `${text(time)} / ${text(this.end)}`;
    this.range.setAttribute("aria-valuetext", `${fixed(time, 2)} seconds`);
  }

  seek(time) {
    this.stage.clipTime = time;
    this.show(time);
    this.stage.hurry();
    if (this.isPlaying) this.began = performance.now() - time * 1000;
  }

  play() {
    this.isPlaying = true;
    const time = this.stage.clipTime >= this.end - 1 / this.clip.frameRate ? 0 : this.stage.clipTime;
    this.began = performance.now() - time * 1000;
    this.reset(performance.now());
    const step = (now) => {
      if (!this.isPlaying) return;
      const time = Math.max(0, now - this.began) / 1000;
      if (time >= this.end) this.began = now;
      this.stage.clipTime = time % this.end;
      this.show(this.stage.clipTime);
      this.stage.hurry(1000 / this.clip.frameRate);
      this.report(now);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  stop() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.button.set(false);
  }

  reset(now) { [this.shown, this.milliseconds, this.last, this.counted] = [0, 0, null, now]; }

  // Counts frames of the clip; the same one may be shown several times.
  count({ time, milliseconds }) {
    if (!this.isPlaying || Number.isNaN(time) || time === this.last) return;
    this.last = time;
    this.shown += 1;
    this.milliseconds += milliseconds;
  }

  report(now) {
    const seconds = (now - this.counted) / 1000;
    if (seconds < 1) return;
    const dropped = Math.max(0, seconds * this.clip.frameRate - this.shown);
    find("clip-rate").textContent = [
      `${fixed(this.shown / seconds, 1)} frames/s`, `${fixed(dropped, 0)} dropped`,
      `${fixed(this.milliseconds / Math.max(1, this.shown), 1)} ms a frame`,
    ].join(", ");
    this.reset(now);
  }
}
