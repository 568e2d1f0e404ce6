"""Tests of manifests, checkpoints and the command that does a shard, with a worker that does what it is told."""

from __future__ import annotations

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
import unittest
from collections import Counter

from support import SCRIPTED, FolderCase, environment

from coreimage_shard.journal import Journal, JournalBusy, JournalError
from coreimage_shard.manifest import Manifest, ManifestError, OptionError, identity, output_path, shard_of, split


class ManifestTests(FolderCase):
    def test_each_job_belongs_to_one_shard(self) -> None:
        path = self.write("m", "".join(json.dumps({"input": f"{n}", "output": f"out/{n}"}) + "\n" for n in range(2000)))
        shards = [list(Manifest(path, {}, None).entries(shard, 7)) for shard in range(7)]
        self.assertEqual(sorted(e.line for entries in shards for e in entries), list(range(1, 2001)))
        # A fair share, within five standard deviations of the binomial distribution.
        self.assertTrue(all(abs(len(entries) - 2000 / 7) < 5 * (2000 * 6 / 49) ** 0.5 for entries in shards))

    def test_all_ways_to_write_a_path_are_one_shard(self) -> None:
        self.assertEqual(
            len({shard_of(path, 1000) for path in ("a/b.jpg", "a//b.jpg", "./a/b.jpg", "a/c/../b.jpg")}), 1
        )
        (self.folder / "real/deep").mkdir(parents=True)
        (self.folder / "link").symlink_to("real/deep")
        (self.folder / "real/deep/c.jpg").symlink_to("d.jpg")
        absolute = f"{self.folder.resolve()}/real/deep"
        relative = os.path.relpath(absolute)
        for name in ("c.jpg", "new.jpg", "new/folder/e.jpg"):
            ways = [f"{absolute}/{name}", f"//{absolute}/{name}", f"{relative}/{name}", f"{self.folder}/link/{name}"]
            # The parent of a linked folder is that of the folder itself.
            ways.append(f"{self.folder}/link/../deep/{name}")
            with self.subTest(name):
                self.assertEqual({identity(way) for way in ways}, {f"{absolute}/{name}"})
        # A result takes the place of a link.
        self.assertNotEqual(identity(f"{absolute}/c.jpg"), identity(f"{absolute}/d.jpg"))
        self.assertEqual(identity(f"{absolute}/x/.."), absolute)
        for odd in ("a\0b/c.jpg", "\ud800/c.jpg"):
            self.assertEqual(identity(odd), f"{os.path.realpath('.')}/{odd}")

    def test_split_writes_whole_jobs_for_the_same_shards(self) -> None:
        path = self.write("m.gz", gzip.compress(b'a/one.jpg\n\n{"input": "two.png", "strip": false}\n/b/three.tif\n'))
        manifest = Manifest(path, {"strip": True, "chain": "SepiaTone"}, "out/{folder}/{name}-{ext}.jpg")
        # A small buffer writes each file several times.
        self.assertEqual(split(manifest, 3, str(self.folder / "parts"), buffered=1), 3)
        self.assertEqual(sorted(os.listdir(self.folder / "parts")), ["00000.jsonl", "00001.jsonl", "00002.jsonl"])
        for shard in range(3):
            part = Manifest(str(self.folder / "parts" / f"{shard:05}.jsonl"), {}, None)
            self.assertEqual([e.job for e in part.entries(shard, 1)], [e.job for e in manifest.entries(shard, 3)])
        jobs = sorted((e.job for e in manifest.entries(0, 1)), key=lambda job: job["input"])
        self.assertEqual(jobs, [
            {"input": "/b/three.tif", "output": "out/b/three-tif.jpg", "strip": True, "chain": "SepiaTone"},
            {"input": "a/one.jpg", "output": "out/a/one-jpg.jpg", "strip": True, "chain": "SepiaTone"},
            {"input": "two.png", "output": "out/two-png.jpg", "strip": False, "chain": "SepiaTone"},
        ])  # fmt: skip

    def test_split_refuses_a_folder_with_manifests_of_more_shards(self) -> None:
        manifest = Manifest(self.write("m", "a.jpg\nb.jpg\n"), {}, "out/{name}.jpg")
        parts = self.folder / "parts"
        split(manifest, 3, str(parts))
        self.write("parts/notes.jsonl", "mine")
        with self.assertRaises(OptionError) as caught:
            split(manifest, 2, str(parts))
        self.assertIn("such as 00002.jsonl. Remove them, or name another --into", str(caught.exception))
        self.assertEqual(len(os.listdir(parts)), 4)
        # The same shards, and more, take the place of those that are there.
        split(manifest, 3, str(parts))
        split(manifest, 4, str(parts))
        self.assertEqual(len(os.listdir(parts)), 5)

    def test_wrong_manifests_name_file_line_and_remedy(self) -> None:
        for content, expected in (
            (b'{"input": "a", "output": "b"}\n{"input": \n', "m, line 2 is no JSON"),
            (b'{"input": "a", "output": "b"}\n{"input": "a"}\n', "m, line 2 has no output"),
            (b'{"input": "a", "output": 3}\n', "m, line 1 has no output"),
            (b"\xff\xfe.jpg\n", "m, line 1 isn't UTF-8"),
            (b"[" * 100000 + b"\n", "m, line 1 is neither an object of JSON nor the path of a picture"),
            (b'[]\n', "m, line 1 is neither"),
            (b'"a.jpg"\n', "m, line 1 is neither"),
            (b'a.jpg\n# comment\n', "m, line 2 is neither"),
            (b'{"input": "a", "output": "b", "input": "c"}\n', 'line 1 can\'t be used: the key "input" stands twice'),
            (b'{"input": "a", "output": "b", "size": {"fit": [1, 1], "fit": [2, 2]}}\n', 'the key "fit" stands twice'),
            (b"\x1f\x8bbroken", "can't be read"),
        ):
            with self.subTest(expected), self.assertRaises(ManifestError) as caught:
                list(Manifest(self.write("m", content), {}, "out/{name}" if b"# " in content else None).entries(0, 1))
            if "neither" in expected or "twice" in expected:
                # It is the manifest's fault, and not that of the command.
                self.assertNotIsInstance(caught.exception, OptionError)
            self.assertIn(expected, str(caught.exception))
        with self.assertRaises(ManifestError):
            list(Manifest(str(self.folder / "missing"), {}, None).entries(0, 1))
        for pattern, path in (
            ("out/{date}.jpg", "a.jpg"),
            ("out/{", "a.jpg"),
            ("out/{folder}/{name}.jpg", "a/../../b.jpg"),
        ):
            with self.assertRaises(ManifestError):
                output_path(pattern, path)


class JournalTests(FolderCase):
    def journal(self, shard: int = 0, shards: int = 1, wait: float = 0) -> Journal:
        return Journal(str(self.folder / "state" / "journal"), shard, shards, wait)

    def test_any_cut_leaves_the_whole_lines_before_it(self) -> None:
        journal = self.journal()
        for number in range(5):
            journal.add({"key": f"{number:032x}", "state": "done"})
        journal.close()
        whole = (self.folder / "state" / "journal").read_bytes()
        for length in range(whole.index(b"\n") + 1, len(whole)):
            (self.folder / "state" / "journal").write_bytes(whole[:length])
            journal = self.journal()
            self.assertEqual(len(list(journal.records())), whole[:length].count(b"\n") - 1)
            journal.add({"key": "f" * 32, "state": "bad"})
            self.assertEqual(list(journal.records())[-1], {"key": "f" * 32, "state": "bad"})
            journal.close()

    def test_one_process_at_a_time(self) -> None:
        journal = self.journal()
        with self.assertRaises(JournalBusy):
            self.journal(wait=0.2)
        journal.close()
        self.journal(wait=0.2).close()

    def test_another_number_of_shards_and_damage_are_refused(self) -> None:
        self.journal(2, 9).close()
        # Nothing was begun, so the journal isn't of any shard yet.
        journal = self.journal(3, 10)
        journal.begin(1)
        journal.close()
        for shard, shards in ((3, 11), (4, 10)):
            with self.assertRaises(JournalError):
                self.journal(shard, shards)
        with open(self.folder / "state" / "journal", "a") as file:
            file.write("damage\n")
        journal = self.journal(3, 10)
        with self.assertRaises(JournalError):
            list(journal.records())
        journal.close()


class ShardCase(FolderCase):
    """Runs the command with the scripted worker."""

    def jobs(self, chains: dict[int, str], name: str = "manifest") -> str:
        lines = []
        for number, chain in chains.items():
            if number < 900:
                self.write(f"in/{number}", str(number))
            job = {"input": f"in/{number}", "output": f"out/{number}", "chain": chain}
            lines.append(json.dumps(job) + "\n")
        return self.write(name, "".join(lines))

    def command(self, *arguments: str, worker: list[str] | None = None) -> list[str]:
        own = ["run", "--manifest=manifest", "--state=state", "--shards=1", "--shard=0", *arguments]
        return [sys.executable, "-m", "coreimage_shard", *own, "--", *(worker or SCRIPTED)]

    def environment(self) -> dict[str, str]:
        return environment(SCRIPTED_LOG=str(self.folder / "log"))

    def run_shard(self, *arguments: str, worker: list[str] | None = None) -> tuple[int, dict, str]:
        outcome = subprocess.run(
            self.command(*arguments, worker=worker),
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
        )
        return outcome.returncode, json.loads(outcome.stdout) if outcome.stdout else {}, outcome.stderr

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(*arguments), cwd=self.folder, env=self.environment(), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip

    def made(self) -> Counter:
        try:
            return Counter(os.path.basename(line.strip()) for line in (self.folder / "log").read_text().splitlines())
        except FileNotFoundError:
            return Counter()

    def records(self) -> list[dict]:
        lines = (self.folder / "state" / "shard-00000.journal").read_text().splitlines()[1:]
        return [record for record in map(json.loads, lines) if "key" in record]

    def report(self, shards: int = 1, state: str = "state") -> tuple[int, list[dict], str]:
        outcome = subprocess.run(
            [sys.executable, "-m", "coreimage_shard", "report", f"--state={state}", f"--shards={shards}"],
            cwd=self.folder, env=self.environment(), capture_output=True, text=True,
        )  # fmt: skip
        return outcome.returncode, [json.loads(line) for line in outcome.stdout.splitlines()], outcome.stderr

    def check_all(self, numbers: range) -> None:
        """Every result is there and right, and has one record."""
        self.assertEqual([(self.folder / "out" / str(n)).read_text() for n in numbers], [f"<{n}>" for n in numbers])
        records = Counter(record["output"] for record in self.records() if record["state"] == "done")
        self.assertEqual(records, Counter({f"out/{n}": 1 for n in numbers}))


class ShardTests(ShardCase):
    def test_good_and_bad_pictures(self) -> None:
        self.jobs({**{n: "" for n in range(20)}, 20: "die SIGSEGV", 21: "fail recipe", 950: ""})
        code, summary, errors = self.run_shard("--summary=summary")
        self.assertEqual((code, summary["done"], summary["bad"]), (0, 20, 3), errors)
        self.assertEqual(summary["kinds"], {"crashed": 1, "recipe": 1, "input": 1})
        self.assertEqual(json.loads((self.folder / "summary").read_text()), summary)
        self.check_all(range(20))
        # A second attempt does nothing, and reports the same.
        made = self.made()
        code, summary, _ = self.run_shard()
        self.assertEqual((code, summary["done"], summary["bad"], summary["before"]), (0, 20, 3, 23))
        self.assertEqual(self.made(), made)
        code, lines, errors = self.report()
        self.assertEqual(code, 0, errors)
        self.assertEqual(Counter(line["output"] for line in lines[:-1]), Counter(["out/20", "out/21", "out/950"]))
        kinds = {"crashed": 1, "recipe": 1, "input": 1}
        counts = {"done": 20, "bad": 3, "kinds": kinds}
        self.assertEqual(lines[-1], {**counts, "shards unfinished": [], "shards not begun": []})

    def test_report_tells_shards_that_are_left(self) -> None:
        self.jobs({n: "sleep 0.4" for n in range(60)})
        code, _, errors = self.run_shard("--shards=3", "--shard=1")
        self.assertEqual(code, 0, errors)
        code, _, errors = self.run_shard("--shards=3", "--shard=2", "--manifest=missing")
        self.assertEqual(code, 42, errors)
        process = self.start("--shards=3")
        done = sum(self.made().values())
        while sum(self.made().values()) < done + 5:
            time.sleep(0.01)
        code, lines, errors = self.report(3)
        self.assertEqual((code, lines[-1]["shards unfinished"], lines[-1]["shards not begun"]), (3, [0], [2]), errors)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=20)
        self.assertEqual(process.returncode, 143)
        code, lines, errors = self.report(3)
        self.assertEqual((code, lines[-1]["shards unfinished"], lines[-1]["shards not begun"]), (3, [0], [2]), errors)
        for shard in (0, 2):
            code, _, errors = self.run_shard("--shards=3", f"--shard={shard}")
            self.assertEqual(code, 0, errors)
        kinds = {"kinds": {}, "shards unfinished": [], "shards not begun": []}
        self.assertEqual(self.report(3)[:2], (0, [{"done": 60, "bad": 0, **kinds}]))
        code, lines, errors = self.report(4)
        self.assertEqual((code, lines), (64, []))
        self.assertIn("is of 3 shards, not 4", errors)

    def test_results_that_are_gone_or_changed_are_made_again(self) -> None:
        self.jobs({n: "" for n in range(6)})
        self.assertEqual(self.run_shard()[0], 0)
        out = self.folder / "out"
        (out / "0").unlink()
        (out / "1").write_text("of another size")
        information = (out / "2").stat()
        (out / "2").write_text("<9>")
        os.utime(out / "2", ns=(information.st_atime_ns, information.st_mtime_ns + 10**10))
        # A file system without fractions of a second.
        whole = (out / "3").stat().st_mtime_ns // 10**9 * 10**9
        os.utime(out / "3", ns=(whole, whole))
        code, summary, errors = self.run_shard()
        self.assertEqual((code, summary["done"], summary["before"], summary["lost"]), (0, 6, 3, 3), errors)
        self.assertEqual(self.made(), Counter({str(n): 2 if n < 3 else 1 for n in range(6)}))
        self.assertEqual([(out / str(n)).read_text() for n in range(6)], [f"<{n}>" for n in range(6)])
        self.assertEqual(self.report()[1][-1]["done"], 6)
        # A line that was mended takes the place of the record of the wrong one.
        self.jobs({**{n: "" for n in range(5)}, 5: "fail recipe"})
        self.assertEqual(self.run_shard()[1]["bad"], 1)
        self.jobs({**{n: "" for n in range(5)}, 5: "sleep 0"})
        code, summary, errors = self.run_shard()
        self.assertEqual((code, summary["done"], summary["before"]), (0, 6, 5), errors)
        lines = self.report()[1]
        self.assertEqual((len(lines), lines[-1]["done"], lines[-1]["bad"]), (1, 6, 0))

    def test_a_checkpoint_belongs_to_one_job(self) -> None:
        self.jobs({0: ""})
        self.jobs({0: ""}, "other")
        first = ['--job={"quality": 0.5, "strip": true}', "--output=out/{name}"]
        self.assertEqual(self.run_shard(*first)[0], 0)
        self.assertEqual(self.run_shard("--job={ \"strip\": true, \"quality\": 0.5}", first[1])[0], 0)
        for arguments, text in (
            ([first[1]], """with --job {"quality": 0.5, "strip": true}, not {}."""),
            (['--job={"quality": 0.25, "strip": true}', first[1]], 'not {"quality": 0.25, "strip": true}.'),
            ([first[0]], "with --output out/{name}, not left out."),
            ([first[0], "--output=out/{name}.x"], "with --output out/{name}, not out/{name}.x."),
            ([*first, "--manifest=other"], "with --manifest manifest, not other."),
        ):
            with self.subTest(arguments):
                code, summary, errors = self.run_shard(*arguments)
                self.assertEqual((code, summary), (64, {}), errors)
                self.assertIn(text, errors)
                self.assertIn("name another --state", errors)
        self.assertEqual(self.made(), Counter({"0": 1}))

    def test_repeated_lines_and_conflicts(self) -> None:
        self.write("in/1", "1")
        self.write("in/2", "2")
        job = {"input": "in/1", "output": "out/1"}
        other = {"input": "in/2", "output": "./out//1"}
        lines = [
            job,
            {"input": "in/2", "output": "out/2"},
            {**job, "id": "again"},
            other,
            other,
            {"input": "in/2", "output": "in/2"},
        ]
        self.write("manifest", "".join(json.dumps(line) + "\n" for line in lines))
        for attempt in range(2):
            code, summary, errors = self.run_shard()
            self.assertEqual((code, summary["done"], summary["bad"], summary["repeated"]), (0, 2, 2, 2), errors)
        self.assertEqual(self.made(), Counter({"1": 1, "2": 1}))
        self.check_all(range(1, 3))
        self.assertEqual([record["kind"] for record in self.records() if record["state"] == "bad"], ["conflict"] * 2)
        self.assertEqual((self.folder / "in/2").read_text(), "2")

    def test_one_file_that_is_written_in_two_ways_is_a_conflict(self) -> None:
        self.write("in/1", "1")
        self.write("in/2", "2")
        (self.folder / "out").mkdir()
        (self.folder / "link").symlink_to("out")
        for other in (f"{self.folder}/out/1", "link/1"):
            with self.subTest(other):
                lines = [{"input": "in/1", "output": "out/1"}, {"input": "in/2", "output": other}]
                self.write("manifest", "".join(json.dumps(line) + "\n" for line in lines))
                code, state = 0, f"--state=state-{len(other)}"
                for shard in (0, 1):
                    code, summary, errors = self.run_shard("--shards=2", f"--shard={shard}", state)
                    self.assertEqual(code, 0, errors)
                    self.assertIn((summary["done"], summary["kinds"]), [(0, {}), (1, {"conflict": 1})])
                # Another attempt finds nothing to do.
                for shard in (0, 1):
                    code, summary, errors = self.run_shard("--shards=2", f"--shard={shard}", state)
                    self.assertEqual((code, summary["lost"], summary["before"]), (0, 0, summary["jobs"]), errors)
                self.assertEqual((self.folder / "out/1").read_text(), "<1>")
        self.write("manifest", json.dumps({"input": "in/1", "output": f"{self.folder}/in/1"}) + "\n")
        self.assertEqual(self.run_shard("--state=third")[1]["kinds"], {"conflict": 1})

    def test_shards_of_other_working_folders_are_refused(self) -> None:
        self.jobs({0: "", 1: ""})
        self.assertEqual(self.run_shard("--shards=2", "--shard=0")[0], 0)
        other = self.folder / "other"
        other.mkdir()
        manifest, state = f"--manifest={self.folder}/manifest", f"--state={self.folder}/state"
        words = [*self.command("--shards=2", manifest, state)]
        outcomes = [
            subprocess.run([*words[:-3], f"--shard={n}", *words[-3:]], cwd=other, env=self.environment(),
                           capture_output=True, text=True)
            for n in (0, 1)
        ]  # fmt: skip
        self.assertEqual([outcome.returncode for outcome in outcomes], [64, 0])
        code, _, errors = self.report(2)
        self.assertEqual(code, 64, errors)
        self.assertIn(f"in the working folder {other.resolve()}, and others were in {self.folder.resolve()}", errors)

    def test_paths_with_defaults(self) -> None:
        self.jobs({n: "" for n in range(3)})
        self.write("manifest", "in/0\nin/1\nin/2\n")
        code, summary, errors = self.run_shard("--output=out/{name}", '--job={"chain": "sleep 0.01"}')
        self.assertEqual((code, summary["done"]), (0, 3), errors)
        self.check_all(range(3))

    def test_exit_codes(self) -> None:
        self.jobs({0: ""})
        self.write("paths", "in/0\n")
        self.write("list", "[]\n")
        self.write("twice", '{"input": "in/0", "input": "in/1", "output": "out/0"}\n')
        self.write("wrong", '{"input": "in/0", "output": "out/0"}\n{"input"\n')
        for expected, arguments, text in (
            (42, ["--manifest=missing"], "missing can't be read"),
            (42, ["--manifest=wrong"], "wrong, line 2 is no JSON"),
            (64, ["--shard=1"], "--shard 1 is outside of 0 to 0"),
            (64, ["--shards=0"], "--shards 0"),
            (64, ["--job=[]"], "--job: it is no object"),
            (64, ['--job={"a": 1, "a": 2}'], '--job: the key "a" stands twice'),
            (42, ["--manifest=list"], "list, line 1 is neither an object of JSON nor the path of a picture"),
            (42, ["--manifest=twice"], 'the key "input" stands twice in an object; keep one of them'),
            (64, ["--manifest={number}"], "braces"),
            (64, ["--unknown"], "unrecognized arguments"),
            (64, ["--output=x/{nam}.webp"], "--output x/{nam}.webp: 'nam' can't be filled in"),
            (64, ["--output=x/{name.a}"], "--output x/{name.a}: "),
            (64, ["--output=x/{name"], "--output x/{name: "),
            (64, ["--manifest=paths"], "paths, line 1 has no output. Give --output"),
            (1, ["--state=/proc/state"], "/proc/state can't be written"),
        ):
            with self.subTest(arguments):
                code, _, errors = self.run_shard(*arguments)
                self.assertEqual(code, expected, errors)
                self.assertIn(text, errors)
        self.assertEqual(self.made(), Counter())
        code, _, errors = self.run_shard(worker=["/bin/false"])
        self.assertEqual(code, 1)
        self.assertIn("/bin/false", errors)
        for option in ("--jbos=3", "--jobs=0"):
            refusing = ["/bin/sh", "-c", 'echo "unknown $1" >&2; exit 64', "sh", option]
            code, _, errors = self.run_shard(worker=refusing)
            self.assertEqual((code, errors.count(f"unknown {option}\n")), (64, 1), errors)
        code, _, errors = self.run_shard("--shards=2", "--state=other")
        self.assertEqual(code, 0, errors)
        code, _, errors = self.run_shard("--shards=3", "--state=other")
        self.assertEqual(code, 64)
        self.assertIn("Keep the number of shards", errors)

    def test_a_manifest_that_can_be_read_only_once_is_refused(self) -> None:
        self.write("in/0", "0")
        line = json.dumps({"input": "in/0", "output": "out/0"}) + "\n"
        os.mkfifo(self.folder / "pipe")
        for name in ("-", "/dev/stdin", "/dev/fd/0", "pipe"):
            with self.subTest(name):
                outcome = subprocess.run(
                    self.command(f"--manifest={name}"), cwd=self.folder, env=self.environment(), input=line,
                    capture_output=True, text=True, timeout=20,
                )  # fmt: skip
                self.assertEqual(outcome.returncode, 64, outcome.stderr)
                self.assertIn(f"--manifest {name}: the manifest is read several times", outcome.stderr)
        self.assertEqual(self.made(), Counter())
        words = ["split", "--manifest=-", "--shards=1", "--into=parts"]
        outcome = subprocess.run(
            [sys.executable, "-m", "coreimage_shard", *words], cwd=self.folder, env=self.environment(), input=line,
            capture_output=True, text=True,
        )  # fmt: skip
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertEqual(self.run_shard("--manifest=parts/{shard:05}.jsonl")[0], 0)

    def test_sigterm_finishes_what_is_in_work_and_the_next_attempt_goes_on(self) -> None:
        self.jobs({n: "sleep 0.05" for n in range(60)})
        attempts = 0
        while True:
            process = self.start()
            before = sum(self.made().values())
            while process.poll() is None and sum(self.made().values()) < before + 15:
                time.sleep(0.01)
            process.send_signal(signal.SIGTERM)
            output, errors = process.communicate(timeout=20)
            attempts += 1
            if process.returncode == 0:
                break
            self.assertEqual(process.returncode, 143, errors)
            self.assertEqual(json.loads(output)["done"], sum(self.made().values()))
        self.assertGreaterEqual(attempts, 3)
        self.check_all(range(60))
        self.assertEqual(self.made(), Counter({str(n): 1 for n in range(60)}))

    def test_sigterm_while_another_process_has_the_shard(self) -> None:
        self.jobs({0: ""})
        journal = Journal(str(self.folder / "state" / "shard-00000.journal"), 0, 1)
        process = self.start("--wait=60")
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=10)
        self.assertEqual(process.returncode, 143)
        journal.close()

    def test_killed_attempts_lose_nothing(self) -> None:
        self.jobs({n: "sleep 0.005" for n in range(300)})
        generator = random.Random(1)
        kills = 0
        while True:
            process = self.start()
            try:
                process.communicate(timeout=generator.uniform(0.25, 0.6))
                break
            except subprocess.TimeoutExpired:
                process.kill()
                kills += 1
                process.communicate()
            self.assertLess(kills, 100)
        self.assertEqual(process.returncode, 0)
        self.assertGreaterEqual(kills, 2)
        self.check_all(range(300))
        # What was made, but not yet written down, is made again: at most the jobs of a client for each kill.
        self.assertLessEqual(sum(self.made().values()) - 300, kills * 64)

    def test_two_attempts_at_the_same_time(self) -> None:
        self.jobs({n: "sleep 0.01" for n in range(100)})
        both = [self.start(), self.start()]
        outputs = [process.communicate(timeout=60) for process in both]
        self.assertEqual([process.returncode for process in both], [0, 0], outputs)
        self.assertEqual(sorted(json.loads(output)["before"] for output, _ in outputs), [0, 100])
        self.assertEqual(self.made(), Counter({str(n): 1 for n in range(100)}))
        code, _, errors = self.run_shard("--wait=0")
        self.assertEqual(code, 0, errors)

    def test_a_job_that_no_picture_can_have_is_wrong_usage(self) -> None:
        self.jobs({0: "", 1: ""})
        for kind in ("malformed", "recipe"):
            code, summary, errors = self.run_shard(f'--job={{"refuse": "{kind}"}}')
            self.assertEqual((code, summary["done"], summary["bad"]), (64, 0, 0), errors)
            self.assertIn(f"no picture can be done like this: It is {kind}. None. Correct --job", errors)
        # Such a worker ends at once, or at the first picture that is there.
        for chain in ("die SIGSEGV", "dieread SIGSEGV"):
            self.write("manifest", "in/0\nin/1\n")
            code, summary, errors = self.run_shard(f'--job={{"chain": "{chain}"}}', "--output=out/{name}")
            self.assertEqual((code, summary["done"], summary["bad"]), (64, 0, 0), errors)
            self.assertIn("no picture can be done like this: 2 workers ended", errors)
        self.assertEqual(os.listdir(self.folder / "state"), ["shard-00000.journal"])
        self.jobs({0: "", 1: ""})
        self.assertEqual((self.records(), self.report()[1][-1]["shards not begun"]), ([], [0]))
        # The checkpoint isn't bound to the wrong job.
        code, summary, errors = self.run_shard('--job={"quality": 0.5}')
        self.assertEqual((code, summary["done"]), (0, 2), errors)

    def test_the_reason_is_said_if_all_pictures_are_bad(self) -> None:
        self.jobs({0: "fail input", 1: "fail input"})
        code, summary, errors = self.run_shard()
        self.assertEqual((code, summary["bad"]), (0, 2))
        self.assertIn("all pictures of this attempt (2) are bad, the first one: out/", errors)
        self.assertIn(": It is input. None.", errors)
        self.jobs({0: "fail input", 1: "fail input", 2: "", 3: ""})
        self.assertEqual(self.run_shard()[2], "")

    def test_mostly_bad_pictures_end_the_shard_until_they_are_there(self) -> None:
        self.jobs({900 + n: "" for n in range(80)})
        code, summary, errors = self.run_shard()
        self.assertEqual(code, 42, errors)
        self.assertIn("--retry-bad", errors)
        for n in range(80):
            self.write(f"in/{900 + n}", str(900 + n))
        code, summary, errors = self.run_shard("--retry-bad")
        self.assertEqual((code, summary["done"], summary["bad"]), (0, 80, 0), errors)
        self.check_all(range(900, 980))

    def test_full_storage_is_no_fault_of_pictures(self) -> None:
        self.jobs({n: "" for n in range(5)})
        (self.folder / "out").mkdir()
        script = 'mount -t tmpfs -o size=64k none out && head -c 70000 /dev/zero > out/filling; exec "$@"'
        namespace = ["unshare", "--map-root-user", "--mount"]
        if subprocess.run([*namespace, "true"], capture_output=True).returncode:
            self.skipTest("the system has no private mounts for users")
        outcome = subprocess.run(
            [*namespace, "sh", "-c", script, "sh", *self.command()], cwd=self.folder, env=self.environment(),
            capture_output=True, text=True,
        )  # fmt: skip
        self.assertEqual(outcome.returncode, 1, outcome.stderr)
        self.assertIn("No space left on device", outcome.stderr)
        self.assertEqual([record for record in self.records() if record["state"] == "bad"], [])
        code, summary, errors = self.run_shard()
        self.assertEqual((code, summary["done"]), (0, 5), errors)

    def test_a_folder_that_can_not_be_made_is_no_fault_of_pictures(self) -> None:
        self.write("manifest", "in/0\nin/1\n")
        self.write("in/0", "0")
        self.write("in/1", "1")
        code, summary, errors = self.run_shard("--output=/proc/x/{name}.jpg")
        self.assertEqual((code, summary["done"], summary["bad"]), (1, 0, 0), errors)
        self.assertIn("results can't be written: no file can be made in /proc (", errors)
        self.assertEqual(self.records(), [])

    def test_a_name_that_can_not_be_written_is_the_fault_of_its_job(self) -> None:
        self.write("in/0", "0")
        self.write("file", "")
        jobs = [{"input": "in/0", "output": "file/0"}, {"input": "in/0", "output": "out/0"}]
        self.write("manifest", "".join(json.dumps(job) + "\n" for job in jobs))
        code, summary, errors = self.run_shard()
        self.assertEqual((code, summary["done"], summary["kinds"]), (0, 1, {"output": 1}), errors)


if __name__ == "__main__":
    unittest.main()
