"""The commands `run`, `split` and `report`."""

from __future__ import annotations

import argparse
import json
import os
import signal
import stat
import sys
import time

from coreimage_worker import WorkerClient

from . import exit_codes
from .journal import WORKING_FOLDER, Journal, JournalBusy, JournalError, OtherWork
from .manifest import Manifest, ManifestError, OptionError, output_path, read_object, split
from .report import journal_path, report
from .shard import Limits, Shard, summary

DESCRIPTION = """Processes the pictures of a manifest in shards.

A manifest has a job on each line: {"input": "in.jpg", "output": "out.jpg", "chain": "SepiaTone"}, with the fields of
`coreimage worker`, or only the path of a picture. `run` does one shard of it, `split` writes a manifest for each shard,
and `report` says what became of all jobs."""

EXIT_CODES = """exit codes of run:
  0    every job is done, or reported as bad
  1    something that may pass, such as a full disk, or a folder that may not be written: another attempt goes on
  42   the manifest is wrong, or most of its pictures are: another attempt would fail, too
  64   wrong usage, also of the worker or of a checkpoint of other work
  143  ended by SIGTERM: another attempt goes on"""

REPORT_CODES = """exit codes of report:
  0    all shards are finished
  1    the checkpoints can't be read now
  3    shards are unfinished, or haven't begun
  42   a checkpoint is damaged
  64   wrong usage, such as another number of shards than that of run"""


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        self.print_usage(sys.stderr)
        self.exit(exit_codes.WRONG_USAGE, f"{self.prog}: {message}\n")


def parser() -> Parser:
    raw = argparse.RawDescriptionHelpFormatter
    top = Parser(prog="coreimage_shard", description=DESCRIPTION, formatter_class=raw)
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser)
    run = commands.add_parser("run", help="do the jobs of one shard", epilog=EXIT_CODES, formatter_class=raw)
    run.add_argument(
        "--manifest", required=True, metavar="FILE",
        help="the jobs of all shards; with {shard:05} in its name, those of this shard alone, as split writes them. "
        "It is read several times, so it can't be a pipe",
    )  # fmt: skip
    run.add_argument("--state", required=True, metavar="DIR", help="the folder of the checkpoints")
    run.add_argument(
        "--shard", type=int, default=os.environ.get("JOB_COMPLETION_INDEX"), metavar="N",
        help="the shard, from 0; JOB_COMPLETION_INDEX of the environment when left out",
    )  # fmt: skip
    run.add_argument("--shards", type=int, required=True, metavar="N", help="the number of shards")
    run.add_argument(
        "--most-bad", type=float, default=0.5, metavar="FRACTION",
        help="end with 42 if more pictures are bad, and at least 50; 0.5 when left out",
    )  # fmt: skip
    run.add_argument("--retry-bad", action="store_true", help="do jobs again that were bad in earlier attempts")
    run.add_argument("--drain", type=float, default=20, metavar="SECONDS", help="for jobs in work after SIGTERM")
    run.add_argument(
        "--wait", type=float, default=60, metavar="SECONDS", help="for another process to end its work on the shard"
    )
    run.add_argument("--summary", metavar="FILE", help="write the summary there, too, such as to /dev/termination-log")
    run.add_argument(
        "worker", nargs="*", default=[], metavar="-- WORKER",
        help="the words that start the worker; 'coreimage worker --isolate --deadline 60' when left out",
    )  # fmt: skip
    parts = commands.add_parser("split", help="write a manifest for each shard")
    parts.add_argument("--manifest", required=True, metavar="FILE", help="the jobs; - for standard input")
    parts.add_argument("--shards", type=int, required=True, metavar="N")
    parts.add_argument(
        "--into", required=True, metavar="DIR", help="the folder of 00000.jsonl and so on, without those of more shards"
    )
    for command in (run, parts):
        command.add_argument("--job", default="{}", metavar="JSON", help="fields of jobs that don't state them")
        command.add_argument("--output", metavar="PATTERN", help="of jobs that state none, such as 'out/{name}.jpg'")
    result = commands.add_parser(
        "report", help="print bad pictures as lines of JSON, and the counts", epilog=REPORT_CODES, formatter_class=raw
    )
    result.add_argument("--state", required=True, metavar="DIR")
    result.add_argument("--shards", type=int, required=True, metavar="N")
    return top


def say(text: str) -> None:
    print(f"coreimage_shard: {text}", file=sys.stderr, flush=True)


def manifest(options: argparse.Namespace, path: str) -> Manifest:
    try:
        defaults = read_object(options.job)
    except ValueError as error:
        raise UsageError(f'--job: {error}; write an object such as \'{{"chain": "SepiaTone"}}\'') from None
    if options.output is not None:
        output_path(options.output, "folder/name.ext")  # It is wrong for no picture or for all.
    return Manifest(path, defaults, options.output)


class UsageError(Exception):
    pass


def is_stream(path: str) -> bool:
    """Whether the path stands for standard input, a pipe or anything else that can be read only once."""
    if path == "-" or os.path.abspath(path).startswith(("/dev/stdin", "/dev/fd/", "/proc/")):
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False  # Whoever reads it says why it can't be read.
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def run(options: argparse.Namespace) -> int:
    if options.shard is None:
        raise UsageError("give --shard, or set JOB_COMPLETION_INDEX")
    if not 0 <= options.shard < options.shards:
        raise UsageError(f"--shard {options.shard} is outside of 0 to {options.shards - 1}")
    try:
        path = options.manifest.format(shard=options.shard)
    except (KeyError, ValueError, IndexError, AttributeError, TypeError):
        raise UsageError(f"--manifest {options.manifest}: braces may only be {{shard}} or {{shard:05}}") from None
    if is_stream(path):
        raise UsageError(
            f"--manifest {path}: the manifest is read several times, and again by the next attempt, so it must be a "
            "file. Write it to one, or let split make files of it, which reads standard input as --manifest -"
        )
    shards = options.shards if path == options.manifest else 1
    jobs = manifest(options, path)
    began = time.monotonic()
    # A signal before the work begins ends it at once, as the first process of a container ignores it otherwise.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(exit_codes.TERMINATED))
    try:
        arguments = {
            "--manifest": os.path.normpath(options.manifest), "--job": jobs.defaults, "--output": jobs.output,
        }  # fmt: skip
        if shards > 1:
            # Relative paths of results start there, and decide about the shards of their jobs.
            arguments[WORKING_FOLDER] = os.path.realpath(os.getcwd())
        where = journal_path(options.state, options.shard)
        journal = Journal(where, options.shard, options.shards, options.wait, arguments)
    except JournalBusy as error:
        say(str(error))
        return exit_codes.TRY_AGAIN
    except OSError as error:
        say(f"{options.state} can't be written: {error.strerror}")
        return exit_codes.TRY_AGAIN
    try:
        shard = Shard(
            jobs, options.shard, shards, journal, Limits(most_bad=options.most_bad, drain_seconds=options.drain),
            options.retry_bad,
        )  # fmt: skip
        client = WorkerClient(options.worker or ["coreimage", "worker", "--isolate", "--deadline", "60"])
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: shard.stop())
        try:
            code = shard.run(client, say)
        except BaseException:
            client.drain(0)
            raise
        text = summary(shard.counts, code, time.monotonic() - began)
        print(text, flush=True)
        if options.summary:
            with open(options.summary, "w") as file:
                file.write(text + "\n")
        return code
    finally:
        journal.close()


def main() -> int:
    options = parser().parse_args()
    try:
        if getattr(options, "shards", 1) < 1:
            raise UsageError(f"--shards {options.shards}: write 1 or more")
        if options.command == "run":
            return run(options)
        if options.command == "split":
            os.makedirs(options.into, exist_ok=True)
            source = "/dev/stdin" if options.manifest == "-" else options.manifest
            count = split(manifest(options, source), options.shards, options.into)
            print(json.dumps({"jobs": count, "shards": options.shards}))
            return exit_codes.FINISHED
        result = report(options.state, options.shards, lambda record: print(json.dumps(record)))
        counts = {"done": result.done, "bad": result.bad, "kinds": result.kinds}
        print(json.dumps({**counts, "shards unfinished": result.unfinished, "shards not begun": result.not_begun}))
        return exit_codes.FINISHED if result.is_finished else exit_codes.UNFINISHED
    except (UsageError, OptionError, OtherWork) as error:
        say(str(error))
        return exit_codes.WRONG_USAGE
    except (ManifestError, JournalError) as error:
        say(str(error))
        return exit_codes.BAD_INPUT
    except OSError as error:
        say(f"{error.filename or ''}: {error.strerror}")
        return exit_codes.TRY_AGAIN


if __name__ == "__main__":
    sys.exit(main())
