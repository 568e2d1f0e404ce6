"""The jobs of a manifest, and which of them belong to a shard."""

from __future__ import annotations

import contextlib
import errno
import functools
import gzip
import hashlib
import io
import json
import os
import re
import zlib
from dataclasses import dataclass
from typing import Any, BinaryIO, Iterator


class ManifestError(Exception):
    """The manifest can't be used. The message names the file, the line and the remedy."""


class OptionError(ManifestError):
    """An option is wrong or missing, and not the manifest."""


@dataclass(frozen=True)
class Entry:
    """A job of a manifest."""

    line: int
    """The number of its line, from 1."""
    job: dict[str, Any]

    @property
    def output(self) -> str:
        return self.job["output"]

    @property
    def replaces_its_picture(self) -> bool:
        """Whether the result would take the place of the picture, so that it couldn't be made a second time."""
        picture = self.job.get("input")
        return isinstance(picture, str) and identity(picture) == identity(self.output)

    @property
    def key(self) -> str:
        """Identifies the job: equal for equal jobs, different for others."""
        text = json.dumps(self.job, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]


def shard_of(output: str, shards: int) -> int:
    """The shard of a result. Jobs that write the same file belong to the same shard, which finds out."""
    return int.from_bytes(hashlib.sha256(path_bytes(output)).digest()[:8], "big") % shards


def path_bytes(path: str) -> bytes:
    """The same bytes for all ways to write the path of a result."""
    return identity(path).encode("utf-8", "surrogatepass")


def identity(path: str) -> str:
    """The same path for all ways to write that of a result: absolute, with the links of its folder followed.

    Relative paths start at the working folder. What isn't there yet is no link. A link at the end isn't followed,
    because the result takes its place.
    """
    folder, name = os.path.split(path)
    if name in ("", ".", ".."):
        folder, name = path, ""
    start = "" if folder.startswith("/") else os.getcwd()
    return os.path.normpath(os.path.join(_real_folder(start, folder), name))


@functools.lru_cache(maxsize=4096)
def _real_folder(start: str, folder: str) -> str:
    """The folder without links. It is kept, so that a list doesn't ask the file system again for each of its lines."""
    path = os.path.join(start, folder)
    # Python keeps two slashes at the beginning, which mean the same as one here.
    path = "/" + path.lstrip("/")
    try:
        return os.path.realpath(path)
    except ValueError:
        return os.path.normpath(path)  # The system has no such names, and the worker refuses them.


def output_path(pattern: str, input_path: str) -> str:
    """Fills in a pattern's `{folder}`, `{name}` and `{ext}` with the parts of a picture's path."""
    folder, file = os.path.split(input_path)
    if ".." in folder.split("/") and "{folder}" in pattern:
        raise ManifestError(f"{input_path} has .. in its folder, and its result could be anywhere. State its output.")
    name, extension = os.path.splitext(file)
    parts = {"folder": folder, "name": name, "ext": extension.lstrip(".")}
    try:
        return os.path.normpath(pattern.format_map(parts))
    except (KeyError, ValueError, IndexError, AttributeError, TypeError) as error:
        remedy = "use {folder}, {name} and {ext}"
        raise OptionError(f"--output {pattern}: {error} can't be filled in; {remedy}") from None


def read_object(text: str | bytes) -> dict[str, Any]:
    """Reads an object of JSON.

    - Raises: ValueError, also for an object in which a key stands twice, as it isn't known which value is meant.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise ValueError(f"the key {json.dumps(twice)} stands twice in an object; keep one of them")
        return result

    try:
        value = json.loads(text, object_pairs_hook=unique)
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    if not isinstance(value, dict):
        raise ValueError("it is no object")
    return value


def _is_other_json(line: bytes) -> bool:
    """Whether a line is a list or a text of JSON. Numbers and words could be paths as well."""
    try:
        json.loads(line)
    except RecursionError:
        return True
    except ValueError:
        return False
    return line.startswith((b"[", b'"'))


@dataclass(frozen=True)
class Manifest:
    """A file with a job in each line: an object of JSON as `coreimage worker` reads it, or the path of a picture. A
    path that begins with `#` is written as `./#…`, because nothing else tells it from a comment.

    The file may be compressed with gzip. Empty lines are skipped.
    """

    path: str
    defaults: dict[str, Any]
    """Fields of jobs that don't state them."""
    output: str | None
    """The pattern of the output of jobs that state none."""

    @contextlib.contextmanager
    def _open(self) -> Iterator[BinaryIO]:
        with open(self.path, "rb") as file:
            if file.peek(2)[:2] != b"\x1f\x8b":
                yield file
                return
            with gzip.GzipFile(fileobj=file) as unpacked, io.BufferedReader(unpacked) as buffered:
                yield buffered

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """The lines that aren't empty, with their numbers."""
        try:
            with self._open() as file:
                for number, line in enumerate(file, 1):
                    if line := line.strip():
                        yield number, line
        except (OSError, EOFError, zlib.error) as error:
            lasting = (None, errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOTDIR)
            if isinstance(error, OSError) and error.errno not in lasting:
                raise  # The storage may come back.
            reason = getattr(error, "strerror", None) or str(error)
            raise ManifestError(f"{self.path} can't be read: {reason}. Check --manifest and the volume.") from None

    def entry(self, number: int, line: bytes) -> Entry:
        """Reads a line."""
        where = f"{self.path}, line {number}"
        if line.startswith(b"{"):
            try:
                job = read_object(line)
            except ValueError as error:
                # A key that stands twice is JSON by its grammar.
                what = "can't be used" if "stands twice" in str(error) else "is no JSON"
                raise ManifestError(f"{where} {what}: {error}. Write one object on each line.") from None
        elif line.startswith(b"#") or _is_other_json(line):
            raise ManifestError(
                f"{where} is neither an object of JSON nor the path of a picture. Write a job such as "
                '{"input": "a.png", "output": "b.jpg"}, or a path; one that begins with # as ./#…, because a manifest '
                "has no comments."
            )
        else:
            try:
                job = {"input": line.decode()}
            except UnicodeDecodeError:
                raise ManifestError(f"{where} isn't UTF-8. Correct the path, or rename the file.") from None
        job = {**self.defaults, **job}
        job.pop("id", None)
        if "output" not in job and isinstance(job.get("input"), str):
            if self.output is None:
                raise OptionError(f"{where} has no output. Give --output 'FOLDER/{{name}}.jpg', or add \"output\".")
            job["output"] = output_path(self.output, job["input"])
        if not isinstance(job.get("output"), str) or not job["output"]:
            raise ManifestError(f"{where} has no output. Add \"output\", or give --output 'FOLDER/{{name}}.jpg'.")
        return Entry(number, job)

    def entries(self, shard: int, shards: int) -> Iterator[Entry]:
        """The jobs of a shard, in the order of the file. `shards` is 1 for a manifest that was split before."""
        for number, line in self.lines():
            entry = self.entry(number, line)
            if shards == 1 or shard_of(entry.output, shards) == shard:
                yield entry


def split(manifest: Manifest, shards: int, folder: str, buffered: int = 64 << 20) -> int:
    """Writes a manifest for each shard, `00000.jsonl` and so on, and returns the number of jobs.

    Each line of the files is a whole job, so that neither defaults nor a pattern are needed afterwards.

    - Raises: ManifestError. OptionError if the folder has manifests of more shards, which would be mistaken for ones
      of this split.
    """
    names = [f"{shard:05}.jsonl" for shard in range(shards)]
    there = os.listdir(folder) if os.path.isdir(folder) else []
    others = sorted(name for name in there if re.fullmatch(r"\d{5,}\.jsonl", name) and int(name[:-6]) >= shards)
    if others:
        raise OptionError(
            f"{folder} has manifests of another split, such as {others[-1]}. Remove them, or name another --into."
        )
    parts = os.path.join(folder, ".parts")
    try:
        os.makedirs(parts)
    except FileExistsError:
        raise ManifestError(f"{parts} is there: another split is at work, or was killed. Remove it then.") from None
    texts: list[list[bytes]] = [[] for _ in names]
    size = count = 0

    def write() -> None:
        for name, lines in zip(names, texts):
            with open(os.path.join(parts, name), "ab") as file:
                file.writelines(lines)
            lines.clear()

    try:
        for number, line in manifest.lines():
            entry = manifest.entry(number, line)
            text = json.dumps(entry.job, separators=(",", ":")).encode() + b"\n"
            texts[shard_of(entry.output, shards)].append(text)
            size, count = size + len(text), count + 1
            if size > buffered:
                write()
                size = 0
        write()
        for name in names:
            os.replace(os.path.join(parts, name), os.path.join(folder, name))
    finally:
        for name in os.listdir(parts):
            os.unlink(os.path.join(parts, name))
        os.rmdir(parts)
    return count
