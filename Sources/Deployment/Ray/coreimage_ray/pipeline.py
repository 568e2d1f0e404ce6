"""Datasets of addresses through a pool of actors."""

from __future__ import annotations

import math
from typing import Any, Sequence

import pyarrow as pa
import ray
from ray.data import ActorPoolStrategy, Dataset

from .actor import OUTCOME, PictureActor


class TooManyActors(ValueError):
    """The actors would take all processors, and Ray's readers would get none, so that nothing moves."""


def process(
    pictures: Dataset,
    job: dict[str, Any] | None = None,
    *,
    actors: int | tuple[int, int] | None = None,
    processors: float = 1,
    memory: int = 1 << 30,
    batch: int = 64,
    command: Sequence[str] | None = None,
    filesystem: Any = None,
    scratch: str | None = None,
    **options: Any,
) -> Dataset:
    """Processes the pictures of a dataset with the columns `input` and `output`, and optionally `job`.

    The result has a row for each row, with its columns and `ok`, `kind`, `message`, `bytes`, `width`, `height`, `ms`,
    `attempts` and `reused`. Nothing is computed before the result is consumed.

    - pictures: Addresses: paths of a file system that all nodes have, or URLs that fsspec knows. `job` is an object of
      JSON with fields of one picture. A dataset that isn't computed yet and has pools of actors itself, such as the
      result of `process`, runs its pools beside this one: they hold processors, too, and everything before them is
      done again. `pictures.materialize()` computes it first.
    - job: The fields of all jobs: `chain`, `recipe`, `size` and so on. With `"reuse": True`, a result that is there
      isn't made again when Ray repeats a batch, which costs reading the picture for its key.
    - actors: How many workers, or the least and the most of them. When left out, as many as leave a processor for the
      readers, beside the pools of `pictures`.
    - processors: What each actor takes of Ray's processors. The worker does that many pictures at a time.
    - memory: What each worker may use, in bytes.
    - batch: The pictures of a batch. A batch is repeated if its actor is lost.
    - command: The words that start a worker. When left out, `coreimage worker --isolate` with the limits above.
    - filesystem: A file system of fsspec or pyarrow for all addresses.
    - scratch: A folder for pictures of stores while they are processed, such as /dev/shm; the temporary folder when
      left out.
    - options: Further arguments of `Dataset.map_batches`.
    - Raises: TooManyActors, or another ValueError for numbers that are none or columns that the results have.
    """
    # First of all, because asking for the columns computes a part of the dataset.
    least, most = _numbers(actors, processors, _held(pictures))
    taken = sorted(set(OUTCOME) & set(pictures.columns() or []))
    if taken:
        raise ValueError(f"the dataset has the columns {', '.join(taken)}, which the results have; rename them")
    jobs = max(1, math.floor(processors))
    if command is None:
        command = ["coreimage", "worker", "--isolate", "--deadline", "60", "--threads", "1"]
        command += ["--jobs", str(jobs), "--memory", str(memory)]
    strategy = ActorPoolStrategy(size=most) if least == most else ActorPoolStrategy(min_size=least, max_size=most)
    arguments = {"command": list(command), "job": job or {}, "in_flight": jobs + 2}
    # A batch is the unit that is lost with an actor, so a block has no more rows.
    return pictures.repartition(target_num_rows_per_block=batch).map_batches(
        PictureActor,
        fn_constructor_kwargs={**arguments, "filesystem": filesystem, "scratch": scratch},
        batch_size=batch,
        batch_format="pyarrow",
        compute=strategy,
        num_cpus=processors,
        # So that Ray places no more actors on a node than fit: beside the worker's memory, those of two programs.
        memory=memory + (256 << 20),
        # Ray starts an actor that is lost again, and repeats its batches, on another node if need be: its defaults for
        # actors of map_batches are max_restarts=-1 and max_task_retries=-1.
        **options,
    )


def _held(pictures: Dataset) -> float:
    """The processors that pools of actors hold while the dataset is computed. A materialised one has none."""
    held: dict[int, float] = {}
    # Ray has no public list of a dataset's steps. A version without this one isn't checked.
    steps = [getattr(getattr(pictures, "_logical_plan", None), "dag", None)]
    while steps:
        step = steps.pop()
        if step is None or id(step) in held:
            continue
        pool, options = getattr(step, "compute", None), getattr(step, "ray_remote_args", None) or {}
        held[id(step)] = 0
        if isinstance(pool, ActorPoolStrategy):
            each = options.get("num_cpus")
            if each is None:
                each = 0 if options.get("num_gpus") else 1  # Ray's defaults.
            held[id(step)] = each * max(pool.min_size, getattr(pool, "initial_size", 0) or 0)
        steps += getattr(step, "input_dependencies", [])
    return sum(held.values())


def _numbers(actors: int | tuple[int, int] | None, processors: float, held: float) -> tuple[int, int]:
    """The least and the largest number of actors, where others hold some processors."""
    if not processors > 0:
        raise ValueError(f"processors is {processors!r}; write what each actor takes, such as 1 or 0.5")
    numbers = () if actors is None else actors if isinstance(actors, tuple) else (actors, actors)
    are_whole = len(numbers) in (0, 2) and all(isinstance(number, int) for number in numbers)
    if not are_whole or numbers and not 1 <= numbers[0] <= numbers[1]:
        raise ValueError(f"actors is {actors!r}; write 1 or more, or the least and the most of them as (1, 4)")
    there = ray.cluster_resources().get("CPU", 0)
    possible = max(0, math.floor((there - held - 1) / processors))
    least, most = numbers or (max(1, possible), max(1, possible))
    if least > possible:
        remedy, beside = f"Use at most {possible} actors, or fewer processors for each.", ""
        if held:
            beside = f", of which {held:g} are held by actors of the dataset's earlier steps,"
            remedy += " Or give process() the materialized dataset, pictures.materialize(), whose actors have ended."
        raise TooManyActors(
            f"{least} actors of {processors:g} processors leave less than one of the cluster's {there:g}{beside} for "
            f"the tasks that read addresses, so that nothing would move. {remedy}"
        )
    return least, most


def unique(pictures: Dataset) -> Dataset:
    """Leaves out rows that state a picture again. The result is materialised.

    Of several rows with the same output and different inputs or jobs, one is taken, the same one each time; the others
    have a true `conflict`, with which `process` refuses them.
    """
    columns = pictures.columns() or []

    def choose(group: pa.Table) -> pa.Table:
        rows = {(row.get("input") or "", row.get("job") or ""): row for row in reversed(group.to_pylist())}
        chosen = [rows[key] for key in sorted(rows)]
        table = pa.Table.from_pylist(chosen, schema=group.schema)
        return table.append_column("conflict", pa.array([place > 0 for place in range(len(chosen))], pa.bool_()))

    if "conflict" in columns:
        raise ValueError("the dataset has a column conflict; rename it")
    return pictures.groupby("output").map_groups(choose, batch_format="pyarrow").materialize()
