import CoreImage
import Testing

@Suite("Filters: fusion of colour filters")
struct ColorFusionTests {
    private static let settings: [(name: String, parameters: [String: Double])] = [
        ("CIColorThreshold", [:]), ("CIDepthToDisparity", [:]), ("CIDisparityToDepth", [:]),
        ("CIToneMapHeadroom", ["inputSourceHeadroom": 4]), ("CIToneCurve", ["inputExtrapolate": 1]),
        ("CIColorCrossPolynomial", [:]), ("CIColorMonochrome", [:]), ("CIColorPosterize", [:]), ("CIFalseColor", [:]),
        ("CIVignette", ["inputIntensity": 1]), ("CIVignetteEffect", [:]),
    ]

    private let picture = PixelGrid.colorful(width: 16, height: 12).image

    @Test("Each filter fuses with its neighbours into one pass", arguments: settings)
    func neighbours(name: String, parameters: [String: Double]) throws {
        let chain = picture.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
            .applyingFilter(name, parameters: parameters)
            .applyingFilter("CIHueAdjust", parameters: [kCIInputAngleKey: 1])
        #expect(try chain.explain().passCount == 1)
    }

    @Test("A chain of all of them is one pass")
    func ten() throws {
        var chain = picture.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5])
        for (name, parameters) in Self.settings where name.hasPrefix("CIColor") || name.hasPrefix("CIVignette") {
            chain = chain.applyingFilter(name, parameters: parameters)
        }
        chain = chain.applyingFilter("CIColorAbsoluteDifference", parameters: ["inputImage2": picture])
            .applyingFilter("CITemperatureAndTint", parameters: ["inputNeutral": CIVector(x: 5000, y: 0)])
            .applyingFilter("CIToneCurve").applyingFilter("CIFalseColor")
        #expect(try chain.explain().passCount == 1)
    }

    @Test("Ten of colour, composite and geometry filters are one pass")
    func mixed() throws {
        // For tiny pictures, storing what comes before a warp is cheaper than one pass. These are large enough.
        let picture = PixelGrid.colorful(width: 320, height: 240).image
        let other = PixelGrid.colorful(x: 60, y: -40, width: 300, height: 260).image
        let background = [kCIInputBackgroundImageKey: other]
        let shear = CGAffineTransform(a: 0.9, b: 0.1, c: -0.2, d: 0.8, tx: 3, ty: 1)
        let chain = picture.applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: 1.2])
            .applyingFilter("CIPhotoEffectChrome")
            .applyingFilter(
                "CIPerspectiveTransform",
                parameters: [
                    "inputTopLeft": CGPoint(x: 15, y: 225), "inputTopRight": CGPoint(x: 300, y: 235),
                    "inputBottomRight": CGPoint(x: 310, y: 10), "inputBottomLeft": CGPoint(x: 5, y: 5),
                ]
            )
            .applyingFilter("CISoftLightBlendMode", parameters: background)
            .applyingFilter("CIToneCurve", parameters: ["inputPoint2": CGPoint(x: 0.5, y: 0.6)])
            .applyingFilter("CIAffineTransform", parameters: [kCIInputTransformKey: shear])
            .applyingFilter("CIColorCube").applyingFilter("CISourceAtopCompositing", parameters: background)
            .applyingFilter("CIVibrance", parameters: ["inputAmount": 0.5])
            .applyingFilter("CICrop", parameters: ["inputRectangle": CIVector(x: 10, y: 10, z: 250, w: 180)])
        let explanation = try chain.explain()
        #expect(explanation.passCount == 1, "\(explanation)")
    }

    @Test("White balance joins the matrices beside it")
    func matrices() throws {
        let chain = picture.applyingFilter("CIHueAdjust", parameters: [kCIInputAngleKey: 1])
            .applyingFilter("CITemperatureAndTint", parameters: ["inputNeutral": CIVector(x: 5000, y: 0)])
            .applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: 1.5])
        let kernels = try chain.explain().operations.filter { $0.contains("atrix") }
        #expect(kernels.count == 1, "\(kernels)")
    }
}
