"""The work on one shard."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import queue
import tempfile
import time
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Callable

from coreimage_worker import Outcome, WorkerClient, WorkerMisused, WorkerUnavailable

from . import exit_codes, storage, trial
from .journal import Journal
from .manifest import Entry, Manifest, output_path, path_bytes


@dataclass
class Counts:
    """What became of the jobs of a shard."""

    jobs: int = 0
    """The jobs of the shard, without those that are repeated."""
    repeated: int = 0
    """Lines that state a job again. It is done once."""
    done: int = 0
    bad: int = 0
    before: int = 0
    """Of the done and bad ones, those of earlier attempts."""
    lost: int = 0
    """Jobs that earlier attempts did, and whose results are missing or were changed. They are done again."""
    kinds: dict[str, int] = field(default_factory=dict)
    """The bad ones by the kind of the error."""

    @property
    def is_complete(self) -> bool:
        return self.done + self.bad == self.jobs


@dataclass(frozen=True)
class Limits:
    most_bad: float = 0.5
    """The fraction of bad pictures, of at least `least_bad`, above which the manifest or the volume is to blame."""
    least_bad: int = 50
    in_flight: int = 64
    """How many jobs the client has at a time; the worker has fewer."""
    sync_seconds: float = 1
    """How often finished jobs are written to the disk."""
    drain_seconds: float = 20
    """How long jobs in work may take after SIGTERM."""


class Shard:
    """Does the jobs of one shard that aren't finished, and writes down what became of each."""

    def __init__(
        self, manifest: Manifest, shard: int, shards: int, journal: Journal, limits: Limits = Limits(),
        retries_bad: bool = False,
    ):  # fmt: skip
        """Reads the shard's part of the manifest and of the journal.

        - shards: The number of shards that share the manifest; 1 for a manifest of this shard alone.
        - Raises: ManifestError for the first line that is wrong.
        """
        self._manifest, self._shard, self._shards = manifest, shard, shards
        self._journal = journal
        self._limits = limits
        self.counts = Counts()
        self._stop = ""
        self._ended: queue.SimpleQueue[tuple[Entry, Future[Outcome]] | None] = queue.SimpleQueue()
        # The mark of the result, or None for a bad job.
        self._finished: dict[bytes, bytes | None] = {}
        for record in journal.records():
            mark = storage.mark(record) if record["state"] == "done" else None
            self._finished[bytes.fromhex(record["key"])] = mark
        if retries_bad:
            self._finished = {key: mark for key, mark in self._finished.items() if mark is not None}
        self._choose()

    def _choose(self) -> None:
        """Finds repeated lines, and different jobs that write the same file: the first one in the manifest is done."""
        # Sixteen bytes for each output and job, so that a shard of a million jobs fits into memory.
        first: dict[bytes, bytes] = {}
        self._lines: list[int] = []
        self._conflicts: list[tuple[Entry, str]] = []
        known: set[bytes] = set()
        for entry in self._manifest.entries(self._shard, self._shards):
            key = bytes.fromhex(entry.key)
            output = hashlib.sha256(path_bytes(entry.output)).digest()[:16]
            owner = first.setdefault(output, key)
            if key in known:
                self.counts.repeated += 1
                continue
            known.add(key)
            self.counts.jobs += 1
            if key in self._finished and self._stands(entry, self._finished[key]):
                self.counts.before += 1
                self._count(self._finished[key] is not None)
            elif entry.replaces_its_picture:
                self._conflicts.append((entry, "the result would replace its picture. Name another output"))
            elif owner != key:
                reason = f"another line of the manifest writes {entry.output} with another job, which was taken"
                self._conflicts.append((entry, reason))
            else:
                self._lines.append(entry.line)

    def _stands(self, entry: Entry, mark: bytes | None) -> bool:
        """Whether what was written down holds: a result that is gone, or that something else replaced, doesn't."""
        if mark is None or storage.is_there(entry.output, mark):
            return True
        self.counts.lost += 1
        return False

    def _count(self, is_done: bool, kind: str | None = None) -> None:
        if is_done:
            self.counts.done += 1
        else:
            self.counts.bad += 1
        if kind:
            self.counts.kinds[kind] = self.counts.kinds.get(kind, 0) + 1

    def stop(self) -> None:
        """Makes `run` end soon. May be called by a signal handler."""
        self._stop = self._stop or "SIGTERM"
        self._ended.put(None)

    def run(self, client: WorkerClient, log: Callable[[str], None]) -> int:
        """Does the jobs, and returns the exit code. The client is closed."""
        self._trouble = ""
        self._code = exit_codes.FINISHED
        self._first_bad = ""
        if self._lines and not self._stop:
            self._try_defaults(client)
        if self._trouble:
            client.close()
            log(self._trouble)
            return self._code
        self._journal.begin(self.counts.jobs)
        for entry, reason in self._conflicts:
            self._write(entry, {"state": "bad", "kind": "conflict", "error": reason}, "conflict")
            self._first_bad = self._first_bad or f"{entry.output}: {reason}"
        self._synced = time.monotonic()
        outstanding = 0
        chosen = iter(self._lines)
        wanted = next(chosen, None)
        for entry in self._manifest.entries(self._shard, self._shards) if wanted else ():
            if entry.line != wanted:
                continue
            while outstanding >= self._limits.in_flight and not self._stop:
                outstanding -= self._collect()
            if self._stop:
                break
            future = client.submit(entry.job)
            future.add_done_callback(functools.partial(self._end, entry))
            outstanding += 1
            wanted = next(chosen, None)
            if wanted is None:
                break
        while outstanding and not self._stop:
            outstanding -= self._collect()
        if self._stop:
            client.drain(self._limits.drain_seconds)
        while outstanding:
            outstanding -= self._collect()
        client.close()
        self._journal.sync()
        new = self.counts.done + self.counts.bad - self.counts.before
        if new and new == sum(self.counts.kinds.values()) and not self._trouble:
            log(f"all pictures of this attempt ({new}) are bad, the first one: {self._first_bad}")
        if self._trouble:
            log(self._trouble)
            return self._code
        if not self.counts.is_complete and self._stop:
            log("ended by SIGTERM; another attempt goes on from here")
            return exit_codes.TERMINATED
        if not self.counts.is_complete:
            log(f"{self._manifest.path} was changed while it was read")
            return exit_codes.BAD_INPUT
        self._journal.finish()
        return exit_codes.FINISHED

    def _try_defaults(self, client: WorkerClient) -> None:
        """Gives up if the worker doesn't read the fields that all jobs have, or ends at any picture because of them, so
        that no picture is blamed for them.
        """
        defaults, pattern = self._manifest.defaults, self._manifest.output
        if not defaults and pattern is None:
            return
        # A worker that reads the fields of a job whose picture isn't there answers with `input`.
        output = output_path(pattern or "{name}.{ext}", "/nonexistent/picture.png")
        job = {**defaults, "input": "/nonexistent/picture.png", "output": output}
        self._try(client, job, "malformed", "recipe", "crashed")
        if self._stop or not ("chain" in defaults or "recipe" in defaults):
            return
        # A picture for which a recipe may be wrong in other ways, such as one without bounds.
        with tempfile.TemporaryDirectory(prefix=".trial-", dir=os.path.dirname(self._journal.path) or ".") as folder:
            picture = os.path.abspath(os.path.join(folder, "picture.png"))
            with open(picture, "wb") as file:
                file.write(trial.picture())
            result = os.path.join(os.path.dirname(picture), "result" + os.path.splitext(output)[1])
            self._try(client, {**job, "input": picture, "output": result, "deadline": trial.SECONDS}, "crashed")

    def _try(self, client: WorkerClient, job: dict[str, Any], *kinds: str) -> None:
        """Does a job, and gives up if it fails with one of the kinds."""
        future = client.submit(job)
        future.add_done_callback(lambda _: self._ended.put(None))
        while not future.done() and not self._stop:
            self._ended.get()
        if not future.done():
            return
        if isinstance(error := future.exception(), WorkerUnavailable):
            return self._blame_worker(error)
        if (outcome := future.result()).kind in kinds:
            self._give_up(
                f"no picture can be done like this: {outcome.message} Correct --job or --output.",
                exit_codes.WRONG_USAGE,
            )

    def _blame_worker(self, error: WorkerUnavailable) -> None:
        is_misuse = isinstance(error, WorkerMisused)
        self._give_up(str(error), exit_codes.WRONG_USAGE if is_misuse else exit_codes.TRY_AGAIN)

    def _end(self, entry: Entry, future: Future[Outcome]) -> None:
        """Called on the client's thread."""
        self._ended.put((entry, future))

    def _collect(self) -> int:
        """Waits for a job to end, and returns how many have."""
        ended = self._ended.get()
        if ended is None:
            return 0
        entry, future = ended
        try:
            outcome = future.result()
        except WorkerUnavailable as error:
            self._blame_worker(error)
            return 1
        self._take(entry, outcome)
        if time.monotonic() - self._synced >= self._limits.sync_seconds:
            self._journal.sync()
            self._synced = time.monotonic()
        return 1

    def _take(self, entry: Entry, outcome: Outcome) -> None:
        record: dict[str, Any]
        if outcome.succeeded:
            record = {"state": "done"}
            record |= {name: outcome.answer.get(name) for name in ("bytes", "width", "height", "ms")}
            record |= storage.facts(entry.output)
            return self._write(entry, record)
        if outcome.kind == "draining":
            return  # It isn't finished.
        if outcome.kind == "output" and (reason := storage.trouble(entry.output)):
            return self._give_up(f"results can't be written: {reason}", exit_codes.TRY_AGAIN)
        record = {"state": "bad", "kind": outcome.kind, "error": outcome.message, "attempts": outcome.attempts}
        self._write(entry, record, outcome.kind)
        self._first_bad = self._first_bad or f"{entry.output}: {outcome.message}"
        new = self.counts.done + self.counts.bad - self.counts.before
        bad = sum(self.counts.kinds.values())
        if bad >= self._limits.least_bad and bad > self._limits.most_bad * new:
            self._give_up(
                f"{bad} of {new} pictures are bad, the last one: {outcome.message} Check the manifest and the volumes, "
                "then run the shard with --retry-bad, or raise --most-bad.",
                exit_codes.BAD_INPUT,
            )

    def _give_up(self, reason: str, code: int) -> None:
        if not self._trouble:
            self._trouble, self._code = reason, code
        self._stop = self._stop or "trouble"

    def _write(self, entry: Entry, record: dict[str, Any], kind: str | None = None) -> None:
        names = {"line": entry.line, "input": entry.job.get("input"), "output": entry.output}
        self._journal.add({"key": entry.key, **names, **record})
        self._count(record["state"] == "done", kind)


def summary(counts: Counts, code: int, seconds: float) -> str:
    """One line of JSON for the log and for the pod's termination message."""
    return json.dumps(
        {
            "jobs": counts.jobs, "done": counts.done, "bad": counts.bad, "before": counts.before,
            "repeated": counts.repeated, "lost": counts.lost, "kinds": counts.kinds, "code": code,
            "seconds": round(seconds, 1),
        }
    )  # fmt: skip
