"""Filters frames of 1920 x 1080 beside ffmpeg: whole files, filters alone, decoding alone, memory, and playing by the clock.

Times of whole commands are wall time. Costs of one step are processor time of all processes and threads, from which the time
of decoding alone is subtracted where a command decodes as well.
"""

import json
import math
import os
import shutil
import subprocess
import time

import peers

ENCODING = ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23"]
TAGS = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]


def linear(*filters):
    """The text of ffmpeg's filters in linear light, as floats."""
    back = "zscale=transfer=709:matrix=709:primaries=709:range=limited,format=yuv420p"
    return ",".join(["zscale=transfer=linear", "format=gbrpf32le", *filters, back])


def mixer(matrix):
    names = ("r", "g", "b")
    return "colorchannelmixer=" + ":".join(
        f"{names[row]}{names[column]}={matrix[row][column]:.5f}" for row in range(3) for column in range(3)
    )


def contrast():
    """The contrast of `peers`, which `colorchannelmixer` can't do, as it adds no constants.

    `exposure` computes (x - black) / (2 ** -exposure - black).
    """
    slope = peers.CONTRAST[0][0]
    black = -peers.BIAS[0] / slope
    return f"exposure=exposure={-math.log2(1 / slope + black):.6f}:black={black:.7f}"


def colors():
    return linear(mixer(peers.SEPIA), mixer(peers.HUE), contrast())


def usage(line):
    """Runs a command, and returns its seconds, its processor seconds with those of its children, the memory of the largest of
    these processes in megabytes, and its output."""
    start = time.perf_counter()
    child = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    output, errors = child.stdout.read(), child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{line[0]} ended with {child.returncode}: {errors[-300:]}")
    return time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, output


class Video:
    """The measurements of one run of `bench.py`."""

    def __init__(self, bench, folder):
        self.bench, self.folder = bench, folder
        self.frames = 60 if bench.options.quick else 150
        self.source = self.path("in.mp4")
        self.target = self.path("out.mp4")

    def path(self, name):
        return os.path.join(self.folder, name)

    def ffmpeg(self, *words):
        return ["ffmpeg", "-v", "error", "-y", "-nostdin", *words]

    def ours(self, source, *words):
        line = [self.bench.options.command, "video", source, "-o", self.target, "--quiet", "--preset", "veryfast", "--crf", "23"]
        if os.path.exists(self.target):
            os.remove(self.target)
        return [*line, *words]

    def make(self, name, frames, size="1920x1080", noise=7, rate=30, encoding=("-preset", "veryfast", "-crf", "20")):
        """A clip with movement everywhere and grain, which costs decoders and encoders as much as a camera's: 46 Mb/s."""
        path = self.path(name)
        grain = f",noise=alls={noise}:allf=t" if noise else ""
        usage(
            self.ffmpeg(
                *["-f", "lavfi", "-i", f"testsrc2=size={size}:rate={rate}:duration={frames / rate}{grain}", "-pix_fmt", "yuv420p"],
                *["-c:v", "libx264", *encoding, *TAGS, path],
            )
        )
        return path

    def run(self):
        self.make("in.mp4", self.frames)
        self.files()
        self.filters()
        self.decoding()
        self.memory()
        self.playing()

    def files(self):
        """Whole files: decoded, filtered, and encoded by x264 in the same setting."""
        work = lambda line: usage(line)[0] * 1000
        peer = lambda *words: work(self.ffmpeg("-i", self.source, *words, *ENCODING, *TAGS, self.path("peer.mp4")))
        contenders = {
            "ours": lambda: work(self.ours(self.source, *self.bench.CHAIN)),
            "ours, no filter": lambda: work(self.ours(self.source)),
            "decode + encode": lambda: peer(),
            "ffmpeg, zscale": lambda: peer("-vf", colors()),
            "ffmpeg, eq and hue": lambda: peer("-vf", "eq=contrast=1.2,hue=h=46"),
        }
        self.bench.by_turns("video", contenders, 2 if self.bench.options.quick else 5)

    def filters(self):
        """Processor time of a frame, of the filter alone."""
        decoding = self.ffmpeg("-i", self.source, "-f", "null", "-")

        def peer(filters):
            alone, both = usage(decoding)[1], usage(self.ffmpeg("-i", self.source, "-vf", filters, "-f", "null", "-"))[1]
            return (both - alone) * 1000 / self.frames

        def ours(name):
            line = [self.bench.options.benchmarks, "frames", f"420v/{name}"]
            return json.loads(usage(line)[3])["processor"]

        turns = 2 if self.bench.options.quick else 4
        contenders = {
            "ours": lambda: ours("colors"),
            "ours, CISepiaTone": lambda: ours("filters"),
            "ffmpeg, zscale": lambda: peer(colors()),
            "ffmpeg, eq and hue": lambda: peer("eq=contrast=1.2,hue=h=46"),
        }
        self.bench.by_turns("video chain", contenders, turns)
        blur = linear("gblur=sigma=10")
        contenders = {
            "ours": lambda: ours("blur"),
            "ffmpeg, zscale": lambda: peer(blur),
            "ffmpeg, on 8-bit planes": lambda: peer("gblur=sigma=10"),
        }
        self.bench.by_turns("video blur", contenders, turns)

    def decoding(self):
        """Processor time of a decoded frame, without the start of the programs."""
        few = self.make("few.mp4", 10)

        def cost(line):
            long, short = usage(line(self.source))[1], usage(line(few))[1]
            return (long - short) * 1000 / (self.frames - 10)

        contenders = {
            "ours": lambda: cost(lambda file: [self.bench.options.benchmarks, "decode", file]),
            "ffmpeg": lambda: cost(lambda file: self.ffmpeg("-i", file, "-f", "null", "-")),
        }
        self.bench.by_turns("video decoding", contenders, 3 if self.bench.options.quick else 7)

    def memory(self):
        """The largest process while 1000 and 10,000 frames are filtered."""
        peaks = {}
        for frames in (1000, 3000 if self.bench.options.quick else 10000):
            clip = self.make("long.mp4", frames, "640x360", 0, encoding=("-preset", "ultrafast", "-crf", "28"))
            try:
                peaks[frames] = usage(self.ours(clip, *self.bench.CHAIN))[2]
                print(f"  video memory   {frames:6} frames   peak {peaks[frames]:.0f} MB", flush=True)
            except RuntimeError as error:
                self.bench.errors.append(f"video memory at {frames} frames: {str(error)[:300]}")
        self.bench.video_memory = peaks

    def playing(self):
        """Frames that a player drops through five filters, at 30 frames a second."""
        for size in ("1280x720", "1920x1080"):
            seconds = 4 if self.bench.options.quick else 10
            clip = self.make("live.mp4", 30 * seconds, size, 0)
            try:
                played = json.loads(usage([self.bench.options.benchmarks, "play", clip])[3])
            except RuntimeError as error:
                self.bench.errors.append(f"playing {size}: {str(error)[:300]}")
                continue
            self.bench.played[size] = played
            print(f"  video playing  {size:>9}   {played['shown']} shown, {played['late']} of them late, {played['dropped']} dropped", flush=True)


def measure(bench, folder):
    """Measures everything, if `video` is requested and ffmpeg is installed."""
    if not bench.wants("video"):
        return
    if not shutil.which("ffmpeg"):
        bench.missing.append("ffmpeg for video (apt-get install ffmpeg)")
        return
    if not os.path.exists(os.path.join(os.path.dirname(bench.options.command), "coreimage-video-worker")):
        bench.missing.append("coreimage-video-worker (apt-get install libavformat-dev libavcodec-dev libavutil-dev)")
        return
    try:
        Video(bench, folder).run()
    except RuntimeError as error:
        bench.errors.append(f"video: {str(error)[:300]}")


def bars(bench):
    """Rows of the table of bars: name, value, must, aim and unit."""
    peaks = bench.video_memory
    growth = max(peaks.values()) / min(peaks.values()) if len(peaks) > 1 else None
    dropped = lambda size: bench.played.get(size, {}).get("dropped")
    return [
        ("video, time / decode + encode", bench.ratio("video", "decode + encode"), 1 / 0.85, 1 / 0.95, "x"),
        ("video, time / ffmpeg with zscale", bench.ratio("video", "ffmpeg, zscale"), 1 / 1.1, 1 / 1.3, "x"),
        ("video, chain / zscale", bench.ratio("video chain", "ffmpeg, zscale"), 0.6, 0.35, "x"),
        ("video, blur / zscale", bench.ratio("video blur", "ffmpeg, zscale"), 0.7, 0.4, "x"),
        ("video, decoding / ffmpeg", bench.ratio("video decoding", "ffmpeg"), 1.1, 1.03, "x"),
        ("video, memory of 10000 / 1000 frames", growth, 1.05, 1.02, "x"),
        ("video, dropped at 720p", dropped("1280x720"), 0, 0, ""),
        ("video, dropped at 1080p", dropped("1920x1080"), None, 0, ""),
    ]
