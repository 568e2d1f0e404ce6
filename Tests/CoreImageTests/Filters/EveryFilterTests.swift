import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// Properties that all filters share. New filters in the catalogue are tested automatically.
@Suite("Filters: what every one keeps to")
struct EveryFilterTests {
    static let names = FilterCatalog.builtIn.compactMap { $0.registration?.name }

    /// A small picture with transparent parts and colours between 0 and 1, not at the origin.
    private let picture = PixelGrid(x: -4, y: 3, width: 13, height: 11) { x, y in
        let alpha: Float = [1, 1, 0.5, 1, 0, 1][abs(x * 3 + y * 5) % 6]
        return SIMD4(Float(abs(x * 7 + y) % 9) / 8, Float(abs(x + y * 4) % 7) / 6, Float(abs(y) % 5) / 4, 1) * alpha
    }

    /// The region to render of a result: the picture with a small margin, or the result's lower left corner if it lies
    /// elsewhere.
    private func window(_ image: CIImage) -> CGRect {
        let around = picture.bounds.insetBy(dx: -3, dy: -2)
        let extent = image.extent
        guard !extent.isNull, !extent.isInfinite, !extent.intersects(around), abs(extent.minX) < 1e6,
            abs(extent.minY) < 1e6
        else { return around }
        let corner = CGPoint(x: extent.minX.rounded(.down), y: extent.minY.rounded(.down))
        return CGRect(origin: corner, size: around.size)
    }

    @Test("Rendered in parts, a result is what it is as a whole", arguments: names)
    func parts(name: String) throws {
        let image = try #require(try SampleFilter(name, image: picture.image).filter.outputImage)
        try expectSameInParts(image, in: window(image), part: 6)
        let moved = picture.image.transformed(by: CGAffineTransform(translationX: 0.3, y: -7.6))
        let other = try #require(try SampleFilter(name, image: moved).filter.outputImage)
        try expectSameInParts(other, in: window(other), part: 9)
    }

    @Test(
        "Every number, position and transform may be anything: there is a picture of finite pixels, or a reason",
        arguments: names)
    func anything(name: String) throws {
        for value in [Double.nan, .infinity, -.infinity, 0, -1, 1e-30, 1e30, -1e30] {
            for (key, given) in try SampleFilter(name, image: picture.image).numericInputs(of: value) {
                let sample = try SampleFilter(name, image: picture.image)
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
                    let pixels = try PixelGrid(rendering: image, in: window(image))
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

    @Test("Colours out of range, endless and tiny images give finite pixels", arguments: names)
    func images(name: String) throws {
        let dot = PixelGrid(x: 2, y: 7, width: 1, height: 1) { _, _ in SIMD4(0.5, 0.25, 1, 1) }
        let wide = PixelGrid.colorful(x: 1, y: -2, width: 6, height: 7)
        for image in [CIImage.empty(), dot.image, wide.image, CIImage(color: CIColor(red: 0.2, green: 0.8, blue: 0.4))]
        {
            let result = try #require(try SampleFilter(name, image: image).filter.outputImage)
            do {
                let pixels = try PixelGrid(rendering: result, in: window(result))
                let bad = pixels.first { pixel in !(0..<4).allSatisfy { pixel[$0].isFinite } }
                #expect(bad == nil, "\(image.extent)")
            } catch let error as CIFilterError {
                // Some filters reject infinite or empty images, for example to compute a histogram. No other image may
                // fail.
                #expect(image.extent.isInfinite || image.extent.isEmpty, "\(error)")
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

    @Test("Without the image it works on, a filter gives none, and says which is missing", arguments: names)
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
