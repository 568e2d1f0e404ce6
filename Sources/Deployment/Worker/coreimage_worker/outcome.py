"""The end of a job."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Outcome:
    """What became of a job: a result, or the reason why there is none."""

    job: dict[str, Any]
    """The job as it was submitted."""
    answer: dict[str, Any]
    """The worker's answer: `bytes`, `width`, `height`, `ms`, `peak` and so on, or `error` with `kind`, `message` and
    `remedy`. The client writes the answer of a job that ended the worker."""
    attempts: int = field(default=1, compare=False)
    """How often the job was sent to a worker."""

    @property
    def succeeded(self) -> bool:
        return self.answer.get("ok") is True

    @property
    def kind(self) -> str | None:
        """The kind of the error, as `RunningTheWorker` lists them; None if the job succeeded."""
        return None if self.succeeded else self.answer.get("error", {}).get("kind", "internal")

    @property
    def message(self) -> str | None:
        """The reason for people; None if the job succeeded."""
        if self.succeeded:
            return None
        error = self.answer.get("error", {})
        return " ".join(text for text in (error.get("message"), error.get("remedy")) if text) or "no reason was given"


def failure(kind: str, message: str, remedy: str = "") -> dict[str, Any]:
    """An answer that a client gives in the worker's place."""
    return {"ok": False, "error": {"kind": kind, "message": message, "remedy": remedy}}
