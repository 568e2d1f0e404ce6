"""Measures how JPEG files are made smaller, beside vipsthumbnail (Debian's libvips-tools)."""

import os
import shutil
import subprocess

WIDTH, HEIGHT, SIDE = 2000, 1333, 500
LARGE = "7360x4912"
BATCH_SIZE, BATCH_SIDE = "3000x2000", 800
QUALITY = 85


def measure(bench, folder, process):
    """Stores processor times as the results "thumbnail" and "thumbnails", and peaks in `thumbnail_memory`.

    `process` runs a command and returns its duration, its peak memory and its processor time.
    """
    if not bench.wants("thumbnail"):
        return
    # vipsthumbnail takes a relative output for one in the folder of the picture.
    folder = os.path.abspath(os.path.join(folder, "thumbnails"))
    os.makedirs(folder)
    vips = shutil.which("vipsthumbnail")
    if not vips:
        bench.missing.append("vipsthumbnail (apt-get install libvips-tools)")
    command = bench.options.command
    environment = {"COREIMAGE_CACHE": os.path.join(folder, "cache")}
    processor_time = lambda line: process(line, environment)[2]

    def picture(size, name):
        path = os.path.join(folder, name)
        subprocess.run([bench.options.benchmarks, "picture", size, path], check=True)
        return path

    def ours(sources, target, side, *options):
        return [command, "apply", *sources, "-o", target, "--fit", f"{side}x{side}", "--quality", str(QUALITY / 100), "--quiet", *options]

    def theirs(sources, target, side):
        return [vips, *sources, "--size", f"{side}x{side}", "-o", f"{target}[Q={QUALITY}]"]

    one = picture(f"{WIDTH}x{HEIGHT}", "one.jpg")
    out = os.path.join(folder, "out.jpg")
    contenders = {
        "ours": lambda: processor_time(ours([one], out, SIDE)),
        "ours, decoded in full": lambda: processor_time(ours([one], out, SIDE, "--full-decoding")),
    }
    if vips:
        contenders["vipsthumbnail"] = lambda: processor_time(theirs([one], out, SIDE))
    bench.by_turns("thumbnail", contenders)

    large = picture(LARGE, "large.jpg")
    # The first run loads LLVM, which takes as much memory as all the rest, and caches the code.
    peak_of_ours = lambda: process(ours([large], out, SIDE), environment)[1]
    peaks = {"ours, compiling kernels": peak_of_ours, "ours": peak_of_ours}
    if vips:
        peaks["vipsthumbnail"] = lambda: process(theirs([large], out, SIDE), environment)[1]
    for name, peak in peaks.items():
        bench.thumbnail_memory[name] = peak()
        print(f"  thumbnail      {name:<24} peak {bench.thumbnail_memory[name]:.0f} MB for {LARGE} to {SIDE}", flush=True)
    os.remove(large)

    count = 10 if bench.options.quick else 100
    first = picture(BATCH_SIZE, "0.jpg")
    sources = [first]
    for number in range(1, count):
        sources.append(os.path.join(folder, f"{number}.jpg"))
        shutil.copy(first, sources[-1])
    results = os.path.join(folder, "results")
    os.makedirs(results)

    def separately():
        return sum(processor_time(ours([source], out, BATCH_SIDE)) for source in sources)

    contenders = {
        "ours": lambda: processor_time(ours(sources, results + "/", BATCH_SIDE, "--overwrite")),
        "ours, by processes": separately,
    }
    if vips:
        contenders["vipsthumbnail"] = lambda: processor_time(theirs(sources, os.path.join(results, "%s.jpg"), BATCH_SIDE))
    bench.by_turns("thumbnails", contenders, 1 if bench.options.quick else 3)
    shutil.rmtree(folder)


def bars(bench):
    return [
        ("2000 x 1333 JPEG to 500 / vipsthumbnail", bench.ratio("thumbnail", "vipsthumbnail"), 1.2, 0.9, "x"),
        ("36-megapixel JPEG to 500, peak", bench.thumbnail_memory.get("ours"), 90, 50, "MB"),
        ("100 JPEG to 800 / vipsthumbnail", bench.ratio("thumbnails", "vipsthumbnail"), None, 1.0, "x"),
    ]
