import CoreImage
import Testing

@Suite("Filters: colour filters are computed together")
struct ColorFusionTests {
    private static let settings: [(name: String, parameters: [String: Double])] = [
        ("CIColorThreshold", [:]), ("CIDepthToDisparity", [:]), ("CIDisparityToDepth", [:]),
        ("CIToneMapHeadroom", ["inputSourceHeadroom": 4]), ("CIToneCurve", ["inputExtrapolate": 1]),
        ("CIColorCrossPolynomial", [:]), ("CIColorMonochrome", [:]), ("CIColorPosterize", [:]), ("CIFalseColor", [:]),
        ("CIVignette", ["inputIntensity": 1]), ("CIVignetteEffect", [:]),
    ]

    private let picture = PixelGrid.colorful(width: 16, height: 12).image

    @Test("One pass between neighbours", arguments: settings)
    func neighbours(name: String, parameters: [String: Double]) throws {
        let chain = picture.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
            .applyingFilter(name, parameters: parameters)
            .applyingFilter("CIHueAdjust", parameters: [kCIInputAngleKey: 1])
        #expect(try chain.explain().passCount == 1)
    }

    @Test("Ten of them are one pass")
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

    @Test("White balance joins the matrices beside it")
    func matrices() throws {
        let chain = picture.applyingFilter("CIHueAdjust", parameters: [kCIInputAngleKey: 1])
            .applyingFilter("CITemperatureAndTint", parameters: ["inputNeutral": CIVector(x: 5000, y: 0)])
            .applyingFilter("CIColorControls", parameters: [kCIInputSaturationKey: 1.5])
        let kernels = try chain.explain().operations.filter { $0.contains("atrix") }
        #expect(kernels.count == 1, "\(kernels)")
    }
}
