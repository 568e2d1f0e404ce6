"""Tests of `coreimage serve` over real connections."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import http.server
import json
import os
import re
import select
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
import unittest
import uuid

from service_process import Answer, ServiceProcess, is_built, is_running
from support import PACKAGE, FolderCase, coreimage, environment, numbered_rows, png, read_png

PICTURE = png(64, 48, numbered_rows(0x5A3C))
KEY = b"a key with thirty-two bytes, yes"
# Takes some seconds of a processor.
SLOW = {
    "chain": "CheckerboardGenerator, GaussianBlur radius=200, GaussianBlur radius=201",
    "size": {"crop": [8000, 8000]},
    "formats": ["png"],
}


def signed(target: str, key: bytes = KEY) -> str:
    """The address with its signature, computed by Python."""
    code = base64.urlsafe_b64encode(hmac.digest(key, target.encode(), hashlib.sha256)).rstrip(b"=").decode()
    return f"{target}{'&' if '?' in target else '?'}s={code}"


def form(**parts: bytes | str) -> tuple[bytes, str]:
    """A body with its type."""
    boundary = uuid.uuid4().hex
    body = b""
    for name, content in parts.items():
        content = content.encode() if isinstance(content, str) else content
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="a"\r\n\r\n'
        body += head.encode() + content + b"\r\n"
    return body + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"


@unittest.skipUnless(is_built(), "COREIMAGE_COMMAND names no command beside a built coreimage-serve: use `make test`")
class ServiceCase(FolderCase):
    configuration: dict = {}

    def setUp(self) -> None:
        super().setUp()
        self.write("photos/a.png", PICTURE)

    def start(self, **changes) -> ServiceProcess:
        sources = {"sources": {"photos": {"folder": "photos"}}}
        service = ServiceProcess(self.folder, {**sources, **changes})
        self.addCleanup(service.stop)
        return service

    def apply(self, name: str, *words: str) -> bytes:
        """What `coreimage apply` writes."""
        output = str(self.folder / name)
        subprocess.run([coreimage(), "apply", *words[:1], "-o", output, *words[1:]], check=True, env=environment())
        with open(output, "rb") as file:
            return file.read()


class ResultTests(ServiceCase):
    def setUp(self) -> None:
        super().setUp()
        self.write("key", KEY + b"\n")
        recipe = str(self.folder / "recipe.json")
        words = ["apply", str(self.folder / "photos/a.png"), "--save-recipe", recipe, "--", "ColorInvert"]
        subprocess.run([coreimage(), *words], check=True, env=environment())
        self.service = self.start(
            recipes={
                "sepia": {"chain": "SepiaTone intensity=0.8, Vignette", "size": {"fit": [32, 32]}, "quality": 0.7},
                "stored": {"recipe": "recipe.json", "formats": ["png"]},
                "bad": {"chain": "Crop rectangle=900,900,5,5"},
            },
            images={"key_files": ["key"], "widths": [8, 64], "heights": [8, 64]},
            cache_control="public, max-age=77",
        )
        self.addCleanup(lambda: self.assertEqual(self.service.end(), 0))

    def test_results_are_those_of_the_command(self) -> None:
        picture = str(self.folder / "photos/a.png")
        chain = ["--", "SepiaTone", "intensity=0.8,", "Vignette"]
        options = ["--fit", "32x32", "--strip", "--quality", "0.7"]
        for name, accept in [("a.png", "image/png"), ("a.jpg", "image/jpeg"), ("a.webp", "image/webp")]:
            expected = self.apply(name, picture, *options, *chain)
            answer = self.service.get("/r/sepia/photos/a.png", accept=accept)
            self.assertEqual((answer.status, answer.headers["content-type"]), (200, accept))
            self.assertEqual(answer.body, expected, name)
        answer = self.service.get(signed("/i/photos/a.png?w=16&h=12&format=png"))
        self.assertEqual(answer.body, self.apply("i.png", picture, "--fit", "16x12", "--strip", "--upright"))
        inverted = self.service.get("/r/stored/photos/a.png").body
        width, height, channels, rows = read_png(inverted)
        self.assertEqual((width, height), (64, 48))
        # The white line at the top has become black, and 8 rows below it begin the bars.
        expected = [[255 - row[3 * x] for x in range(64)] for row in numbered_rows(0x5A3C)]
        self.assertEqual([[row[channels * x] for x in range(64)] for row in rows], expected)

    def test_rendering(self) -> None:
        picture = str(self.folder / "photos/a.png")
        expected = self.apply("b.png", picture, "--strip", "--", "SepiaTone", "intensity=0.5")
        with open(self.folder / "recipe.json", "rb") as file:
            recipe = file.read()
        inverted = self.apply("c.png", picture, "--strip", "--", "ColorInvert")
        for parts, query, result in [
            ({"picture": PICTURE, "chain": "SepiaTone intensity=0.5"}, "?format=png", expected),
            ({"picture": PICTURE, "recipe": recipe}, "?format=png", inverted),
            ({"picture": PICTURE}, "?chain=ColorInvert&format=png", inverted),
        ]:
            body, kind = form(**parts)
            answer = self.service.ask("POST", "/render" + query, body, content_type=kind)
            self.assertEqual((answer.status, answer.body), (200, result), answer.body[:300])
            # The same in chunks of unknown number.
            chunks = (body[place : place + 100] for place in range(0, len(body), 100))
            self.assertEqual(self.service.ask("POST", "/render" + query, chunks, content_type=kind).body, result)
        for kind in ("image/png", "application/octet-stream"):
            answer = self.service.ask(
                "POST", "/render?chain=SepiaTone+intensity%3D0.5", PICTURE, content_type=kind, accept="image/png"
            )
            self.assertEqual((answer.status, answer.body), (200, expected))
            self.assertEqual(answer.headers["cache-control"], "no-store")

    def test_negotiation(self) -> None:
        for accept, kind in [
            ("image/avif,image/webp,*/*", None),
            ("image/webp,*/*;q=0.8", "image/webp"),
            ("*/*", "image/png"),
            ("image/jpeg;q=0.9,image/png;q=0.1", "image/jpeg"),
        ]:
            answer = self.service.get("/r/sepia/photos/a.png", accept=accept)
            self.assertEqual(answer.status, 200)
            self.assertEqual(answer.headers["vary"], "Accept")
            # AVIF is made where its encoder is installed.
            self.assertIn(answer.headers["content-type"], [kind] if kind else ["image/avif", "image/webp"])
        self.assertEqual(self.service.get("/r/sepia/photos/a.png", accept="text/html").status, 406)

    def test_entity_tags(self) -> None:
        target = signed("/i/photos/a.png?w=16")
        first = self.service.get(target)
        tag = first.headers["etag"]
        self.assertRegex(tag, r'^"[0-9a-f]{32}"$')
        self.assertEqual(first.headers["cache-control"], "public, max-age=77")
        jobs = self.service.metric('coreimage_worker_jobs_total{result="done"}')
        for value in (tag, f'"x", {tag}', f"W/{tag}"):
            answer = self.service.get(target, if_none_match=value)
            self.assertEqual((answer.status, answer.body, answer.headers["etag"]), (304, b"", tag))
        self.assertEqual(self.service.metric('coreimage_worker_jobs_total{result="done"}'), jobs)
        # Whether there is any result is known when it has been made.
        self.assertEqual(self.service.get(target, if_none_match="*").status, 304)
        self.assertEqual(self.service.metric('coreimage_worker_jobs_total{result="done"}'), jobs + 1)
        self.write("photos/text.png", "This is no picture.")
        self.assertEqual(self.service.get("/r/sepia/photos/text.png", if_none_match="*").status, 422)
        self.assertEqual(self.service.get(target, if_none_match='"x"').status, 200)
        # Another picture, another size and another format have other tags.
        self.assertNotEqual(self.service.get(signed("/i/photos/a.png?w=17")).headers["etag"], tag)
        self.assertNotEqual(self.service.get(target, accept="image/jpeg").headers["etag"], tag)
        self.write("photos/a.png", png(64, 48, numbered_rows(1)))
        changed = self.service.get(target, if_none_match=tag)
        self.assertEqual(changed.status, 200)
        self.assertNotEqual(changed.headers["etag"], tag)

    def test_image_units(self) -> None:
        source, units = str(PACKAGE / "ImageUnits/KernelSampler"), str(self.folder / "units")
        subprocess.run(
            [coreimage(), "units", "build", "-o", units, source], check=True, capture_output=True, env=environment()
        )
        self.write("units/Broken.plugin/Contents/Info.plist", b"no property list")
        chain = "DotScreenPrint, ColorInvert"
        options = {
            "units": ["units"], "worker": {"isolate": True},
            "recipes": {"dots": {"chain": chain, "formats": ["png"]}},
        }  # fmt: skip
        service = self.start(**options)
        picture = str(self.folder / "photos/a.png")
        words = ["--units", units, "--no-executable-units", "--strip", "--", "DotScreenPrint", ",", "ColorInvert"]
        expected = self.apply("dots.png", picture, *words)
        answer = service.get("/r/dots/photos/a.png")
        self.assertEqual((answer.status, answer.body), (200, expected))
        # Clients' chains may have the unit's filters, too.
        body, kind = form(picture=PICTURE, chain=chain)
        rendered = service.ask("POST", "/render?format=png", body, content_type=kind)
        self.assertEqual((rendered.status, rendered.body), (200, expected))
        self.assertTrue(any("Broken.plugin" in json.dumps(line) for line in service.log), service.log)
        # Without the unit, the chain is refused, and other units give other entity tags.
        body, kind = form(picture=PICTURE, chain=chain)
        refused = self.service.ask("POST", "/render?format=png", body, content_type=kind)
        self.assertEqual((refused.status, refused.problem["kind"]), (422, "recipe"))
        plain = {"recipes": {"plain": {"formats": ["png"]}}}
        tags = [
            self.start(**plain, **changes).get("/r/plain/photos/a.png").headers["etag"]
            for changes in ({}, {"units": ["units"]})
        ]
        self.assertNotEqual(*tags)

    def test_head_and_connections_that_are_kept(self) -> None:
        connection = self.service.connection()
        self.addCleanup(connection.close)
        body, kind = form(picture=PICTURE, chain="ColorInvert")
        sockets, lengths = [], {}
        for method, target, sent, status in [
            ("GET", "/r/sepia/photos/a.png", None, 200),
            ("HEAD", "/r/sepia/photos/a.png", None, 200),
            ("GET", "/r/sepia/photos/none.png", None, 404),
            ("POST", "/render", body, 200),
            ("HEAD", "/health", None, 200),
        ]:
            connection.request(method, target, body=sent, headers={"content-type": kind} if sent else {})
            sockets.append(connection.sock)
            answer = Answer(connection.getresponse())
            self.assertEqual(answer.status, status, target)
            self.assertIn("date", answer.headers)
            if method == "HEAD":
                self.assertEqual(answer.body, b"")
            lengths[method, target] = answer.headers["content-length"]
        self.assertEqual(len(set(map(id, sockets))), 1, "the connection was closed")
        self.assertEqual(lengths["HEAD", "/r/sepia/photos/a.png"], lengths["GET", "/r/sepia/photos/a.png"])

    def test_statuses(self) -> None:
        late = signed("/i/photos/a.png?w=16&e=1000000000")
        for method, target, status, kind in [
            ("GET", "/", 404, "missing"),
            ("GET", "/r/none/photos/a.png", 404, "missing"),
            ("GET", "/r/sepia/photos/none.png", 404, "missing"),
            ("GET", "/r/sepia/none/a.png", 404, "missing"),
            ("GET", "/r/sepia/photos/../../etc/passwd", 403, "forbidden"),
            ("GET", "/r/sepia/photos/%2e%2e/%2e%2e/etc/passwd", 403, "forbidden"),
            ("GET", "/r/sepia/photos/..%2f..%2fetc%2fpasswd", 403, "forbidden"),
            ("GET", "/r/sepia/photos/out.png", 403, "forbidden"),
            ("GET", "/r/sepia/photos/a%00.png", 400, "malformed"),
            ("GET", "/r/sepia/photos/%zz", 400, "malformed"),
            ("GET", "/r/sepia/photos/text.png", 422, "input"),
            ("GET", "/r/bad/photos/a.png", 422, "recipe"),
            ("GET", "/i/photos/a.png?w=16", 403, "signature"),
            ("GET", signed("/i/photos/a.png?w=16", b"another key, as long as theirs.."), 403, "signature"),
            ("GET", late, 403, "signature"),
            ("GET", signed("/i/photos/a.png?w=65"), 400, "malformed"),
            ("GET", signed("/i/photos/a.png?width=16"), 400, "malformed"),
            ("POST", "/r/sepia/photos/a.png", 405, "method"),
            ("DELETE", "/health", 405, "method"),
            ("GET", "/render", 405, "method"),
        ]:
            if not os.path.lexists(self.folder / "photos/out.png"):
                self.write("secret.png", PICTURE)
                self.write("photos/text.png", "This is no picture.")
                os.symlink("../secret.png", self.folder / "photos/out.png")
            answer = self.service.ask(method, target)
            self.assertEqual((answer.status, answer.problem["kind"]), (status, kind), target)
            self.assertTrue(answer.problem["message"] and answer.problem["remedy"])
            if status == 405:
                self.assertEqual(answer.headers["allow"], "POST" if target == "/render" else "GET, HEAD")
        # The shorter of the two times counts.
        for seconds, age in ((1000, "77"), (60, r"(60|5\d)"), (10**12, "77")):
            not_yet = signed(f"/i/photos/a.png?w=16&e={int(time.time()) + seconds}")
            answer = self.service.get(not_yet)
            self.assertEqual(answer.status, 200)
            self.assertRegex(answer.headers["cache-control"], f"^private, max-age={age}$")

    def test_bodies_that_are_refused(self) -> None:
        body, kind = form(picture=PICTURE, chain="ColorInvert")
        for sent, type_, query, status in [
            (PICTURE, "text/plain", "", 415),
            (PICTURE, "", "", 415),
            (body, kind[:-1], "", 400),
            (body[:-20], kind, "", 400),
            form(chain="ColorInvert") + ("", 400),
            form(picture=PICTURE, other="x") + ("", 400),
            (body, kind, "?chain=SepiaTone", 400),
            (PICTURE, "image/png", "?s=x", 400),
            form(picture=PICTURE, recipe="{}") + ("", 422),
            form(picture=PICTURE, chain="NoSuchFilter") + ("", 422),
            form(picture=PICTURE, chain="SepiaTone intensity=x") + ("", 422),
            # Files of the machine can't be opened.
            form(picture=PICTURE, chain="BlendWithMask backgroundImage=@/etc/hostname") + ("", 422),
            form(picture=PICTURE, chain="BlendWithMask backgroundImage=/etc/hostname") + ("", 422),
            form(picture=PICTURE, chain=f"SourceOverCompositing image={__file__}") + ("", 422),
            form(picture=PICTURE, chain="QRCodeGenerator message=@/usr/lib/os-release correctionLevel=L") + ("", 422),
            form(picture=PICTURE, chain="QRCodeGenerator message=@/proc/self/status correctionLevel=L") + ("", 422),
            (b"no picture", "image/png", "", 422),
            (b"", "image/png", "", 422),
            (PICTURE[:200], "image/png", "", 422),
        ]:
            answer = self.service.ask("POST", "/render" + query, sent, content_type=type_)
            self.assertEqual(answer.status, status, (type_, sent[:100], answer.body))
            self.assertEqual(set(answer.problem), {"kind", "message", "remedy"})

    def test_codings_of_bodies(self) -> None:
        options = {"content_type": "image/png", "accept": "image/png"}
        for coding, status in [("identity", 200), ("gzip", 415), ("identity, br", 415)]:
            answer = self.service.ask("POST", "/render", PICTURE, content_encoding=coding, **options)
            self.assertEqual(answer.status, status, coding)
            self.assertTrue(status == 200 or answer.problem["kind"] == "type")
        for coding, status in [("chunked", b"200"), ("gzip, chunked", b"501")]:
            head = f"POST /render HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nTransfer-Encoding: {coding}\r\n"
            with self.service.raw() as connection:
                connection.sendall(head.encode() + b"Accept: image/png\r\nConnection: close\r\n\r\n")
                connection.sendall(f"{len(PICTURE):x}\r\n".encode() + PICTURE + b"\r\n0\r\n\r\n")
                received = b""
                while part := connection.recv(65536):
                    received += part
            self.assertTrue(received.startswith(b"HTTP/1.1 " + status), received[:300])
            self.assertEqual(b'"kind":"coding"' in received, status == b"501")

    def test_logs_and_metrics(self) -> None:
        trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
        target = signed("/i/photos/a.png?w=16")
        self.service.get(target, traceparent=f"00-{trace}-{parent}-01")
        self.service.get("/r/sepia/photos/none.png")
        text = self.service.get("/metrics").body.decode()
        for line in [
            'coreimage_service_requests_total{route="i",status="200"} 1',
            'coreimage_service_requests_total{route="r",status="404"} 1',
            'coreimage_service_request_seconds_count{route="i"} 1',
            "coreimage_service_places_taken 0",
            'coreimage_worker_jobs_total{result="done"} 1',
        ]:
            self.assertIn(line + "\n", text)
        names = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")]
        self.assertEqual(len(names), len(set(names)))
        # A thread of the test reads the log.
        for _ in range(200):
            requests = [line for line in self.service.log if line["message"] == "request"]
            if len(requests) >= 2:
                break
            time.sleep(0.1)
        self.assertEqual([line["status"] for line in requests[:2]], [200, 404])
        self.assertEqual((requests[0]["trace_id"], requests[0]["parent_id"]), (trace, parent))
        self.assertEqual((requests[0]["path"], requests[1]["kind"]), ("/i/photos/a.png", "missing"))
        self.assertNotIn(target.split("s=")[1], "".join(self.service.lines))
        health = json.loads(self.service.get("/health").body)
        self.assertEqual((health["state"], health["isolated"], health["done"]), ("ready", True, 1))

    @unittest.skipUnless(shutil.which("curl"), "curl isn't installed")
    def test_a_form_of_curl(self) -> None:
        words = ["-sf", "-H", "Expect: 100-continue", "-F", "picture=@photos/a.png", "-F", "chain=ColorInvert"]
        outcome = subprocess.run(
            ["curl", *words, self.service.address + "/render?format=png"],
            cwd=self.folder, capture_output=True, check=True, timeout=60,
        )  # fmt: skip
        self.assertEqual(read_png(outcome.stdout)[:2], (64, 48))


class LimitTests(ServiceCase):
    def test_clients_that_send_too_much_or_too_slowly(self) -> None:
        service = self.start(
            limits={"body": "100K", "header": "2K", "header_time": 1, "body_time": 1, "write_time": 1},
            recipes={"large": {"size": {"crop": [6000, 6000]}, "chain": "RandomGenerator", "formats": ["png"]}},
        )
        large = b"x" * 100_000 * 3
        answer = service.ask("POST", "/render", large, content_type="image/png")
        self.assertEqual((answer.status, answer.problem["kind"]), (413, "oversized"))
        chunks = (large[place : place + 1000] for place in range(0, len(large), 1000))
        try:
            self.assertEqual(service.ask("POST", "/render", chunks, content_type="image/png").status, 413)
        except (BrokenPipeError, ConnectionResetError):
            # The service has closed the connection, while the client still sent.
            pass
        self.assertEqual(service.get("/health", x_filler="x" * 4000).status, 400)

        def closes(sent: bytes, seconds: float) -> bytes:
            """What the service sends before it closes the connection."""
            with service.raw() as connection:
                begin = time.monotonic()
                connection.sendall(sent)
                received = b""
                while part := connection.recv(65536):
                    received += part
                self.assertLess(time.monotonic() - begin, seconds)
            return received

        self.assertEqual(closes(b"", 30), b"")
        self.assertEqual(closes(b"GET /health HTTP/1.1\r\nHost: a\r\n", 30), b"")
        head = b"POST /render HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\n"
        self.assertTrue(closes(head + b"x", 30).startswith(b"HTTP/1.1 408 "))
        self.assertTrue(closes(b"no request at all\r\n\r\n", 30).startswith(b"HTTP/1.1 400 "))
        # A connection that was used is closed, too.
        self.assertIn(b"HTTP/1.1 200 OK", closes(b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n", 30))
        # A client that doesn't read: the connection is reset before all was sent.
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.settimeout(60)
            connection.connect((service.host, service.port))
            connection.sendall(b"GET /r/large/photos/a.png HTTP/1.1\r\nHost: a\r\n\r\n")
            service.wait_for('coreimage_service_requests_total{route="r",status="200"}', 1)
            time.sleep(3)
            received = 0
            try:
                while part := connection.recv(1 << 20):
                    received += len(part)
            except ConnectionResetError:
                pass
            self.assertLess(received, 30_000_000)
        self.assertEqual(service.get("/health").status, 200)

    def test_a_full_queue(self) -> None:
        service = self.start(
            worker={"jobs": 1}, limits={"queue": 1, "retry_after": 7, "deadline": 60},
            recipes={"slow": SLOW, "quick": {}},
        )  # fmt: skip
        answers: list[int] = []
        threads = [
            threading.Thread(target=lambda: answers.append(service.get("/r/slow/photos/a.png").status))
            for _ in range(2)
        ]
        for thread in threads:
            thread.start()
        service.wait_for("coreimage_service_places_taken", 2)
        refused = service.get("/r/quick/photos/a.png")
        self.assertEqual((refused.status, refused.headers["retry-after"]), (503, "7"))
        self.assertEqual(refused.problem["kind"], "busy")
        for thread in threads:
            thread.join(120)
        self.assertEqual(answers, [200, 200])
        self.assertEqual(service.get("/r/quick/photos/a.png").status, 200)

    def test_slow_uploads_keep_nobody_from_results(self) -> None:
        service = self.start(
            worker={"jobs": 1}, limits={"queue": 1, "body_time": 30}, recipes={"quick": {}},
        )  # fmt: skip
        head = b"POST /render HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\nx"
        slow = [service.raw() for _ in range(5)]
        for connection in slow:
            connection.sendall(head)
        refused: set[socket.socket] = set()
        while len(refused) < 3:
            answered, _, _ = select.select([one for one in slow if one not in refused], [], [], 20)
            self.assertTrue(answered)
            for connection in answered:
                self.assertIn(b" 503 ", connection.recv(100))
                refused.add(connection)
        self.assertEqual(service.get("/r/quick/photos/a.png").status, 200)
        self.assertEqual(service.ask("POST", "/render", PICTURE, content_type="image/png").status, 503)
        for connection in slow:
            connection.close()
        time.sleep(0.5)
        self.assertEqual(service.ask("POST", "/render", PICTURE, content_type="image/png").status, 200)

    def test_deadlines_sizes_and_memory(self) -> None:
        self.write("photos/large.png", png(4500, 4500, [b"\0" * 13500] * 4500))
        service = self.start(
            worker={"jobs": 1, "pixel_limit": "20M", "memory": "64M"}, limits={"deadline": 1}, recipes={"quick": {}}
        )
        answer = service.get("/r/quick/photos/large.png")
        self.assertEqual((answer.status, answer.problem["kind"]), (422, "limit"))
        service.stop()
        service = self.start(worker={"jobs": 1, "memory": "64M"}, limits={"deadline": 1}, recipes={"quick": {}})
        answer = service.get("/r/quick/photos/large.png")
        self.assertEqual((answer.status, answer.problem["kind"]), (422, "memory"))
        service.stop()
        service = self.start(worker={"jobs": 1}, limits={"deadline": 0.2}, recipes={"slow": SLOW})
        answer = service.get("/r/slow/photos/a.png")
        self.assertEqual((answer.status, answer.problem["kind"]), (504, "deadline"))
        self.assertEqual(service.metric("coreimage_service_places_taken"), 0)

    def test_requests_of_clients_that_have_gone_are_not_begun(self) -> None:
        service = self.start(worker={"jobs": 1}, limits={"deadline": 60}, recipes={"slow": SLOW, "quick": {}})
        answers: list[int] = []
        first = threading.Thread(target=lambda: answers.append(service.get("/r/slow/photos/a.png").status))
        first.start()
        service.wait_for("coreimage_worker_jobs_working", 1)
        with service.raw() as gone:
            gone.sendall(b"GET /r/quick/photos/a.png HTTP/1.1\r\nHost: a\r\n\r\n")
            service.wait_for("coreimage_service_places_taken", 2)
        first.join(120)
        self.assertEqual(answers, [200])
        deadline = time.monotonic() + 30
        while service.metric("coreimage_service_places_taken") > 0 and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(service.metric('coreimage_worker_jobs_total{result="done"}'), 1)

    def test_connections_beyond_the_limit_wait(self) -> None:
        service = self.start(limits={"connections": 2, "header_time": 3})
        with service.raw(), service.raw():
            # They are closed after three seconds, and then there is room.
            self.assertEqual(service.get("/health").status, 200)


class IsolationTests(ServiceCase):
    def test_a_picture_that_ends_its_process_costs_its_request_only(self) -> None:
        service = self.start(worker={"jobs": 2}, recipes={"slow": SLOW, "quick": {"formats": ["png"]}})
        expected = service.get("/r/quick/photos/a.png").body
        statuses: list[Answer] = []
        slow = threading.Thread(target=lambda: statuses.append(service.get("/r/slow/photos/a.png")))
        slow.start()
        service.wait_for("coreimage_worker_jobs_working", 1)
        deadline = time.monotonic() + 30
        # Killed as by a crash, whichever of the two processes it is. The other one is replaced before its next job.
        killed: set[int] = set()
        while slow.is_alive() and time.monotonic() < deadline:
            for child in service.children:
                os.kill(child, signal.SIGSEGV)
                killed.add(child)
            slow.join(0.5)
        slow.join(60)
        # The signal takes effect a little later, and a process that takes a job meanwhile costs that job.
        while any(map(is_running, killed)) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual((statuses[0].status, statuses[0].problem["kind"]), (422, "crashed"))
        for _ in range(4):
            answer = service.get("/r/quick/photos/a.png")
            self.assertEqual((answer.status, answer.body), (200, expected))
        self.assertGreaterEqual(service.metric("coreimage_worker_crashes_total"), 1)
        self.assertEqual(service.end(), 0)


class EndTests(ServiceCase):
    def setUp(self) -> None:
        super().setUp()
        # What is started under `nohup` ignores SIGHUP, and so would the service.
        self.addCleanup(signal.signal, signal.SIGHUP, signal.signal(signal.SIGHUP, signal.SIG_DFL))

    def test_requests_are_finished_at_a_signal(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            service = self.start(worker={"jobs": 1}, recipes={"slow": SLOW}, limits={"deadline": 60, "drain_time": 60})
            answers: list[int] = []
            threads = [
                threading.Thread(target=lambda: answers.append(service.get("/r/slow/photos/a.png").status))
                for _ in range(2)
            ]
            kept = service.connection()
            kept.request("GET", "/health")
            Answer(kept.getresponse())
            for thread in threads:
                thread.start()
            service.wait_for("coreimage_service_places_taken", 2)
            service.process.send_signal(number)
            try:
                self.assertEqual(service.process.wait(120), 0)
            except subprocess.TimeoutExpired:
                self.fail(f"the service goes on after {number.name}: {service.lines[-20:]}")
            for thread in threads:
                thread.join(60)
            self.assertEqual(answers, [200, 200], service.lines[-20:])
            kept.close()
            with self.assertRaises(OSError):
                service.get("/health")
            service.end()

    def test_a_service_under_nohup_outlives_its_terminal(self) -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        service = self.start()
        service.process.send_signal(signal.SIGHUP)
        time.sleep(0.2)
        self.assertEqual(service.get("/health").status, 200)
        self.assertEqual(service.end(signal.SIGTERM), 0)

    def test_the_limit_for_that(self) -> None:
        service = self.start(recipes={"slow": {**SLOW, "size": {"crop": [10000, 10000]}}},
                             limits={"deadline": 120, "drain_time": 0.2})  # fmt: skip
        begun = threading.Thread(target=lambda: self.lost(service))
        begun.start()
        service.wait_for("coreimage_worker_jobs_working", 1)
        self.assertEqual(service.end(), 0)
        begun.join(60)
        self.assertIn("requests were given up", [line["message"] for line in service.log])

    def test_a_second_signal(self) -> None:
        service = self.start(recipes={"slow": {**SLOW, "size": {"crop": [10000, 10000]}}}, limits={"deadline": 120})
        begun = threading.Thread(target=lambda: self.lost(service))
        begun.start()
        service.wait_for("coreimage_worker_jobs_working", 1)
        service.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + 30
        while "draining" not in [line["message"] for line in service.log] and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(service.end(), 130)
        begun.join(60)

    def lost(self, service: ServiceProcess) -> None:
        try:
            service.get("/r/slow/photos/a.png")
        except (OSError, http.client.HTTPException):
            pass


class RemoteTests(ServiceCase):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/img/a%20b.png":
                self.answer(200, PICTURE)
            elif self.path == "/img/long.png":
                self.answer(200, b"x" * 2_000_000)
            elif self.path == "/img/hang.png":
                time.sleep(5)
            elif self.path == "/img/moved.png":
                self.answer(302, b"", location="/img/a%20b.png")
            elif self.path == "/img/away.png":
                self.answer(302, b"", location="http://192.0.2.1/a.png")
            elif self.path == "/img/relative.png":
                self.answer(302, b"", location="a%20b.png")
            elif self.path == "/img/loop.png":
                self.answer(302, b"", location="/img/loop.png")
            elif self.path == "/img/broken.png":
                self.answer(500, b"")
            else:
                self.answer(404, b"")

        def answer(self, status: int, body: bytes, **headers: str) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                self.wfile.write(body)
            except ConnectionError:
                pass

        def log_message(self, *_) -> None:
            pass

    def test_pictures_of_other_hosts(self) -> None:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        address = f"http://127.0.0.1:{server.server_port}/img"
        free = socket.create_server(("127.0.0.1", 0))
        closed = free.getsockname()[1]
        free.close()
        service = self.start(
            sources={
                "near": {"address": address, "private": True, "size": "1M", "time": 2, "redirects": 2},
                "named": {"address": address.replace("127.0.0.1", "localhost")},
                "refused": {"address": address},
                "closed": {"address": f"http://127.0.0.1:{closed}/", "private": True},
            },
            recipes={"plain": {"formats": ["png"]}},
        )
        good = service.get("/r/plain/near/a%20b.png")
        self.assertEqual(good.status, 200)
        self.assertEqual(read_png(good.body)[:2], (64, 48))
        self.assertEqual(service.get("/r/plain/near/moved.png").body, good.body)
        self.assertEqual(service.get("/r/plain/near/relative.png").body, good.body)
        self.assertEqual(service.get("/r/plain/near/a%20b.png", if_none_match=good.headers["etag"]).status, 304)
        for target, status, kind in [
            ("near/none.png", 404, "missing"),
            ("near/long.png", 422, "limit"),
            ("near/hang.png", 504, "deadline"),
            ("near/away.png", 502, "source"),
            ("near/loop.png", 502, "source"),
            ("near/broken.png", 502, "source"),
            ("named/a%20b.png", 403, "forbidden"),
            ("refused/a%20b.png", 403, "forbidden"),
            ("closed/a.png", 502, "source"),
            ("near/%2e%2e/secret", 403, "forbidden"),
        ]:
            answer = service.get("/r/plain/" + target)
            self.assertEqual((answer.status, answer.problem["kind"]), (status, kind), target)
        self.assertEqual(service.metric("coreimage_service_places_taken"), 0)


@unittest.skipUnless(shutil.which("curl") and shutil.which("openssl"), "curl or openssl isn't installed")
class EncryptedTests(ServiceCase):
    def setUp(self) -> None:
        super().setUp()
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
             "-subj", "/CN=Pictures", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"],
            cwd=self.folder, check=True, capture_output=True,
        )  # fmt: skip

    def curl(self, service: ServiceProcess, target: str, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            ["curl", "-s", "--max-time", "60", "--cacert", "cert.pem", *words, service.address + target],
            cwd=self.folder, capture_output=True,
        )  # fmt: skip

    def test_both_versions_of_http(self) -> None:
        tls = {"certificate": "cert.pem", "key": "key.pem"}
        service = self.start(
            listen={"port": 0, "tls": tls}, recipes={"plain": {"formats": ["png"]}},
            limits={"header_time": 2, "body": "1M"},
        )
        self.assertEqual(service.scheme, "https")
        bodies = set()
        for words, version in [(["--http1.1"], b"1.1"), (["--http2"], b"2")]:
            written = ["-o", "out.png", "-w", "%{http_version} %{http_code}"]
            outcome = self.curl(service, "/r/plain/photos/a.png", *words, *written)
            self.assertEqual(outcome.stdout, version + b" 200")
            bodies.add((self.folder / "out.png").read_bytes())
            for target, status in [("/none", b"404"), ("/render", b"405")]:
                outcome = self.curl(service, target, *words, "-o", "/dev/null", "-w", "%{http_code}")
                self.assertEqual(outcome.stdout, status)
            form_words = ["-F", "picture=@photos/a.png", "-F", "chain=ColorInvert", "-o", "form.png"]
            outcome = self.curl(service, "/render?format=png", *words, *form_words, "-w", "%{http_code}")
            self.assertEqual(outcome.stdout, b"200")
            self.assertEqual(read_png((self.folder / "form.png").read_bytes())[:2], (64, 48))
            outcome = self.curl(service, "/r/plain/photos/a.png", *words, "-I")
            self.assertIn(b"etag", outcome.stdout.lower())
        self.assertEqual(len(bodies), 1)
        self.write("large", os.urandom(3 << 20))
        for version in ("--http1.1", "--http2"):
            # The answer comes before the body is read. A slow client gets it, too.
            for words in ([], ["--limit-rate", "200K"], ["-H", "Transfer-Encoding: chunked"], ["-H", "Expect:"]):
                outcome = self.curl(
                    service, "/render", version, "--data-binary", "@large", "-H", "Content-Type: image/png", *words,
                    "-w", " %{http_code}",
                )  # fmt: skip
                self.assertEqual(outcome.stdout[-4:], b" 413", (version, words, outcome))
                self.assertEqual(json.loads(outcome.stdout[:-4])["kind"], "oversized")
            outcome = self.curl(service, "/none", version, "--data-binary", "@large", "-w", " %{http_code}")
            self.assertEqual(outcome.stdout[-4:], b" 404", outcome)
        # Without a stream, too, whether nothing comes or only a part of a header.
        for rest in (b"", b"\0\0\1\1\0\0\0\0\1\x82"):
            context = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
            context.set_alpn_protocols(["h2"])
            with context.wrap_socket(service.raw(), server_hostname="127.0.0.1") as connection:
                self.assertEqual(connection.selected_alpn_protocol(), "h2")
                connection.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0" + rest)
                connection.settimeout(20)
                try:
                    while connection.recv(4096):
                        pass
                except ConnectionError:
                    pass
        # Without a handshake, a connection is closed after two seconds.
        with service.raw() as connection:
            self.assertEqual(connection.recv(100), b"")
        self.assertEqual(service.end(), 0)

    def test_a_key_of_another_certificate(self) -> None:
        subprocess.run(
            ["openssl", "genrsa", "-out", "other.pem", "2048"], cwd=self.folder, check=True, capture_output=True
        )
        with self.assertRaisesRegex(AssertionError, "listen.tls: the key in .*other.pem isn't that of"):
            self.start(listen={"port": 0, "tls": {"certificate": "cert.pem", "key": "other.pem"}})

    def test_pictures_of_hosts_with_certificates(self) -> None:
        class Handler(http.server.SimpleHTTPRequestHandler):
            def __init__(handler, *words) -> None:
                super().__init__(*words, directory=str(self.folder / "photos"))

            def log_message(handler, *_) -> None:
                pass

        self.write("empty.pem", b"")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "other.pem", "-out", "stranger.pem",
             "-subj", "/CN=localhost", "-days", "2"],
            cwd=self.folder, check=True, capture_output=True,
        )  # fmt: skip

        def serve(certificate: str, key: str) -> str:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.folder / certificate, self.folder / key)
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            server.daemon_threads = True
            server.handle_error = lambda *_: None
            server.socket = context.wrap_socket(server.socket, server_side=True)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            self.addCleanup(server.server_close)
            self.addCleanup(server.shutdown)
            return f"https://127.0.0.1:{server.server_port}/"

        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "local.key", "-out", "local.pem",
             "-subj", "/CN=Pictures", "-addext", "subjectAltName=DNS:localhost", "-days", "2"],
            cwd=self.folder, check=True, capture_output=True,
        )  # fmt: skip
        address = serve("cert.pem", "key.pem")
        local = serve("local.pem", "local.key").replace("127.0.0.1", "localhost")
        good = {"address": address, "private": True, "ca_file": "cert.pem"}
        service = self.start(
            sources={
                "good": good,
                # Its authority isn't one of the system's.
                "system": {"address": address, "private": True},
                "stranger": {**good, "ca_file": "stranger.pem"},
                # The certificate has another name.
                "named": {**good, "address": serve("stranger.pem", "other.pem"), "ca_file": "stranger.pem"},
                # The certificate has the address of the name, and not the name.
                "addressed": {**good, "address": address.replace("127.0.0.1", "localhost")},
                "local": {**good, "address": local, "ca_file": "local.pem"},
            },
            recipes={"plain": {"formats": ["png"]}},
        )
        for name in ("good", "local"):
            answer = service.get(f"/r/plain/{name}/a.png")
            self.assertEqual(answer.status, 200)
            self.assertEqual(read_png(answer.body)[:2], (64, 48))
        for name in ("system", "stranger", "named", "addressed"):
            answer = service.get(f"/r/plain/{name}/a.png")
            self.assertEqual((answer.status, answer.problem["kind"]), (502, "source"), name)
        self.assertEqual(service.get("/r/plain/good/none.png").status, 404)
        with self.assertRaisesRegex(AssertionError, "sources.good.ca_file: .*empty.pem has no certificate"):
            self.start(sources={"good": {**good, "ca_file": "empty.pem"}})
        with self.assertRaisesRegex(AssertionError, "sources.good.ca_file: .*none.pem can't be read"):
            self.start(sources={"good": {**good, "ca_file": "none.pem"}})


@unittest.skipUnless(is_built(), "COREIMAGE_COMMAND names no command beside a built coreimage-serve: use `make test`")
class CommandTests(FolderCase):
    def serve(self, *words: str, **variables: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [coreimage(), "serve", *words], capture_output=True, text=True, timeout=60, env=environment(**variables)
        )

    def test_configurations_are_checked(self) -> None:
        good = self.write("good.json", "{}")
        self.assertEqual(self.serve("--config", good, "--check").returncode, 0)
        bad = self.write("bad.json", '{"limits": {"bodi": "1M"}}')
        for words in (["--check"], []):
            outcome = self.serve("--config", bad, *words)
            self.assertEqual(outcome.returncode, 1)
            for text in ("bad.json", "limits", "did you mean body?"):
                self.assertIn(text, outcome.stderr)
        for words in (["--config", good, "--port", "65536"], [], ["--config", good, "--sign", "a"]):
            self.assertEqual(self.serve(*words).returncode, 64)
        self.assertIn("images.key_files", self.serve("--config", good, "--sign", "/i/a/b").stderr)

    def test_hosts_are_checked(self) -> None:
        path = self.write("service.json", '{"listen": {"host": "192.0.2.1"}}')
        outcome = self.serve("--config", path, "--check")
        self.assertEqual((outcome.returncode, outcome.stdout), (1, ""))
        self.assertIn("service.json: listen.host: 192.0.2.1 isn't an address of this machine", outcome.stderr)
        self.assertEqual(self.serve("--config", path, "--check", "--host", "127.0.0.1").returncode, 0)
        outcome = self.serve("--config", path, "--check", "--host", "no.such.host.invalid")
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("--host: no.such.host.invalid isn't an address or a name that has one", outcome.stderr)

    def test_files_of_certificates_are_checked(self) -> None:
        block = "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        for text in ("", "no PEM", block % ("PUBLIC KEY", "AAAA", "PUBLIC KEY"), "-----BEGIN CERTIFICATE-----\nAAAA\n",
                     block % ("CERTIFICATE", "A*A", "CERTIFICATE")):  # fmt: skip
            self.write("authorities.pem", text)
            source = {"address": "https://pictures.example/", "ca_file": "authorities.pem"}
            path = self.write("service.json", json.dumps({"sources": {"away": source}}))
            outcome = self.serve("--config", path, "--check")
            self.assertEqual((outcome.returncode, outcome.stdout), (1, ""), text)
            for word in ("service.json", "sources.away.ca_file", "authorities.pem", "PEM"):
                self.assertIn(word, outcome.stderr)
        self.write("certificate.pem", block % ("CERTIFICATE", "AAAA", "CERTIFICATE"))
        tls = {"certificate": "certificate.pem", "key": "key.pem"}
        path = self.write("service.json", json.dumps({"listen": {"tls": tls}}))
        for label, problem in (("ENCRYPTED PRIVATE KEY", "passphrase"), ("CERTIFICATE", "no private key")):
            self.write("key.pem", block % (label, "AAAA", label))
            outcome = self.serve("--config", path, "--check")
            self.assertEqual(outcome.returncode, 1, label)
            self.assertTrue("listen.tls.key" in outcome.stderr and problem in outcome.stderr, outcome.stderr)
        for label in ("PRIVATE KEY", "EC PRIVATE KEY"):
            self.write("key.pem", block % (label, "AAAA", label))
            self.assertEqual(self.serve("--config", path, "--check").returncode, 0, label)

    def test_chains_of_recipes_are_checked(self) -> None:
        for chain, word in [("SepiaTon", "did you mean CISepiaTone?"), ("SepiaTone intensty=1", "inputIntensity"),
                            ("SepiaTone intensity=much", "write a number")]:  # fmt: skip
            path = self.write("service.json", json.dumps({"recipes": {"old": {"chain": chain}}}))
            outcome = self.serve("--config", path, "--check")
            self.assertEqual((outcome.returncode, outcome.stdout), (1, ""), chain)
            self.assertIn("recipes.old.chain", outcome.stderr)
            self.assertIn(word, outcome.stderr)
        for recipe, key, word in [
            ({"chain": "BlendWithMask maskImage=photos/mask.png"}, "chain", "names the file photos/mask.png"),
            ({"recipe": {}}, "recipe", "Write it with CIRecipe"),
        ]:
            path = self.write("service.json", json.dumps({"recipes": {"old": recipe}}))
            outcome = self.serve("--config", path, "--check")
            self.assertEqual((outcome.returncode, outcome.stdout), (1, ""), recipe)
            self.assertIn(f"recipes.old.{key}: ", outcome.stderr)
            self.assertIn(word, outcome.stderr)
        path = self.write("service.json", '{"formats": ["png", 1]}')
        outcome = self.serve("--config", path, "--check")
        self.assertIn("service.json: formats.1: ", outcome.stderr)

    def test_addresses_are_signed(self) -> None:
        self.write("key", KEY + b"\n")
        path = self.write("service.json", '{"images": {"key_files": ["key"]}}')
        outcome = self.serve("--config", path, "--sign", "/i/photos/a.jpg?w=100")
        self.assertEqual(outcome.stdout, signed("/i/photos/a.jpg?w=100") + "\n")

    def test_what_cannot_start(self) -> None:
        good = self.write("good.json", "{}")
        with socket.create_server(("127.0.0.1", 0)) as taken:
            outcome = self.serve("--config", good, "--port", str(taken.getsockname()[1]))
            self.assertEqual((outcome.returncode, outcome.stdout), (1, ""))
            for text in ("coreimage: 127.0.0.1, port ", "Address already in use", "--port"):
                self.assertIn(text, outcome.stderr)
        outcome = self.serve("--config", good, "--host", "no.such.host.invalid", "--port", "0")
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("listen.host: no.such.host.invalid isn't an address", outcome.stderr)
        outcome = self.serve("--config", good, COREIMAGE_SERVE="/none")
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("COREIMAGE_SERVE", outcome.stderr)


@unittest.skipUnless(shutil.which("curl"), "curl isn't installed")
class ArticleTests(ServiceCase):
    """Follows the steps of the article, with another port."""

    article = PACKAGE / "Sources" / "CoreImage" / "CoreImage.docc" / "RunningTheService.md"

    def test_every_command_succeeds_and_prints_what_the_page_shows(self) -> None:
        shutil.copy(PACKAGE / "Tests" / "Fixtures" / "scene.png", self.folder / "photos" / "picture.png")
        blocks = re.findall(r"^```(console|file:\S+)\n(.*?)^```$", self.article.read_text(), re.M | re.S)
        address, commands = "", 0
        for kind, text in blocks:
            if kind.startswith("file:"):
                self.write(kind.removeprefix("file:"), text)
                continue
            for step in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", text, re.M):
                if "curl" in step[0] and not address:
                    configuration = json.loads((self.folder / "service.json").read_text())
                    service = ServiceProcess(self.folder, configuration, "running.json")
                    self.addCleanup(service.stop)
                    address = service.address
                outcome = subprocess.run(
                    ["/bin/sh", "-c", step[0].replace("http://127.0.0.1:8080", address)],
                    cwd=self.folder, env=environment(), capture_output=True, text=True, timeout=60,
                )  # fmt: skip
                self.assertEqual((outcome.returncode, outcome.stderr), (0, ""), step[0])
                for line in step[1].splitlines():
                    self.assertIn(line, outcome.stdout, step[0])
                commands += 1
        self.assertEqual(commands, 7)

    def test_the_signing_of_the_article(self) -> None:
        (block,) = re.findall(r"^```python\n(.*?)^```$", self.article.read_text(), re.M | re.S)
        names: dict = {}
        exec(block, names)
        self.assertEqual(names["signed"]("/i/photos/a.jpg?w=400", KEY), signed("/i/photos/a.jpg?w=400"))

    def test_every_key_of_the_configuration_is_in_the_table(self) -> None:
        """The keys that the sources read, and those of the files for deployment, are on the page."""
        text = self.article.read_text()
        sources = (PACKAGE / "Sources" / "PictureService" / "Configuration").glob("*.swift")
        found: set[str] = set()
        for source in sources:
            for cases in re.findall(r"enum Key: String, CodingKey, CaseIterable \{(.*?)\}", source.read_text(), re.S):
                for case in re.findall(r"case (.*)", cases):
                    renamed = re.findall(r'= "(\w+)"', case)
                    found |= set(renamed or [name.strip(" `") for name in case.split(",")])
        self.assertGreater(len(found), 35)
        for key in found:
            self.assertTrue(re.search(rf"[`.]{key}[`.]", text), key)

    def test_the_files_for_deployment(self) -> None:
        folder = PACKAGE / "Sources" / "Deployment" / "Service"
        configuration = json.loads((folder / "service.json").read_text())
        configuration["sources"]["pictures"]["folder"] = str(self.folder / "photos")
        self.write("signing.key", KEY)
        path = self.write("service.json", json.dumps(configuration))
        words = [coreimage(), "serve", "--config", path, "--check"]
        outcome = subprocess.run(words, capture_output=True, env=environment())
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        unit = (folder / "coreimage.service").read_text()
        seconds = int(re.search(r"^TimeoutStopSec=(\d+)$", unit, re.M)[1])
        self.assertGreater(seconds, configuration.get("limits", {}).get("drain_time", 25))


if __name__ == "__main__":
    unittest.main()
