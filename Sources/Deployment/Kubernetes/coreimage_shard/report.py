"""What became of all jobs, from the journals of all shards."""

from __future__ import annotations

import glob
import json
import os
from dataclasses import dataclass, field
from typing import Any, Callable

from .journal import WORKING_FOLDER, JournalError, OtherWork
from .manifest import path_bytes


def journal_path(state: str, shard: int) -> str:
    return os.path.join(state, f"shard-{shard:05}.journal")


@dataclass
class Report:
    done: int = 0
    bad: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    not_begun: list[int] = field(default_factory=list)
    """The shards whose manifest no attempt has read."""
    unfinished: list[int] = field(default_factory=list)
    """The shards that were begun and have jobs left: an attempt is at work on them, or another one has to go on."""

    @property
    def is_finished(self) -> bool:
        return not self.not_begun and not self.unfinished


def report(state: str, shards: int, each_bad: Callable[[dict[str, Any]], None]) -> Report:
    """Reads the journals of a folder. `each_bad` gets the record of each bad job, once.

    - Raises: OtherWork if a journal is of another number of shards, or if two of them are of other working folders, and
      JournalError for one that is damaged.
    """
    result = Report()
    attempts: dict[int, str | None] = {}
    folder: str | None = None
    for path in sorted(glob.glob(os.path.join(glob.escape(state), "shard-*.journal"))):
        with open(path, "rb") as file:
            lines = [line for line in file if line.endswith(b"\n")]  # The last line may be in work.
        if not lines:
            continue
        records = _records(path, lines)
        header = records.pop(0)
        if header.get("shards") != shards:
            raise OtherWork(f"{path} is of {header.get('shards')} shards, not {shards}. Give --shards of the run.")
        other = header.get("arguments", {}).get(WORKING_FOLDER)
        if folder is not None and other is not None and folder != other:
            raise OtherWork(
                f"{path} is of an attempt in the working folder {other}, and others were in {folder}, so a job with a "
                "relative output may belong to no shard. Do all shards in one folder, with another --state."
            )
        folder = folder or other
        attempts[header["shard"]] = next((r["attempt"] for r in reversed(records) if "attempt" in r), None)
        latest = {_subject(record): record for record in records if "key" in record}
        for record in latest.values():
            if record["state"] == "done":
                result.done += 1
            else:
                result.bad += 1
                result.kinds[record["kind"]] = result.kinds.get(record["kind"], 0) + 1
                each_bad(record)
    result.not_begun = [shard for shard in range(shards) if attempts.get(shard) is None]
    result.unfinished = [shard for shard in range(shards) if attempts.get(shard) == "begun"]
    return result


def _subject(record: dict[str, Any]) -> Any:
    """What a later record takes the place of: that of the same result, or of the same job that wasn't to be done."""
    is_conflict = record.get("kind") == "conflict"
    return record["key"] if is_conflict else path_bytes(record["output"])


def _records(path: str, lines: list[bytes]) -> list[dict[str, Any]]:
    records = []
    for number, line in enumerate(lines, 1):
        try:
            records.append(json.loads(line))
            if not isinstance(records[-1], dict):
                raise ValueError("no object")
        except ValueError as error:
            raise JournalError(f"{path}, line {number} is damaged ({error}). Remove the line.") from None
    return records
