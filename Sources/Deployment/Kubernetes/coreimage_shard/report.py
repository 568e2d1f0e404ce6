"""What became of all jobs, from the journals of all shards."""

from __future__ import annotations

import glob
import json
import os
from dataclasses import dataclass, field
from typing import Any, Callable


def journal_path(state: str, shard: int) -> str:
    return os.path.join(state, f"shard-{shard:05}.journal")


@dataclass
class Report:
    done: int = 0
    bad: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    begun: list[int] = field(default_factory=list)
    """The shards that have a journal."""


def report(state: str, each_bad: Callable[[dict[str, Any]], None]) -> Report:
    """Reads the journals of a folder. `each_bad` gets the record of each bad job, once."""
    result = Report()
    for path in sorted(glob.glob(os.path.join(glob.escape(state), "shard-*.journal"))):
        with open(path, "rb") as file:
            lines = [line for line in file if line.endswith(b"\n")]  # The last line may be in work.
        if not lines:
            continue
        result.begun.append(json.loads(lines[0])["shard"])
        latest = {record["key"]: record for record in map(json.loads, lines[1:])}
        for record in latest.values():
            if record["state"] == "done":
                result.done += 1
            else:
                result.bad += 1
                result.kinds[record["kind"]] = result.kinds.get(record["kind"], 0) + 1
                each_bad(record)
    return result
