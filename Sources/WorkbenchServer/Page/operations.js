// Small pictures of the operations of a recipe, computed in the background.

import { make } from "./elements.js";

const most = 24;
// The numbers of requests, which differ from those of filters' thumbnails.
const firstRequest = 0x40000000;

export class OperationPictures {
  constructor(model) {
    this.model = model;
    this.requests = firstRequest;
    this.awaited = new Map();
    this.canvases = new Map();
    model.connection.on("thumbnail", (frame) => this.take(frame));
    model.connection.on("noThumbnail", ({ id, message }) => this.refuse(id, message));
  }

  // Whether there are few enough operations for a picture of each.
  suits(graph) { return graph.omittedNodes === 0 && graph.nodes.length <= most; }

  forget() {
    this.awaited.clear();
    this.canvases.clear();
  }

  // The canvas of an operation, which is filled when its picture comes.
  canvas({ id }) {
    if (!this.canvases.has(id)) {
      const canvas = make("canvas", { width: 192, height: 128, "aria-hidden": "true" });
      this.canvases.set(id, canvas);
      this.requests += 1;
      this.awaited.set(this.requests, canvas);
      this.model.connection.send({ type: "operationPicture", node: id, id: this.requests });
    }
    return this.canvases.get(id);
  }

  take({ id, width, height, pixels }) {
    const canvas = this.awaited.get(id);
    this.awaited.delete(id);
    if (!canvas) return;
    const context = canvas.getContext("2d");
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.putImageData(new ImageData(pixels, width, height), Math.floor((canvas.width - width) / 2), Math.floor((canvas.height - height) / 2));
    canvas.dataset.shown = "yes";
  }

  refuse(id, message) {
    const canvas = this.awaited.get(id);
    this.awaited.delete(id);
    if (canvas) [canvas.title, canvas.dataset.shown] = [message, "no"];
  }
}
