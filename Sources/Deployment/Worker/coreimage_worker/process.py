"""A running worker."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import threading
import time
from typing import Any, Callable, Sequence


class WorkerProcess:
    """A `coreimage worker` and the thread that reads its answers.

    `receive` is called on that thread: with an answer, and at the end with None. It must return quickly.
    """

    def __init__(self, command: Sequence[str], receive: Callable[[WorkerProcess, dict[str, Any] | None], None]):
        # The worker has its own session, so that a terminal's interrupt reaches only the client, which decides.
        self._process = subprocess.Popen(
            list(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        assert self._process.stdin and self._process.stdout
        self._input, self._output = self._process.stdin, self._process.stdout
        os.set_blocking(self._input.fileno(), False)
        self._receive = receive
        self.is_ready = False
        self.slots = 1
        self.was_hung = False
        """Whether the client ended it because a job was overdue."""
        self.was_killed_by_others = False
        """After `wait`: whether SIGKILL ended it, and wasn't sent by this object."""
        self.exit_code: int | None = None
        """After `wait`: the exit code, or the negative number of the signal that ended it."""
        self._was_killed = False
        threading.Thread(target=self._read, name="answers of the worker", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def _read(self) -> None:
        for line in self._output:
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                self.kill()  # This is no worker, or a broken one.
                break
            self._receive(self, answer)
        self._receive(self, None)

    def send(self, line: bytes, seconds: float) -> None:
        """Writes a line. A worker that doesn't read it within so many seconds is killed; its answers end then."""
        end = time.monotonic() + seconds
        file = self._input.fileno()
        poll = select.poll()
        poll.register(file, select.POLLOUT)
        while line:
            try:
                line = line[os.write(file, line) :]
            except BlockingIOError:
                if not poll.poll(max(0, end - time.monotonic()) * 1000):
                    return self.kill()
            except OSError:
                return  # It has ended, which the other thread reports.

    def finish(self) -> None:
        """Makes the worker end when it has answered what it has read."""
        try:
            self._input.close()
        except OSError:
            pass

    def drain(self) -> None:
        """Makes the worker end when it has finished the jobs in work; others are answered with `draining`."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self._was_killed = True
        if self._process.poll() is None:
            self._process.kill()

    def wait(self) -> str:
        """Waits for the end, after the answers have ended, and says how the worker ended."""
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.kill()  # It closed its output, but goes on.
            code = self._process.wait()
        self._output.close()
        self.finish()
        self.exit_code = code
        self.was_killed_by_others = code == -signal.SIGKILL and not self._was_killed
        if code >= 0:
            return f"exit code {code}"
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"
