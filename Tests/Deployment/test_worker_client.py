"""Tests of the client against a worker that crashes, hangs and lies as it is told."""

from __future__ import annotations

import os
import signal
import threading
import time
import unittest
from collections import Counter
from unittest import mock

from support import SCRIPTED, FolderCase

from coreimage_worker import Retrying, WorkerClient, WorkerMisused, WorkerUnavailable


class WorkerClientTests(FolderCase):
    def setUp(self) -> None:
        super().setUp()
        self.log = str(self.folder / "log")
        patch = mock.patch.dict(os.environ, SCRIPTED_LOG=self.log)
        patch.start()
        self.addCleanup(patch.stop)

    def client(self, **options) -> WorkerClient:
        options.setdefault("retrying", Retrying(delay=0.05))
        return WorkerClient(SCRIPTED, **options)

    def job(self, number: int, chain: str = "", **fields) -> dict:
        path = self.write(f"in/{number}", str(number))
        return {"input": path, "output": str(self.folder / "out" / str(number)), "chain": chain, **fields}

    def results(self) -> Counter:
        with open(self.log) as file:
            return Counter(os.path.basename(line.strip()) for line in file)

    def content(self, number: int) -> str:
        return (self.folder / "out" / str(number)).read_text()

    def test_every_job_is_answered_once_with_its_own_result(self) -> None:
        with self.client() as client:
            futures = [client.submit(self.job(number)) for number in range(200)]
        self.assertEqual([future.result().answer["bytes"] for future in futures], [len(str(n)) + 2 for n in range(200)])
        self.assertEqual([self.content(number) for number in range(200)], [f"<{number}>" for number in range(200)])
        self.assertEqual(self.results(), Counter({str(number): 1 for number in range(200)}))
        self.assertEqual(client.workers_started, 1)

    def test_a_picture_that_ends_the_worker_is_set_aside_and_no_other(self) -> None:
        for name in ("SIGSEGV", "SIGABRT", "SIGKILL"):
            with self.subTest(name), self.client() as client:
                poison = client.submit(self.job(1000, f"die {name}"))
                others = [client.submit(self.job(number)) for number in range(50)]
            self.assertEqual(poison.result().kind, "crashed")
            self.assertIn(name, poison.result().message)
            self.assertTrue(all(future.result().succeeded for future in others))
            self.assertFalse((self.folder / "out" / "1000").exists())
            self.assertLessEqual(client.workers_started, 6)

    def test_several_poisonous_pictures_among_others(self) -> None:
        with self.client(in_flight=8) as client:
            futures = {n: client.submit(self.job(n, "die SIGSEGV" if n % 10 == 3 else "")) for n in range(60)}
        kinds = {number: future.result().kind for number, future in futures.items()}
        self.assertEqual(kinds, {number: "crashed" if number % 10 == 3 else None for number in range(60)})

    def test_a_job_whose_worker_died_once_is_done(self) -> None:
        with self.client() as client:
            futures = [client.submit(self.job(n, "dieonce SIGSEGV" if n % 5 == 0 else "")) for n in range(20)]
        self.assertTrue(all(future.result().succeeded for future in futures))

    def test_killed_workers_lose_nothing_and_blame_nobody(self) -> None:
        with self.client(in_flight=6) as client:
            futures = [client.submit(self.job(number, "sleep 0.005")) for number in range(400)]
            end = threading.Event()

            def kill() -> None:
                while not end.wait(0.5):
                    if pid := client.worker_pid:
                        os.kill(pid, signal.SIGKILL)

            killer = threading.Thread(target=kill)
            killer.start()
            try:
                outcomes = [future.result() for future in futures]
            finally:
                end.set()
                killer.join()
        self.assertEqual([outcome.message for outcome in outcomes if not outcome.succeeded], [])
        self.assertGreaterEqual(client.workers_started, 2)
        self.assertEqual([self.content(number) for number in range(400)], [f"<{number}>" for number in range(400)])

    def test_a_worker_that_hangs_is_replaced(self) -> None:
        with self.client(grace=0.3) as client:
            hung = client.submit(self.job(1000, "hang", deadline=0.2))
            others = [client.submit(self.job(number, deadline=5)) for number in range(20)]
        self.assertEqual((hung.result().kind, hung.result().attempts), ("deadline", 2))
        self.assertTrue(all(future.result().succeeded for future in others))

    def test_failures_are_repeated_by_their_kind(self) -> None:
        expected = {
            "input": 1,
            "recipe": 1,
            "limit": 1,
            "memory": 1,
            "output": 3,
            "internal": 3,
            "deadline": 2,
            "crashed": 2,
        }
        with self.client() as client:
            futures = {kind: client.submit(self.job(n, f"fail {kind}")) for n, kind in enumerate(expected)}
            passing = [
                client.submit(self.job(100 + n, f"failonce {kind}")) for n, kind in enumerate(("output", "internal"))
            ]
        self.assertEqual(
            {kind: future.result().kind for kind, future in futures.items()}, {kind: kind for kind in expected}
        )
        self.assertEqual({kind: future.result().attempts for kind, future in futures.items()}, expected)
        self.assertEqual([(f.result().succeeded, f.result().attempts) for f in passing], [(True, 2)] * 2)

    def test_an_answer_without_identifier_goes_to_its_job(self) -> None:
        with self.client(in_flight=4) as client:
            mute = client.submit(self.job(1000, "mute"))
            others = [client.submit(self.job(number, "sleep 0.01")) for number in range(20)]
        self.assertEqual(mute.result().kind, "malformed")
        self.assertTrue(all(future.result().succeeded for future in others))

    def test_output_that_is_no_answer_ends_the_worker(self) -> None:
        with self.client() as client:
            babbling = client.submit(self.job(1000, "babble"))
            others = [client.submit(self.job(number)) for number in range(20)]
        self.assertFalse(babbling.result().succeeded)
        self.assertTrue(all(future.result().succeeded for future in others))

    def test_a_worker_that_somebody_ends_hands_its_jobs_to_the_next(self) -> None:
        with self.client(in_flight=8) as client:
            futures = [client.submit(self.job(number, "sleep 0.02")) for number in range(60)]
            while not futures[5].done():
                time.sleep(0.01)
            os.kill(client.worker_pid, signal.SIGTERM)
        self.assertTrue(all(future.result().succeeded for future in futures))
        self.assertEqual(self.results(), Counter({str(number): 1 for number in range(60)}))
        self.assertEqual(client.workers_started, 2)

    def test_draining_finishes_what_is_in_work(self) -> None:
        client = self.client()
        futures = [client.submit(self.job(number, "sleep 0.2")) for number in range(40)]
        while not futures[1].done():
            time.sleep(0.01)
        began = time.monotonic()
        client.drain()
        self.assertLess(time.monotonic() - began, 3)
        kinds = Counter(future.result().kind for future in futures)
        self.assertEqual(set(kinds), {None, "draining"})
        self.assertEqual(sum(self.results().values()), kinds[None])
        with self.assertRaises(RuntimeError):
            client.submit(self.job(1))

    def test_draining_ends_a_worker_that_hangs(self) -> None:
        client = self.client()
        future = client.submit(self.job(1, "hang"))
        while client.worker_pid is None:
            time.sleep(0.01)
        time.sleep(0.2)
        client.drain(seconds=0.5)
        self.assertEqual(future.result(timeout=5).kind, "draining")

    def test_a_command_that_is_no_worker_is_an_error(self) -> None:
        for command in (["/nonexistent/coreimage", "worker"], ["/bin/echo", "hello"], ["/bin/true"]):
            with self.subTest(command[0]):
                client = WorkerClient(command)
                with self.assertRaises(WorkerUnavailable) as caught:
                    client.submit(self.job(1)).result(timeout=30)
                self.assertIn(" ".join(command), str(caught.exception))
                client.close()

    def test_wrong_arguments_of_the_worker_are_said_once(self) -> None:
        started = self.write("started", "")
        command = ["/bin/sh", "-c", f"echo once >> {started}; exit 64"]
        client = WorkerClient(command)
        for number in range(3):
            with self.assertRaises(WorkerMisused) as caught:
                client.submit(self.job(number)).result(timeout=30)
            self.assertIn(" ".join(command), str(caught.exception))
        client.close()
        self.assertEqual((self.folder / "started").read_text(), "once\n")

    def test_a_worker_of_another_protocol_is_an_error(self) -> None:
        with mock.patch.dict(os.environ, SCRIPTED_START="other"):
            client = self.client()
            with self.assertRaises(WorkerUnavailable):
                client.submit(self.job(1)).result(timeout=30)
            client.close()

    def test_jobs_that_no_line_can_hold(self) -> None:
        with self.client() as client:
            self.assertEqual(client.submit(self.job(1, "x" * (1 << 20))).result().kind, "oversized")
            self.assertEqual(client.submit({"output": float("nan")}).result().kind, "malformed")
            self.assertEqual(client.submit({"output": object()}).result().kind, "malformed")

    def test_an_idle_client_takes_no_time_and_leaves_no_process(self) -> None:
        client = self.client()
        client.submit(self.job(1)).result()
        pid, before = client.worker_pid, time.process_time()
        time.sleep(0.5)
        self.assertLess(time.process_time() - before, 0.1)
        client.close()
        self.assertFalse(os.path.exists(f"/proc/{pid}"))


if __name__ == "__main__":
    unittest.main()
