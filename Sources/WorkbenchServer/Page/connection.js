// The socket to the program: JSON for messages, and binary messages for pixels (see PreviewFrame.swift for the header).

export class Connection extends EventTarget {
  constructor() {
    super();
    const address = new URL("socket", location.href);
    address.protocol = "ws:";
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.addEventListener("message", ({ data }) => this.take(data));
    this.socket.addEventListener("close", () => this.dispatchEvent(new Event("lost")));
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  // Sends a file: its name, a line break, its bytes.
  async sendPicture(file) {
    const name = new TextEncoder().encode(file.name.replaceAll("\n", " ").slice(0, 100) + "\n");
    this.socket.send(new Blob([name, await file.arrayBuffer()]));
  }

  on(type, body) { this.addEventListener(type, (event) => body(event.detail)); }

  take(data) {
    if (typeof data === "string") {
      const message = JSON.parse(data);
      this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
      return;
    }
    const header = new DataView(data, 0, 44);
    const number = (offset) => header.getUint32(offset, true);
    const float = (offset) => header.getFloat32(offset, true);
    const frame = {
      kind: { 1: "after", 2: "before", 3: "thumbnail", 4: "file" }[number(0)], id: number(4), width: number(8), height: number(12),
      region: { x: float(16), y: float(20), width: float(24), height: float(28) }, milliseconds: float(32),
      form: { 0: "pixels", 1: "image/jpeg", 2: "image/png", 3: "application/zip", 4: "video/mp4" }[number(36)],
      time: float(40), pixels: new Uint8ClampedArray(data, 44),
    };
    this.dispatchEvent(new CustomEvent(["thumbnail", "file"].includes(frame.kind) ? frame.kind : "frame", { detail: frame }));
  }
}
