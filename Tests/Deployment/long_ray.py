"""Tests with Ray: thousands of pictures through a pool of actors, while actors and workers are killed."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time
import unittest
from collections import Counter
from pathlib import Path

from support import MODULES, SCRIPTED, FolderCase, coreimage, number_of, numbered_rows
from test_article import ARTICLE

try:
    import pyarrow as pa
    import pyarrow.fs
    import pyarrow.parquet
    import pyvips
    import ray
    import ray.data
except ImportError as error:
    raise unittest.SkipTest(f"{error.name} isn't installed; `make test-clusters` installs it") from None

from coreimage_ray import PictureActor, TooManyActors, process, unique
from coreimage_ray.addresses import RemoteFiles
from coreimage_ray.scratch import Scratch

COUNT = int(os.environ.get("COREIMAGE_DEPLOYMENT_PICTURES", "3000"))
# With fewer pictures, there is time for fewer ends, and memory hasn't become steady.
IS_LONG = COUNT >= 3000
MARK = f"coreimage-test-{os.getpid()}"
WRAPPER = str(Path(__file__).with_name("poisoned_worker.py"))


def setUpModule() -> None:
    # Ray's processes inherit the environment.
    os.environ["PYTHONPATH"] = ":".join(MODULES)
    os.environ["COREIMAGE_TEST_MARK"] = MARK
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False


def tearDownModule() -> None:
    ray.shutdown()


def worker(*more: str) -> list[str]:
    words = ["--jobs", "1", "--threads", "1", "--memory", "512M", "--deadline", "60", *more]
    return [sys.executable, WRAPPER, MARK, coreimage() or "coreimage", "worker", *words]


def processes(kind: str) -> list[int]:
    """The processes of this test: the `actor`s, or the `worker`s, which are processes of the command itself."""
    found = []
    command = os.fsencode(coreimage() or "coreimage") + b"\0worker\0"
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes()
            if f"COREIMAGE_TEST_MARK={MARK}".encode() not in (entry / "environ").read_bytes():
                continue
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            continue
        is_actor = words.startswith(b"ray::") and b"PictureActor" in words
        if is_actor if kind == "actor" else words.startswith(command):
            found.append(int(entry.name))
    return found


def kill_one(kind: str, generator: random.Random) -> bool:
    if not (found := processes(kind)):
        return False
    try:
        os.kill(generator.choice(found), signal.SIGKILL)
        return True
    except ProcessLookupError:
        return False


def resident(process: int) -> int:
    """The resident memory of a process and of its children, in bytes."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
        children = " ".join((task / "children").read_text() for task in Path(f"/proc/{process}/task").iterdir()).split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    own = next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0)
    return own + sum(resident(int(child)) for child in children)


class RayCase(FolderCase):
    def picture(self, number: int, name: str | None = None) -> str:
        """A JPEG that shows a number."""
        path = self.folder / "in" / (name or f"{number}.jpg")
        path.parent.mkdir(exist_ok=True)
        image = pyvips.Image.new_from_memory(b"".join(numbered_rows(number)), 64, 48, 3, "uchar")
        image.copy(interpretation="srgb").jpegsave(str(path), Q=90)
        return str(path)

    def shown(self, path: str | Path) -> int:
        """The number that an inverted picture shows, as libvips reads it."""
        image = pyvips.Image.new_from_file(str(path))
        assert (image.width, image.height) == (64, 48), (image.width, image.height)
        pixels = image.write_to_memory()
        stride = 64 * image.bands
        return number_of(64, image.bands, [pixels[row * stride : (row + 1) * stride] for row in range(48)])

    def row(self, number: int, source: str | None = None) -> dict[str, str]:
        return {"input": source or self.picture(number), "output": str(self.folder / "out" / f"{number}.jpg")}


@unittest.skipUnless(coreimage(), "COREIMAGE_COMMAND names no built coreimage")
class ManyPicturesTests(RayCase):
    def test_killed_workers_and_actors_lose_no_picture(self) -> None:
        generator = random.Random(7)
        rows, bad = [], {}
        for number in range(COUNT):
            row = self.row(number)
            if number % 500 == 17:
                Path(row["input"]).write_bytes(b"This is no picture.")
                bad[row["output"]] = "input"
            elif number % 500 == 117:
                os.unlink(row["input"])
                bad[row["output"]] = "input"
            elif number % 2500 == 217:
                os.rename(row["input"], name := row["input"].replace(".jpg", "-poison.jpg"))
                row["input"] = name
                bad[row["output"]] = "crashed"
            rows.append(row)
        repeated = generator.choices(rows, k=COUNT // 50)
        conflict = {"input": rows[0]["input"], "output": rows[1]["output"]}
        shuffled = rows + repeated
        generator.shuffle(shuffled)
        pictures = unique(ray.data.from_items(shuffled + [conflict]))
        self.assertEqual(pictures.count(), COUNT + 1)

        results = process(pictures, {"chain": "ColorInvert", "reuse": True}, actors=2, processors=0.5, command=worker())
        killed: Counter[str] = Counter()
        end = threading.Event()

        def kill() -> None:
            # An actor takes seconds to start.
            while not end.wait(generator.uniform(1, 3) if IS_LONG else 0.5):
                # The first two ends are of a worker and of an actor. With fewer pictures, there are no others.
                kinds = ["worker", "actor"]
                kind = next((k for k in kinds if not killed[k]), None)
                if kind is None and not IS_LONG:
                    return
                kind = kind or generator.choice(["worker"] * 6 + kinds)
                killed[kind] += kill_one(kind, generator)

        killer = threading.Thread(target=kill, daemon=True)
        killer.start()
        began = time.monotonic()
        try:
            ends = results.take_all()
        finally:
            end.set()
            killer.join()
        seconds = time.monotonic() - began
        print(f"{len(ends)} rows in {seconds:.1f} s; killed: {dict(killed)}", file=sys.stderr)
        self.assertGreaterEqual(killed["worker"], 5 if IS_LONG else 1)
        self.assertGreaterEqual(killed["actor"], 2 if IS_LONG else 1)

        # Each row once, whatever was killed; the conflict is the one row more.
        outputs = Counter(end["output"] for end in ends if end["kind"] != "conflict")
        self.assertEqual(outputs, Counter({row["output"]: 1 for row in rows}))
        self.assertEqual([end["output"] for end in ends if end["kind"] == "conflict"], [conflict["output"]])
        failed = {end["output"]: end["kind"] for end in ends if not end["ok"] and end["kind"] != "conflict"}
        # Of the two inputs of the conflict, the one whose path sorts first was taken.
        self.assertEqual(failed, bad)
        taken = min((rows[1]["input"], 1), (rows[0]["input"], 0))[1]
        wrong = [
            n
            for n in range(COUNT)
            if rows[n]["output"] not in bad and self.shown(rows[n]["output"]) != (taken if n == 1 else n)
        ]
        self.assertEqual(wrong, [])
        # Nothing but the results is in the folder, and nothing goes on.
        found = set(os.listdir(self.folder / "out"))
        # A worker that is killed between the two names of a complete result leaves the hidden one.
        hidden = {name for name in found if name.startswith(".coreimage-")}
        print(f"{len(hidden)} hidden files were left by killed workers", file=sys.stderr)
        self.assertEqual(found - hidden, {os.path.basename(o) for o in outputs if o not in bad})
        self.assertLessEqual(len(hidden), killed["worker"])
        reused = sum(end["reused"] is True for end in ends)
        print(f"{reused} results were there when a lost actor's batch was repeated", file=sys.stderr)
        self.assertLessEqual(reused, (killed["actor"] + 1) * 2 * 64)
        del results, pictures
        deadline = time.monotonic() + 20
        while processes("worker") and time.monotonic() < deadline:
            time.sleep(0.2)
        self.assertEqual(processes("worker"), [])

    @unittest.skipUnless(IS_LONG, "memory needs thousands of pictures")
    def test_memory_stays_flat(self) -> None:
        """One actor and its worker, over all pictures."""
        sources = [self.picture(number) for number in range(200)]
        rows = [self.row(number, sources[number % 200]) for number in range(COUNT)]
        samples: list[tuple[float, int]] = []
        end = threading.Event()

        def sample() -> None:
            while not end.wait(0.1):
                if actors := processes("actor"):
                    samples.append((time.monotonic(), max(map(resident, actors))))

        thread = threading.Thread(target=sample, daemon=True)
        thread.start()
        try:
            results = process(ray.data.from_items(rows), {"chain": "ColorInvert"}, actors=1, command=worker())
            ends = results.take_all()
        finally:
            end.set()
            thread.join()
        self.assertTrue(all(row["ok"] for row in ends))
        sizes = [size for _, size in samples if size]
        quarters = [sizes[part * len(sizes) // 4 : (part + 1) * len(sizes) // 4] for part in range(4)]
        medians = [statistics.median(part) / 1e6 for part in quarters]
        print(f"megabytes of the actor and its worker by quarters: {[round(m, 1) for m in medians]}", file=sys.stderr)
        self.assertLess(medians[3] - medians[1], 0.05 * medians[1])


@unittest.skipUnless(coreimage(), "COREIMAGE_COMMAND names no built coreimage")
class AddressTests(RayCase):
    def test_objects_of_a_file_system_of_pyarrow(self) -> None:
        """A file system that isn't the worker's: addresses are those of a folder that stands for a bucket."""
        self.picture(3)
        self.picture(4)
        (self.folder / "in" / "text.jpg").write_text("This is no picture.")
        bucket = pyarrow.fs.SubTreeFileSystem(str(self.folder), pyarrow.fs.LocalFileSystem())
        rows = [{"input": f"in/{name}.jpg", "output": f"new/{name}.png"} for name in ("3", "4", "none", "text")]
        (self.folder / "scratch").mkdir()
        results = process(
            ray.data.from_items(rows),
            {"chain": "ColorInvert"},
            actors=1,
            command=worker("--isolate"),
            filesystem=bucket,
            scratch=str(self.folder / "scratch"),
        )
        ends = {row["output"]: (row["ok"], row["kind"]) for row in results.take_all()}
        good, bad = (True, None), (False, "input")
        self.assertEqual(ends, {"new/3.png": good, "new/4.png": good, "new/none.png": bad, "new/text.png": bad})
        self.assertEqual([self.shown(self.folder / "new" / f"{n}.png") for n in (3, 4)], [3, 4])
        self.assertEqual(sorted(os.listdir(self.folder / "new")), ["3.png", "4.png"])

    def test_jobs_of_rows(self) -> None:
        small = {**self.row(1), "job": json.dumps({"size": {"fit": [32, 32]}})}
        wrong = {**self.row(2), "job": "{"}
        ends = {
            os.path.basename(e["output"]): e
            for e in process(ray.data.from_items([small, wrong]), {}, actors=1, command=worker()).take_all()
        }
        self.assertEqual((ends["1.jpg"]["width"], ends["1.jpg"]["height"]), (32, 24))
        self.assertEqual(ends["2.jpg"]["kind"], "malformed")


class PoolTests(FolderCase):
    def test_actors_leave_a_processor_for_the_readers(self) -> None:
        rows = ray.data.from_items([{"input": "a", "output": "b"}])
        for actors, processors in ((2, 1), ((2, 4), 1), (1, 2), (4, 0.5)):
            with self.assertRaises(TooManyActors) as caught:
                process(rows, actors=actors, processors=processors)
            self.assertIn("leave less than one of the cluster's 2", str(caught.exception))
        for actors, processors in ((1, 1), ((1, 4), 1), (2, 0.5), (None, 1)):
            process(rows, actors=actors, processors=processors)

    def test_numbers_of_actors_that_are_none(self) -> None:
        rows = ray.data.from_items([{"input": "a", "output": "b"}])
        for actors in (0, -1, (0, 2), (3, 2), (1, 2, 3), 0.5, "2"):
            with self.subTest(actors), self.assertRaises(ValueError) as caught:
                process(rows, actors=actors)
            self.assertIn(f"actors is {actors!r}; write 1 or more", str(caught.exception))
        for processors in (0, -1):
            with self.assertRaises(ValueError) as caught:
                process(rows, processors=processors)
            self.assertIn(f"processors is {processors}; write", str(caught.exception))

    def test_pools_of_earlier_steps_hold_processors(self) -> None:
        rows = ray.data.from_items([{"input": "a", "output": "b"}])
        columns = ["input", "output"]
        worker = ["env", f"SCRIPTED_LOG={self.folder / 'log'}", *SCRIPTED]
        first = process(rows, actors=1, processors=1, command=worker).select_columns(columns)
        with self.assertRaises(TooManyActors) as caught:
            process(first)
        self.assertIn("of which 1 are held by actors of the dataset's earlier steps", str(caught.exception))
        self.assertIn("materialize()", str(caught.exception))
        half = process(rows, actors=1, processors=0.5, command=worker).select_columns(columns)
        process(half, processors=0.5)
        with self.assertRaises(TooManyActors):
            process(half.union(half), processors=1)
        process(first.materialize())

    def test_the_article_does_rows_again(self) -> None:
        """The lines of the article, with a folder as the bucket: rows that failed are done, and no other."""
        log = self.folder / "log"
        (lines,) = re.findall(r"^```python\n(results = .*?)^```$", ARTICLE.read_text(), re.M | re.S)
        rows = [{"input": self.write(name, name), "output": str(self.folder / "out" / name)} for name in "abc"]
        kinds = [None, "storage", "input"]
        table = pa.table({
            "input": [row["input"] for row in rows], "output": [row["output"] for row in rows],
            "ok": [kind is None for kind in kinds], "kind": kinds,
        })  # fmt: skip
        (self.folder / "results").mkdir()
        pyarrow.parquet.write_table(table, self.folder / "results" / "0.parquet")
        worker = ["env", f"SCRIPTED_LOG={log}", *SCRIPTED]
        names = {"ray": ray, "process": lambda rows, job: process(rows, job, command=worker)}
        exec(lines.replace("s3://bucket/results", str(self.folder / "results")), names)
        ends = names["again"].take_all()
        self.assertEqual([(row["output"], row["ok"], row["kind"]) for row in ends], [(rows[1]["output"], True, None)])

    def test_columns_that_the_results_have(self) -> None:
        with self.assertRaises(ValueError):
            process(ray.data.from_items([{"input": "a", "output": "b", "bytes": 1}]))

    def test_a_node_without_the_command_is_an_error(self) -> None:
        rows = ray.data.from_items([{"input": "a", "output": "b"}])
        with self.assertRaises(Exception) as caught:
            process(rows, actors=1, command=["/nonexistent/coreimage", "worker"]).take_all()
        self.assertIn("/nonexistent/coreimage", str(caught.exception))


class RemoteFilesTests(FolderCase):
    def test_a_store_of_fsspec(self) -> None:
        path = self.write("file", b"content")
        files = RemoteFiles()
        files.store(path, "memory://bucket/a/b.jpg")
        files.fetch("memory://bucket/a/b.jpg", str(self.folder / "back"))
        self.assertEqual((self.folder / "back").read_bytes(), b"content")
        with self.assertRaises(FileNotFoundError):
            files.fetch("memory://bucket/none.jpg", str(self.folder / "none"))

    def test_errors_that_pass_and_those_that_do_not(self) -> None:
        class Unsteady:
            protocol = ("test",)
            tries = 0

            def __init__(self, failures: int):
                self.failures = failures

            def get_file(self, name: str, path: str) -> None:
                self.tries += 1
                if self.tries <= self.failures:
                    raise ConnectionError("reset")
                Path(path).write_text(name)

            def makedirs(self, folder: str, exist_ok: bool) -> None:
                os.makedirs(folder, exist_ok=exist_ok)

            def put_file(self, path: str, name: str) -> None:
                shutil.copy(path, name)

            def mv(self, old: str, new: str) -> None:
                raise OSError("the store is full")

            def exists(self, name: str) -> bool:
                return os.path.exists(name)

            def rm_file(self, name: str) -> None:
                os.unlink(name)

        RemoteFiles(steady := Unsteady(2), delay=0.01).fetch("x", str(self.folder / "x"))
        self.assertEqual((steady.tries, (self.folder / "x").read_text()), (3, "x"))
        with self.assertRaises(ConnectionError):
            RemoteFiles(Unsteady(3), delay=0.01).fetch("x", str(self.folder / "x"))
        # A result that can't be given its name leaves nothing.
        with self.assertRaises(OSError):
            RemoteFiles(Unsteady(0), delay=0.01).store(str(self.folder / "x"), str(self.folder / "new" / "y"))
        self.assertEqual(os.listdir(self.folder / "new"), [])

    def test_folders_of_actors_that_were_killed_are_removed(self) -> None:
        parent = str(self.folder)
        first = Scratch(parent)
        left = tempfile.mkdtemp(prefix="coreimage-ray-", dir=parent)
        other = tempfile.mkdtemp(prefix="other-", dir=parent)
        second = Scratch(parent)
        self.assertEqual(
            {entry for entry in os.listdir(parent)}, {os.path.basename(p) for p in (first.path, second.path, other)}
        )
        self.assertFalse(os.path.exists(left))
        first.close()
        second.close()
        self.assertEqual(os.listdir(parent), [os.path.basename(other)])


class ActorTests(FolderCase):
    def test_an_actor_gives_a_row_for_each_row(self) -> None:
        os.environ["SCRIPTED_LOG"] = str(self.folder / "log")
        rows = [
            {"input": self.write("a", "a"), "output": str(self.folder / "out" / "a"), "note": 1},
            {"input": str(self.folder / "none"), "output": str(self.folder / "out" / "b"), "note": 2},
            {"input": "c", "output": "c", "note": 3},
            {"input": "d", "output": None, "note": 4},
        ]
        actor = PictureActor(SCRIPTED, {}, 2)
        table = actor(pa.Table.from_pylist(rows))
        actor.close()
        ends = [(row["note"], row["ok"], row["kind"]) for row in table.to_pylist()]
        self.assertEqual(ends, [(1, True, None), (2, False, "input"), (3, False, "conflict"), (4, False, "malformed")])


if __name__ == "__main__":
    unittest.main()
