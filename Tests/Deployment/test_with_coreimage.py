"""Tests with the built command: a few pictures, a killed worker, and pictures that are none."""

from __future__ import annotations

import json
import os
import signal
import unittest
from collections import Counter

from support import coreimage, needs_command, number_of, numbered_rows, png, read_png
from test_kubernetes import JobCase

from coreimage_worker import WorkerClient


@needs_command
class CommandTests(JobCase):
    shards = 2

    def pictures(self, count: int) -> None:
        lines = []
        for number in range(count):
            content = b"This is no picture." if number == 5 else png(64, 48, numbered_rows(number))
            self.write(f"pictures/in/{number}.png", content)
            lines.append(
                json.dumps({"input": f"in/{number}.png", "output": f"out/{number}.png", "chain": "ColorInvert"})
            )
        self.write(
            "pictures/manifest.jsonl",
            "\n".join([*lines, lines[0], json.dumps({"input": "in/none.png", "output": "o.png"})]),
        )

    def check(self, count: int) -> None:
        for number in set(range(count)) - {5}:
            data = (self.folder / "pictures" / "out" / f"{number}.png").read_bytes()
            width, height, channels, rows = read_png(data)
            self.assertEqual((width, height, number_of(width, channels, rows)), (64, 48, number))

    def test_a_dozen_pictures_with_a_killed_worker(self) -> None:
        self.pictures(12)
        killed = []

        def disturb(pods) -> None:
            if not killed and pods and (children := pods[0].children):
                os.kill(children[0], signal.SIGKILL)
                killed.append(children[0])

        # The container's own command and arguments, with the worker that it names, and without the size.
        controller = self.controller(worker=None, job="{}")
        controller.run(disturb)
        self.assertEqual((controller.succeeded, controller.failed), ({0, 1}, {}), controller.output)
        self.assertEqual(len(killed), 1)
        self.check(12)
        records = self.records()
        outputs = [f"out/{number}.png" for number in range(12)] + ["o.png"]
        self.assertEqual(Counter(record["output"] for record in records), Counter(outputs))
        bad = {record["output"]: record["kind"] for record in records if record["state"] == "bad"}
        self.assertEqual(bad, {"out/5.png": "input", "o.png": "input"})

    def test_fields_that_the_worker_does_not_know_are_wrong_usage(self) -> None:
        self.pictures(2)
        for job, text in (('{"siz": {"fit": [32, 32]}}', 'no field "siz"'), ('{"size": {"fit": 32}}', "size")):
            controller = self.controller(worker=None, job=job)
            controller.run()
            self.assertEqual(set(controller.failed.values()), {"FailJob"}, controller.output)
            self.assertIn(text, "".join(controller.output))
            self.assertEqual(self.records(), [])

    def test_the_client_reads_what_the_command_answers(self) -> None:
        self.pictures(2)
        path = lambda name: str(self.folder / "pictures" / name)
        with WorkerClient([coreimage(), "worker", "--jobs", "1"]) as client:
            good = client.submit({"input": path("in/0.png"), "output": path("a.png")})
            wrong = client.submit({"input": path("in/0.png"), "output": path("b.png"), "chain": "NoSuchFilter"})
            unknown = client.submit({"input": path("in/0.png"), "output": path("c.png"), "misspelt": 1})
        self.assertEqual((good.result().answer["width"], good.result().answer["height"]), (64, 48))
        self.assertEqual((wrong.result().kind, unknown.result().kind), ("recipe", "malformed"))
        self.assertIn("misspelt", unknown.result().message)


if __name__ == "__main__":
    unittest.main()
