// Where the picture is on the screen. The plane's origin is the lower left corner of the picture, y goes up.

export class Viewport {
  constructor() {
    this.width = 1;
    this.height = 1;
    // The point of the plane in the middle of the screen, and screen pixels for each pixel of the picture.
    this.center = { x: 0, y: 0 };
    this.zoom = 1;
    // Whether the view was made by fit() and not moved since.
    this.isFitted = false;
  }

  toScreen({ x, y }) {
    return {
      x: (x - this.center.x) * this.zoom + this.width / 2,
      y: this.height / 2 - (y - this.center.y) * this.zoom,
    };
  }

  toPlane({ x, y }) {
    return {
      x: (x - this.width / 2) / this.zoom + this.center.x,
      y: (this.height / 2 - y) / this.zoom + this.center.y,
    };
  }

  fit(rect, most = 1) {
    if (!(rect.width > 0 && rect.height > 0)) return;
    const margin = Math.min(32, this.width / 8);
    const zoom = Math.min((this.width - margin) / rect.width, (this.height - margin) / rect.height);
    this.zoom = zoom > most ? Math.max(most, Math.floor(zoom)) : zoom;
    this.center = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
    this.isFitted = true;
    this.align();
  }

  zoomBy(factor, at = { x: this.width / 2, y: this.height / 2 }) {
    const place = this.toPlane(at);
    this.isFitted = false;
    this.zoom = Math.min(Math.max(this.zoom * factor, 1 / 64), 64);
    if (Math.abs(this.zoom - 1) < 0.02) this.zoom = 1;
    // Enlarged pixels are squares of whole screen pixels.
    if (this.zoom > 1) this.zoom = factor > 1 ? Math.ceil(this.zoom) : Math.floor(this.zoom);
    const moved = this.toPlane(at);
    this.center = { x: this.center.x + place.x - moved.x, y: this.center.y + place.y - moved.y };
    this.align();
  }

  moveBy(x, y) {
    this.isFitted = false;
    this.center = { x: this.center.x - x / this.zoom, y: this.center.y + y / this.zoom };
    this.align();
  }

  // Places the plane's origin on a corner of a screen pixel, so that pixels aren't interpolated.
  align() {
    const origin = this.toScreen({ x: 0, y: 0 });
    this.center.x += (origin.x - Math.round(origin.x)) / this.zoom;
    this.center.y -= (origin.y - Math.round(origin.y)) / this.zoom;
  }

  // The part to request, inside of `bounds` (null for everything): { region, width, height }, or null for nothing. Its
  // pixels have `detail` times the size of the screen's in each direction.
  request(bounds, limit, detail = 1) {
    const corner = this.toPlane({ x: 0, y: this.height });
    let [left, bottom] = [corner.x, corner.y];
    let [right, top] = [left + this.width / this.zoom, bottom + this.height / this.zoom];
    if (bounds) {
      [left, right] = [Math.max(left, bounds.x), Math.min(right, bounds.x + bounds.width)];
      [bottom, top] = [Math.max(bottom, bounds.y), Math.min(top, bounds.y + bounds.height)];
    }
    if (!(right > left && top > bottom)) return null;
    // Whole pixels: of the picture where it is enlarged, and of the screen where it is reduced.
    const grid = Math.min(1, this.zoom * detail);
    const [x0, y0] = [Math.floor(left * grid + 1e-6), Math.floor(bottom * grid + 1e-6)];
    const [x1, y1] = [Math.ceil(right * grid - 1e-6), Math.ceil(top * grid - 1e-6)];
    const [width, height] = [Math.min(x1 - x0, limit), Math.min(y1 - y0, limit)];
    return { region: [x0 / grid, y0 / grid, width / grid, height / grid], width, height };
  }
}
