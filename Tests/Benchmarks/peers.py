"""The same workloads in other software: libvips, OpenCV, Skia, Halide, and the commands of GEGL and ImageMagick.

Every workload converts 8-bit sRGB RGBA in memory to the same format, except W6, which runs a whole process:

W1  colours    sepia, hue and contrast matrices one after the other, in linear light
W2  blur       Gaussian, sigma 10, edges repeated
W3  crop       W1, then W2, of which only the central 1500 x 1500 pixels are rendered
W4  warp       a bump of radius 1500 in the middle, bilinear
W5  composite  a half-transparent picture over another, premultiplied
W6  files      JPEG, W1, JPEG of quality 90

Each peer is used as its documentation recommends, and may use every core.
"""

import math
import os
import shutil
import subprocess
import sys

COSINE, SINE = math.cos(0.8), math.sin(0.8)
SEPIA = [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]]
HUE = [
    [0.213 + COSINE * 0.787 - SINE * 0.213, 0.715 - COSINE * 0.715 - SINE * 0.715, 0.072 - COSINE * 0.072 + SINE * 0.928],
    [0.213 - COSINE * 0.213 + SINE * 0.143, 0.715 + COSINE * 0.285 + SINE * 0.140, 0.072 - COSINE * 0.072 - SINE * 0.283],
    [0.213 - COSINE * 0.213 - SINE * 0.787, 0.715 - COSINE * 0.715 + SINE * 0.715, 0.072 + COSINE * 0.928 + SINE * 0.072],
]
CONTRAST = [[1.2, 0, 0], [0, 1.2, 0], [0, 0, 1.2]]
BIAS = [-0.1, -0.1, -0.1]
BUMP_RADIUS, BUMP_SCALE = 1500, 0.5
SIGMA = 10
PART = 1500


def libvips(picture, half, cores):
    import pyvips

    height, width = picture.shape[:2]
    source = pyvips.Image.new_from_array(picture).copy(interpretation="srgb")
    over = pyvips.Image.new_from_array(half).copy(interpretation="srgb")

    def chain(image):
        colors = image[:3].colourspace("scrgb")
        for matrix in (SEPIA, HUE, CONTRAST):
            colors = colors.recomb(matrix)
        return (colors + BIAS).colourspace("srgb").bandjoin(image[3])

    def pixels(image):
        return image.cast("uchar").write_to_memory()

    def bump():
        points = pyvips.Image.xyz(width, height)
        away = points - [width / 2, height / 2]
        near = 1 - (away[0] ** 2 + away[1] ** 2) ** 0.5 / BUMP_RADIUS
        near = (near > 0).ifthenelse(near, 0)
        factor = 1 - near * near * BUMP_SCALE
        return pixels(source.mapim((away[0] * factor + width / 2).bandjoin(away[1] * factor + height / 2)))

    def blur(image):
        # The mask extends to about three sigma, as in the other libraries.
        return image.gaussblur(SIGMA, min_ampl=0.005)

    part = middle(width, height)
    return {
        "W1": lambda: pixels(chain(source)),
        "W2": lambda: pixels(blur(source)),
        "W3": lambda: pixels(blur(chain(source)).crop(*part)),
        "W4": bump,
        "W5": lambda: pixels(source.composite2(over, "over", premultiplied=True)),
    }


def opencv(picture, half, cores):
    import cv2
    import numpy as np

    cv2.setNumThreads(cores)
    height, width = picture.shape[:2]
    linear = decoding_table(np)
    matrices = [np.float32(SEPIA), np.float32(HUE), np.float32(np.c_[CONTRAST, BIAS])]

    def chain(image):
        colors = cv2.LUT(image, linear)[..., :3]
        for matrix in matrices:
            colors = cv2.transform(colors, matrix)
        colors = np.clip(colors, 0, 1, out=colors)
        encoded = cv2.convertScaleAbs(1.055 * cv2.pow(colors, 1 / 2.4) - 0.055, alpha=255)
        return cv2.merge([*cv2.split(encoded), image[..., 3]])

    def bump():
        x, y = np.meshgrid(np.arange(width, dtype=np.float32) - width / 2, np.arange(height, dtype=np.float32) - height / 2)
        near = np.maximum(1 - cv2.magnitude(x, y) / BUMP_RADIUS, 0)
        factor = 1 - near * near * BUMP_SCALE
        return cv2.remap(picture, x * factor + width / 2, y * factor + height / 2, cv2.INTER_LINEAR)

    def blur(image):
        return cv2.GaussianBlur(image, (0, 0), SIGMA, borderType=cv2.BORDER_REPLICATE)

    left, top, across, down = middle(width, height)
    return {
        "W1": lambda: chain(picture),
        "W2": lambda: blur(picture),
        "W3": lambda: blur(chain(picture))[top : top + down, left : left + across].copy(),
        "W4": bump,
    }


def skia(picture, half, cores):
    import skia

    height, width = picture.shape[:2]
    info = skia.ImageInfo.Make(
        width, height, skia.kRGBA_8888_ColorType, skia.kPremul_AlphaType, skia.ColorSpace.MakeSRGB()
    )
    below = skia.Image.fromarray(picture, colorType=skia.kRGBA_8888_ColorType)
    above = skia.Image.fromarray(half, colorType=skia.kRGBA_8888_ColorType)
    surface = skia.Surface.MakeRaster(info)

    def matrix(rows, bias=(0, 0, 0)):
        return skia.ColorFilters.Matrix(
            [*rows[0], 0, bias[0], *rows[1], 0, bias[1], *rows[2], 0, bias[2], 0, 0, 0, 1, 0]
        )

    colors = skia.ColorFilters.Compose(matrix(CONTRAST, BIAS), skia.ColorFilters.Compose(matrix(HUE), matrix(SEPIA)))

    def draw(paint):
        canvas = surface.getCanvas()
        canvas.clear(0)
        canvas.drawImage(below, 0, 0, skia.SamplingOptions(), paint)
        return surface.makeImageSnapshot()

    def over():
        canvas = surface.getCanvas()
        canvas.drawImage(below, 0, 0)
        canvas.drawImage(above, 0, 0)
        return surface.makeImageSnapshot()

    blur = skia.ImageFilters.Blur(SIGMA, SIGMA, skia.TileMode.kClamp)
    return {
        "W1": lambda: draw(skia.Paint(ColorFilter=colors)),
        "W2": lambda: draw(skia.Paint(ImageFilter=blur)),
        "W5": over,
    }


def halide(picture, half, cores):
    os.environ.setdefault("HL_NUM_THREADS", str(cores))
    import halide as hl
    import numpy as np

    height, width = picture.shape[:2]
    x, y, c = hl.Var("x"), hl.Var("y"), hl.Var("c")
    source = hl.Buffer(np.ascontiguousarray(picture))
    table = hl.Buffer(decoding_table(np))
    edge = hl.BoundaryConditions.repeat_edge(source)

    def number(value):
        return hl.f32(float(value))

    def encoded(value):
        value = hl.clamp(value, 0.0, 1.0)
        root = hl.sqrt(value)
        root4 = hl.sqrt(root)
        curve = number(0.585122381) * root + number(0.783140355) * root4 - number(0.368262736) * hl.sqrt(root4)
        return hl.u8_sat(hl.select(value < number(0.0031308), value * number(12.92), curve) * 255.0 + 0.5)

    def chain():
        colors = [table[hl.i32(edge[i, x, y])] for i in range(3)]
        for matrix, bias in ((SEPIA, None), (HUE, None), (CONTRAST, BIAS)):
            colors = [
                sum((number(matrix[i][j]) * colors[j] for j in range(3)), number(bias[i] if bias else 0)) for i in range(3)
            ]
        out = hl.Func("chain")
        out[c, x, y] = hl.mux(c, [*map(encoded, colors), edge[3, x, y]])
        outer, inner = hl.Var("outer"), hl.Var("inner")
        out.bound(c, 0, 4).reorder(c, x, y).unroll(c).vectorize(x, 16).split(y, outer, inner, 64).parallel(outer)
        out.output_buffer().dim(0).set_stride(1)
        out.output_buffer().dim(1).set_stride(4)
        return out

    def blur():
        reach = 3 * SIGMA
        weights = np.exp(-np.arange(-reach, reach + 1) ** 2 / (2.0 * SIGMA * SIGMA))
        weights = list(zip(range(-reach, reach + 1), weights / weights.sum()))
        down, out = hl.Func("down"), hl.Func("blur")
        down[c, x, y] = sum((number(w) * hl.f32(edge[c, x, y + k]) for k, w in weights), number(0))
        out[c, x, y] = hl.u8_sat(sum((number(w) * down[c, x + k, y] for k, w in weights), number(0.5)))
        outer, inner = hl.Var("outer"), hl.Var("inner")
        out.bound(c, 0, 4).reorder(c, x, y).unroll(c).vectorize(x, 16).split(y, outer, inner, 64).parallel(outer)
        # Each row of the first pass is stored channel by channel, so that the second pass reads contiguous memory.
        down.compute_at(out, inner).reorder_storage(x, c, y).reorder(x, c, y).vectorize(x, 16)
        return out

    works = {}
    for name, make in (("W1", chain), ("W2", blur)):
        function, result = make(), hl.Buffer(hl.UInt(8), [4, width, height])
        function.compile_jit()
        works[name] = lambda function=function, result=result: function.realize(result)
    return works


LIBRARIES = {"libvips": libvips, "OpenCV": opencv, "Skia": skia, "Halide": halide}


def middle(width, height):
    """Returns left, top, width and height of the central part."""
    across, down = min(PART, width), min(PART, height)
    return (width - across) // 2, (height - down) // 2, across, down


def decoding_table(np):
    code = np.arange(256) / 255
    return np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4).astype(np.float32)


def commands(jpeg, folder):
    """Returns the commands for W6, and one that only decodes and encodes: name -> arguments."""
    words = lambda matrix: " ".join(f"{value:.6f}" for row in matrix for value in row)
    out = lambda name: os.path.join(folder, name)
    found = {}
    if has_module("pyvips"):
        found["libvips"] = [
            sys.executable,
            "-c",
            f"import pyvips\nx = pyvips.Image.new_from_file({jpeg!r}, access='sequential').colourspace('scrgb')\n"
            f"for m in ({SEPIA}, {HUE}, {CONTRAST}): x = x.recomb(m)\n"
            f"(x + {BIAS}).colourspace('srgb').jpegsave({out('libvips.jpg')!r}, Q=90)",
        ]
    if vips := shutil.which("vips"):
        found["decode + encode"] = [vips, "copy", jpeg, out("copy.jpg") + "[Q=90]"]
    elif has_module("pyvips"):
        found["decode + encode"] = [
            sys.executable,
            "-c",
            f"import pyvips\npyvips.Image.new_from_file({jpeg!r}, access='sequential').jpegsave({out('copy.jpg')!r}, Q=90)",
        ]
    if gegl := shutil.which("gegl"):
        found["GEGL"] = [gegl, jpeg, "-o", out("gegl.jpg"), "--", "sepia", "scale=1.0", "hue-chroma", "hue=45", "brightness-contrast", "contrast=1.2"]
    if (magick := shutil.which("convert")) and is_image_magick(magick):
        found["ImageMagick"] = [
            magick, jpeg, "-colorspace", "RGB", "-color-matrix", words(SEPIA), "-color-matrix", words(HUE),
            "-color-matrix", words(CONTRAST), "-colorspace", "sRGB", "-quality", "90", out("magick.jpg"),
        ]
    return found


def has_module(name):
    import importlib.util

    return importlib.util.find_spec(name) is not None


def is_image_magick(program):
    try:
        return "ImageMagick" in subprocess.run([program, "-version"], capture_output=True, text=True, timeout=10).stdout
    except (OSError, subprocess.TimeoutExpired):
        return False
