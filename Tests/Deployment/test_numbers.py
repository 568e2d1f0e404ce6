"""Chains with numbers that are far too large, too small, or of the wrong sign: each job is answered, and the worker goes on.

COREIMAGE_NUMBER_CHAINS is the number of chains, and COREIMAGE_NUMBER_SEED the first seed.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import unittest

from support import FolderCase, coreimage, needs_command, png

COUNT = int(os.environ.get("COREIMAGE_NUMBER_CHAINS", "150"))
SEED = int(os.environ.get("COREIMAGE_NUMBER_SEED", "1"))
NUMBERS = [
    "0", "1", "-1", "0.5", "-0.5", "3", "1e-300", "1e-9", "255", "1e5", "1e6", "1e7", "-1e9", "1e9", "2147483647", "4294967296",
    "1099511627776", "1e15", "-1e18", "9.3e18", "1e30", "-1e100", "1e300", "1.7e308",
]
SIZES = [None, {"fit": [50, 50]}, {"fill": [50, 50]}, {"crop": [50, 50]}]


def filters() -> list[dict]:
    listed = json.loads(subprocess.run([coreimage(), "filters", "--json"], check=True, capture_output=True).stdout)
    return [
        json.loads(subprocess.run([coreimage(), "filter", one["name"], "--json"], check=True, capture_output=True).stdout)
        for one in listed
    ]


def value(kind: str, choose: random.Random) -> str | None:
    """A value for an input of a class; None for those that aren't numbers."""
    count = {"NSNumber": 1, "CIVector": choose.choice([2, 2, 3, 4]), "NSValue": 6, "CIColor": 4}.get(kind)
    return ",".join(choose.choice(NUMBERS) for _ in range(count)) if count else None


@needs_command
class NumberTests(FolderCase):
    def step(self, choose: random.Random) -> str:
        filter = choose.choice(self.filters)
        words = [filter["name"]]
        for given in filter["controls"]:
            text = value(given["valueClass"], choose)
            if text is not None and choose.random() < 0.7:
                if given["valueClass"] == "CIVector" and isinstance(given.get("default"), list):
                    text = ",".join(choose.choice(NUMBERS) for _ in given["default"])
                words.append(f"{given['key']}={text}")
            elif given["valueClass"] in ("NSString", "NSData", "NSAttributedString"):
                words.append(f"{given['key']}=a")
        return " ".join(words)

    def test_each_job_is_answered(self) -> None:
        picture = self.write("a.png", png(40, 30, [bytes(range(120))] * 30))
        self.filters = filters()
        self.assertGreater(len(self.filters), 200)
        choose = random.Random(SEED)
        jobs = [
            {"id": str(number), "input": picture, "output": str(self.folder / f"{number}.png"), "deadline": 0.3,
             "chain": ", ".join(self.step(choose) for _ in range(choose.choice([1, 1, 2]))),
             **({"size": size} if (size := choose.choice(SIZES)) else {})}
            for number in range(COUNT)
        ]
        ended = subprocess.run(
            [coreimage(), "worker", "--jobs", "2", "--memory", "512M", "--pixel-limit", "20M"],
            input="".join(json.dumps(job) + "\n" for job in jobs), capture_output=True, text=True, timeout=60 + COUNT)
        answers = {answer["id"]: answer for answer in map(json.loads, ended.stdout.splitlines()) if "ok" in answer}
        missing = [job["chain"] + f" {job.get('size')}" for job in jobs if job["id"] not in answers]
        self.assertEqual((ended.returncode, missing[:5]), (0, []), ended.stderr[-2000:])
        kinds = {answer["error"]["kind"] for answer in answers.values() if not answer["ok"]}
        self.assertFalse(kinds & {"internal", "crashed"}, [a for a in answers.values() if not a["ok"] and a["error"]["kind"] in ("internal", "crashed")][:3])


if __name__ == "__main__":
    unittest.main()
