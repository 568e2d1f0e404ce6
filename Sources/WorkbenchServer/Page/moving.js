// A picture that changes quickly. The browser scales it while it puts the page together, which is much faster than
// drawing it on the canvas.

import { edge } from "./drawing.js";
import { find } from "./elements.js";

export class MovingPicture {
  constructor(stage) {
    this.stage = stage;
    this.element = find("moving");
    this.context = this.element.getContext("bitmaprenderer");
    this.region = null;
  }

  // Takes over the bitmap.
  show(bitmap, region) {
    this.region = region;
    this.context.transferFromImageBitmap(bitmap);
    this.place();
  }

  // Puts the picture where its part of the plane is, to the right of the original.
  place() {
    const { stage, element, region } = this;
    const isShown = stage.frames.after?.pixels === null && stage.mode !== "before";
    element.hidden = !isShown;
    // An empty canvas would be blended, too.
    stage.canvas.style.visibility = isShown && stage.mode === "after" ? "hidden" : "";
    if (!isShown) return;
    const { viewport, scale } = stage;
    const corner = viewport.toScreen({ x: region.x, y: region.y + region.height });
    const [left, top, width, height] =
      [corner.x, corner.y, region.width * viewport.zoom, region.height * viewport.zoom].map(Math.round);
    const covered = Math.max(0, edge(stage) - left);
    Object.assign(element.style, {
      left: `${left / scale}px`, top: `${top / scale}px`, width: `${width / scale}px`, height: `${height / scale}px`,
      clipPath: covered > 0 ? `inset(0 0 0 ${covered / scale}px)` : "", imageRendering: viewport.zoom < 1 ? "" : "pixelated",
    });
  }
}
