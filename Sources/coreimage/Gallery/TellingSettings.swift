/// Settings that show a filter's effect better than its defaults, for a picture of 320 × 240 pixels.
///
/// Each text is the filter's part of a `coreimage apply` command, or a whole chain that contains the filter.
/// `GalleryCompanion` provides the images that a text doesn't name. The index shows the last text of a filter.
enum TellingSettings {
    /// The settings, keyed by the filter's name.
    static let table: [String: [String]] = colors.merging(composites) { $1 }.merging(shapes) { $1 }
        .merging(sources) { $1 }.merging(neighbourhoods) { $1 }.merging(transitions) { $1 }

    /// Filters whose results have only one colour.
    static let oneColor: Set<String> = [
        "CIConstantColorGenerator", "CIAreaAverage", "CIAreaAverageMaximumRed", "CIAreaBoundsRed", "CIAreaMaximum",
        "CIAreaMaximumAlpha", "CIAreaMinMaxRed", "CIAreaMinimum", "CIAreaMinimumAlpha",
    ]

    /// Filters that don't change 8-bit pictures, because they affect only brighter values.
    static let unchanging: Set<String> = ["CISystemToneMap"]

    /// Filters whose whole result is shown, even if it is larger than the picture.
    static let whole: Set<String> = ["CINinePartStretched", "CINinePartTiled", "CIStretchCrop"]

    private static let colors: [String: [String]] = [
        "CIColorClamp": ["minComponents=0.1,0.1,0.3,0 maxComponents=0.6,0.7,0.9,1"],
        "CIColorControls": ["saturation=0", "brightness=0.1 contrast=1.4 saturation=1.6"],
        "CIColorCrossPolynomial": [
            "redCoefficients=0,1,0,0,0,0,0,0,0,0 greenCoefficients=0,0,1,0,0,0,0,0,0,0 "
                + "blueCoefficients=0,0,0,0,0,0,1.5,0,0,0"
        ],
        "CIColorCube": ["cubeDimension=16 cubeData=@companions/dusk.cube"],
        "CIColorCubeWithColorSpace": [
            "cubeDimension=16 cubeData=@companions/dusk.cube colorSpace=kCGColorSpaceSRGB"
        ],
        "CIColorCubesMixedWithMask": [
            "cubeDimension=16 cube0Data=@companions/dusk.cube cube1Data=@companions/gray.cube "
                + "colorSpace=kCGColorSpaceSRGB"
        ],
        "CIColorCurves": ["curvesData=@companions/tones.curves colorSpace=kCGColorSpaceSRGB"],
        "CIColorMatrix": [
            "rVector=0,1,0,0 gVector=1,0,0,0", "rVector=-1,0,0 gVector=0,-1,0 bVector=0,0,-1 biasVector=1,1,1",
        ],
        "CIColorPolynomial": [
            "redCoefficients=0,2.5,-1.5,0 greenCoefficients=0.1,0.6,0.3,0 blueCoefficients=0.2,0.5,0.2,0"
        ],
        "CIConvertLabToRGB": ["ConvertRGBtoLab normalize=1, HueAdjust angle=1.5, ConvertLabToRGB normalize=1"],
        "CIConvertRGBtoLab": ["normalize=1"],
        "CIDepthToDisparity": ["ExposureAdjust EV=3 image=companions/depth.png, DepthToDisparity"],
        "CIDisparityToDepth": ["ExposureAdjust EV=3 image=companions/depth.png, DisparityToDepth"],
        "CIDither": ["intensity=0.2, ColorPosterize levels=4"],
        "CIExposureAdjust": ["EV=-1.5", "EV=1.5"],
        "CIGammaAdjust": ["power=0.5", "power=2"],
        "CIHueAdjust": ["angle=2"],
        "CILabDeltaE": ["LabDeltaE, ExposureAdjust EV=-6"],
        "CIPaletteCentroid": ["PaletteCentroid, ColorMatrix rVector=0.003125,0,0,0 gVector=0,0.0041667,0,0"],
        "CITemperatureAndTint": ["targetNeutral=9000,0", "targetNeutral=4000,0"],
        "CIToneCurve": ["point1=0.25,0.1 point3=0.75,0.9"],
        "CIToneMapHeadroom": ["ExposureAdjust EV=2, ToneMapHeadroom sourceHeadroom=4"],
        "CIVibrance": ["amount=-1", "amount=1"],
        "CIVignette": ["intensity=1 radius=0.8"],
        "CIWhitePointAdjust": ["color=#ffd59e"],
    ]

    private static let composites: [String: [String]] = [
        "CIBlendWithAlphaMask": [""],
        "CIMix": ["amount=0.5"],
    ].merging(
        [
            "CISourceAtopCompositing", "CISourceInCompositing", "CISourceOutCompositing", "CISourceOverCompositing",
            "CIAdditionCompositing", "CIMaximumCompositing", "CIMinimumCompositing", "CIMultiplyCompositing",
        ].map { ($0, ["image=companions/left.png backgroundImage=companions/right.png"]) }
    ) { $1 }

    private static let corners = "topLeft=40,220 topRight=300,200 bottomRight=260,30 bottomLeft=20,10"

    private static let shapes: [String: [String]] = [
        "CIAffineClamp": ["transform=0.6,0.2,-0.2,0.6,90,20"],
        "CIAffineTile": ["transform=0.3,0.1,-0.1,0.3,90,20"],
        "CIAffineTransform": ["transform=0.8,0.3,-0.3,0.8,70,0"],
        "CIBicubicScaleTransform": ["scale=0.6 aspectRatio=1.2"],
        "CIBumpDistortion": ["center=160,120 radius=110 scale=0.7"],
        "CIBumpDistortionLinear": ["center=160,120 radius=110 angle=0.6 scale=0.7"],
        "CICircleSplashDistortion": ["center=160,120 radius=70"],
        "CIClamp": ["extent=80,60,160,120"],
        "CICrop": ["rectangle=50,40,200,160"],
        "CIDroste": ["insetPoint0=100,80 insetPoint1=220,160"],
        "CIEightfoldReflectedTile": ["center=20,140 width=85 angle=0.1"],
        "CIFourfoldReflectedTile": ["center=15,140 width=95 acuteAngle=1.2"],
        "CIFourfoldRotatedTile": ["center=15,145 width=85 angle=0.1"],
        "CIFourfoldTranslatedTile": ["center=65,180 width=80 acuteAngle=1.2"],
        "CIGlassDistortion": ["scale=60"],
        "CIGlassLozenge": ["point0=90,120 point1=230,120 radius=70"],
        "CIGlideReflectedTile": ["center=160,75 width=90"],
        "CIHoleDistortion": ["center=160,120 radius=60"],
        "CIKaleidoscope": ["center=160,120"],
        "CIKeystoneCorrectionCombined": [corners],
        "CIKeystoneCorrectionHorizontal": [corners],
        "CIKeystoneCorrectionVertical": [corners],
        "CILanczosScaleTransform": ["scale=0.6 aspectRatio=1.2"],
        "CILightTunnel": ["center=160,120 radius=70 rotation=1.5"],
        "CIMaximumScaleTransform": ["scale=0.5"],
        "CINinePartStretched": ["breakpoint0=100,70 breakpoint1=220,170 growAmount=120,60"],
        "CINinePartTiled": ["breakpoint0=100,70 breakpoint1=220,170 growAmount=120,60"],
        "CIOpTile": ["center=160,120 width=40"],
        "CIParallelogramTile": ["center=64,178 width=90 acuteAngle=1.3"],
        "CIPerspectiveCorrection": [corners],
        "CIPerspectiveRotate": ["pitch=0.4 yaw=0.3 roll=0.1"],
        "CIPerspectiveTile": ["topLeft=120,160 topRight=220,150 bottomRight=250,60 bottomLeft=70,50"],
        "CIPerspectiveTransform": [corners],
        "CIPerspectiveTransformWithExtent": ["extent=40,30,240,180 " + corners],
        "CIPinchDistortion": ["center=160,120 radius=110 scale=0.6"],
        "CISixfoldReflectedTile": ["center=15,150 width=90"],
        "CISixfoldRotatedTile": ["center=15,145 width=95"],
        "CIStraightenFilter": ["angle=0.15"],
        "CICameraCalibrationLensCorrection": ["AVCameraCalibrationData=lens:0,0.05,0.2"],
        "CIStretchCrop": ["size=400,160 cropAmount=0.25 centerStretchAmount=0.25"],
        "CITorusLensDistortion": ["center=160,120 radius=100 width=60"],
        "CITriangleKaleidoscope": ["point=160,110 size=110 rotation=0.2"],
        "CITriangleTile": ["center=60,75 width=110"],
        "CITwelvefoldReflectedTile": ["center=110,45 width=110 angle=0.1"],
        "CITwirlDistortion": ["center=160,120 radius=110"],
        "CIVortexDistortion": ["center=160,120 radius=110 angle=20"],
    ]

    private static let message = "message=https://www.swift.org"

    private static let sources: [String: [String]] = [
        "CIAttributedTextImageGenerator": ["text=Core Image scaleFactor=4 padding=8"],
        "CIAztecCodeGenerator": [message],
        "CIBarcodeGenerator": ["barcodeDescriptor=qr:1,0,M,40a436f726520496d6167650ec11ec11"],
        "CIBlurredRectangleGenerator": ["extent=60,50,200,140 sigma=14 color=#ff8000"],
        "CIBlurredRoundedRectangleGenerator": ["extent=60,50,200,140 radius=40 sigma=8 color=#ff8000"],
        "CICheckerboardGenerator": ["color0=#203040 color1=#f0e0c0 width=40 sharpness=0.8"],
        "CICode128BarcodeGenerator": ["message=Core Image"],
        "CIDistanceGradientFromRedMask": ["image=companions/mask.png maximumDistance=60"],
        "CIHueSaturationValueGradient": ["radius=110"],
        "CIMeshGenerator": ["mesh=20,20,160,220;160,220,300,20;300,20,20,20;20,140,300,140 color=#40c0ff width=3"],
        "CIPDF417BarcodeGenerator": [message],
        "CIQRCodeGenerator": [message],
        "CIRoundedQRCodeGenerator": [message],
        "CIRoundedRectangleGenerator": ["extent=60,50,200,140 radius=40 color=#ff8000"],
        "CIRoundedRectangleStrokeGenerator": ["extent=60,50,200,140 radius=40 width=12 color=#ff8000"],
        "CISignedDistanceGradientFromRedMask": ["image=companions/mask.png maximumDistance=60"],
        "CIStripesGenerator": ["color0=#203040 color1=#f0e0c0 width=20 sharpness=0.8"],
        "CITextImageGenerator": ["text=Core Image fontSize=48 padding=8"],
    ]

    private static let emboss = "-2,-1,0,-1,1,1,0,1,2"
    private static let ninths = "0.111,0.111,0.111,0.111,0.112,0.111,0.111,0.111,0.111"
    private static let outline5 = "0,0,-1,0,0,0,-1,-2,-1,0,-1,-2,17,-2,-1,0,-1,-2,-1,0,0,0,-1,0,0"

    private static let neighbourhoods: [String: [String]] = [
        "CIAreaAlphaWeightedHistogram": [histogram("AreaAlphaWeightedHistogram")],
        "CIAreaHistogram": [histogram("AreaHistogram")],
        "CIAreaLogarithmicHistogram": [histogram("AreaLogarithmicHistogram")],
        "CIAreaAverage": [area], "CIAreaAverageMaximumRed": [area], "CIAreaBoundsRed": [area],
        "CIAreaMaximum": [area], "CIAreaMaximumAlpha": [area], "CIAreaMinimum": [area], "CIAreaMinimumAlpha": [area],
        "CIAreaMinMax": [area], "CIAreaMinMaxRed": [area], "CIColumnAverage": [area], "CIRowAverage": [area],
        "CIConvolution3X3": ["weights=" + emboss],
        "CIConvolution5X5": ["weights=" + outline5],
        "CIConvolution7X7": ["weights=" + Array(repeating: "0.0204082", count: 49).joined(separator: ",")],
        "CIConvolution9Horizontal": ["weights=" + ninths],
        "CIConvolution9Vertical": ["weights=" + ninths],
        "CIConvolutionRGB3X3": ["weights=" + emboss],
        "CIConvolutionRGB5X5": ["weights=" + outline5],
        "CIConvolutionRGB7X7": ["weights=" + Array(repeating: "0.0204082", count: 49).joined(separator: ",")],
        "CIConvolutionRGB9Horizontal": ["weights=" + ninths],
        "CIConvolutionRGB9Vertical": ["weights=" + ninths],
        "CIDepthOfField": ["point0=0,110 point1=320,110 radius=12"],
        "CIEdges": ["intensity=5"],
        "CIGuidedFilter": ["image=companions/mask.png radius=3 epsilon=0.001"],
        "CIHeightFieldFromMask": ["image=companions/mask.png radius=30"],
        "CIHighlightShadowAdjust": ["shadowAmount=1 highlightAmount=0.3"],
        "CIHistogramDisplayFilter": ["AreaHistogram extent=0,0,320,240 count=256 scale=10, HistogramDisplayFilter"],
        "CIKMeans": [palette + "perceptual=1" + drawn, palette + "perceptual=0" + drawn],
        "CIMaskedVariableBlur": ["radius=12"],
        "CIMorphologyMaximum": ["radius=4"],
        "CIMorphologyMinimum": ["radius=4"],
        "CIPointillize": ["radius=6"],
        "CISampleNearest": ["SampleNearest, AffineTransform transform=10,0,0,10,-1500,-1400"],
        "CIShadedMaterial": ["HeightFieldFromMask image=companions/mask.png radius=40, ShadedMaterial scale=10"],
        "CISharpenLuminance": ["sharpness=2"],
        "CISpotLight": ["lightPosition=260,260,120 lightPointsAt=150,100,0"],
        "CIUnsharpMask": ["radius=4 intensity=2"],
        "CIZoomBlur": ["center=160,120 amount=10"],
    ]

    /// Excludes the scene's edges, so that transparent pixels there can't determine the minimum.
    private static let area = "extent=20,20,280,200"
    private static func histogram(_ filter: String) -> String {
        filter + " extent=0,0,320,240 count=256 scale=10, HistogramDisplayFilter"
    }

    private static let palette = "KMeans extent=0,0,320,240 count=8 "
    /// Draws the colours of KMeans, whose alpha is a weight, on black, and enlarges them.
    private static let drawn =
        ", SourceOverCompositing backgroundImage=companions/mask.png, Crop rectangle=0,0,8,1, SampleNearest, "
        + "AffineTransform transform=40,0,0,40,0,0"

    private static let transitions: [String: [String]] = [
        "CIBarsSwipeTransition", "CIDisintegrateWithMaskTransition", "CIDissolveTransition",
    ].reduce(into: [:]) { $0[$1] = atTimes { "time=\($0)" } }
        .merging(
            ["CICopyMachineTransition", "CIRippleTransition"].map { name in
                (name, atTimes { "extent=0,0,320,240 time=\($0)" })
            }
        ) { $1 }
        .merging([
            // Only the rows by which one picture is taller than the other are folded.
            "CIAccordionFoldTransition": atTimes {
                "Crop rectangle=0,0,320,90, AccordionFoldTransition bottomHeight=30 foldShadowAmount=0.7 time=\($0)"
            },
            // In the middle of the transition only the flash is visible.
            "CIFlashTransition": [0.15, 0.35, 0.93].map { "center=160,120 extent=0,0,320,240 time=\($0)" },
            "CIModTransition": atTimes { "center=160,120 radius=30 time=\($0)" },
            "CIPageCurlTransition": atTimes { "extent=0,0,320,240 angle=2.6 radius=40 time=\($0)" },
            "CIPageCurlWithShadowTransition": atTimes {
                "extent=0,0,320,240 shadowExtent=0,0,320,240 angle=-2.6 radius=40 shadowSize=1 time=\($0)"
            },
            "CISwipeTransition": atTimes { "extent=0,0,320,240 width=80 opacity=0.8 color=#ffcc00 time=\($0)" },
        ]) { $1 }

    /// Returns settings early, late, and in the middle of the transition.
    private static func atTimes(_ settings: (Double) -> String) -> [String] {
        [0.15, 0.3, 0.7, 0.9, 0.5].map(settings)
    }
}
