"""Requests and messages that no page of the program sends are refused, and the program goes on."""

import os
import socket
import struct
import subprocess
import time
import unittest
from pathlib import Path

from sockets import Socket, connect, exchange, request, status
from support import COMMAND, Workbench


class HostileTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.workbench = Workbench()
        cls.addClassCleanup(cls.workbench.stop)

    def tearDown(self):
        """The program answers a page after each attack."""
        self.assertTrue(self.workbench.is_running)
        self.assertEqual(status(exchange(self.workbench, request(self.workbench))), 200)

    def status(self, **options) -> int:
        return status(exchange(self.workbench, request(self.workbench, **options)))

    # Requests

    def test_page_and_its_policy(self):
        answer = exchange(self.workbench, request(self.workbench))
        head = answer.partition(b"\r\n\r\n")[0].lower()
        self.assertEqual(status(answer), 200)
        for field in (b"content-security-policy: default-src 'none'", b"x-content-type-options: nosniff",
                      b"referrer-policy: no-referrer", b"cross-origin-resource-policy: same-origin",
                      b"cache-control: no-store"):
            self.assertIn(field, head)
        self.assertNotIn(b"access-control", head)
        for name in ("main.js", "page.css", "index.html"):
            self.assertEqual(self.status(path=f"/{self.workbench.token}/{name}"), 200)

    def test_hosts(self):
        port = self.workbench.port
        for host in (None, "", "evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}",
                     f"127.0.0.1:{port}.evil.example", f"127.0.0.1:{port}@evil.example", f"0.0.0.0:{port}",
                     f"[::1]:{port}", f"localhost.:{port}", f"127.1:{port}", f" x 127.0.0.1:{port}"):
            with self.subTest(host=host):
                self.assertNotIn(self.status(Host=host), (200, 101))
        self.assertEqual(self.status(Host=f"localhost:{port}"), 200)
        double = request(self.workbench).replace(b"\r\n\r\n", b"\r\nHost: evil.example\r\n\r\n")
        self.assertNotEqual(status(exchange(self.workbench, double)), 200)

    def test_origins(self):
        port = self.workbench.port
        for origin in ("http://evil.example", f"http://evil.example:{port}", f"https://127.0.0.1:{port}", "null", "",
                       f"http://127.0.0.1:{port + 1}", "http://127.0.0.1", f"http://127.0.0.1:{port}/",
                       f"http://127.0.0.1:{port}.evil.example", f"http://localhost:{port}", "file://"):
            with self.subTest(origin=origin):
                self.assertNotIn(self.status(Origin=origin), (200, 101))
                with Socket(self.workbench, Origin=origin) as page:
                    self.assertNotEqual(page.status, 101)
        with Socket(self.workbench, Origin=None) as page:
            self.assertNotEqual(page.status, 101)

    def test_tokens_and_paths(self):
        token = self.workbench.token
        other = ("0" if token[0] != "0" else "1") + token[1:]
        for path in ("/", f"/{other}/", f"/{token[:-1]}/", f"/{token.upper()}/x", f"/{token}", f"//{token}/",
                     f"/{token}0/", f"/x/{token}/", "/index.html", f"/{token}/../etc/passwd", f"/{token}/%2e%2e/etc/passwd",
                     f"/{token}/..%2f..%2fetc/passwd", f"/{token}//etc/passwd", f"/{token}/page.css/", f"/{token}/PAGE.CSS",
                     f"/{token}/page.css%00.js", f"/{token}/socket", f"/{token}/.", f"/{token}/\\..\\x", "*",
                     f"http://127.0.0.1:{self.workbench.port}/{token}/", "?" * 100):
            with self.subTest(path=path):
                self.assertNotIn(self.status(path=path), (200, 101))
        for path in (f"/{other}/socket", "/socket", f"/{token}/sockets", f"/{token}/"):
            with self.subTest(path=path), Socket(self.workbench, path=path) as page:
                self.assertNotEqual(page.status, 101)

    def test_methods_and_bodies(self):
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "BREW", "get"):
            with self.subTest(method=method):
                self.assertNotEqual(self.status(method=method), 200)
        self.assertNotEqual(self.status(Content_Length="5", extra=b"hello"), 200)
        self.assertNotEqual(self.status(Transfer_Encoding="chunked", extra=b"5\r\nhello\r\n0\r\n\r\n"), 200)
        self.assertNotEqual(self.status(Content_Length="99999999999999999999"), 200)
        self.assertNotEqual(self.status(Content_Length="-1"), 200)

    def test_what_is_not_a_request(self):
        for data in (b"\0" * 1000, os.urandom(5000), b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\x16\x03\x01\x02\0" + b"\1" * 512,
                     b"GET / HTTP/1.1\r\n" + b"A" * 200_000, b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n",
                     request(self.workbench).replace(b"\r\n\r\n", b"\r\n" + b"X: y\r\n" * 5000 + b"\r\n"),
                     request(self.workbench, X="a\0b"), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
            with self.subTest(data=data[:40]):
                self.assertNotIn(status(exchange(self.workbench, data, timeout=15)), (200, 101))

    def test_handshakes(self):
        for fields in ({"Sec_WebSocket_Version": "8"}, {"Sec_WebSocket_Key": None}, {"Sec_WebSocket_Version": None},
                       {"Upgrade": "h2c"}, {"Connection": "close"}):
            with self.subTest(fields=fields), Socket(self.workbench, **fields) as page:
                self.assertNotEqual(page.status, 101)

    # Clients that are slow, or many

    def test_slow_requests(self):
        """A connection that doesn't send its request is closed."""
        with connect(self.workbench, timeout=20) as slow:
            start = time.monotonic()
            slow.sendall(b"GET / HT")
            self.assertEqual(slow.recv(100), b"")
            self.assertLess(time.monotonic() - start, 15)

    def test_thousands_of_connections(self):
        """Connections beyond the limit are closed; a page answers while they are there, and afterwards."""
        with Socket(self.workbench) as page:
            page.until("state")
            idle = []
            for _ in range(3000):
                try:
                    idle.append(socket.create_connection(("127.0.0.1", self.workbench.port), timeout=2))
                except OSError:
                    break
                if len(idle) > 400:
                    idle.pop(0).close()
            page.send({"type": "undo"})
            page.until("state")
            for connection in idle:
                connection.close()
        time.sleep(0.5)

    def test_many_pages(self):
        pages = [Socket(self.workbench) for _ in range(40)]
        accepted = [page for page in pages if page.status == 101]
        self.assertEqual(len(accepted), 32)
        for page in pages:
            page.connection.close()
        time.sleep(1)
        with Socket(self.workbench) as page:
            self.assertEqual(page.status, 101)
            page.until("state")

    def test_client_that_does_not_read(self):
        """Pixels for a page that doesn't read aren't collected."""
        with Socket(self.workbench) as deaf, Socket(self.workbench) as page:
            deaf.until("state")
            view = {"type": "view", "width": 2000, "height": 2000, "region": [0, 0, 2000, 2000]}
            for number in range(200):
                deaf.send({**view, "id": number})
                time.sleep(0.005)
            page.until("state")
            page.send({"type": "undo"})
            page.until("state")
            with open(f"/proc/{self.workbench.process.pid}/status") as file:
                resident = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
            self.assertLess(resident, 1_500_000, "kilobytes")

    # Messages

    def test_messages_that_are_no_messages(self):
        with Socket(self.workbench) as page:
            page.until("state")
            for message in (b"", b"{", b"[]", b"null", b"\xff\xfe", b"{}", b'{"type": "format"}', b'{"type": "undo"' , b"[" * 100_000,
                            b'{"type": "set", "layer": 1, "key": "inputRadius", "value": 1e999}', b"\0" * 100,
                            b'{"type": "open", "picture": "../../etc/passwd"}', b'{"type": "open", "picture": "/etc/passwd"}',
                            b'{"type": "add", "filter": "NSObject"}', b'{"type": "remove", "layer": 99999999999}',
                            b'{"type": "view", "width": 1000000, "height": 1000000, "region": [0, 0, 1, 1]}',
                            b'{"type": "view", "width": -1, "height": 5, "region": [0, 0, 1, 1]}',
                            b'{"type": "view", "width": 5, "height": 5, "region": [0, 0, -1, 1]}',
                            b'{"type": "choose", "layer": 1, "key": "inputImage", "picture": "/etc/passwd"}'):
                with self.subTest(message=message[:60]):
                    page.send(message)
                    self.assertTrue(page.until("refused")["message"])
            page.send({"type": "undo"})
            page.until("state")

    def test_frames_that_break_the_protocol(self):
        attacks = {
            "reserved bits": lambda page: page.send_frame(1, b"{}", reserved=4),
            "unknown kind": lambda page: page.send_frame(3, b"{}"),
            "length of 2^63": lambda page: page.send_frame(2, b"", length=1 << 63),
            "length of 1 GB": lambda page: page.send_frame(1, b"x" * 100, length=1 << 30),
            "continuation first": lambda page: page.send_frame(0, b"x"),
            "two beginnings": lambda page: [page.send_frame(1, b"x", fin=False), page.send_frame(1, b"x", fin=False)],
            "long ping": lambda page: page.send_frame(9, b"x" * 1000),
            "ping in parts": lambda page: page.send_frame(9, b"x", fin=False),
            "a text of 9 MB": lambda page: page.send_frame(1, b"x" * (9 << 20)),
            "a picture without a name": lambda page: page.send_frame(2, b"x" * 5000),
        }
        for name, attack in attacks.items():
            with self.subTest(name), Socket(self.workbench) as page:
                page.until("state")
                try:
                    attack(page)
                    self.assertTrue(page.is_closed())
                except (ConnectionResetError, BrokenPipeError):
                    pass

    def test_frames_without_mask(self):
        with Socket(self.workbench) as page:
            page.until("state")
            page.send_frame(1, b'{"type": "undo"}', masked=False)
            self.assertTrue(page.is_closed())

    def test_many_small_parts(self):
        with Socket(self.workbench) as page:
            page.until("state")
            try:
                page.send_frame(1, b"{", fin=False)
                for _ in range(3000):
                    page.send_frame(0, b" ", fin=False)
                self.assertTrue(page.is_closed())
            except (ConnectionResetError, BrokenPipeError):
                pass

    def test_flood_of_messages(self):
        with Socket(self.workbench) as page:
            page.until("state")
            try:
                for number in range(20_000):
                    page.send({"type": "probe", "x": number, "y": 1})
            except (ConnectionResetError, BrokenPipeError):
                pass

    def test_pictures_that_are_no_pictures(self):
        with Socket(self.workbench) as page:
            page.until("state")
            bomb = (b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR"
                    + struct.pack(">IIBBBBB", 2_000_000_000, 2_000_000_000, 8, 6, 0, 0, 0) + b"\0\0\0\0")
            for name, data in (("a.png", b"garbage"), ("b.png", b""), ("../../c.png", os.urandom(1000)), ("d.png", bomb),
                               ("e.svg", b"<svg xmlns='http://www.w3.org/2000/svg' onload='x()'><image href='/etc/passwd'/>"),
                               ("f\x1b[31m.jpg", b"\xff\xd8\xff\xe0" + b"\0" * 100), ("g.gif", b"GIF89a" + b"\xff" * 50)):
                with self.subTest(name):
                    page.send_frame(2, name.encode() + b"\n" + data)
                    message = page.until("refused")["message"]
                    self.assertTrue(message)
                    self.assertNotIn("\x1b", message)

    def test_stack_is_limited(self):
        with Socket(self.workbench) as page:
            page.until("state")
            for _ in range(64):
                page.send({"type": "add", "filter": "CIColorInvert"})
                page.until("state")
            page.send({"type": "add", "filter": "CIColorInvert"})
            self.assertIn("64", page.until("refused")["message"])


class EndTests(unittest.TestCase):
    def test_ctrl_c_ends_the_program(self):
        workbench = Workbench()
        with Socket(workbench) as page:
            page.until("state")
            start = time.monotonic()
            self.assertEqual(workbench.stop(), 0)
            self.assertLess(time.monotonic() - start, 1)

    def test_closed_pages_free_everything(self):
        workbench = Workbench()
        self.addCleanup(workbench.stop)

        def files() -> int:
            return len(os.listdir(f"/proc/{workbench.process.pid}/fd"))

        with Socket(workbench) as page:
            page.until("state")
        time.sleep(0.5)
        before = files()
        for _ in range(50):
            with Socket(workbench) as page:
                page.until("state")
        time.sleep(1)
        self.assertLessEqual(files(), before + 2)

    def test_wrong_uses(self):
        scene = str(Path(__file__).parents[1] / "Fixtures" / "scene.png")
        for arguments, code, text in (
            (["/nothing/there.png"], 1, "/nothing/there.png"), (["--units", "/nothing"], 1, "/nothing"),
            (["--port", "70000"], 64, "70000"), (["--pixel-limit", "many"], 64, "many"),
            ([scene, "--pixel-limit", "1K"], 1, "raise the limit with --pixel-limit"),
        ):
            with self.subTest(arguments=arguments):
                done = subprocess.run([COMMAND, "workbench", *arguments], capture_output=True, text=True, timeout=20)
                self.assertEqual(done.returncode, code)
                self.assertIn(text, done.stderr)

    def test_the_address_is_told_without_standard_output(self):
        program = subprocess.Popen(
            ["/bin/sh", "-c", 'exec "$0" workbench >&-', COMMAND], stderr=subprocess.PIPE, text=True
        )
        self.addCleanup(program.stderr.close)
        self.addCleanup(program.wait)
        self.addCleanup(program.kill)
        self.assertIn("open http://127.0.0.1:", program.stderr.readline())


if __name__ == "__main__":
    unittest.main()
