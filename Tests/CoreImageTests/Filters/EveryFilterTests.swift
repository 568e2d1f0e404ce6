import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// Properties that all filters share. New filters in the catalogue are tested automatically.
@Suite("Filters: properties of all filters")
struct EveryFilterTests {
    static let names = FilterCatalog.builtIn.compactMap { $0.registration?.name }

    /// A small picture with transparent parts and colours between 0 and 1, not at the origin.
    private let picture = PixelGrid(x: -4, y: 3, width: 13, height: 11) { x, y in
        let alpha: Float = [1, 1, 0.5, 1, 0, 1][abs(x * 3 + y * 5) % 6]
        return SIMD4(Float(abs(x * 7 + y) % 9) / 8, Float(abs(x + y * 4) % 7) / 6, Float(abs(y) % 5) / 4, 1) * alpha
    }

    // Every third of the twelve small parts, so that they lie in all rows and columns of parts, and two of the six
    // larger ones, which aren't beside each other. `EveryFilterLongTests` renders all parts.
    @Test("Rendering in parts gives the same pixels", arguments: names)
    func parts(name: String) throws { try checkParts(name, small: 3, large: 5) }

    /// Renders a filter's result for the picture in small parts, and for a moved picture in large ones: every n-th.
    func checkParts(_ name: String, small: Int, large: Int) throws {
        let image = try #require(try SampleFilter(name, image: picture.image).filter.outputImage)
        try expectSameInParts(image, in: picture.window(of: image), part: 6, every: small)
        let moved = picture.image.transformed(by: CGAffineTransform(translationX: 0.3, y: -7.6))
        let other = try #require(try SampleFilter(name, image: moved).filter.outputImage)
        try expectSameInParts(other, in: picture.window(of: other), part: 9, every: large)
    }

    /// Values that inputs may have, although few are of any use.
    static let extremeValues = [Double.nan, .infinity, -.infinity, 0, -1, 1e-30, 1e30, -1e30]

    // Two values for each filter, others from one filter to the next. Each value is tested on about sixty filters.
    // `EveryFilterLongTests` tests all values on all filters.
    @Test(
        "Any number, position or transform gives finite pixels, or an error that names the input",
        arguments: names.indices)
    func anything(index: Int) throws {
        let count = Self.extremeValues.count
        let values = [index, index + 3].map { Self.extremeValues[$0 % count] }
        try expectPictureOrError(Self.names[index], values: values)
    }

    /// Sets each of a filter's numbers, positions and transforms to each value. The result must have finite pixels, or
    /// there must be an error that names the input.
    func expectPictureOrError(_ name: String, values: [Double]) throws {
        let input = picture.image
        for value in values {
            for (key, given) in try SampleFilter(name, image: input).numericInputs(of: value) {
                let sample = try SampleFilter(name, image: input)
                sample.filter.setValue(given, forKey: key)
                // An integer input rejects values without a nearest integer, with an error that names it.
                if sample.filter.outputImage == nil, let refusal = sample.filter.inputError {
                    #expect("\(refusal)".contains(key))
                    continue
                }
                let image = try #require(sample.filter.outputImage, "\(key) = \(value)")
                let extent = image.extent
                #expect(!extent.origin.x.isNaN && !extent.width.isNaN && !extent.height.isNaN, "\(key) = \(value)")
                do {
                    let pixels = try PixelGrid(rendering: image, in: picture.window(of: image))
                    // Products of numbers like 1e30 may overflow to infinity.
                    let mayOverflow = value.isFinite && abs(value) > 1e18
                    let bad = pixels.first { pixel in
                        !(0..<4).allSatisfy { mayOverflow ? !pixel[$0].isNaN : pixel[$0].isFinite }
                    }
                    #expect(bad == nil, "\(key) = \(value)")
                } catch let error as CIFilterError {
                    #expect("\(error)".contains(key), "the error doesn't name \(key): \(error)")
                }
            }
        }
    }

    /// Filters that need the edges, the centre or a bounded number of pixels of one of their images.
    private static let refusingInfiniteImages: Set<String> = [
        "CICameraCalibrationLensCorrection", "CICircularWrap", "CIColorMap", "CIColorThresholdOtsu", "CIDroste",
        "CIEdgePreserveUpsampleFilter", "CIGuidedFilter", "CIHistogramDisplayFilter", "CIKMeans",
        "CIKeystoneCorrectionCombined", "CIKeystoneCorrectionHorizontal", "CIKeystoneCorrectionVertical",
        "CIPaletteCentroid", "CIPalettize", "CIPerspectiveTile", "CIPerspectiveTransform", "CIShadedMaterial",
        "CIStretchCrop",
    ]
    /// Filters that need colours of one of their images.
    private static let refusingEmptyImages: Set<String> = ["CIColorMap", "CIPaletteCentroid", "CIPalettize"]

    @Test("Colours out of range, infinite, empty and tiny images give finite pixels", arguments: names)
    func images(name: String) throws {
        let dot = PixelGrid(x: 2, y: 7, width: 1, height: 1) { _, _ in SIMD4(0.5, 0.25, 1, 1) }
        let wide = PixelGrid.colorful(x: 1, y: -2, width: 6, height: 7)
        for image in [CIImage.empty(), dot.image, wide.image, CIImage(color: CIColor(red: 0.2, green: 0.8, blue: 0.4))]
        {
            let result = try #require(try SampleFilter(name, image: image).filter.outputImage)
            do {
                let pixels = try PixelGrid(rendering: result, in: picture.window(of: result))
                let bad = pixels.first { pixel in !(0..<4).allSatisfy { pixel[$0].isFinite } }
                #expect(bad == nil, "\(image.extent)")
            } catch let error as CIFilterError {
                let mayFail =
                    image.extent.isInfinite && Self.refusingInfiniteImages.contains(name)
                    || image.extent.isEmpty && Self.refusingEmptyImages.contains(name)
                #expect(mayFail, "\(image.extent): \(error)")
                #expect("\(error)".contains("input"), "\(error)")
            }
        }
    }

    /// Filters whose results aren't pictures of the same scene: numbers, or a table of positions.
    private static func isMeasurement(_ filter: CIFilter) -> Bool {
        let categories = filter.attributes[kCIAttributeFilterCategories] as? [String] ?? []
        return categories.contains(kCICategoryReduction) || filter.name == "CIPaletteCentroid"
    }

    @Test("The result has the properties of the input image, and with them its orientation", arguments: names)
    func properties(name: String) throws {
        let sample = try SampleFilter(name, image: picture.image)
        guard sample.imageKeys.contains(kCIInputImageKey), !Self.isMeasurement(sample.filter) else { return }
        for key in sample.imageKeys {
            let orientation = key == kCIInputImageKey ? 6 : 3
            let named = picture.image.settingProperties([kCGImagePropertyOrientation: orientation, "from": key])
            sample.filter.setValue(named, forKey: key)
        }
        let properties = try sample.filter.renderableOutput().properties
        #expect(properties["from"] as? String == kCIInputImageKey)
        #expect(properties[kCGImagePropertyOrientation] as? Int == 6)
    }

    @Test("A reduction's numbers have no orientation", arguments: names)
    func measurements(name: String) throws {
        let turned = picture.image.settingProperties([kCGImagePropertyOrientation: 6])
        let sample = try SampleFilter(name, image: turned)
        // Its input is a histogram, of which it draws a picture.
        guard Self.isMeasurement(sample.filter), name != "CIHistogramDisplayFilter" else { return }
        #expect(try sample.filter.renderableOutput().properties[kCGImagePropertyOrientation] == nil)
    }

    @Test("Without its input image, a filter has no output, and the error names the key", arguments: names)
    func missing(name: String) throws {
        let sample = try SampleFilter(name, image: picture.image)
        guard sample.filter.inputKeys.contains(kCIInputImageKey) else { return }
        sample.filter.setValue(nil, forKey: kCIInputImageKey)
        #expect(sample.filter.outputImage == nil)
        do { _ = try sample.filter.renderableOutput() } catch {
            #expect("\(error)".contains(kCIInputImageKey))
            return
        }
        Issue.record("there is an output")
    }
}
