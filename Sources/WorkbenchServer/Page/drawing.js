// Drawing of the result and the original on the canvas.

import { find } from "./elements.js";

// The column of the canvas at which the original ends and the result begins.
export function edge({ mode, split, canvas }) {
  return { after: 0, before: canvas.width, split: Math.round(split * canvas.width) }[mode];
}

// What is shown: frames, and from which to which column of the canvas.
export function shownParts(stage) {
  const { frames, canvas } = stage;
  return [{ frame: frames.before, left: 0, right: edge(stage) }, { frame: frames.after, left: edge(stage), right: canvas.width }]
    .filter(({ frame, left, right }) => frame && left < right);
}

// Draws what there is at its place.
export function drawStage(stage) {
  const { context, canvas } = stage;
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (const { frame, left, right } of shownParts(stage)) {
    // A picture without exact pixels moves, and lies before the canvas.
    if (frame.pixels) drawFrame(stage, frame, left, right);
  }
  const divider = find("divider");
  divider.hidden = stage.mode !== "split";
  divider.style.left = `${stage.split * 100}%`;
  divider.setAttribute("aria-valuenow", Math.round(stage.split * 100));
}

function drawFrame(stage, frame, left, right) {
  const { context, viewport } = stage;
  const { x, y, width, height } = frame.region;
  const corner = viewport.toScreen({ x, y: y + height });
  const place = [corner.x, corner.y, width * viewport.zoom, height * viewport.zoom].map(Math.round);
  context.save();
  context.beginPath();
  context.rect(left, 0, right - left, stage.canvas.height);
  context.clip();
  context.fillStyle = checks(stage);
  context.fillRect(...place);
  context.imageSmoothingEnabled = viewport.zoom < 1;
  context.drawImage(frame.canvas, ...place);
  context.restore();
}

// One colour for the squares behind transparent pixels: red, green and blue from 0 to 255.
export function backdrop() {
  const style = getComputedStyle(document.documentElement);
  const [a, b] = ["--check-a", "--check-b"].map((name) => parseInt(style.getPropertyValue(name).trim().slice(1), 16));
  return [16, 8, 0].map((shift) => Math.round((((a >> shift) & 255) + ((b >> shift) & 255)) / 2));
}

// The squares behind transparent pixels.
function checks(stage) {
  const style = getComputedStyle(document.documentElement);
  const colors = [style.getPropertyValue("--check-a"), style.getPropertyValue("--check-b")];
  if (stage.pattern?.key === colors.join()) return stage.pattern.fill;
  const tile = new OffscreenCanvas(16, 16);
  const context = tile.getContext("2d");
  context.fillStyle = colors[0];
  context.fillRect(0, 0, 16, 16);
  context.fillStyle = colors[1];
  context.fillRect(0, 0, 8, 8);
  context.fillRect(8, 8, 8, 8);
  stage.pattern = { key: colors.join(), fill: stage.context.createPattern(tile, "repeat") };
  return stage.pattern.fill;
}
