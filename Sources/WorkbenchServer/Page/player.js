// Plays a transition: sets its time from 0 to 1, again and again, and counts the frames that are shown.

import { fixed, make, toggleButton } from "./elements.js";

const duration = 2;

export class Player {
  constructor(label, edit, stage) {
    [this.edit, this.stage] = [edit, stage];
    this.button = toggleButton(["Play", "Stop"], (on) => (on ? this.play() : this.stop()));
    this.button.element.setAttribute("aria-label", `Play ${label}`);
    this.rate = make("span", {
      class: "number label", role: "status",
      title: "Pictures that were shown in a second, and the part of the screen's frames for which none was ready",
    });
    this.element = make("div", { class: "angle wide" }, this.button.element, this.rate);
    this.time = 0;
    this.isPlaying = false;
    this.count = () => { this.shown += 1; };
  }

  update(value) { if (!this.isPlaying) this.time = value ?? 0; }

  play() {
    this.isPlaying = true;
    this.shown = 0;
    this.drawn = 0;
    this.counted = performance.now();
    // A transition that is at its end begins again.
    const start = performance.now() - (this.time >= 1 ? 0 : this.time) * duration * 1000;
    this.stage.addEventListener("shown", this.count);
    const step = (now) => {
      if (!this.isPlaying) return;
      if (!this.element.isConnected) return this.stop();
      this.time = (Math.max(0, now - start) / 1000 / duration) % 1;
      this.drawn += 1;
      this.edit.change(this.time);
      this.report(now);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // Frames of the browser without a new picture are dropped ones.
  report(now) {
    const seconds = (now - this.counted) / 1000;
    if (seconds < 1) return;
    const dropped = Math.max(0, this.drawn - this.shown);
    this.rate.textContent = `${fixed(this.shown / seconds, 1)} frames/s, ${fixed((dropped / this.drawn) * 100, 0)} % dropped`;
    [this.shown, this.drawn, this.counted] = [0, 0, now];
  }

  stop() {
    this.isPlaying = false;
    this.button.set(false);
    this.stage.removeEventListener("shown", this.count);
    this.edit.end();
  }
}
