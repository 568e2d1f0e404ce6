"""The checkpoint of a shard: what became of each job, on disk."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import time
from typing import Any, Iterator


WORKING_FOLDER = "the working folder"
"""The argument of journals whose jobs were chosen by the paths of their results."""


class JournalError(Exception):
    """The journal can't be used, and won't be in another attempt."""


class OtherWork(JournalError):
    """The journal is of another number of shards, of another shard, or of other arguments."""


class JournalBusy(Exception):
    """Another process works on the shard."""


class Journal:
    """A file to which a line is added for each finished job, and which one process at a time may use.

    The first line says to which shard and arguments it belongs. Lines without a job say that an attempt began, and that
    one finished the shard. A line that was cut off by a crash is removed. Lines are on the disk when `sync` returns;
    those after it may be lost in a power failure, and their jobs are done again.
    """

    def __init__(self, path: str, shard: int, shards: int, wait: float = 0, arguments: dict[str, Any] | None = None):
        """Opens or creates the journal.

        - arguments: Those by which the command makes jobs of the manifest. A journal belongs to the ones that it was
          created with. The keys are the names of options, and `WORKING_FOLDER`.
        - wait: Seconds to wait for a process that uses it.
        - Raises: JournalBusy, OtherWork, another JournalError, or OSError if the folder can't be written.
        """
        self.path = path
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        try:
            self._lock(wait)
            self._remove_partial_line()
            self._check_header({"journal": 3, "shard": shard, "shards": shards, "arguments": arguments or {}})
        except BaseException:
            os.close(self._file)
            raise
        self._is_synced = True

    def _lock(self, wait: float) -> None:
        end = time.monotonic() + wait
        while True:
            try:
                return fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno in (errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOLCK, errno.EINVAL):
                    raise JournalError(
                        f"{self.path}: the file system has no locks, so two pods could do the same shard. "
                        "Put --state on a volume that has them (NFS 4, CephFS, a disk)."
                    ) from None
                if error.errno not in (errno.EAGAIN, errno.EACCES, errno.EINTR):
                    raise
            if time.monotonic() >= end:
                raise JournalBusy(f"{self.path} is in use: another process works on this shard")
            time.sleep(0.1)

    def _remove_partial_line(self) -> None:
        size = os.fstat(self._file).st_size
        end = size
        while end:
            start = max(0, end - 65536)
            found = os.pread(self._file, end - start, start).rfind(b"\n")
            if found >= 0:
                end = start + found + 1
                break
            end = start
        if end < size:
            os.ftruncate(self._file, end)

    def _check_header(self, header: dict[str, Any]) -> None:
        lines = self._lines()
        # A journal without an attempt isn't of any work: its command was wrong, or ended at once.
        if (found := next(lines, None)) is not None and next(lines, None) is None:
            os.ftruncate(self._file, 0)
        elif found is not None:
            if found.get("journal") != header["journal"]:
                raise OtherWork(f"{self.path} is of another version of this program. Name another --state.")
            if (found.get("shard"), found.get("shards")) != (header["shard"], header["shards"]):
                raise OtherWork(
                    f"{self.path} is of shard {found.get('shard')} of {found.get('shards')}, not {header['shard']} of "
                    f"{header['shards']}. Keep the number of shards, or name another --state."
                )
            before = found.get("arguments", {})
            for name, value in header["arguments"].items():
                if before.get(name) != value:
                    raise OtherWork(
                        f"{self.path} is of other work, with {name} {self._text(before.get(name))}, not "
                        f"{self._text(value)}. Give the same arguments as before, or name another --state."
                    )
            return
        self._write(header)
        os.fsync(self._file)
        folder = os.open(os.path.dirname(self.path) or ".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    @staticmethod
    def _text(argument: Any) -> str:
        return "left out" if argument is None else argument if isinstance(argument, str) else json.dumps(argument)

    def _lines(self) -> Iterator[dict[str, Any]]:
        with open(self.path, "rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    record = json.loads(line)
                    if not isinstance(record, dict):
                        raise ValueError("no object")
                except ValueError as error:
                    raise JournalError(f"{self.path}, line {number} is damaged ({error}). Remove the line.") from None
                yield record

    def records(self) -> Iterator[dict[str, Any]]:
        """The records of jobs, oldest first. A later one with the same key takes the place of an earlier one."""
        lines = self._lines()
        next(lines, None)
        return (line for line in lines if "key" in line)

    def _write(self, record: dict[str, Any]) -> None:
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        while line:
            line = line[os.write(self._file, line) :]

    def add(self, record: dict[str, Any]) -> None:
        self._write(record)
        self._is_synced = False

    def begin(self, jobs: int) -> None:
        """Writes down that an attempt has read the manifest, which has so many jobs for the shard."""
        self.add({"attempt": "begun", "jobs": jobs})

    def finish(self) -> None:
        """Writes down that each job of the shard is done or bad."""
        self.add({"attempt": "finished"})
        self.sync()

    def sync(self) -> None:
        """Returns when all records are on the disk."""
        if not self._is_synced:
            os.fdatasync(self._file)
            self._is_synced = True

    def close(self) -> None:
        """Writes everything to the disk, and lets other processes use the journal."""
        try:
            self.sync()
        finally:
            os.close(self._file)
