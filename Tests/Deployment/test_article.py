"""Follows the steps of the article about many pictures, as the tests of other articles do with theirs."""

from __future__ import annotations

import re
import shutil
import subprocess
import unittest

from support import PACKAGE, FolderCase, coreimage, environment

ARTICLE = PACKAGE / "Sources" / "CoreImage" / "CoreImage.docc" / "RunningForManyPictures.md"


class ArticleTests(FolderCase):
    @staticmethod
    def steps() -> list[tuple[str, list[str]]]:
        """The blocks `console` and `file:NAME` of the article, with their lines."""
        blocks = re.findall(r"^```(console|file:\S+)\n(.*?)^```$", ARTICLE.read_text(), re.M | re.S)
        return [(kind, text.splitlines()) for kind, text in blocks]

    def run_line(self, line: str, expected: list[str]) -> None:
        outcome = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=self.folder,
            env=environment(HOME=str(self.folder)),
            capture_output=True,
            text=True,
        )
        self.assertEqual(outcome.returncode, 0, f"{line}: {outcome.stderr}")
        # Which shard does the missing picture depends on the working folder. Alone in its shard, it is reported.
        errors = re.sub(r"^coreimage_shard: all pictures of this attempt \(1\) are bad, .*\n", "", outcome.stderr)
        self.assertEqual(errors, "", line)
        for text in expected:
            self.assertIn(text, outcome.stdout, line)

    def test_every_command_succeeds_and_prints_what_the_page_shows(self) -> None:
        if not coreimage():
            self.skipTest("COREIMAGE_COMMAND names no built coreimage: use `make test`")
        shutil.copy(PACKAGE / "Tests" / "Fixtures" / "scene.png", self.folder / "picture.png")
        commands = 0
        for kind, lines in self.steps():
            if kind.startswith("file:"):
                self.write(kind.removeprefix("file:"), "\n".join(lines) + "\n")
                continue
            while lines:
                line = lines.pop(0)
                self.assertTrue(line.startswith("$ "), line)
                expected = []
                while lines and not lines[0].startswith("$ "):
                    expected.append(lines.pop(0))
                self.run_line(line[2:], expected)
                commands += 1
        self.assertEqual(commands, 11)

    def test_quoted_manifests_are_those_of_the_folder(self) -> None:
        """Each line of the article's YAML is in job.yaml."""
        job = (PACKAGE / "Sources" / "Deployment" / "Kubernetes" / "job.yaml").read_text()
        (block,) = re.findall(r"^```yaml\n(.*?)^```$", ARTICLE.read_text(), re.M | re.S)
        for line in filter(None, map(str.strip, block.splitlines())):
            if not line.startswith("#"):
                self.assertIn(line, job)

    def test_the_plan_is_right_about_its_figures(self) -> None:
        """The totals of the table, and the prices, follow from the figures in bold."""
        plan = " ".join(ARTICLE.read_text().split("## A plan for a billion pictures")[1].split())
        milliseconds, hours = re.search(r"thumbnail, processors \| \*\*(\d+) ms\*\* \| ([\d,]+) hours", plan).groups()
        exact = int(milliseconds) * 1e9 / 3.6e6
        self.assertAlmostEqual(int(hours.replace(",", "")) / exact, 1, delta=0.01)
        turn = int(re.search(r"does one in (\d+) minutes", plan)[1])
        self.assertAlmostEqual(turn / (50_000 * int(milliseconds) / 2 / 60_000), 1, delta=0.03)
        self.assertAlmostEqual(int(re.search(r"thumbnails take (\d+) hours", plan)[1]) / (exact / 1000), 1, delta=0.03)
        self.assertAlmostEqual(int(re.search(r"cost (\d+) dollars", plan)[1]) / (exact * 0.04), 1, delta=0.03)
        seconds = exact * 3.6
        gigabytes, files = re.search(r"give (\d+) GB and ([\d,]+) files each second", plan).groups()
        self.assertAlmostEqual(int(gigabytes) / (843e3 * 1e9 / seconds / 1e9), 1, delta=0.03)
        self.assertAlmostEqual(int(files.replace(",", "")) / (1e9 / seconds), 1, delta=0.03)

    def test_programs_of_the_article_compile(self) -> None:
        blocks = re.findall(r"^```python\n(.*?)^```$", ARTICLE.read_text(), re.M | re.S)
        self.assertGreaterEqual(len(blocks), 2)
        for block in blocks:
            compile(block, str(ARTICLE), "exec")


if __name__ == "__main__":
    unittest.main()
