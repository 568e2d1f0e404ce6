"""A job on its way through a client."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from .outcome import Outcome


@dataclass(eq=False)
class Task:
    """A submitted job, with what happened to it so far."""

    job: dict[str, Any]
    future: Future[Outcome]
    attempts: int = 0
    failures: dict[str, int] = field(default_factory=dict)
    """The failed attempts by kind."""
    deaths: int = 0
    """The workers that ended while the job was in work."""
    crashes: int = 0
    """Of these, those that ended while no other job was in work."""
    kills: int = 0
    """Those that were killed (SIGKILL) while no other job was in work, which aren't among the crashes."""
    overdue: int = 0
    """The workers that didn't answer in time."""
    begin_after: float = 0
    """The monotonic time of the next attempt."""
    answer_before: float = float("inf")
    """The monotonic time at which the worker counts as hung."""

    def end(self, answer: dict[str, Any]) -> None:
        if not self.future.done():
            self.future.set_result(Outcome(self.job, answer, self.attempts))
