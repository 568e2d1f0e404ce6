"""A client that outlives its workers."""

from __future__ import annotations

import json
import queue
import threading
import time
from collections import deque
from concurrent.futures import Future
from typing import Any, Sequence

from .outcome import Outcome, failure
from .process import WorkerProcess
from .retrying import Retrying
from .task import Task

LONGEST_LINE = 1 << 20
"""The longest line that a worker reads, in bytes."""

WRONG_USAGE = 64
"""The exit code of a worker whose arguments are wrong."""


class WorkerUnavailable(Exception):
    """No worker can be started. The message says what was tried and how it ended."""


class WorkerMisused(WorkerUnavailable):
    """The worker says that its arguments are wrong (exit code 64). It is started once, as it would say that again."""


class WorkerClient:
    """Keeps a worker running and gives it jobs. Thread-safe.

    One thread owns all state; other threads send it events. Jobs that were in work when a worker ended are suspects:
    each is done again alone, so that the next death names the one that causes it. An innocent job loses only time.
    """

    def __init__(
        self,
        command: Sequence[str] = ("coreimage", "worker"),
        *,
        in_flight: int | None = None,
        deadline: float = 300,
        grace: float = 10,
        retrying: Retrying = Retrying(),
    ):
        """Creates a client. The first worker starts with the first job.

        - command: The words that start a worker.
        - in_flight: How many jobs the worker has at a time. None for two more than it does at a time, so that it never
          waits for the next one.
        - deadline: Seconds for jobs that state no `deadline`.
        - grace: Seconds after a job's deadline, after which a worker without an answer counts as hung and is killed.
        """
        self._command = list(command)
        self._in_flight = in_flight
        self._deadline = deadline
        self._grace = grace
        self._retrying = retrying
        self._events: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self._waiting: deque[Task] = deque()
        self._suspects: deque[Task] = deque()
        self._flying: dict[str, Task] = {}
        self._worker: WorkerProcess | None = None
        self._failed_starts = 0.0
        self._misuse: WorkerMisused | None = None
        self._start_after = 0.0
        self._next_number = 0
        self._is_closing = False
        self._is_draining = False
        self._drained_before = float("inf")
        self._workers_started = 0
        self._lock = threading.Lock()
        self._accepts = True
        self._thread = threading.Thread(target=self._run, name="worker client", daemon=True)
        self._thread.start()

    # What other threads call.

    def submit(self, job: dict[str, Any]) -> Future[Outcome]:
        """Gives a job to the worker: the fields of `RunningTheWorker` without `id`.

        The future has an `Outcome` whether the job succeeded or not. It raises `WorkerUnavailable` if no worker can be
        started, and `WorkerMisused` of these if its arguments are wrong. A closed client raises RuntimeError here.
        """
        future: Future[Outcome] = Future()
        future.set_running_or_notify_cancel()  # It can't be cancelled any more.
        with self._lock:
            if not self._accepts:
                raise RuntimeError("the client is closed; submit jobs before close() or drain()")
            self._events.put(("submit", Task(dict(job), future)))
        return future

    @property
    def worker_pid(self) -> int | None:
        """The process identifier of the present worker."""
        worker = self._worker
        return worker.pid if worker else None

    @property
    def workers_started(self) -> int:
        """How many workers have been started."""
        return self._workers_started

    def close(self) -> None:
        """Waits for all jobs, and ends the worker."""
        self._stop("close")

    def drain(self, seconds: float = 20) -> None:
        """Waits for the jobs in work, and ends the worker. Other jobs end with an outcome of the kind `draining`.

        A worker that isn't ready after so many seconds is killed, and its jobs end with `draining` too.
        """
        self._stop("drain", seconds)

    def _stop(self, *event: Any) -> None:
        with self._lock:
            self._accepts = False
        self._events.put(event)
        self._thread.join()

    def __enter__(self) -> WorkerClient:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is None:
            self.close()
        else:
            self.drain()

    # What the client's thread does.

    def _run(self) -> None:
        while True:
            self._dispatch()
            if (self._is_closing or self._is_draining) and not self._has_work:
                break
            try:
                event = self._events.get(timeout=self._seconds_until_timer())
            except queue.Empty:
                self._check_times()
                continue
            self._handle(*event)
            self._check_times()
        if self._worker:
            self._worker.finish()
            self._end_within(5)

    @property
    def _has_work(self) -> bool:
        return bool(self._waiting or self._suspects or self._flying)

    def _handle(self, event: str, *arguments: Any) -> None:
        if event == "submit":
            (task,) = arguments
            if self._misuse:
                task.future.set_exception(self._misuse)
            elif self._is_draining:
                self._refuse(task)
            else:
                self._waiting.append(task)
        elif event == "answer":
            self._take(*arguments)
        elif event == "close":
            self._is_closing = True
        elif event == "drain":
            self._is_draining = True
            self._drained_before = time.monotonic() + arguments[0]
            for task in [*self._waiting, *self._suspects]:
                self._refuse(task)
            self._waiting.clear()
            self._suspects.clear()
            if self._worker:
                self._worker.drain()

    def _refuse(self, task: Task) -> None:
        task.end(failure("draining", "The client ends, and the job wasn't begun.", "Submit it to another client."))

    def _receive(self, worker: WorkerProcess, answer: dict[str, Any] | None) -> None:
        """Called on the thread that reads answers."""
        self._events.put(("answer", worker, answer))

    def _dispatch(self) -> None:
        """Sends the jobs whose turn it is, and starts a worker if there is none."""
        while task := self._next():
            worker = self._running_worker()
            if not worker or not worker.is_ready:
                return
            (self._suspects if self._suspects else self._waiting).remove(task)
            self._send(task, worker)

    def _next(self) -> Task | None:
        """The next job to send, if there is room for one. Suspects come first, each while nothing else is in work."""
        if self._is_draining:
            return None
        if self._suspects:
            return None if self._flying else self._suspects[0]
        if any(task.deaths or task.overdue for task in self._flying.values()):
            return None
        room = self._in_flight or ((self._worker.slots if self._worker else 1) + 2)
        if len(self._flying) >= room:
            return None
        now = time.monotonic()
        return next((task for task in self._waiting if task.begin_after <= now), None)

    def _send(self, task: Task, worker: WorkerProcess) -> None:
        self._next_number += 1
        name = str(self._next_number)
        try:
            line = json.dumps({**task.job, "id": name}, allow_nan=False).encode() + b"\n"
        except (TypeError, ValueError) as error:
            return task.end(failure("malformed", f"The job can't be written as JSON: {error}.", "Correct the job."))
        if len(line) > LONGEST_LINE:
            message = f"The job has {len(line)} bytes, more than {LONGEST_LINE}."
            return task.end(failure("oversized", message, "Put a long recipe into a file, and name that."))
        task.attempts += 1
        seconds = task.job.get("deadline", self._deadline)
        seconds = seconds if isinstance(seconds, (int, float)) and seconds > 0 else self._deadline
        task.answer_before = time.monotonic() + seconds + self._grace
        self._flying[name] = task
        worker.send(line, self._grace)

    def _running_worker(self) -> WorkerProcess | None:
        if self._worker or time.monotonic() < self._start_after:
            return self._worker
        try:
            self._worker = WorkerProcess(self._command, self._receive)
        except OSError as error:
            self._start_failed(f"{self._command[0]} can't be started: {error.strerror}")
            return None
        self._workers_started += 1
        self._ready_before = time.monotonic() + 60
        return self._worker

    def _start_failed(self, reason: str, weight: float = 1) -> None:
        self._failed_starts += weight
        self._start_after = time.monotonic() + min(5, 0.05 * 2**self._failed_starts)
        if self._failed_starts < 6:
            return
        self._failed_starts = 0
        self._fail_all(WorkerUnavailable(f"{reason}. Check the command: {' '.join(self._command)}"))

    def _fail_all(self, error: WorkerUnavailable) -> None:
        for task in [*self._suspects, *self._waiting]:
            task.future.set_exception(error)
        self._suspects.clear()
        self._waiting.clear()

    def _take(self, worker: WorkerProcess, answer: dict[str, Any] | None) -> None:
        if worker is not self._worker:
            return
        if answer is None:
            self._worker = None
            return self._bury(worker)
        if not worker.is_ready:
            health = answer.get("health")
            if not isinstance(health, dict) or health.get("protocol") != 1:
                return worker.kill()  # It is no worker, or one of another version.
            worker.is_ready, worker.slots = True, health.get("slots", 1)
            self._failed_starts = 0
            return
        name = answer.get("id")
        task = self._flying.pop(name, None) if isinstance(name, str) else None
        if task:
            self._settle(task, answer)
        elif name is None and len(self._flying) == 1:
            # The worker couldn't read the identifier; only this job can be meant.
            self._settle(self._flying.popitem()[1], answer)
        elif self._flying:
            # It isn't known which job is meant. Each of them is done again alone, and answered.
            worker.kill()

    def _settle(self, task: Task, answer: dict[str, Any]) -> None:
        if answer.get("ok") is True:
            return task.end(answer)
        kind = answer.get("error", {}).get("kind", "internal")
        if kind == "draining":
            # Somebody else ended the worker. The next one does it.
            if self._is_draining:
                return task.end(answer)
            task.attempts -= 1
            return self._waiting.appendleft(task)
        task.failures[kind] = task.failures.get(kind, 0) + 1
        delay = self._retrying.seconds_until_next(kind, task.failures[kind])
        if delay is None or self._is_draining:
            return task.end(answer)
        task.begin_after = time.monotonic() + delay
        self._waiting.append(task)

    def _bury(self, worker: WorkerProcess) -> None:
        """Decides what becomes of the jobs of a worker that has ended."""
        ended = worker.wait()
        tasks = list(self._flying.values())
        self._flying.clear()
        if not worker.is_ready:
            if worker.exit_code == WRONG_USAGE:
                self._misuse = WorkerMisused(f"the worker's arguments are wrong: {' '.join(self._command)}")
                return self._fail_all(self._misuse)
            # Whoever kills workers isn't a wrong command.
            weight = 0.1 if worker.was_killed_by_others else 1
            return self._start_failed(f"the worker ended before it was ready ({ended})", weight)
        if self._is_draining:
            for task in tasks:
                self._refuse(task)
            return
        now = time.monotonic()
        for task in tasks:
            if worker.was_hung and task.answer_before > now:
                task.attempts -= 1
                self._waiting.appendleft(task)
            elif worker.was_hung:
                self._judge_overdue(task)
            else:
                self._judge_death(task, worker.was_killed_by_others, len(tasks) == 1, ended)

    def _judge_overdue(self, task: Task) -> None:
        task.overdue += 1
        if task.overdue >= self._retrying.hangs:
            message = f"{task.overdue} workers didn't answer the job within its deadline, and were killed."
            task.end(failure("deadline", message, "Leave the picture out, or raise the deadline."))
        else:
            self._suspects.append(task)

    def _judge_death(self, task: Task, was_killed: bool, was_alone: bool, ended: str) -> None:
        task.deaths += 1
        if was_alone and was_killed:
            task.kills += 1
        elif was_alone:
            task.crashes += 1
        if task.kills >= self._retrying.kills or task.crashes >= self._retrying.crashes:
            count = task.kills + task.crashes
            message = f"{count} workers ended while only this job was in work, the last one of {ended}."
            remedy = (
                "The picture or the chain is damaged or hostile, or needs more memory than there is: try each without "
                "the other, and leave that one out."
            )
            task.end(failure("crashed", message, remedy))
        else:
            self._suspects.append(task)

    def _check_times(self) -> None:
        now = time.monotonic()
        worker = self._worker
        if not worker:
            return
        if not worker.is_ready and now > self._ready_before:
            worker.kill()
        elif any(task.answer_before <= now for task in self._flying.values()):
            worker.was_hung = True
            worker.kill()
        elif self._drained_before <= now:
            worker.kill()

    def _seconds_until_timer(self) -> float | None:
        now = time.monotonic()
        times = [task.answer_before for task in self._flying.values()]
        if not self._is_draining:
            times += [task.begin_after for task in self._waiting if task.begin_after > now]
        if self._worker and not self._worker.is_ready:
            times.append(self._ready_before)
        if not self._worker and self._start_after > now:
            times.append(self._start_after)
        if self._is_draining:
            times.append(self._drained_before)
        least = min(times, default=float("inf"))
        if least == float("inf"):
            return None
        # At least a moment, so that a time that was just missed doesn't make the thread spin.
        return max(0.01, least - now)

    def _end_within(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self._worker:
            try:
                event = self._events.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                self._worker.kill()
                end = time.monotonic() + seconds
                continue
            if event[0] == "answer" and event[1] is self._worker and event[2] is None:
                self._worker.wait()
                self._worker = None
