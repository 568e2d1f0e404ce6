// How large previews are while a value moves, so that each is soon on the screen.

const details = [1, 0.5, 0.25];
// Groups of times after which a level is tried again that was no faster.
const rest = 8;

export class Pace {
  constructor() {
    this.level = 0;
    this.times = [];
    // The least time at the level above, until that of this level is known.
    this.before = null;
    this.resting = 0;
  }

  // Pixels of a preview for one of the screen, in each direction.
  get detail() { return details[this.level]; }

  // Notes how long a preview took from its request to the screen, and how long it should take, in milliseconds.
  note(milliseconds, goal) {
    this.times.push(milliseconds);
    if (this.times.length < 3) return;
    const [least, middle] = this.times.sort((a, b) => a - b);
    this.times = [];
    this.resting -= 1;
    if (this.before !== null && least > this.before * 0.85) {
      // Fewer pixels don't help where the filters take the time.
      this.level -= 1;
      this.before = null;
      this.resting = rest;
    } else if (middle > goal && this.level < details.length - 1 && this.resting <= 0) {
      this.before = least;
      this.level += 1;
    } else {
      this.before = null;
      // A preview with twice the detail has four times the pixels, but doesn't take four times as long.
      if (middle * 2.5 < goal && this.level > 0) this.level -= 1;
    }
  }
}
