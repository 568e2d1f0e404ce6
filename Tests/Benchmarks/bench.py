#!/usr/bin/env python3
"""Times this library beside its peers by turns, and says which of the project's bars hold.

    bench.py --benchmarks PROGRAM --command PROGRAM --output FOLDER [--quick] [--only W1,chain,…]

`make bench` builds the two programs and calls this. A turn runs every contender once; of the turns after the first, the median is
reported, and ratios are of medians from the same turns. Peers that are not installed are named and left out; without numpy all are.
Writes bench.json, bench.txt and pictures of the figures to the folder.
"""

import argparse
import datetime
import json
import math
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import charts
import filter_table
import peers
import thumbnails
import video
import workers


class Ours:
    """The Swift program that renders workloads on request."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request):
        return self.reply(**request)["milliseconds"]

    def reply(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the benchmark program ended with code {self.process.wait()} at {request}")
        reply = json.loads(line)
        if "error" in reply:
            raise RuntimeError(f"{request}: {reply['error']}")
        return reply

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def clocked(work):
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


# Linux counts the memory that a process held before exec as that of the new program, and this script holds large
# pictures. A small intermediate process therefore starts the measured one.
LAUNCHER = """
import json, os, subprocess, sys, time
start = time.perf_counter()
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
errors = child.stderr.read()
_, status, usage = os.wait4(child.pid, 0)
child.returncode = os.waitstatus_to_exitcode(status)
print(json.dumps([(time.perf_counter() - start) * 1000, usage.ru_maxrss / 1024, (usage.ru_utime + usage.ru_stime) * 1000, child.returncode, errors.decode(errors="replace")[-300:]]))
"""


def process(arguments, environment=None):
    """Returns the duration in milliseconds and the peak memory in megabytes of a whole process."""
    return processed(arguments, environment)[:2]


def processed(arguments, environment=None):
    """Returns what `process` does, and the processor time in milliseconds."""
    launched = subprocess.run(
        [sys.executable, "-c", LAUNCHER, *arguments], stdout=subprocess.PIPE, env={**os.environ, **(environment or {})}, check=True
    )
    milliseconds, megabytes, processor_milliseconds, code, errors = json.loads(launched.stdout)
    if code:
        raise RuntimeError(f"{arguments[0]} ended with {code}: {errors}")
    return milliseconds, megabytes, processor_milliseconds


class Bench:
    def __init__(self, options):
        self.options = options
        self.width, self.height = map(int, (options.size or ("3000x2000" if options.quick else "6000x4000")).split("x"))
        self.turns = 3 if options.quick else options.turns
        self.cores = len(os.sched_getaffinity(0))
        self.results = {}
        self.missing = []
        self.errors = []
        self.checks = {}
        self.memory = {}
        self.compilation = {}
        self.thumbnail_memory = {}
        self.worker_pictures = None
        self.costs = []
        self.video_memory = {}
        self.played = {}

    def wants(self, name):
        return not self.options.only or any(word and name.lower().startswith(word) for word in self.options.only)

    def by_turns(self, name, contenders, turns=None):
        """Runs contenders (name -> function that returns milliseconds) alternately, and stores their times."""
        times = {}
        failed = set()
        for turn in range((turns or self.turns) + 1):
            for contender, work in contenders.items():
                if contender in failed:
                    continue
                try:
                    took = work()
                    if turn:
                        times.setdefault(contender, []).append(took)
                except Exception as error:
                    failed.add(contender)
                    self.errors.append(f"{name}, {contender}: {str(error)[:300]}")
        self.results[name] = {
            contender: {"median": statistics.median(runs), "least": min(runs), "runs": runs}
            for contender, runs in times.items()
        }
        self.show(name)

    def show(self, name):
        rows = self.results[name]
        ours = next((row["median"] for key, row in rows.items() if key == "ours"), None)
        for contender, row in sorted(rows.items(), key=lambda item: item[1]["median"]):
            ratio = f"   ours takes {ours / row['median']:.2f} x" if ours and not contender.startswith("ours") else ""
            # Making a filter takes microseconds.
            digits = 1 if row["median"] >= 1 else 4
            print(f"  {name:<14} {contender:<24} {row['median']:10.{digits}f} ms   (least {row['least']:.{digits}f}){ratio}", flush=True)

    def median(self, name, contender="ours"):
        return self.results.get(name, {}).get(contender, {}).get("median")

    def microseconds(self, name, contender):
        median = self.median(name, contender)
        return None if median is None else median * 1000

    # ------------------------------------------------------------ pixels in memory

    def in_memory(self, ours, folder):
        picture_file = os.path.join(folder, "picture.rgba")
        subprocess.run([self.options.benchmarks, "picture", f"{self.width}x{self.height}", picture_file], check=True)
        works = {}
        try:
            import numpy as np

            picture = np.fromfile(picture_file, np.uint8).reshape(self.height, self.width, 4)
            half = ((picture[::-1].astype(np.uint16) * 128 + 127) // 255).astype(np.uint8)
            for library, make in peers.LIBRARIES.items():
                try:
                    works[library] = make(picture, half, self.cores)
                except ImportError as error:
                    self.missing.append(f"{library} ({error})")
                except Exception as error:
                    self.errors.append(f"{library}: {str(error)[:300]}")
        except ImportError:
            self.missing.append("all peers in memory (numpy is not installed)")
            np = None
        ask = lambda name, **more: ours.ask(run=name, width=self.width, height=self.height, **more)
        for name in ("W1", "W2", "W3", "W4", "W5"):
            if not self.wants(name):
                continue
            contenders = {"ours": lambda name=name: ask(name)}
            if name in ("W2", "W4", "W5"):
                contenders["ours, in linear light"] = lambda name=name: ask(name + " managed")
            for library, offered in works.items():
                if name in offered:
                    contenders[library] = lambda work=offered[name]: clocked(work)
            self.by_turns(name, contenders)
            if np is not None and name != "W3":
                self.check(np, name, picture, half, ask, folder)

    def check(self, np, name, picture, half, ask, folder):
        """Compares some rows of our pixels with the formula in double precision."""
        result_file = os.path.join(folder, "result.rgba")
        try:
            ask(name, output=result_file)
        except RuntimeError as error:
            self.errors.append(f"{name}: {error}")
            return
        result = np.fromfile(result_file, np.uint8).reshape(self.height, self.width, 4)
        os.remove(result_file)
        worst = 0.0
        for y in sorted({0, 1, self.height // 3, self.height // 2, self.height - 1}):
            difference = np.abs(result[y].astype(float) - expected_row(np, name, picture, half, y))
            worst = max(worst, float(difference.max()))
        self.checks[name] = worst
        print(f"  {name:<14} farthest from the formula in double precision: {worst:.2f} of 255", flush=True)

    # ------------------------------------------------------------ how costs grow

    def growth(self, ours):
        ask = lambda name, w=self.width, h=self.height: ours.ask(run=name, width=w, height=h)
        turns = 2 if self.options.quick else 5
        if self.wants("chain"):
            counts = (1, 4, 32) if self.options.quick else (1, 2, 4, 8, 16, 32)
            self.by_turns("chain", {f"{n} filters": lambda n=n: ask(f"chain {n}") for n in counts}, turns)
        if self.wants("sigma"):
            sigmas = (1, 10, 100) if self.options.quick else (1, 2, 5, 10, 20, 50, 100)
            self.by_turns("sigma", {f"sigma {s}": lambda s=s: ask(f"blur {s}") for s in sigmas}, turns)
        if self.wants("size"):
            sizes = (1, 4, 16) if self.options.quick else (1, 4, 16, 64, 100, 200, 400)
            # One size after the other, because all pictures together would take gigabytes.
            rows = {}
            for megapixels in sizes:
                width = int(math.sqrt(megapixels * 1.5e6))
                height = round(megapixels * 1e6 / width)
                self.by_turns("size", {f"{megapixels} MP": lambda: ask("W1", width, height)}, min(turns, 3))
                rows.update(self.results["size"])
            self.results["size"] = rows

    def kernels(self, ours):
        if not self.wants("kernel"):
            return
        names = ("sepia", "waves") if self.options.quick else ("copy", "sepia", "transfer", "waves", "resample", "box blur 5 x 5", "escape time")
        for name in names:
            ask = lambda backend, name=name: ours.ask(kernel=name, backend=backend, threads=self.cores)
            self.by_turns(
                f"kernel {name}", {"interpreter": lambda: ask("interpreter"), "JIT": lambda: ask("JIT")}, 1 if self.options.quick else 3
            )

    # ------------------------------------------------------------ whole processes

    CHAIN = [
        "--",
        *["ColorMatrix", *(f"{row}Vector={','.join(map(str, values))},0" for row, values in zip("rgb", peers.SEPIA))],
        ",",
        *["ColorMatrix", *(f"{row}Vector={','.join(map(str, values))},0" for row, values in zip("rgb", peers.HUE))],
        ",",
        *["ColorMatrix", *(f"{row}Vector={','.join(map(str, values))},0" for row, values in zip("rgb", peers.CONTRAST))],
        f"biasVector={','.join(map(str, peers.BIAS))},0",
    ]

    def apply(self, source, target, *options):
        return [self.options.command, "apply", source, "-o", target, *options, *self.CHAIN]

    def files(self, folder):
        if not self.wants("W6"):
            return
        jpeg = os.path.join(folder, "in.jpg")
        subprocess.run([self.options.benchmarks, "picture", f"{self.width}x{self.height}", jpeg], check=True)
        commands = {"ours": self.apply(jpeg, os.path.join(folder, "ours.jpg"), "--quality", "0.9"), **peers.commands(jpeg, folder)}
        for name in ("libvips", "GEGL", "ImageMagick"):
            if name not in commands:
                self.missing.append(f"{name} for W6")
        self.by_turns("W6", {name: lambda line=line: process(line)[0] for name, line in commands.items()})

    def compiling(self):
        """Times until kernels can run, with the compiler loaded, and until their code is optimised."""
        if not self.wants("compile"):
            return
        for line in subprocess.run([self.options.benchmarks, "compile"], check=True, capture_output=True, text=True).stdout.splitlines():
            kernel = json.loads(line)
            self.compilation[kernel["kernel"]] = kernel["milliseconds"]
            print(f"  compile        {kernel['kernel']:<18} {kernel['milliseconds']:5.1f} ms, optimised {kernel['optimizedMilliseconds']:5.1f} ms", flush=True)

    def filters(self, ours):
        """Times making a filter by name, on average and for the slowest one, and the command that lists all filters."""
        if not self.wants("filters"):
            return
        turns = 3 if self.options.quick else 15
        create = lambda figure: ours.ask(create=figure)
        self.by_turns("filters", {"create, mean": lambda: create("mean"), "create, worst": lambda: create("worst")}, min(turns, 5))
        created = self.results["filters"]
        self.by_turns("filters", {"list": lambda: process([self.options.command, "filters"])[0]}, turns)
        self.results["filters"].update(created)

    def scan(self, folder):
        """Times loading 500 image units without running their code, with an empty cache and with a filled one."""
        if not self.wants("scan"):
            return
        units, cache = os.path.join(folder, "units"), os.path.join(folder, "unit-cache")
        subprocess.run([self.options.benchmarks, "units", "500", units], check=True)
        # The scan compares recently changed files byte by byte, because file system timestamps are coarse.
        time.sleep(5)

        def load(is_cold):
            if is_cold:
                shutil.rmtree(cache, ignore_errors=True)
            environment = {**os.environ, "COREIMAGE_CACHE": cache}
            line = subprocess.run([self.options.benchmarks, "scan", units], env=environment, stdout=subprocess.PIPE, check=True)
            return float(line.stdout)

        self.by_turns("scan", {"500 units, cold": lambda: load(True), "500 units, warm": lambda: load(False)}, 3 if self.options.quick else 9)
        shutil.rmtree(units)

    def overhead(self, folder):
        """Times making an output image of a unit in a worker process, and of the same unit in the host's process."""
        if not self.wants("overhead"):
            return
        units = os.path.join(folder, "overhead")
        subprocess.run([self.options.command, "units", "build", "ImageUnits/FunHouse", "-o", units], check=True, stdout=subprocess.DEVNULL)
        environment = {**os.environ, "COREIMAGE_UNIT_WORKER": os.path.join(os.path.dirname(self.options.command), "coreimage-unit-worker")}

        def measure(place, figure):
            line = [self.options.benchmarks, "overhead", os.path.join(units, "FunHouse.plugin"), "FunHouseMirror"]
            return json.loads(subprocess.run(line, env=environment, stdout=subprocess.PIPE, check=True).stdout)[place][figure]

        self.by_turns(
            "overhead",
            {
                "outputImage, worker": lambda: measure("worker", "median"),
                "outputImage, in process": lambda: measure("here", "median"),
                "first outputImage, worker": lambda: measure("worker", "first"),
            },
            3,
        )

    def strokes(self):
        """Times strokes of a brush of radius 25 on a canvas of 12 megapixels in an accumulator."""
        if not self.wants("strokes"):
            return

        def measure(figure):
            line = [self.options.benchmarks, "strokes"]
            return json.loads(subprocess.run(line, stdout=subprocess.PIPE, check=True).stdout)[figure]

        self.by_turns("strokes", {"median stroke": lambda: measure("median"), "worst stroke of 100": lambda: measure("worst")}, 3)

    def detection(self, folder):
        """Measures the processor time of feature detection by kind, JPEG size and accuracy, and of decoding alone.

        Every figure includes the time for decoding the file.
        """
        if not self.wants("detection"):
            return
        line = [self.options.benchmarks, "detection", folder, "2" if self.options.quick else "5"]
        output = subprocess.run(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if output.returncode != 0:
            self.errors.append(f"detection: {output.stderr.strip()[:300]}")
            return
        figures = [json.loads(line) for line in output.stdout.splitlines()]
        rows = {}
        for figure in figures:
            name = " ".join(filter(None, (f"{figure['megapixels']} MP", figure["what"], figure.get("accuracy"))))
            least = figure["milliseconds"]
            rows[name] = {"median": least, "least": least, "runs": [least]}
        self.results["detection"] = rows
        kinds = ["faces", "codes", "rectangles", "text"]
        time = {(figure["megapixels"], figure["what"], figure.get("accuracy")): figure["milliseconds"] for figure in figures}
        print("ms of processor time | decoding | " + " | ".join(kinds) + "   (high / low accuracy, decoding in it)")
        for size in sorted({figure["megapixels"] for figure in figures}):
            cells = [f"{time[size, kind, 'high']:.0f} / {time[size, kind, 'low']:.0f}" for kind in kinds]
            print(f"{size} megapixels | {time[size, 'decoding', None]:.0f} | " + " | ".join(cells))

    def filter_costs(self, ours, folder):
        """Measures every filter's cost, if `costs` is requested."""
        if self.wants("costs"):
            self.costs = filter_table.measure(self, ours, folder)

    def start(self, folder):
        if not self.wants("start"):
            return
        turns = 5 if self.options.quick else 15
        cache = os.path.join(folder, "cache")
        contenders = {}
        for kind in ("jpg", "png"):
            picture = os.path.join(folder, f"small.{kind}")
            subprocess.run([self.options.benchmarks, "picture", "512x512", picture], check=True)
            line = self.apply(picture, os.path.join(folder, f"small-out.{kind}"))

            def cold(line=line):
                with tempfile.TemporaryDirectory() as empty:
                    return process(line, {"COREIMAGE_CACHE": empty})[0]

            contenders[f"{kind}, warm"] = lambda line=line: process(line, {"COREIMAGE_CACHE": cache})[0]
            contenders[f"{kind}, nothing cached"] = cold
        self.by_turns("start", contenders, turns)

    def gigapixels(self, folder):
        """Measures the peak memory of W1 on striped TIFFs of increasing size, with a budget of 256 MB."""
        if not self.wants("memory"):
            return
        # The first, small picture fills the cache of compiled code; a loaded compiler would hide how memory grows with
        # the picture.
        sizes = [(400, 300)] + ([(5000, 3000), (12500, 8000)] if self.options.quick else [(12500, 8000), (25000, 16000), (40000, 25000)])
        for width, height in sizes:
            megapixels = width * height // 1_000_000
            source, target = os.path.join(folder, "large.tif"), os.path.join(folder, "large-out.tif")
            need = width * height * 7
            if shutil.disk_usage(folder).free < need:
                self.missing.append(f"memory at {megapixels} MP (needs {need >> 30} GB of disk)")
                continue
            try:
                self.make_tiff(source, width, height)
                took, peak = process(self.apply(source, target, "--memory", "256M"))
                if not megapixels:
                    continue
                self.memory[megapixels] = {"milliseconds": took, "megabytes": peak}
                print(f"  memory         {megapixels:5} MP TIFF   peak {peak:.0f} MB   {took / 1000:.1f} s", flush=True)
            except Exception as error:
                self.errors.append(f"memory at {megapixels} MP: {str(error)[:300]}")
            finally:
                for file in (source, target):
                    if os.path.exists(file):
                        os.remove(file)

    def make_tiff(self, path, width, height):
        tile = os.path.join(os.path.dirname(path), "tile.jpg")
        subprocess.run([self.options.benchmarks, "picture", "2500x2000", tile], check=True)
        code = (
            f"import pyvips\nt = pyvips.Image.new_from_file({tile!r}).copy_memory()\n"
            f"t.replicate({-(-width // 2500)}, {-(-height // 2000)}).crop(0, 0, {width}, {height})"
            f".tiffsave({path!r}, compression='none', tile_height=16, bigtiff=True)"
        )
        # In a separate process, so that its memory isn't counted.
        subprocess.run([sys.executable, "-c", code], check=True)

    # ------------------------------------------------------------ report

    def ratio(self, workload, peer):
        ours, theirs = self.median(workload), self.median(workload, peer)
        return ours / theirs if ours and theirs else None

    def within(self, workload, above, below):
        a, b = self.median(workload, above), self.median(workload, below)
        return a / b if a and b else None

    def bars(self):
        small, large = (self.memory.get(100) or {}).get("megabytes"), (self.memory.get(1000) or {}).get("megabytes")
        warm = [self.median("start", f"{kind}, warm") for kind in ("jpg", "png")]
        return [
            ("W1 colours / Halide", self.ratio("W1", "Halide"), 1.0, 0.8, "x"),
            ("W1 colours / libvips", self.ratio("W1", "libvips"), 0.1, 0.1, "x"),
            ("W2 blur / OpenCV", self.ratio("W2", "OpenCV"), 0.6, 0.35, "x"),
            ("W3 crop / libvips", self.ratio("W3", "libvips"), 0.25, 0.1, "x"),
            ("W4 warp / OpenCV", self.ratio("W4", "OpenCV"), 0.5, 0.25, "x"),
            ("W5 composite / libvips", self.ratio("W5", "libvips"), 0.2, 0.1, "x"),
            ("W6 files / libvips", self.ratio("W6", "libvips"), 0.7, None, "x"),
            ("W6 files / decode + encode", self.ratio("W6", "decode + encode"), None, 1.15, "x"),
            ("W4 in linear light / unmanaged", self.within("W4", "ours, in linear light", "ours"), 2.0, None, "x"),
            ("W5 in linear light / unmanaged", self.within("W5", "ours, in linear light", "ours"), 2.0, None, "x"),
            ("32 colour filters / 1", self.within("chain", "32 filters", "1 filters"), 1.1, None, "x"),
            ("sigma 100 / sigma 10", self.within("sigma", "sigma 100", "sigma 10"), 1.1, None, "x"),
            ("compiling a kernel, slowest", max(self.compilation.values(), default=None), 6, None, "ms"),
            ("warm command, 512 x 512 JPEG", warm[0], 40, None, "ms"),
            ("warm command, 512 x 512 PNG", warm[1], 80, 40, "ms"),
            ("command that lists all filters", self.median("filters", "list"), 50, None, "ms"),
            ("creating a filter, mean", self.microseconds("filters", "create, mean"), 20, None, "µs"),
            ("creating a filter, worst", self.microseconds("filters", "create, worst"), 20, None, "µs"),
            ("500 units, cold", self.median("scan", "500 units, cold"), 1000, None, "ms"),
            ("500 units, warm", self.median("scan", "500 units, warm"), 150, None, "ms"),
            ("output image in a worker", self.median("overhead", "outputImage, worker"), 1, None, "ms"),
            ("stroke on 12 megapixels", self.median("strokes", "median stroke"), 2, None, "ms"),
            ("1-gigapixel TIFF, peak", large, 400, 200, "MB"),
            ("memory, 1000 MP / 100 MP", large / small if small and large else None, 1.2, 1.05, "x"),
        ] + thumbnails.bars(self) + workers.bars(self) + video.bars(self)

    def table(self):
        number = lambda value, unit: "–" if value is None else f"{value:.2f} {unit}" if unit == "x" else f"{value:.0f} {unit}"
        lines = [f"{'bar':<38}{'must':>10}{'aim':>10}{'measured':>12}   holds?"]
        for name, value, must, aim, unit in self.bars():
            if value is None:
                verdict = "not measured"
            elif aim is not None and value <= aim:
                verdict = "yes, and the aim"
            elif must is None:
                verdict = "the aim does not"
            else:
                verdict = "yes" if value <= must else "NO"
            lines.append(f"{name:<38}{number(must, unit):>10}{number(aim, unit):>10}{number(value, unit):>12}   {verdict}")
        for name, worst in self.checks.items():
            limit = 2 if name == "W4" else 1
            lines.append(f"{name + ', farthest from its formula':<38}{limit:>6}/255{'':>10}{worst:>8.2f}/255   {'yes' if worst <= limit else 'NO'}")
        return "\n".join(lines)

    def report(self):
        os.makedirs(self.options.output, exist_ok=True)
        text = "\n\n".join(part for part in (filter_table.table(self.costs), self.table()) if part)
        notes = [f"not installed: {name}" for name in self.missing] + [f"failed: {error}" for error in self.errors]
        print("\n" + text + ("\n\n" + "\n".join(notes) if notes else ""))
        out = lambda name: os.path.join(self.options.output, name)
        with open(out("bench.txt"), "w") as file:
            file.write(text + "\n\n" + "\n".join(notes) + "\n")
        with open(out("bench.json"), "w") as file:
            json.dump(
                {
                    "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
                    "machine": {"processor": processor(), "cores": self.cores, "system": platform.platform()},
                    "size": [self.width, self.height],
                    "milliseconds": self.results,
                    "memory": self.memory,
                    "compilation": self.compilation,
                    "thumbnailMemory": self.thumbnail_memory,
                    "videoMemory": self.video_memory,
                    "played": self.played,
                    "filters": self.costs,
                    "farthestFromFormula": self.checks,
                    "bars": [
                        {"name": name, "value": value, "must": must, "aim": aim, "unit": unit}
                        for name, value, must, aim, unit in self.bars()
                    ],
                    "missing": self.missing,
                    "errors": self.errors,
                },
                file,
                indent=1,
            )
        written = charts.draw(self.results, self.memory, self.options.output)
        print(f"\nwrote {', '.join(out(name) for name in ('bench.txt', 'bench.json'))}, {', '.join(written)}")

    def run(self):
        print(f"{self.width} x {self.height} pixels, {self.cores} cores, {processor()}; {self.turns} turns", flush=True)
        with tempfile.TemporaryDirectory(dir=self.options.scratch) as folder:
            ours = Ours(self.options.benchmarks)
            try:
                self.in_memory(ours, folder)
                self.growth(ours)
                self.kernels(ours)
                self.filters(ours)
                self.filter_costs(ours, folder)
            except RuntimeError as error:
                self.errors.append(str(error))
            finally:
                ours.close()
            self.compiling()
            self.files(folder)
            self.scan(folder)
            self.overhead(folder)
            self.strokes()
            self.detection(folder)
            self.start(folder)
            thumbnails.measure(self, folder, processed)
            workers.measure(self, folder)
            video.measure(self, folder)
            self.gigapixels(folder)
        self.report()


def expected_row(np, name, picture, half, y):
    """Returns a row of W1, W2, W4 or W5, computed by the formula in double precision, 0…255."""
    row = picture[y].astype(float)
    height, width = picture.shape[:2]
    if name == "W1":
        code = row[:, :3] / 255
        light = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
        for matrix in (peers.SEPIA, peers.HUE, peers.CONTRAST):
            light = light @ np.array(matrix).T
        light = np.clip(light + peers.BIAS, 0, 1)
        code = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
        return np.round(np.c_[code * 255, row[:, 3]])
    if name == "W2":
        reach = 8 * peers.SIGMA
        weights = np.exp(-np.arange(-reach, reach + 1) ** 2 / (2.0 * peers.SIGMA**2))
        weights /= weights.sum()
        rows = np.clip(np.arange(y - reach, y + reach + 1), 0, height - 1)
        column = np.tensordot(weights, picture[rows].astype(float), (0, 0))
        padded = np.pad(column, ((reach, reach), (0, 0)), mode="edge")
        return np.stack([np.convolve(padded[:, c], weights, "valid") for c in range(4)], axis=1)
    if name == "W4":
        # Points are at pixel centres. The kernel's y axis points up, but the bump is symmetric.
        dx, dy = np.arange(width) + 0.5 - width / 2, y + 0.5 - height / 2
        near = np.maximum(1 - np.hypot(dx, dy) / peers.BUMP_RADIUS, 0)
        factor = 1 - peers.BUMP_SCALE * near * near
        px, py = dx * factor + width / 2 - 0.5, dy * factor + height / 2 - 0.5
        x0, y0 = np.floor(px).astype(int), np.floor(py).astype(int)
        fx, fy = (px - x0)[:, None], (py - y0)[:, None]

        def at(xs, ys):
            inside = (xs >= 0) & (xs < width) & (ys >= 0) & (ys < height)
            pixel = picture[np.clip(ys, 0, height - 1), np.clip(xs, 0, width - 1)].astype(float)
            return pixel * inside[:, None]

        return (at(x0, y0) * (1 - fx) + at(x0 + 1, y0) * fx) * (1 - fy) + (at(x0, y0 + 1) * (1 - fx) + at(x0 + 1, y0 + 1) * fx) * fy
    above = half[y].astype(float)
    return above + row * (1 - above[:, 3:] / 255)


def processor():
    try:
        with open("/proc/cpuinfo") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--benchmarks", required=True, help="the built benchmark program")
    parser.add_argument("--command", required=True, help="the built coreimage command")
    parser.add_argument("--output", required=True, help="folder for the figures")
    parser.add_argument("--scratch", help="folder for large temporary files; the system's when left out")
    parser.add_argument("--size", help="WIDTHxHEIGHT of the picture in memory")
    parser.add_argument("--turns", type=int, default=7, help="turns after the first, whose median counts")
    parser.add_argument("--quick", action="store_true", help="smaller pictures, fewer turns")
    parser.add_argument("--only", default="", help="workloads by the beginnings of their names, separated by commas: W1,W6,chain,sigma,size,kernel,compile,filters,scan,overhead,strokes,detection,costs,start,thumbnail,worker,video,memory")
    parser.add_argument("--filters", default="", help="parts of names of the filters whose costs are measured, separated by commas; all when left out")
    options = parser.parse_args()
    options.filters = [word for word in options.filters.lower().split(",") if word]
    options.only = [word for word in options.only.lower().split(",") if word]
    Bench(options).run()


main()
