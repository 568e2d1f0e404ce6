"""Requests and WebSocket frames as bytes, for what no browser sends."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct


def request(workbench, path: str | None = None, method: str = "GET", version: str = "HTTP/1.1", extra: bytes = b"",
            **fields: str | None) -> bytes:
    """A request. Fields have underscores for dashes; None leaves a field out."""
    path = f"/{workbench.token}/" if path is None else path
    fields = {"Host": f"127.0.0.1:{workbench.port}", **{name.replace("_", "-"): value for name, value in fields.items()}}
    lines = [f"{method} {path} {version}"] + [f"{name}: {value}" for name, value in fields.items() if value is not None]
    return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + extra


def connect(workbench, timeout: float = 10) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", workbench.port), timeout=timeout)
    connection.settimeout(timeout)
    return connection


def exchange(workbench, data: bytes, timeout: float = 10) -> bytes:
    """Sends bytes, and returns everything that comes until the other end closes, or b"" if it resets."""
    received = b""
    with connect(workbench, timeout) as connection:
        try:
            connection.sendall(data)
            while part := connection.recv(65536):
                received += part
                head, _, body = received.partition(b"\r\n\r\n")
                length = [int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
                if length and len(body) >= length[0]:
                    break
        except (ConnectionResetError, BrokenPipeError):
            pass
    return received


def status(answer: bytes) -> int:
    """The status of an answer; 0 if the connection was closed without one."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


class Socket:
    """A WebSocket to the program."""

    def __init__(self, workbench, **fields: str | None) -> None:
        self.connection = connect(workbench)
        fields = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
                  "Sec_WebSocket_Key": base64.b64encode(os.urandom(16)).decode(),
                  "Origin": f"http://127.0.0.1:{workbench.port}", **fields}
        path = fields.pop("path", f"/{workbench.token}/socket")
        self.connection.sendall(request(workbench, path, **fields))
        self.buffer = b""
        while b"\r\n\r\n" not in self.buffer:
            part = self.connection.recv(4096)
            if not part:
                break
            self.buffer += part
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        self.status = status(head + b" ")

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.connection.close()

    def send_frame(self, opcode: int, data: bytes, fin: bool = True, masked: bool = True, length: int | None = None,
                   reserved: int = 0) -> None:
        length = len(data) if length is None else length
        flag = 0x80 if masked else 0
        if length < 126:
            size = bytes([flag | length])
        elif length < 1 << 16:
            size = bytes([flag | 126]) + struct.pack(">H", length)
        else:
            size = bytes([flag | 127]) + struct.pack(">Q", length)
        mask = os.urandom(4) if masked else b""
        if masked:
            data = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)) if len(data) < 1 << 20 else data
        self.connection.sendall(bytes([(0x80 if fin else 0) | reserved << 4 | opcode]) + size + mask + data)

    def send(self, message) -> None:
        self.send_frame(1, message if isinstance(message, bytes) else json.dumps(message).encode())

    def read(self, count: int) -> bytes:
        while len(self.buffer) < count:
            part = self.connection.recv(1 << 20)
            if not part:
                raise EOFError
            self.buffer += part
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive(self) -> tuple[int, bytes]:
        first, length = self.read(2)
        if length == 126:
            length = struct.unpack(">H", self.read(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.read(8))[0]
        return first & 15, self.read(length)

    def until(self, *types: str) -> dict:
        """The next message of one of the types."""
        while True:
            opcode, data = self.receive()
            if opcode == 8:
                raise EOFError(data)
            if opcode == 1:
                message = json.loads(data)
                if message["type"] in types:
                    return message

    def is_closed(self) -> bool:
        """Whether the other end closes the socket."""
        try:
            while True:
                if self.receive()[0] == 8:
                    return True
        except (EOFError, ConnectionResetError, BrokenPipeError):
            return True
        except TimeoutError:
            return False
