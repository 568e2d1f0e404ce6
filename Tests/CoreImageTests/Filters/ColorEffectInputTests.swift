import CoreImage
import Foundation
import Testing

@Suite("Filters: colour effects' tables, palettes and their errors")
struct ColorEffectInputTests {
    private let picture = PixelGrid.colorful(x: -3, y: 5, width: 9, height: 8)
    private static let wide = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 257, height: 1))
    private static let row = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 1))

    /// A filter, inputs that it can't use, and what the reason must hold: the key, and the remedy.
    struct Refusal: Sendable, CustomTestStringConvertible {
        let filter: String
        let inputs: @Sendable () -> [String: Any]
        let words: [String]
        var testDescription: String { "\(filter): \(words)" }

        init(_ filter: String, _ words: [String], _ inputs: @autoclosure @escaping @Sendable () -> [String: Any]) {
            (self.filter, self.words, self.inputs) = (filter, words, inputs)
        }
    }

    static let refusals = [
        Refusal(
            "CIColorCurves", ["inputCurvesData", "13 bytes", "12 bytes each"], ["inputCurvesData": Data(count: 13)]),
        Refusal("CIColorCurves", ["inputCurvesData", "2 to 65536"], ["inputCurvesData": Data(count: 12)]),
        Refusal("CIColorCurves", ["inputCurvesData", "2 to 65536"], ["inputCurvesData": Data(count: 12 * 65537)]),
        Refusal("CIColorCurves", ["inputCurvesDomain", "different"], ["inputCurvesDomain": CIVector(x: 0.5, y: 0.5)]),
        Refusal("CIColorCurves", ["inputCurvesDomain", "two"], ["inputCurvesDomain": CIVector(x: 0.5)]),
        Refusal("CIColorCurves", ["inputColorSpace", "RGB"], ["inputColorSpace": CGColorSpaceCreateDeviceGray()]),
        Refusal("CIColorMap", ["inputGradientImage", "bottom row"], ["inputGradientImage": CIImage(color: .red)]),
        Refusal("CIColorMap", ["inputGradientImage", "bottom row"], ["inputGradientImage": CIImage.empty()]),
        Refusal("CIPalettize", ["inputPaletteImage", "257 × 1", "256"], ["inputPaletteImage": wide]),
        Refusal("CIPalettize", ["inputPaletteImage", "infinite"], ["inputPaletteImage": CIImage(color: .red)]),
        Refusal("CIPaletteCentroid", ["inputPaletteImage", "0 × 0"], ["inputPaletteImage": CIImage.empty()]),
        Refusal(
            "CIPaletteCentroid", ["inputImage", "crop"],
            ["inputImage": CIImage(color: .red), "inputPaletteImage": row]),
    ]

    @Test("Rendering with invalid inputs throws an error with key and remedy", arguments: refusals)
    func refused(refusal: Refusal) throws {
        let filter = try #require(CIFilter(name: refusal.filter))
        filter.setValue(picture.image, forKey: kCIInputImageKey)
        for (key, value) in refusal.inputs() { filter.setValue(value, forKey: key) }
        let image = try #require(filter.outputImage)
        let error = #expect(throws: CIFilterError.self) { try PixelGrid(rendering: image, in: picture.bounds) }
        let reason = error.map { "\($0)" } ?? ""
        for word in refusal.words { #expect(reason.contains(word), "\(reason)") }
    }

    @Test("Entries of curves that aren't finite count as 0")
    func curvesOfNoNumbers() throws {
        let entries: [Float] = [.nan, .infinity, 0, .nan, -.infinity, 1]
        let image = picture.image.applyingFilter(
            "CIColorCurves", parameters: ["inputCurvesData": entries.withUnsafeBytes { Data($0) }])
        try expect(image, in: picture.bounds) { x, y in
            let pixel = picture[x, y]
            return SIMD4(0, 0, min(max(pixel.z, 0), pixel.w), pixel.w)
        }
    }

    @Test("A gradient image one pixel wide colours everything")
    func oneColor() throws {
        let dot = Self.row.cropped(to: CGRect(x: 2, y: 0, width: 1, height: 1))
        let image = picture.image.applyingFilter("CIColorMap", parameters: ["inputGradientImage": dot])
        try expect(image, in: picture.bounds) { x, y in SIMD4(1, 0, 0, 1) * picture[x, y].w }
    }

    @Test("An empty image has no centroids")
    func emptyImage() throws {
        let filter = CIFilter.paletteCentroid()
        (filter.inputImage, filter.paletteImage) = (CIImage.empty(), Self.row)
        #expect(filter.outputImage?.extent == CGRect(x: 0, y: 0, width: 4, height: 1))
        try expect(filter.outputImage, in: CGRect(x: 0, y: 0, width: 4, height: 1)) { _, _ in .zero }
    }

    @Test("L*a*b* and back is the identity, and agrees with the image's own conversion")
    func roundTrip() throws {
        for isNormalized in [false, true] {
            let there = CIFilter.convertRGBtoLab()
            (there.inputImage, there.normalize) = (picture.image, isNormalized)
            let back = CIFilter.convertLabToRGB()
            (back.inputImage, back.normalize) = (there.outputImage, isNormalized)
            try expect(back.outputImage, in: picture.bounds, tolerance: 1e-3) { x, y in
                picture[x, y].w == 0 ? .zero : picture[x, y]
            }
        }
        let own = try PixelGrid(rendering: picture.image.convertingWorkingSpaceToLab(), in: picture.bounds)
        let lab = picture.image.applyingFilter("CIConvertRGBtoLab")
        try expect(lab, in: picture.bounds, tolerance: 2e-2) { own[$0, $1] }
    }

    @Test("Each colour effect fuses with its neighbours into one pass")
    func fused() throws {
        let chain =
            [
                ("CIColorCurves", [:]),
                ("CIColorMap", ["inputGradientImage": Self.row]), ("CIDither", [:]), ("CIThermal", [:]),
                ("CIXRay", [:]),
                ("CIConvertRGBtoLab", [:]), ("CIConvertLabToRGB", [:]), ("CILabDeltaE", ["inputImage2": picture.image]),
                ("CIPalettize", ["inputPaletteImage": Self.row, "inputPerceptual": true]),
                ("CIPalettize", ["inputPaletteImage": Self.row]),
            ] as [(String, [String: Any])]
        var image = picture.image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5])
        for (name, inputs) in chain {
            image = image.applyingFilter(name, parameters: inputs)
            let alone = picture.image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5])
                .applyingFilter(name, parameters: inputs).applyingFilter("CIHueAdjust", parameters: ["inputAngle": 1])
            #expect(try alone.explain().passCount == 1, "\(name)")
        }
        #expect(try image.applyingFilter("CIHueAdjust", parameters: ["inputAngle": 1]).explain().passCount == 1)
    }

    @Test("Equal look-ups are shared, so their blur is computed once")
    func shared() throws {
        let image = picture.image
        for (name, inputs) in [
            ("CIThermal", [:]), ("CIColorMap", ["inputGradientImage": Self.row]),
        ] as [(String, [String: Any])] {
            func blurred() -> CIImage {
                image.applyingFilter(name, parameters: inputs)
                    .applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 3])
            }
            let both = blurred().applyingFilter(
                "CIMultiplyCompositing", parameters: ["inputBackgroundImage": blurred()])
            let operations = try both.explain(in: picture.bounds).operations
            #expect(operations.count(where: { $0 == "gaussian blur" }) == 2, "\(operations)")
        }
    }
}
