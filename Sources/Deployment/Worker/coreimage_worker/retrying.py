"""Which failures are worth another attempt."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Retrying:
    """The attempts that a job gets.

    A damaged picture or a wrong recipe fails again, so the kinds of errors that aren't listed get one attempt.
    """

    attempts: dict[str, int] = field(
        default_factory=lambda: {"output": 3, "internal": 3, "deadline": 2, "crashed": 2, "duplicate": 3}
    )
    """The number of attempts by the kind of the error."""
    delay: float = 0.5
    """Seconds before the second attempt; each further one waits twice as long."""
    crashes: int = 2
    """How many workers may end while only this job is in work, before it is set aside."""
    kills: int = 3
    """The same for workers that were killed (SIGKILL). A machine that is short of memory also kills workers that aren't
    to blame."""
    hangs: int = 2
    """How many workers may hang at a job before it is set aside."""

    def seconds_until_next(self, kind: str, attempts: int) -> float | None:
        """The delay before the next attempt, or None if there is none."""
        if attempts >= self.attempts.get(kind, 1):
            return None
        return self.delay * 2 ** (attempts - 1)
