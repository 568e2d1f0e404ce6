"""Runs job.yaml's pods on this machine, with the decisions that the Job controller would make.

It reads from the manifest what the controller reads: completions, parallelism, backoffLimitPerIndex, podFailurePolicy,
terminationGracePeriodSeconds, the container's command, its environment and its volumes. Volumes become folders.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable

from support import DEPLOYMENT, environment


def load(name: str) -> dict[str, Any]:
    """Reads a manifest; skips the test if there is no reader of YAML."""
    import unittest

    try:
        import yaml
    except ImportError:
        raise unittest.SkipTest("python3-yaml isn't installed, which reads job.yaml") from None
    return yaml.safe_load((DEPLOYMENT / "Kubernetes" / name).read_text())


@dataclass
class Pod:
    index: int
    process: subprocess.Popen[str]
    is_disrupted: bool = False
    """Whether the node was emptied: the condition DisruptionTarget."""

    def evict(self, grace: float) -> None:
        """SIGTERM, and SIGKILL after the grace period."""
        self.is_disrupted = True
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(grace)
        except subprocess.TimeoutExpired:
            self.kill()

    def lose(self) -> None:
        """Takes the node away: all processes of the pod end at once."""
        self.is_disrupted = True
        self.kill()

    def kill(self) -> None:
        """Ends all processes of the pod, as the end of a container's first process does."""
        for process in [*self.children, self.process.pid]:
            try:
                os.killpg(process, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass

    @property
    def children(self) -> list[int]:
        """The workers of the pod."""
        try:
            # Each thread has a list of its own.
            tasks = list(Path(f"/proc/{self.process.pid}/task").iterdir())
            text = " ".join((task / "children").read_text() for task in tasks)
        except (FileNotFoundError, ProcessLookupError):
            return []
        return sorted({int(word) for word in text.split()})


@dataclass
class JobController:
    """Creates pods until each index has succeeded or failed."""

    job: dict[str, Any]
    volumes: dict[str, Path]
    """The folders of the mount paths."""
    worker: list[str] | None = None
    """The command that takes the place of the container's worker, with the rest of its arguments."""
    arguments: dict[str, str] = field(default_factory=dict)
    """Arguments that take the place of the container's ones with the same name."""
    succeeded: set[int] = field(default_factory=set)
    failed: dict[int, str] = field(default_factory=dict)
    failures: dict[int, int] = field(default_factory=dict)
    """The failures by index that count for backoffLimitPerIndex."""
    codes: list[tuple[int, int]] = field(default_factory=list)
    """The index and the exit code of each pod that has ended."""
    output: list[str] = field(default_factory=list)

    @property
    def spec(self) -> dict[str, Any]:
        return self.job["spec"]

    @property
    def container(self) -> dict[str, Any]:
        return self.spec["template"]["spec"]["containers"][0]

    @property
    def grace(self) -> float:
        return self.spec["template"]["spec"]["terminationGracePeriodSeconds"]

    def _local(self, word: str) -> str:
        for mount, folder in self.volumes.items():
            word = word.replace(mount, str(folder))
        return word

    @property
    def command(self) -> list[str]:
        words = [*self.container["command"], *self.container["args"]]
        end = words.index("--")
        own, worker = words[:end], words[end + 1 :]
        for name, value in self.arguments.items():
            own = [word for word in own if word != name and not word.startswith(name + "=")]
            own.append(f"{name}={value}" if value else name)
        return [self._local(word) for word in [*own, "--", *(self.worker or worker)]]

    def start(self, index: int) -> Pod:
        variables = {entry["name"]: self._local(entry["value"]) for entry in self.container.get("env", [])}
        process = subprocess.Popen(
            self.command,
            env=environment(JOB_COMPLETION_INDEX=str(index), **variables),
            cwd=self._local(self.container["workingDir"]),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        )  # fmt: skip
        return Pod(index, process)

    def _decide(self, pod: Pod, code: int) -> str:
        """The action of podFailurePolicy: the first rule that matches."""
        for rule in self.spec["podFailurePolicy"]["rules"]:
            if codes := rule.get("onExitCodes"):
                assert codes["operator"] == "In" and codes["containerName"] == self.container["name"]
                # The kubelet reports 128 and the signal's number.
                if (128 - code if code < 0 else code) in codes["values"]:
                    return rule["action"]
            elif pod.is_disrupted and any(c["type"] == "DisruptionTarget" for c in rule["onPodConditions"]):
                return rule["action"]
        return "Count"

    def end(self, pod: Pod) -> None:
        """Decides what becomes of the index of a pod that has ended."""
        self.output.append(pod.process.stdout.read())
        pod.process.stdout.close()
        code = pod.process.wait()
        self.codes.append((pod.index, code))
        if code == 0:
            self.succeeded.add(pod.index)
            return
        action = self._decide(pod, code)
        if action == "FailJob":
            for index in range(self.spec["completions"]):
                if index not in self.succeeded:
                    self.failed[index] = "FailJob"
        elif action == "FailIndex":
            self.failed[pod.index] = "FailIndex"
        elif action == "Count":
            self.failures[pod.index] = self.failures.get(pod.index, 0) + 1
            if self.failures[pod.index] > self.spec["backoffLimitPerIndex"]:
                self.failed[pod.index] = "backoffLimitPerIndex"

    def run(self, disturb: Callable[[list[Pod]], None] = lambda pods: None, seconds: float = 300) -> None:
        """Runs the job. `disturb` is called with the running pods, again and again."""
        pods: list[Pod] = []
        end = time.monotonic() + seconds
        try:
            while len(self.succeeded) + len(self.failed) < self.spec["completions"]:
                assert time.monotonic() < end, f"the job takes too long: {self.codes}\n{''.join(self.output)[-3000:]}"
                for pod in [pod for pod in pods if pod.process.poll() is not None]:
                    pods.remove(pod)
                    self.end(pod)
                busy = {pod.index for pod in pods} | self.succeeded | set(self.failed)
                for index in range(self.spec["completions"]):
                    if index not in busy and len(pods) < self.spec["parallelism"]:
                        pods.append(self.start(index))
                disturb(pods)
                time.sleep(0.02)
        finally:
            for pod in pods:
                pod.kill()
                pod.process.wait()
                pod.process.stdout.close()
