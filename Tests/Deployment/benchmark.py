#!/usr/bin/env python3
"""Times pictures in a Ray actor: `coreimage worker`, as the actors of coreimage_ray run it, and pyvips in the same one.

    benchmark.py --command PROGRAM [--size 6000x4000] [--pictures 4] [--turns 3] [--output FILE.json]

Workload W6 of Tests/Benchmarks (JPEG; sepia, hue and contrast in linear light; JPEG of quality 90), and a thumbnail of
500 pixels. Both have one processor. The contenders take turns; the figures are medians of the turns after the first.
The pictures of both are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from support import MODULES, PACKAGE

sys.path.append(str(PACKAGE / "Tests" / "Benchmarks"))
import peers


def chain() -> list[str]:
    """W6 in the words of `coreimage apply`."""
    words: list[str] = []
    for matrix in (peers.SEPIA, peers.HUE, peers.CONTRAST):
        words += [
            "ColorMatrix",
            *(f"{row}Vector={','.join(map(str, values))},0" for row, values in zip("rgb", matrix)),
            ",",
        ]
    return [*words[:-1], f"biasVector={','.join(map(str, peers.BIAS))},0"]


def draw(path: str, width: int, height: int) -> None:
    """The test scene in the size, with fine noise, as photographs have it."""
    import pyvips

    scene = pyvips.Image.thumbnail(
        str(PACKAGE / "Tests" / "Fixtures" / "scene.png"), width, height=height, size="force"
    )
    noise = pyvips.Image.gaussnoise(width, height, sigma=4, mean=0, seed=1)
    (scene.colourspace("srgb")[:3] + noise).cast("uchar").copy(interpretation="srgb").jpegsave(path, Q=92)


class Contest:
    """The actor, with both contenders."""

    def __init__(self, command: str, folder: str):
        import pyvips

        from coreimage_ray import PictureActor

        # Both get one processor: a worker decodes and encodes on threads of their own, beside those of --threads.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        pyvips.cache_set_max(0)
        self.folder = folder
        words = [command, "worker", "--jobs", "1", "--threads", "1"]
        self.actors = {
            "ours": PictureActor(words, {}, 2),
            "ours, isolated": PictureActor([*words, "--isolate"], {}, 2),
        }

    def processor_seconds(self, contender: str) -> float:
        """What the contender's processes have taken of processors, with their threads and the children that ended."""
        if contender == "pyvips":
            return time.process_time()
        family, seconds = [self.actors[contender]._client.worker_pid], 0.0
        for process in family:
            if process is None:
                return 0
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            seconds += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
            for task in Path(f"/proc/{process}/task").iterdir():
                family += [int(word) for word in (task / "children").read_text().split()]
        return seconds

    def time(self, contender: str, workload: str, source: str, count: int) -> tuple[float, float]:
        """Seconds for each picture, and those of processors."""
        before = self.processor_seconds(contender)
        began = time.perf_counter()
        target = os.path.join(self.folder, f"{contender}-{workload}.jpg".replace(" ", ""))
        if contender == "pyvips":
            for _ in range(count):
                self.vips(workload, source, target)
        else:
            import pyarrow as pa

            job = (
                {"chain": chain(), "quality": 0.9}
                if workload == "W6"
                else {"size": {"fit": [500, 500]}, "quality": 0.85}
            )
            # Each picture has a result of its own, as in a job.
            rows = [{"input": source, "output": f"{target}.{n}.jpg", "job": json.dumps(job)} for n in range(count)]
            ends = self.actors[contender](pa.Table.from_pylist(rows)).to_pylist()
            assert all(end["ok"] for end in ends), ends
        took = time.perf_counter() - began
        return took / count, (self.processor_seconds(contender) - before) / count

    def vips(self, workload: str, source: str, target: str) -> None:
        import pyvips

        if workload == "thumbnail":
            return pyvips.Image.thumbnail(source, 500, height=500).jpegsave(target, Q=85)
        image = pyvips.Image.new_from_file(source, access="sequential").colourspace("scrgb")
        for matrix in (peers.SEPIA, peers.HUE, peers.CONTRAST):
            image = image.recomb(matrix)
        (image + peers.BIAS).colourspace("srgb").jpegsave(target, Q=90)

    def difference(self) -> float:
        """The mean difference of the two results of W6, of 255."""
        import pyvips

        ours = pyvips.Image.new_from_file(os.path.join(self.folder, "ours-W6.jpg.0.jpg"))
        theirs = pyvips.Image.new_from_file(os.path.join(self.folder, "pyvips-W6.jpg"))
        return (ours - theirs).abs().avg()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--command", required=True)
    parser.add_argument("--size", default="6000x4000")
    parser.add_argument("--pictures", type=int, default=4)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--output")
    options = parser.parse_args()
    width, height = map(int, options.size.split("x"))
    # Ray's processes inherit the environment.
    os.environ.update(PYTHONPATH=":".join([*MODULES, *sys.path[-1:], str(Path(__file__).parent)]), VIPS_CONCURRENCY="1")
    import ray

    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    with tempfile.TemporaryDirectory() as folder:
        sources = {"W6": os.path.join(folder, "large.jpg"), "thumbnail": os.path.join(folder, "medium.jpg")}
        draw(sources["W6"], width, height)
        draw(sources["thumbnail"], 2000, 1333)
        contest = ray.remote(num_cpus=1)(Contest).remote(os.path.abspath(options.command), folder)
        contenders = ("ours", "ours, isolated", "pyvips")
        found: dict[str, dict[str, float]] = {}
        taken: dict[str, dict[str, float]] = {}
        for workload, count in (("W6", options.pictures), ("thumbnail", 10 * options.pictures)):
            times: dict[str, list[float]] = {contender: [] for contender in contenders}
            costs: dict[str, list[float]] = {contender: [] for contender in contenders}
            for turn in range(options.turns + 1):
                for contender in contenders:
                    seconds, cost = ray.get(contest.time.remote(contender, workload, sources[workload], count))
                    if turn:
                        times[contender].append(seconds)
                        costs[contender].append(cost)
            found[workload] = {contender: statistics.median(runs) for contender, runs in times.items()}
            taken[workload] = {contender: statistics.median(runs) for contender, runs in costs.items()}
            for contender, seconds in found[workload].items():
                ratio = found[workload]["pyvips"] / seconds
                cost = 1000 * taken[workload][contender]
                rate = f"{1 / seconds:8.2f} pictures/s  {1000 * seconds:7.1f} ms, {cost:7.1f} ms of processors"
                print(f"{workload:<10} {contender:<16} {rate}   {ratio:.2f} x pyvips", flush=True)
        difference = ray.get(contest.difference.remote())
        print(f"mean difference of the results of W6: {difference:.2f} of 255")
        assert difference < 2, "the contenders don't do the same"
        if options.output:
            figures = {"size": options.size, "seconds": found, "processor seconds": taken}
            Path(options.output).write_text(json.dumps(figures, indent=1) + "\n")
        # Other programs that run meanwhile change the first ratio, and hardly the second.
        ratios = [times["W6"]["pyvips"] / times["W6"]["ours"] for times in (found, taken)]
        verdict = "holds" if min(ratios) >= 2 else "MISSED"
        print(
            f"W6 in a Ray actor, pyvips / ours: {ratios[0]:.2f} of time, {ratios[1]:.2f} of processors (must be 2): "
            + verdict
        )
    ray.shutdown()


if __name__ == "__main__":
    main()
