"""A page in a browser, for measurements. Playwright receives every message of a page's sockets, encoded as text, which
takes a large part of two processors; this only runs scripts in the page."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from typing import Any

from support import CHROMIUM


class Browser:
    """Starts the browser, with a page of a given size. The DevTools protocol is spoken over pipes."""

    def __init__(self, width: int, height: int) -> None:
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        their_input, self.commands = os.pipe()
        self.answers, their_output = os.pipe()
        # The browser reads from descriptor 3 and writes to descriptor 4.
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$0" "$@" 3<&{their_input} 4>&{their_output}', CHROMIUM, "--headless=new", "--no-sandbox",
             "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}", "--no-first-run", "--hide-scrollbars",
             f"--window-size={width},{height}", "about:blank"],
            pass_fds=(their_input, their_output), stderr=subprocess.DEVNULL)
        os.close(their_input)
        os.close(their_output)
        self.received = b""
        self.count = 0
        self.session = None
        try:
            targets = self.call("Target.getTargets")["targetInfos"]
            page = next(target["targetId"] for target in targets if target["type"] == "page")
            self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
            self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)
        os.close(self.commands)
        os.close(self.answers)
        self.folder.cleanup()

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Calls a method of the protocol. Events are ignored."""
        self.count += 1
        message: dict[str, Any] = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            answer = json.loads(self.next_message())
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def next_message(self) -> bytes:
        while b"\0" not in self.received:
            part = os.read(self.answers, 1 << 16)
            if not part:
                raise RuntimeError("the browser has ended")
            self.received += part
        message, _, self.received = self.received.partition(b"\0")
        return message

    def run(self, script: str, *arguments: Any) -> Any:
        """Calls a function of JavaScript in the page, and returns what it returns or promises."""
        answer = self.call(
            "Runtime.evaluate", expression=f"({script})(...{json.dumps(arguments)})", awaitPromise=True, returnByValue=True,
            userGesture=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description", script))
        return answer["result"].get("value")

    def wait(self, condition: str, seconds: float = 20) -> None:
        """Waits until an expression is true in the page."""
        end = time.monotonic() + seconds
        while not self.run(f"() => Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.1)

    def open(self, address: str) -> None:
        self.call("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")
