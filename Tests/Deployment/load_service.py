"""`coreimage serve` under load, beside a small service with pyvips.

    COREIMAGE_COMMAND=.build/release/coreimage python3 -m unittest load_service

Thumbnails of 500 pixels of a photograph of 2000 × 1333 pixels. wrk finds how many are made in a second. Then requests
come at 80 % of that, at even times whether or not earlier ones have been answered, and their times count from the time
at which they had to be sent. Memory is that of all processes together, with shared pages counted once. The figures are
printed, and written to build/deployment/load.json. The test fails if a request does, or if a result is wrong.
`COREIMAGE_LOAD_SECONDS` is the length of each measurement, 10 if it isn't set.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from service_process import ServiceProcess, is_built
from support import PACKAGE, FolderCase

SECONDS = float(os.environ.get("COREIMAGE_LOAD_SECONDS", "10"))
CONNECTIONS = 8


def family(root: int) -> list[int]:
    """A process and all processes below it."""
    found = [root]
    for number in found:
        for task in Path(f"/proc/{number}/task").glob("*/children"):
            try:
                found += map(int, task.read_text().split())
            except OSError:
                pass
    return found


def memory(root: int) -> int:
    """The bytes that the processes take, with shared pages counted once."""
    total = 0
    for number in family(root):
        try:
            text = Path(f"/proc/{number}/smaps_rollup").read_text()
        except OSError:
            continue
        total += int(re.search(r"^Pss:\s+(\d+) kB", text, re.M)[1]) << 10
    return total


class Gauge:
    """The most memory of processes while a block runs."""

    def __init__(self, root: int):
        self.root, self.most, self.stop = root, 0, threading.Event()
        self.thread = threading.Thread(target=self.watch)

    def watch(self) -> None:
        while not self.stop.wait(0.2):
            self.most = max(self.most, memory(self.root))

    def __enter__(self) -> Gauge:
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.stop.set()
        self.thread.join()


@unittest.skipUnless(is_built(), "COREIMAGE_COMMAND names no command beside a built coreimage-serve")
@unittest.skipUnless(shutil.which("wrk"), "wrk isn't installed: apt-get install wrk")
class LoadTests(FolderCase):
    def throughput(self, address: str) -> float:
        """Answers in a second, with as many connections as there is something to do for."""
        words = ["wrk", "-t", "1", "-c", str(CONNECTIONS), "-d", f"{SECONDS:.0f}s", "--timeout", "30s", address]
        report = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        self.assertNotIn("Non-2xx", report)
        self.assertNotIn("Socket errors", report)
        return float(re.search(r"Requests/sec:\s+([\d.]+)", report)[1])

    def times(self, host: str, port: int, target: str, rate: float) -> list[float]:
        """The seconds of requests that come at a rate."""
        local = threading.local()
        connections: list[http.client.HTTPConnection] = []
        begin = time.monotonic() + 0.2

        def ask(number: int) -> float:
            due = begin + number / rate
            time.sleep(max(0.0, due - time.monotonic()))
            if not hasattr(local, "connection"):
                local.connection = http.client.HTTPConnection(host, port, timeout=60)
                connections.append(local.connection)
            local.connection.request("GET", target)
            response = local.connection.getresponse()
            body = response.read()
            assert response.status == 200 and len(body) > 1000, (response.status, body[:200])
            return time.monotonic() - due

        try:
            with ThreadPoolExecutor(64) as pool:
                return list(pool.map(ask, range(int(SECONDS * rate))))
        finally:
            for connection in connections:
                connection.close()

    def measure(self, root: int, address: str, target: str) -> dict[str, float]:
        host, port = address.removeprefix("http://").split(":")
        # Kernels are compiled and caches filled first.
        self.throughput(address + target)
        with Gauge(root) as gauge:
            rate = self.throughput(address + target)
            times = sorted(self.times(host, int(port), target, rate * 0.8))
        return {
            "thumbnails/s": round(rate, 1),
            "median ms": round(statistics.median(times) * 1000, 1),
            "99th percentile ms": round(times[int(len(times) * 0.99)] * 1000, 1),
            "memory MB": round(gauge.most / 1e6, 1),
        }

    def test_load(self) -> None:
        try:
            import pyvips
        except ImportError:
            self.skipTest("pyvips isn't installed: pip install pyvips pyvips-binary")
        from benchmark import draw

        photos = self.folder / "photos"
        photos.mkdir()
        draw(str(photos / "a.jpg"), 2000, 1333)
        environment = {**os.environ, "VIPS_CONCURRENCY": "1"}
        figures = {}

        def vips() -> None:
            program = [sys.executable, str(Path(__file__).with_name("vips_service.py")), str(photos)]
            with subprocess.Popen(program, stdout=subprocess.PIPE, text=True, env=environment) as server:
                try:
                    address = server.stdout.readline().split()[2]
                    figures["pyvips"] = self.measure(server.pid, address, "/a.jpg")
                finally:
                    server.kill()

        def ours(name: str, **worker) -> None:
            configuration = {
                "sources": {"photos": {"folder": "photos"}}, "worker": worker, "render": False,
                "recipes": {"small": {"size": {"fit": [500, 500]}, "quality": 0.8, "formats": ["jpeg"]}},
            }  # fmt: skip
            service = ServiceProcess(self.folder, configuration)
            self.addCleanup(service.stop)
            data = service.get("/r/small/photos/a.jpg").body
            picture = pyvips.Image.new_from_buffer(data, "").copy_memory()
            expected = pyvips.Image.thumbnail(str(photos / "a.jpg"), 500, height=500, linear=True).copy_memory()
            self.assertEqual((picture.width, picture.height), (expected.width, expected.height))
            # In means of 10 × 10 pixels, so that what JPEG makes of the noise doesn't count.
            self.assertLess((picture.shrink(10, 10) - expected.shrink(10, 10)).abs().avg(), 2)
            figures[name] = self.measure(service.process.pid, service.address, "/r/small/photos/a.jpg")
            self.assertEqual(service.end(), 0)

        ours("coreimage serve", isolate=True)
        ours("coreimage serve, not isolated", isolate=False)
        vips()
        text = json.dumps(figures, indent=2)
        print(text, file=sys.stderr)
        output = PACKAGE / "build" / "deployment"
        output.mkdir(parents=True, exist_ok=True)
        (output / "load.json").write_text(text + "\n")


if __name__ == "__main__":
    unittest.main()
