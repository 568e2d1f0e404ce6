"""A running `coreimage serve`, and what tests ask of it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

from support import coreimage, environment


class Answer:
    """A response that was read completely."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.body = response.read()

    @property
    def problem(self) -> dict[str, str]:
        assert self.headers["content-type"] == "application/problem+json", self.headers
        return json.loads(self.body)


class ServiceProcess:
    """Starts a service in a folder, which has a file `service.json` afterwards."""

    def __init__(self, folder: Path, configuration: dict, name: str = "service.json") -> None:
        path = folder / name
        path.write_text(json.dumps({"listen": {"port": 0}, **configuration}))
        self.process = subprocess.Popen(
            [coreimage(), "serve", "--config", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
        )
        self.lines: list[str] = []
        first = self.process.stdout.readline()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if not first.startswith("Listening on "):
            self.process.wait()
            self._reader.join(10)
            raise AssertionError(f"the service doesn't listen: {first!r} {self.lines}")
        self.address = first.split()[2]
        self.scheme, rest = self.address.split("://")
        self.host, port = rest.rsplit(":", 1)
        self.port = int(port)

    def _read(self) -> None:
        for line in self.process.stderr:
            self.lines.append(line.rstrip("\n"))

    @property
    def log(self) -> list[dict]:
        """The lines of the log so far."""
        return [json.loads(line) for line in list(self.lines)]

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=60)

    def ask(self, method: str, target: str, body=None, **headers: str) -> Answer:
        """Sends a request with a connection of its own. Underscores in names of fields stand for dashes."""
        connection = self.connection()
        try:
            fields = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, target, body=body, headers=fields)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def get(self, target: str, **headers: str) -> Answer:
        return self.ask("GET", target, **headers)

    def metric(self, name: str) -> float:
        """The value of a metric with its labels, 0 if it isn't there."""
        for line in self.get("/metrics").body.decode().splitlines():
            if line.startswith(name + " "):
                return float(line.rsplit(" ", 1)[1])
        return 0

    def wait_for(self, name: str, least: float) -> None:
        """Waits until a metric has reached a value."""
        deadline = time.monotonic() + 60
        while self.metric(name) < least:
            assert time.monotonic() < deadline, f"{name} doesn't reach {least}"
            time.sleep(0.02)

    def raw(self) -> socket.socket:
        return socket.create_connection((self.host, self.port), timeout=60)

    @property
    def children(self) -> list[int]:
        """The process numbers of the sandboxed processes."""
        children: list[int] = []
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            children += map(int, (task / "children").read_text().split())
        return children

    def end(self, number: int = signal.SIGTERM) -> int:
        """Sends a signal, and returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(60)
        self._reader.join(10)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def stop(self) -> None:
        """Ends the service in any case."""
        if self.process.poll() is None:
            self.process.kill()
        if not self.process.stdout.closed:
            self.end(signal.SIGKILL)


def is_running(number: int) -> bool:
    """Whether a process has a thread that hasn't ended, and may hold its open files."""
    threads = Path(f"/proc/{number}/task").glob("*/stat")
    try:
        return any(thread.read_text().rsplit(")", 1)[1].split()[0] not in "ZX" for thread in threads)
    except OSError:
        return False


def is_built() -> bool:
    """Whether the program that takes connections is there."""
    command = coreimage()
    return bool(command) and os.access(Path(command).with_name("coreimage-serve"), os.X_OK)
