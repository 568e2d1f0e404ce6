"""The settings at which filters are timed, and equivalent jobs in OpenCV and libvips, if they exist.

A filter without settings is timed at its defaults; `FilterWorkload.swift` supplies images, centres and extents. A setting
is a dictionary of numbers by input key. A peer's job gets the setting and does the same to the same 8-bit picture. Data
that the peer can prepare once for many pictures, such as weights or coordinate maps, is not timed.
"""

import math

# Limits above which a filter is an outlier: the ratio to its fastest peer or, without peers, the time per megapixel.
MOST_RATIO = 4
MOST_MILLISECONDS = 60

CORNERS = {
    "inputTopLeft": [100, 1900],
    "inputTopRight": [1900, 1800],
    "inputBottomRight": [1800, 100],
    "inputBottomLeft": [50, 50],
}
EMBOSS = [-2, -1, 0, -1, 1, 1, 0, 1, 2]


# Settings are for a picture with this side. These inputs are positions and lengths in it, for all filters or for the
# named ones.
SIDE = 2000
PLACES = {
    *(f"input{corner}" for corner in ("TopLeft", "TopRight", "BottomRight", "BottomLeft")),
    *(f"input{point}{number}" for point in ("Point", "Breakpoint", "InsetPoint") for number in (0, 1)),
    *("inputExtent", "inputSize"),
}
LENGTHS = {"inputRadius", "inputWidth"}
LARGE_SHAPES = {
    f"CI{name}"
    for name in (
        "BumpDistortion BumpDistortionLinear TwirlDistortion VortexDistortion PinchDistortion HoleDistortion LightTunnel "
        "CircleSplashDistortion TorusLensDistortion GlassLozenge"
    ).split()
}


def placed(name, setting, side):
    """Returns a setting scaled for a picture with another side."""
    keys = PLACES | LENGTHS if name in LARGE_SHAPES else PLACES - {"inputPoint0", "inputPoint1"}
    return {key: [value * side / SIDE for value in values] if key in keys else values for key, values in setting.items()}


def even(count):
    return [1 / count] * count


def radii(*values):
    return [{"inputRadius": [value]} for value in values]


def one(**values):
    return [{"input" + key[0].upper() + key[1:]: value if isinstance(value, list) else [value] for key, value in values.items()}]


def table(size):
    """Returns a colour cube that exchanges components and applies a slight curve."""
    steps = [math.sqrt(i / (size - 1)) for i in range(size)]
    return [v for blue in steps for green in steps for red in steps for v in (green, blue * 0.9 + 0.1 * red, red, 1)]


SETTINGS = {
    # Neighbourhood filters at a small and a large radius, to show how the cost grows.
    "CIBoxBlur": radii(5, 100),
    "CIDiscBlur": radii(5, 50),
    "CIGaussianBlur": radii(3, 10, 100),
    "CIMotionBlur": radii(20, 100),
    "CIBokehBlur": radii(5, 20),
    "CIMaskedVariableBlur": radii(5, 50),
    "CIMorphologyMaximum": radii(5, 50),
    "CIMorphologyMinimum": radii(5, 50),
    "CIMorphologyGradient": radii(5, 50),
    "CIMorphologyRectangleMaximum": one(width=5, height=5) + one(width=101, height=101),
    "CIMorphologyRectangleMinimum": one(width=5, height=5) + one(width=101, height=101),
    "CIGuidedFilter": one(radius=5, epsilon=0.01) + one(radius=50, epsilon=0.01),
    "CIUnsharpMask": one(radius=2.5, intensity=0.5),
    "CISharpenLuminance": one(sharpness=2),
    "CIBloom": radii(10),
    "CIGloom": radii(10),
    "CIConvolution3X3": one(weights=EMBOSS),
    "CIConvolution5X5": one(weights=even(25)),
    "CIConvolution7X7": one(weights=even(49)),
    "CIConvolution9Horizontal": one(weights=even(9)),
    "CIConvolution9Vertical": one(weights=even(9)),
    "CIConvolutionRGB3X3": one(weights=EMBOSS),
    "CIConvolutionRGB5X5": one(weights=even(25)),
    "CIConvolutionRGB7X7": one(weights=even(49)),
    "CIConvolutionRGB9Horizontal": one(weights=even(9)),
    "CIConvolutionRGB9Vertical": one(weights=even(9)),
    # Colour filters, with values that have an effect.
    "CIColorMatrix": one(rVector=[0, 1, 0, 0], gVector=[0.5, 0.5, 0, 0], bVector=[0, 0.1, 0.8, 0]),
    "CIColorPolynomial": one(redCoefficients=[0, 2.5, -1.5, 0]),
    "CIColorCube": one(cubeDimension=17, cubeData=table(17)),
    "CIColorCubeWithColorSpace": one(cubeDimension=17, cubeData=table(17)),
    "CIColorCubesMixedWithMask": one(cubeDimension=17, cube0Data=table(17), cube1Data=table(17)[::-1]),
    "CIColorCurves": one(curvesData=[0, 0, 0, 0.6, 0.4, 0.5, 1, 1, 1]),
    "CIExposureAdjust": one(eV=1),
    "CIGammaAdjust": one(power=2),
    "CIHueAdjust": one(angle=1),
    "CIVibrance": one(amount=1),
    "CIVignette": one(intensity=1, radius=1),
    "CIColorControls": one(saturation=1.2, brightness=0.05, contrast=1.1),
    "CIToneCurve": one(point1=[0.25, 0.1], point3=[0.75, 0.9]),
    "CITemperatureAndTint": one(targetNeutral=[5000, 0]),
    "CIColorClamp": one(minComponents=[0.1, 0.1, 0.1, 0], maxComponents=[0.9, 0.9, 0.9, 1]),
    "CIHighlightShadowAdjust": one(shadowAmount=0.5, highlightAmount=0.5),
    "CIWhitePointAdjust": one(color=[1, 0.8, 0.6, 1]),
    "CIDither": one(intensity=0.2),
    # Geometry and distortion filters.
    "CIAffineTransform": one(transform=[0.98, 0.17, -0.17, 0.98, 200, -100]),
    "CIAffineClamp": one(transform=[0.6, 0.2, -0.2, 0.6, 400, 100]),
    "CIAffineTile": one(transform=[0.3, 0.1, -0.1, 0.3, 90, 20]),
    "CIPerspectiveTransform": [CORNERS],
    "CIPerspectiveCorrection": [CORNERS],
    "CIPerspectiveTile": [CORNERS],
    "CIPerspectiveTransformWithExtent": [CORNERS],
    "CIKeystoneCorrectionCombined": [CORNERS],
    "CIKeystoneCorrectionHorizontal": [CORNERS],
    "CIKeystoneCorrectionVertical": [CORNERS],
    "CIPerspectiveRotate": one(pitch=0.2, yaw=0.1, roll=0.1),
    "CIStraightenFilter": one(angle=0.15),
    "CILanczosScaleTransform": one(scale=0.5),
    "CIBicubicScaleTransform": one(scale=0.5),
    "CIMaximumScaleTransform": one(scale=0.5),
    "CIStretchCrop": one(size=[1600, 1200], cropAmount=0.25, centerStretchAmount=0.25),
    "CINinePartStretched": one(breakpoint0=[200, 200], breakpoint1=[1800, 1800], growAmount=[100, 100]),
    "CINinePartTiled": one(breakpoint0=[200, 200], breakpoint1=[1800, 1800], growAmount=[100, 100]),
    "CIDroste": one(insetPoint0=[600, 600], insetPoint1=[1400, 1400]),
    "CIBumpDistortion": one(radius=900, scale=0.7),
    "CIBumpDistortionLinear": one(radius=900, scale=0.7),
    "CITwirlDistortion": one(radius=900),
    "CIVortexDistortion": one(radius=900, angle=20),
    "CIPinchDistortion": one(radius=900, scale=0.6),
    "CIHoleDistortion": one(radius=400),
    "CILightTunnel": one(radius=400, rotation=1.5),
    "CICircleSplashDistortion": one(radius=500),
    "CITorusLensDistortion": one(radius=700, width=300),
    "CIGlassLozenge": one(point0=[600, 800], point1=[1400, 1200], radius=500),
    # Generators, with results as large as the other filters'.
    "CIRoundedRectangleGenerator": one(extent=[100, 100, 1800, 1800], radius=200),
    "CIRoundedRectangleStrokeGenerator": one(extent=[100, 100, 1800, 1800], radius=200, width=40),
    "CIBlurredRectangleGenerator": one(extent=[100, 100, 1800, 1800], sigma=30),
    "CIBlurredRoundedRectangleGenerator": one(extent=[100, 100, 1800, 1800], radius=200, sigma=30),
    "CIDistanceGradientFromRedMask": one(maximumDistance=60),
    "CISignedDistanceGradientFromRedMask": one(maximumDistance=60),
    # Transitions, halfway.
    **{
        f"CI{name}Transition": one(time=0.5)
        for name in (
            "AccordionFold BarsSwipe CopyMachine DisintegrateWithMask Dissolve Flash Mod PageCurl PageCurlWithShadow Ripple Swipe"
        ).split()
    },
    "CIAreaHistogram": one(count=256),
    "CIAreaAlphaWeightedHistogram": one(count=256),
    "CIAreaLogarithmicHistogram": one(count=256),
    "CIMix": one(amount=0.5),
    "CIKMeans": one(count=8, passes=5),
}


def opencv(picture, half, cores):
    """Returns the jobs in OpenCV: filter → a function of the setting."""
    import cv2
    import numpy as np

    cv2.setNumThreads(cores)
    height, width = picture.shape[:2]
    red = np.ascontiguousarray(picture[..., 0])
    floats = picture.astype(np.float32) / 255
    colors = np.ascontiguousarray(picture[..., :3])
    ramp = np.arange(256)

    def number(setting, key, default=0.0):
        return setting.get("input" + key, [default])[0]

    def disc(radius):
        side = 2 * int(radius) + 1
        return cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))

    def box(setting):
        side = 2 * int(number(setting, "Radius")) + 1
        return lambda: cv2.blur(picture, (side, side))

    def gauss(setting):
        sigma = number(setting, "Radius")
        return lambda: cv2.GaussianBlur(picture, (0, 0), sigma)

    def disc_blur(setting):
        weights = disc(number(setting, "Radius")).astype(np.float32)
        return lambda: cv2.filter2D(picture, -1, weights / weights.sum())

    def motion(setting):
        radius = int(number(setting, "Radius"))
        return lambda: cv2.filter2D(picture, -1, np.full((1, 2 * radius + 1), 1 / (2 * radius + 1), np.float32))

    def morphology(operation):
        def make(setting):
            shape = disc(number(setting, "Radius"))
            return lambda: cv2.morphologyEx(picture, operation, shape)

        return make

    def rectangle(operation):
        def make(setting):
            shape = np.ones((int(number(setting, "Height")), int(number(setting, "Width"))), np.uint8)
            return lambda: cv2.morphologyEx(picture, operation, shape)

        return make

    def unsharp(setting):
        sigma, intensity = number(setting, "Radius"), number(setting, "Intensity")
        return lambda: cv2.addWeighted(picture, 1 + intensity, cv2.GaussianBlur(picture, (0, 0), sigma), -intensity, 0)

    def guided(setting):
        side, epsilon = 2 * int(number(setting, "Radius")) + 1, number(setting, "Epsilon")

        def work():
            # The picture is its own guide: means, variance and the two coefficients, each averaged over a box.
            def mean(values):
                return cv2.blur(values, (side, side))

            average = mean(floats)
            variance = mean(floats * floats) - average * average
            slope = variance / (variance + epsilon)
            return mean(slope) * floats + mean(average - slope * average)

        return work

    def convolution(columns, rows):
        def make(setting):
            weights = np.float32(setting["inputWeights"]).reshape(rows, columns)
            return lambda: cv2.filter2D(picture, -1, weights)

        return make

    def curve(values):
        entries = np.clip(np.round(values * 255), 0, 255).astype(np.uint8)
        return lambda setting: lambda: cv2.LUT(picture, entries)

    def matrix(rows):
        weights = np.float32(rows)
        return lambda setting: lambda: cv2.transform(picture, weights)

    def affine(border):
        def make(setting):
            a, b, c, d, x, y = setting["inputTransform"]
            # OpenCV's y axis points down.
            weights = np.float32([[a, -c, x + c * height], [-b, d, height - y - d * height]])
            return lambda: cv2.warpAffine(picture, weights, (width, height), flags=cv2.INTER_LINEAR, borderMode=border)

        return make

    def perspective(inverse):
        def make(setting):
            names = ("TopLeft", "TopRight", "BottomRight", "BottomLeft")
            corners = np.float32([[setting["input" + n][0], height - setting["input" + n][1]] for n in names])
            frame = np.float32([[0, 0], [width, 0], [width, height], [0, height]])
            weights = cv2.getPerspectiveTransform(*((corners, frame) if inverse else (frame, corners)))
            return lambda: cv2.warpPerspective(picture, weights, (width, height), flags=cv2.INTER_LINEAR)

        return make

    def resized(interpolation):
        def make(setting):
            scale = number(setting, "Scale", 1)
            return lambda: cv2.resize(picture, None, fx=scale, fy=scale, interpolation=interpolation)

        return make

    def pixellate(setting):
        return lambda: cv2.resize(
            cv2.resize(picture, (width // 8, height // 8), interpolation=cv2.INTER_AREA), (width, height), interpolation=cv2.INTER_NEAREST
        )

    def displaced():
        x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))

        def work():
            return cv2.remap(picture, x + (floats[..., 0] - 0.5) * 50, y + (floats[..., 1] - 0.5) * 50, cv2.INTER_LINEAR)

        return work

    def sobel(setting):
        return lambda: (cv2.Sobel(red, cv2.CV_32F, 1, 0), cv2.Sobel(red, cv2.CV_32F, 0, 1))

    def canny(setting):
        def work():
            gray = cv2.cvtColor(picture, cv2.COLOR_RGBA2GRAY)
            return cv2.Canny(cv2.GaussianBlur(gray, (0, 0), 1.6), 5, 13)

        return work

    def distance(setting):
        return lambda: cv2.distanceTransform((red > 60).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_PRECISE)

    def otsu(setting):
        return lambda: [cv2.threshold(np.ascontiguousarray(picture[..., c]), 0, 255, cv2.THRESH_OTSU) for c in range(3)]

    def histograms(setting):
        count = int(number(setting, "Count", 64))
        return lambda: [cv2.calcHist([picture], [c], None, [count], [0, 256]) for c in range(4)]

    def extrema(setting):
        return lambda: [cv2.minMaxLoc(channel) for channel in cv2.split(picture)]

    def means(setting):
        count, passes = int(number(setting, "Count", 8)), int(number(setting, "Passes", 5))
        pixels = floats[..., :3].reshape(-1, 3)
        ends = (cv2.TERM_CRITERIA_MAX_ITER, passes, 0)
        return lambda: cv2.kmeans(pixels, count, None, ends, 1, cv2.KMEANS_RANDOM_CENTERS)

    def plain(work):
        return lambda setting: work

    return {
        "CIBoxBlur": box,
        "CIGaussianBlur": gauss,
        "CIDiscBlur": disc_blur,
        "CIMotionBlur": motion,
        "CIMedianFilter": plain(lambda: cv2.medianBlur(picture, 3)),
        "CIMorphologyMaximum": morphology(cv2.MORPH_DILATE),
        "CIMorphologyMinimum": morphology(cv2.MORPH_ERODE),
        "CIMorphologyGradient": morphology(cv2.MORPH_GRADIENT),
        "CIMorphologyRectangleMaximum": rectangle(cv2.MORPH_DILATE),
        "CIMorphologyRectangleMinimum": rectangle(cv2.MORPH_ERODE),
        "CIUnsharpMask": unsharp,
        "CIGuidedFilter": guided,
        **{f"CIConvolution{rgb}{side}X{side}": convolution(side, side) for rgb in ("", "RGB") for side in (3, 5, 7)},
        **{f"CIConvolution{rgb}9Horizontal": convolution(9, 1) for rgb in ("", "RGB")},
        **{f"CIConvolution{rgb}9Vertical": convolution(1, 9) for rgb in ("", "RGB")},
        "CIColorInvert": plain(lambda: cv2.bitwise_not(picture)),
        "CIGammaAdjust": curve((ramp / 255) ** 2),
        "CIColorPosterize": curve(np.round(ramp / 255 * 5) / 5),
        "CIToneCurve": curve((ramp / 255) ** 1.2),
        "CIColorMatrix": matrix([[0, 1, 0, 0], [0.5, 0.5, 0, 0], [0, 0.1, 0.8, 0], [0, 0, 0, 1]]),
        "CIHueAdjust": matrix([[0.5, 0.2, 0.3, 0], [0.3, 0.5, 0.2, 0], [0.2, 0.3, 0.5, 0], [0, 0, 0, 1]]),
        "CISepiaTone": matrix([[0.393, 0.769, 0.189, 0], [0.349, 0.686, 0.168, 0], [0.272, 0.534, 0.131, 0], [0, 0, 0, 1]]),
        "CIColorThreshold": plain(lambda: cv2.threshold(picture, 128, 255, cv2.THRESH_BINARY)),
        "CIColorThresholdOtsu": otsu,
        "CIConvertRGBtoLab": plain(lambda: cv2.cvtColor(floats[..., :3], cv2.COLOR_LRGB2Lab)),
        "CIConvertLabToRGB": plain(lambda: cv2.cvtColor(floats[..., :3], cv2.COLOR_Lab2LRGB)),
        "CIColorMap": plain(lambda: cv2.applyColorMap(cv2.cvtColor(picture, cv2.COLOR_RGBA2GRAY), cv2.COLORMAP_JET)),
        "CIFalseColor": plain(lambda: cv2.applyColorMap(cv2.cvtColor(picture, cv2.COLOR_RGBA2GRAY), cv2.COLORMAP_BONE)),
        "CIColorAbsoluteDifference": plain(lambda: cv2.absdiff(picture, half)),
        "CIMaximumCompositing": plain(lambda: cv2.max(picture, half)),
        "CIMinimumCompositing": plain(lambda: cv2.min(picture, half)),
        "CIAdditionCompositing": plain(lambda: cv2.add(picture, half)),
        "CIMultiplyCompositing": plain(lambda: cv2.multiply(picture, half, scale=1 / 255)),
        "CISubtractBlendMode": plain(lambda: cv2.subtract(picture, half)),
        "CIDissolveTransition": plain(lambda: cv2.addWeighted(picture, 0.5, half, 0.5, 0)),
        "CIMix": plain(lambda: cv2.addWeighted(picture, 0.5, half, 0.5, 0)),
        "CIAffineTransform": affine(cv2.BORDER_CONSTANT),
        "CIAffineClamp": affine(cv2.BORDER_REPLICATE),
        "CIAffineTile": affine(cv2.BORDER_WRAP),
        "CIPerspectiveTransform": perspective(False),
        "CIPerspectiveCorrection": perspective(True),
        "CILanczosScaleTransform": resized(cv2.INTER_LANCZOS4),
        # OpenCV's cubic is not widened to prevent aliasing, so it reads a quarter of the pixels: no peer for the bicubic.
        "CIPixellate": pixellate,
        "CIDisplacementDistortion": plain(displaced()),
        "CISobelGradients": sobel,
        "CICannyEdgeDetector": canny,
        "CIDistanceGradientFromRedMask": distance,
        "CIAreaAverage": plain(lambda: cv2.mean(picture)),
        "CIAreaMinimum": extrema,
        "CIAreaMaximum": extrema,
        "CIAreaMinMax": extrema,
        "CIAreaMinMaxRed": plain(lambda: cv2.minMaxLoc(cv2.extractChannel(picture, 0))),
        "CIAreaHistogram": histograms,
        "CIRowAverage": plain(lambda: cv2.reduce(picture, 1, cv2.REDUCE_AVG, dtype=cv2.CV_32F)),
        "CIColumnAverage": plain(lambda: cv2.reduce(picture, 0, cv2.REDUCE_AVG, dtype=cv2.CV_32F)),
        "CIAreaBoundsRed": plain(lambda: cv2.boundingRect(cv2.extractChannel(picture, 0))),
        "CIKMeans": means,
        "CINoiseReduction": plain(lambda: cv2.bilateralFilter(colors, 5, 20, 2)),
    }


def libvips(picture, half, cores):
    """Returns the jobs in libvips: filter → a function of the setting."""
    import pyvips

    pyvips.cache_set_max(0)
    height, width = picture.shape[:2]

    def image(pixels):
        return pyvips.Image.new_from_memory(pixels.data, width, height, 4, "uchar").copy(interpretation="srgb")

    below, above = image(picture), image(half)
    red = below[0]

    def pixels(result):
        return result.cast("uchar").write_to_memory()

    def composite(mode):
        return lambda setting: lambda: pixels(below.composite2(above, mode, premultiplied=True))

    def measured(work):
        return lambda setting: work

    def number(setting, key, default=0.0):
        return setting.get("input" + key, [default])[0]

    modes = {
        "SourceOverCompositing": "over",
        "SourceInCompositing": "in",
        "SourceOutCompositing": "out",
        "SourceAtopCompositing": "atop",
        "ScreenBlendMode": "screen",
        "OverlayBlendMode": "overlay",
        "DarkenBlendMode": "darken",
        "LightenBlendMode": "lighten",
        "ColorDodgeBlendMode": "colour-dodge",
        "ColorBurnBlendMode": "colour-burn",
        "HardLightBlendMode": "hard-light",
        "SoftLightBlendMode": "soft-light",
        "DifferenceBlendMode": "difference",
        "ExclusionBlendMode": "exclusion",
        "MultiplyBlendMode": "multiply",
    }
    return {
        **{"CI" + name: composite(mode) for name, mode in modes.items()},
        "CIGaussianBlur": lambda s: lambda: pixels(below.gaussblur(number(s, "Radius"), min_ampl=0.005)),
        "CIMedianFilter": measured(lambda: pixels(below.median(3))),
        "CISharpenLuminance": measured(lambda: pixels(below[:3].sharpen())),
        "CIColorInvert": measured(lambda: pixels(below.invert())),
        "CIBlendWithMask": measured(lambda: pixels(red.ifthenelse(below, above, blend=True))),
        "CIBlendWithRedMask": measured(lambda: pixels(red.ifthenelse(below, above, blend=True))),
        "CILanczosScaleTransform": lambda s: lambda: pixels(below.resize(number(s, "Scale", 1), kernel="lanczos3")),
        "CIBicubicScaleTransform": lambda s: lambda: pixels(below.resize(number(s, "Scale", 1), kernel="cubic")),
        "CIAffineTransform": lambda s: lambda: pixels(below.affine(s["inputTransform"][:4], interpolate=pyvips.Interpolate.new("bilinear"))),
        "CIAreaAverage": measured(lambda: below.stats()),
        "CIAreaHistogram": measured(lambda: below.hist_find().write_to_memory()),
        "CISobelGradients": measured(lambda: pixels(red.sobel())),
        "CICannyEdgeDetector": measured(lambda: pixels(below[:3].colourspace("b-w").canny(sigma=1.6))),
        "CIConvertRGBtoLab": measured(lambda: below[:3].colourspace("lab").write_to_memory()),
    }


LIBRARIES = {"OpenCV": opencv, "libvips": libvips}


def title(name, setting):
    """Returns the filter's name, with the radius or width if the filter has several settings."""
    radius = setting.get("inputRadius") or setting.get("inputWidth")
    return f"{name[2:]} {radius[0]:g}" if len(SETTINGS.get(name, [])) > 1 and radius else name[2:]


def verdict(cost):
    """Returns whether a cost is an outlier. `cost` has milliseconds, megapixels and the fastest peer's milliseconds."""
    if cost.get("peer"):
        return cost["milliseconds"] / cost["peer"] > MOST_RATIO
    return cost["milliseconds"] / max(cost["megapixels"], 1) > MOST_MILLISECONDS
