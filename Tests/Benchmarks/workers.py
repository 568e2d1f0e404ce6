"""Measures `coreimage worker` beside a batch of the same pictures, and two workers beside one."""

import json
import os
import shutil
import subprocess
import time

SIZE = "512x512"
CHAIN = ["SepiaTone", "intensity=0.8", ",", "Vignette", "intensity=1"]


def measure(bench, folder):
    """Stores the milliseconds of all pictures as the result "worker", and their number in `worker_pictures`.

    Each program has one processor. The workers read their jobs from a file, so that no client takes time beside them.
    """
    if not bench.wants("worker"):
        return
    processors = sorted(os.sched_getaffinity(0))
    folder = os.path.abspath(os.path.join(folder, "workers"))
    results = os.path.join(folder, "results")
    os.makedirs(results)
    command = bench.options.command
    environment = {**os.environ, "COREIMAGE_CACHE": os.path.join(folder, "cache")}
    count = bench.worker_pictures = 100 if bench.options.quick else 500
    first = os.path.join(folder, "0.jpg")
    subprocess.run([bench.options.benchmarks, "picture", SIZE, first], check=True)
    sources = [first]
    for number in range(1, count):
        sources.append(os.path.join(folder, f"{number}.jpg"))
        shutil.copy(first, sources[-1])

    def jobs(name):
        path = os.path.join(folder, f"{name}.jsonl")
        with open(path, "w") as file:
            for number, source in enumerate(sources):
                output = os.path.join(results, f"{name}-{number}.jpg")
                file.write(json.dumps({"id": f"{number}", "input": source, "output": output, "chain": CHAIN, "quality": 0.9}) + "\n")
        return path

    lists = [jobs("a"), jobs("b")]

    def start(words, processor, stdin=subprocess.DEVNULL):
        return subprocess.Popen(
            [command, *words], stdin=stdin, stdout=subprocess.DEVNULL, env=environment,
            preexec_fn=lambda: os.sched_setaffinity(0, {processor}))

    def worker(path, processor):
        with open(path) as file:
            return start(["worker", "--jobs", "1", "--threads", "1"], processor, file)

    def clocked(*starts):
        began = time.perf_counter()
        for process in [start() for start in starts]:
            if process.wait():
                raise RuntimeError(f"{process.args} ended with code {process.returncode}")
        return (time.perf_counter() - began) * 1000

    batch = ["apply", *sources, "-o", results + "/", "--overwrite", "--quiet", "--jobs", "1", "--quality", "0.9", "--", *CHAIN]
    contenders = {
        "batch": lambda: clocked(lambda: start(batch, processors[0])),
        "one worker": lambda: clocked(lambda: worker(lists[0], processors[0])),
    }
    if len(processors) > 1:
        # Each has as many pictures as the one has, so that the start counts for as much.
        contenders["two workers"] = lambda: clocked(*[lambda path=path, processor=processor: worker(path, processor) for path, processor in zip(lists, processors)])
    else:
        bench.missing.append("a second processor, for two workers")
    bench.by_turns("worker", contenders)
    shutil.rmtree(folder)


def bars(bench):
    one, batch, two = (bench.median("worker", name) for name in ("one worker", "batch", "two workers"))
    overhead = (one - batch) / bench.worker_pictures if one and batch else None
    return [
        ("worker / batch, for each picture", overhead, 1, 0.3, "ms more"),
        # A smaller number is better in this table, so these are the times for as many pictures.
        ("two workers / one, time for each picture", two / one / 2 if one and two else None, 1 / 1.9, None, "x"),
    ]
