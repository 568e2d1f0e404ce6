"""What an actor of the pool does with a batch of addresses."""

from __future__ import annotations

import itertools
import json
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Sequence

import pyarrow as pa

from coreimage_worker import Outcome, WorkerClient
from coreimage_worker.outcome import failure

from .addresses import RemoteFiles, local_path
from .scratch import Scratch

OUTCOME = {
    "ok": pa.bool_(), "kind": pa.string(), "message": pa.string(), "bytes": pa.int64(), "width": pa.int64(),
    "height": pa.int64(), "ms": pa.float64(), "attempts": pa.int64(), "reused": pa.bool_(),
}  # fmt: skip
"""The columns that are added to those of the addresses. `kind` and `message` are null for pictures that succeeded."""


class PictureActor:
    """Keeps a worker, and gives it the pictures of batches. Rows of pictures that fail say why; nothing is raised for
    them. An error is raised if no worker can be started."""

    def __init__(
        self,
        command: Sequence[str],
        job: dict[str, Any],
        in_flight: int,
        filesystem: Any = None,
        scratch: str | None = None,
        deadline: float = 300,
    ):
        """- command: The words that start a worker.
        - job: The fields of all jobs, without `input` and `output`.
        - in_flight: How many pictures are read, computed and written at a time.
        """
        self._job = job
        self._client = WorkerClient(command, in_flight=in_flight, deadline=deadline)
        self._files = RemoteFiles(filesystem)
        self._threads = ThreadPoolExecutor(in_flight, "pictures")
        self._scratch_parent = scratch
        self._scratch: Scratch | None = None
        self._numbers = itertools.count()

    def __call__(self, batch: pa.Table) -> pa.Table:
        rows = batch.to_pylist()
        ends = list(self._threads.map(self._process, rows))
        for name, type in OUTCOME.items():
            values = [end.get(name) for end in ends]
            batch = batch.append_column(pa.field(name, type), pa.array(values, type))
        return batch

    def _process(self, row: dict[str, Any]) -> dict[str, Any]:
        """Processes a picture, and returns the columns of its outcome."""
        outcome = self._outcome(row)
        if not outcome.succeeded:
            return {"ok": False, "kind": outcome.kind, "message": outcome.message, "attempts": outcome.attempts}
        answer = outcome.answer
        numbers = {name: answer.get(name) for name in ("bytes", "width", "height", "ms", "reused")}
        return {"ok": True, "attempts": outcome.attempts, **numbers}

    def _outcome(self, row: dict[str, Any]) -> Outcome:
        refuse = lambda kind, message, remedy="": Outcome(row, failure(kind, message, remedy), 0)
        if row.get("conflict"):
            message = f"Another row writes {row['output']} with another job, which was taken."
            return refuse("conflict", message, "Name another output.")
        try:
            job = {**self._job, **(json.loads(row["job"]) if row.get("job") else {})}
        except ValueError as error:
            return refuse("malformed", f"The column job is no JSON: {error}.", "Write an object.")
        source, target = row.get("input"), row.get("output")
        if not isinstance(target, str) or not target:
            return refuse("malformed", "The row has no output.", "Fill in the column.")
        if source == target:
            return refuse("conflict", "The result would replace its picture.", "Name another output.")
        held: list[str] = []
        try:
            if isinstance(source, str):
                if self._files.is_local(source):
                    job["input"] = local_path(source)
                else:
                    job["input"] = self._file(source, held)
                    self._files.fetch(source, job["input"])
            if self._files.is_local(target):
                job["output"] = local_path(target)
                return self._client.submit(job).result()
            job["output"] = self._file(target, held)
            outcome = self._client.submit(job).result()
            if outcome.succeeded:
                try:
                    self._files.store(job["output"], target)
                except Exception as error:
                    message = f"{target} can't be written: {error}."
                    return refuse("output", message, "Check the store, and repeat the row.")
            return outcome
        except FileNotFoundError:
            return refuse("input", f"There is no {source}.", "Check the address.")
        except OSError as error:
            return refuse("storage", f"{source} can't be read: {error}.", "Check the store, and repeat the row.")
        finally:
            for path in held:
                try:
                    os.unlink(path)
                except FileNotFoundError:
                    pass

    def _file(self, address: str, held: list[str]) -> str:
        """A path for the file of an address, which has its extension."""
        if not self._scratch:
            self._scratch = Scratch(self._scratch_parent)
        extension = os.path.splitext(address)[1]
        path = os.path.join(self._scratch.path, f"{next(self._numbers)}{extension if extension.isascii() else ''}")
        held.append(path)
        return path

    def close(self) -> None:
        """Ends the worker. The worker of an actor that Ray ends ends by itself, because its input does."""
        self._threads.shutdown()
        self._client.close()
        if self._scratch:
            self._scratch.close()
