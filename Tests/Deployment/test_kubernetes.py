"""Tests of the manifests for Kubernetes: their schema, the rules that it doesn't express, and jobs that run."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import unittest
from collections import Counter
from pathlib import Path

from kubernetes import JobController, Pod, load
from support import DEPLOYMENT, PACKAGE, SCRIPTED, FolderCase


class SchemaTests(unittest.TestCase):
    def validate(self, name: str, root: str) -> None:
        manifest = load(name)
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema isn't installed, which checks the schema")
        schema = json.loads(Path(__file__).with_name("kubernetes-schema.json").read_text())
        validator = jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{root}"})
        self.assertEqual([f"{error.json_path}: {error.message}" for error in validator.iter_errors(manifest)], [])
        # The validator finds what is wrong: a misspelt field at any depth, and a value of another type.
        for spoil in self.spoiled(manifest):
            self.assertTrue(list(validator.iter_errors(spoil)))

    def spoiled(self, value: object):
        """Copies of a manifest, each with one unknown field."""
        if isinstance(value, dict):
            if "labels" not in value and not {"cpu", "memory", "storage", "app.kubernetes.io/name"} & set(value):
                yield {**value, "misspelt": 1}
            for key, part in value.items():
                for spoil in self.spoiled(part):
                    yield {**value, key: spoil}
        elif isinstance(value, list):
            for place, part in enumerate(value):
                for spoil in self.spoiled(part):
                    yield [*value[:place], spoil, *value[place + 1 :]]

    def test_the_job_and_the_claim_are_valid(self) -> None:
        self.validate("job.yaml", "io.k8s.api.batch.v1.Job")
        self.validate("storage.yaml", "io.k8s.api.core.v1.PersistentVolumeClaim")

    def test_the_whole_schema_of_kubernetes(self) -> None:
        """With the package kubernetes-validate, which `make test-clusters` installs."""
        try:
            import kubernetes_validate
        except ImportError:
            self.skipTest("kubernetes-validate isn't installed; `make test-clusters` installs it")
        for name in ("job.yaml", "storage.yaml"):
            for version in ("1.31", "1.37"):
                kubernetes_validate.validate(load(name), version, strict=True)

    def test_rules_of_the_api_server_that_no_schema_has(self) -> None:
        """The rules are in the API's reference, at the fields."""
        spec = load("job.yaml")["spec"]
        pod = spec["template"]["spec"]
        self.assertEqual(pod["restartPolicy"], "Never", "podFailurePolicy and backoffLimitPerIndex require it")
        self.assertEqual(spec["completionMode"], "Indexed", "backoffLimitPerIndex requires it")
        self.assertEqual(spec["podReplacementPolicy"], "Failed", "podFailurePolicy allows nothing else")
        self.assertLessEqual(spec["maxFailedIndexes"], spec["completions"])
        self.assertLessEqual(spec["parallelism"], 100_000)
        containers = {container["name"] for container in pod["containers"]}
        rules = spec["podFailurePolicy"]["rules"]
        self.assertLessEqual(len(rules), 20)
        for rule in rules:
            self.assertIn(rule["action"], {"FailJob", "FailIndex", "Ignore", "Count"})
            self.assertEqual(len({"onExitCodes", "onPodConditions"} & set(rule)), 1)
            if codes := rule.get("onExitCodes"):
                self.assertIn(codes["operator"], {"In", "NotIn"})
                self.assertIn(codes["containerName"], containers)
                self.assertEqual(codes["values"], sorted(set(codes["values"])))
                self.assertNotIn(0, codes["values"])
        mounts = {mount["name"] for container in pod["containers"] for mount in container["volumeMounts"]}
        self.assertEqual(mounts, {volume["name"] for volume in pod["volumes"]})

    def test_the_parts_agree(self) -> None:
        spec = load("job.yaml")["spec"]
        pod = spec["template"]["spec"]
        (container,) = pod["containers"]
        own = dict(word[2:].split("=", 1) for word in container["args"] if word.startswith("--") and "=" in word)
        self.assertEqual(int(own["shards"]), spec["completions"])
        self.assertLess(float(own["drain"]) + 10, pod["terminationGracePeriodSeconds"])
        json.loads(own["job"])
        claim = load("storage.yaml")["metadata"]["name"]
        self.assertIn({"claimName": claim}, [volume.get("persistentVolumeClaim") for volume in pod["volumes"]])

    def test_exit_codes_are_those_of_the_program(self) -> None:
        from coreimage_shard import exit_codes

        rules = load("job.yaml")["spec"]["podFailurePolicy"]["rules"]
        actions = {code: rule["action"] for rule in rules for code in rule.get("onExitCodes", {}).get("values", [])}
        self.assertEqual(actions, {exit_codes.BAD_INPUT: "FailIndex", exit_codes.WRONG_USAGE: "FailJob"})


class ImageTests(unittest.TestCase):
    dockerfile = (DEPLOYMENT / "Kubernetes" / "Dockerfile").read_text()

    def test_the_runtime_has_a_package_for_each_library(self) -> None:
        """Each -dev package of the makefile belongs to a library of the image; the other two are opened at run time."""
        packages = re.search(r"^PACKAGES := (.*?)\n\n", (PACKAGE / "Makefile").read_text(), re.M | re.S)
        required = re.findall(r"^  ([a-z0-9.+-]+)-dev:", packages[1], re.M)
        self.assertGreater(len(required), 10)
        runtime = self.dockerfile.split("FROM debian", 1)[1]
        names = re.findall(r"^ {6}([a-z0-9.+-]+) \\$", runtime, re.M)
        for library in required:
            stem = library.removesuffix("1.0").removesuffix("2")
            self.assertTrue(any(name.startswith(stem) for name in names), library)
        self.assertIn("libllvm19", names)
        self.assertIn("python3", names)

    def test_the_modules_are_where_the_installation_has_them(self) -> None:
        installation = (PACKAGE / ".make" / "install").read_text()
        self.assertIn("share/coreimage/deployment/", installation)
        self.assertIn("PYTHONPATH=/usr/local/share/coreimage/deployment", self.dockerfile)

    def test_what_pip_leaves_beside_the_modules_is_ignored(self) -> None:
        names = ["Sources/Deployment/build/lib", "Sources/Deployment/coreimage_deployment.egg-info/PKG-INFO"]
        if subprocess.run(["git", "rev-parse"], cwd=PACKAGE, capture_output=True).returncode:
            self.skipTest("the package isn't in a repository")
        found = subprocess.run(["git", "check-ignore", *names], cwd=PACKAGE, capture_output=True, text=True)
        self.assertEqual(found.stdout.split(), names)


class JobCase(FolderCase):
    """A job of few shards in a folder that stands for the volume."""

    shards = 4

    def controller(self, worker: list[str] | None = SCRIPTED, **arguments: str) -> JobController:
        job = load("job.yaml")
        job["spec"]["completions"] = self.shards
        (self.folder / "cache").mkdir(exist_ok=True)
        (self.folder / "pictures").mkdir(exist_ok=True)
        named = {f"--{name.replace('_', '-')}": value for name, value in arguments.items()}
        volumes = {"/pictures": self.folder / "pictures", "/cache": self.folder / "cache"}
        summary = str(self.folder / "termination-log")
        return JobController(job, volumes, worker, {"--shards": str(self.shards), "--summary": summary, **named})

    def setUp(self) -> None:
        super().setUp()
        os.environ["SCRIPTED_LOG"] = str(self.folder / "log")
        self.addCleanup(os.environ.pop, "SCRIPTED_LOG")

    def jobs(self, chains: dict[int, str]) -> None:
        lines = []
        for number, chain in chains.items():
            if chain != "missing":
                self.write(f"pictures/in/{number}", str(number))
            job = {"input": f"in/{number}", "output": f"out/{number}", "chain": chain}
            lines.append(json.dumps(job) + "\n")
        self.write("pictures/manifest.jsonl", "".join(lines))

    def records(self) -> list[dict]:
        journals = sorted((self.folder / "pictures" / "state").glob("*.journal"))
        lines = [json.loads(line) for path in journals for line in path.read_text().splitlines()[1:]]
        return [line for line in lines if "key" in line]


class JobTests(JobCase):
    def test_a_job_among_disturbances(self) -> None:
        """Nodes are emptied and lost, processes and workers killed; nothing is lost, and nothing is recorded twice."""
        poison = {n: "die SIGSEGV" if n % 2 else "missing" for n in range(0, 400, 57)}
        self.jobs({n: poison.get(n, "sleep 0.01") for n in range(400)})
        controller = self.controller()
        controller.job["spec"]["parallelism"] = 2
        # Kills of the shard's process count for backoffLimitPerIndex.
        controller.job["spec"]["backoffLimitPerIndex"] = 50
        generator = random.Random(3)
        used: Counter[str] = Counter()

        def disturb(pods: list[Pod]) -> None:
            if not pods or generator.random() > 0.04:
                return
            pod = generator.choice(pods)
            kind = generator.choice(["evict", "lose", "kill", "worker"])
            if sum(used.values()) >= 40 or pod.process.poll() is not None:
                return
            used[kind] += 1
            if kind == "worker":
                for child in pod.children:
                    os.kill(child, signal.SIGKILL)
            elif kind == "evict":
                pod.evict(controller.grace)
            else:
                getattr(pod, kind)()

        controller.run(disturb)
        self.assertEqual(controller.failed, {})
        self.assertEqual(controller.succeeded, set(range(self.shards)))
        self.assertGreaterEqual(len(used), 3, used)
        records = self.records()
        self.assertEqual(Counter(record["output"] for record in records), Counter(f"out/{n}" for n in range(400)))
        kinds = {record["output"]: record.get("kind") for record in records if record["state"] == "bad"}
        self.assertEqual(
            kinds, {f"out/{n}": "crashed" if chain != "missing" else "input" for n, chain in poison.items()}
        )
        for number in range(400):
            path = self.folder / "pictures" / "out" / str(number)
            self.assertEqual(path.read_text() if path.exists() else None, None if number in poison else f"<{number}>")

    def test_a_wrong_manifest_fails_each_index_once(self) -> None:
        self.jobs({0: ""})
        self.write("pictures/manifest.jsonl", "{")
        controller = self.controller()
        controller.run()
        self.assertEqual(controller.failed, {index: "FailIndex" for index in range(self.shards)})
        self.assertEqual(controller.codes and sorted(controller.codes), [(index, 42) for index in range(self.shards)])

    def test_a_wrong_manifest_of_one_shard_fails_its_index_alone(self) -> None:
        self.jobs({n: "" for n in range(4)})
        for shard in range(self.shards):
            line = json.dumps({"input": f"in/{shard}", "output": f"out/{shard}"}) if shard != 2 else "{"
            self.write(f"pictures/parts/{shard:05}.jsonl", line + "\n")
        controller = self.controller(manifest="/pictures/parts/{shard:05}.jsonl")
        controller.run()
        self.assertEqual((controller.failed, controller.succeeded), ({2: "FailIndex"}, {0, 1, 3}))
        self.assertEqual(len(controller.codes), self.shards)

    def test_wrong_arguments_fail_the_job(self) -> None:
        self.jobs({0: ""})
        controller = self.controller(most="1")
        controller.arguments["--unknown"] = "1"
        controller.run()
        self.assertEqual(set(controller.failed.values()), {"FailJob"})

    def test_an_index_whose_worker_never_starts_fails_after_its_attempts(self) -> None:
        # So many that no shard is empty, wherever the folder of the test is.
        self.jobs({n: "" for n in range(64)})
        controller = self.controller(worker=["/bin/false"])
        controller.run()
        self.assertEqual(controller.failed, {index: "backoffLimitPerIndex" for index in range(self.shards)})
        attempts = Counter(index for index, _ in controller.codes)
        self.assertEqual(attempts, Counter({index: 4 for index in range(self.shards)}))
        self.assertEqual({code for _, code in controller.codes}, {1})


if __name__ == "__main__":
    unittest.main()
