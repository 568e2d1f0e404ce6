"""Ten thousand pictures through the pods of a job, while pods and workers are killed."""

from __future__ import annotations

import json
import os
import random
import signal
import statistics
import sys
import time
import unittest
from collections import Counter
from pathlib import Path

from kubernetes import Pod
from support import needs_command, number_of, numbered_rows
from test_kubernetes import JobCase

try:
    import pyvips
except ImportError:
    raise unittest.SkipTest("pyvips isn't installed; `make test-clusters` installs it") from None

COUNT = int(os.environ.get("COREIMAGE_DEPLOYMENT_PICTURES", "3000"))
# With fewer pictures, there is time for fewer ends, and memory hasn't become steady.
IS_LONG = COUNT >= 3000


@needs_command
class ManyPicturesTests(JobCase):
    shards = 2

    def pictures(self) -> dict[str, str]:
        """Writes the pictures and the manifest, and returns the kinds of the bad ones."""
        lines, bad = [], {}
        (self.folder / "pictures" / "in").mkdir(parents=True)
        for number in range(COUNT):
            path = self.folder / "pictures" / "in" / f"{number}.jpg"
            if number % 500 == 17:
                path.write_bytes(b"This is no picture.")
            elif number % 500 != 117:
                image = pyvips.Image.new_from_memory(b"".join(numbered_rows(number)), 64, 48, 3, "uchar")
                image.copy(interpretation="srgb").jpegsave(str(path), Q=90)
            if number % 500 in (17, 117):
                bad[f"out/{number}.jpg"] = "input"
            lines.append(
                json.dumps({"input": f"in/{number}.jpg", "output": f"out/{number}.jpg", "chain": "ColorInvert"})
            )
        lines += random.Random(2).choices(lines, k=COUNT // 50)
        random.Random(3).shuffle(lines)
        self.write("pictures/manifest.jsonl", "\n".join(lines))
        return bad

    def check(self, bad: dict[str, str], kills: int = 0) -> None:
        records = self.records()
        self.assertEqual(Counter(record["output"] for record in records), Counter(f"out/{n}.jpg" for n in range(COUNT)))
        self.assertEqual({r["output"]: r["kind"] for r in records if r["state"] == "bad"}, bad)
        for number in range(COUNT):
            path = self.folder / "pictures" / "out" / f"{number}.jpg"
            if f"out/{number}.jpg" in bad:
                self.assertFalse(path.exists())
                continue
            image = pyvips.Image.new_from_file(str(path))
            pixels, stride = image.write_to_memory(), 64 * image.bands
            self.assertEqual(
                number_of(64, image.bands, [pixels[y * stride : (y + 1) * stride] for y in range(48)]), number
            )
        # A worker that is killed between the two names of a complete result leaves the hidden one.
        names = os.listdir(self.folder / "pictures" / "out")
        hidden = [name for name in names if name.startswith(".coreimage-")]
        print(f"{len(hidden)} hidden files were left by killed workers", file=sys.stderr)
        self.assertEqual(len(names) - len(hidden), COUNT - len(bad))
        self.assertLessEqual(len(hidden), kills)

    def test_killed_pods_and_workers_lose_no_picture(self) -> None:
        bad = self.pictures()
        controller = self.controller(worker=None, job="{}")
        controller.job["spec"]["backoffLimitPerIndex"] = 1000
        generator = random.Random(11)
        used: Counter[str] = Counter()
        next_time = [0.0]

        def disturb(pods: list[Pod]) -> None:
            if not pods or time.monotonic() < next_time[0]:
                return
            pod = generator.choice(pods)
            # Of the first ends, one is of each kind. With fewer pictures, there are no others.
            kinds = ["worker", "kill", "evict"]
            kind = next((k for k in kinds if k not in used), None)
            if kind is None and not IS_LONG:
                return
            kind = kind or generator.choice(["worker"] * 4 + kinds)
            next_time[0] = time.monotonic() + (generator.uniform(0.5, 1.5) if IS_LONG else 0.3)
            if kind == "worker":
                for child in pod.children:
                    os.kill(child, signal.SIGKILL)
                    used[kind] += 1
            elif pod.process.poll() is None:
                used[kind] += 1
                pod.evict(controller.grace) if kind == "evict" else pod.kill()

        began = time.monotonic()
        controller.run(disturb, seconds=1800)
        print(
            f"{COUNT} pictures in {time.monotonic() - began:.1f} s; {dict(used)}; {len(controller.codes)} pods",
            file=sys.stderr,
        )
        self.assertEqual((controller.succeeded, controller.failed), ({0, 1}, {}))
        self.assertGreaterEqual(used["worker"], 5 if IS_LONG else 1)
        self.assertGreaterEqual(used["kill"], 1)
        self.assertGreaterEqual(used["evict"], 1)
        self.check(bad, used["worker"] + used["kill"])

    @unittest.skipUnless(IS_LONG, "memory needs thousands of pictures")
    def test_memory_of_a_pod_stays_flat(self) -> None:
        bad = self.pictures()
        self.shards = 1
        controller = self.controller(worker=None, job="{}")
        samples: list[tuple[int, int]] = []

        def resident(process: int) -> int:
            try:
                text = Path(f"/proc/{process}/status").read_text()
            except (FileNotFoundError, ProcessLookupError):
                return 0
            return next((int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("VmRSS")), 0)

        def sample(pods: list[Pod]) -> None:
            for pod in pods:
                family, place = [pod.process.pid], 0
                while place < len(family):
                    for task in Path(f"/proc/{family[place]}/task").glob("*/children"):
                        try:
                            family += [int(word) for word in task.read_text().split()]
                        except (FileNotFoundError, ProcessLookupError):
                            pass
                    place += 1
                samples.append((resident(family[0]), sum(map(resident, family[1:]))))

        began = time.monotonic()
        controller.run(sample, seconds=1800)
        self.assertEqual(controller.succeeded, {0})
        self.check(bad)
        seconds = time.monotonic() - began
        for name, sizes in zip(("the program", "its worker"), zip(*[both for both in samples if all(both)])):
            medians = [
                statistics.median(sizes[n * len(sizes) // 4 : (n + 1) * len(sizes) // 4]) / 1e6 for n in range(4)
            ]
            print(
                f"megabytes of {name} by quarters of {seconds:.0f} s: {[round(m, 1) for m in medians]}", file=sys.stderr
            )
            self.assertLess(medians[3] - medians[1], 0.05 * medians[1])


if __name__ == "__main__":
    unittest.main()
