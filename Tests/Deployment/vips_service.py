"""A small picture service with pyvips and Python's own HTTP server, to compare `coreimage serve` with.

    vips_service.py FOLDER

It prints its address, and answers GET /NAME with a JPEG of at most 500 × 500 pixels. Pictures are decoded in its own
process, without limits and without a sandbox.
"""

from __future__ import annotations

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pyvips


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(sys.argv[1]) / Path(self.path).name
        body = pyvips.Image.thumbnail(str(path), 500, height=500, size="down").jpegsave_buffer(Q=80, strip=True)
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    print(f"Listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
