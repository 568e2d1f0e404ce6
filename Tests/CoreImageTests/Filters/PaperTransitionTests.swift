import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// Page curls and the accordion fold in mid-transition. `EveryFilterTests` tests them at time 0 only.
@Suite("Filters: transitions of paper")
struct PaperTransitionTests {
    static let names = ["CIAccordionFoldTransition", "CIPageCurlTransition", "CIPageCurlWithShadowTransition"]

    private let source = PixelGrid(x: -4, y: 3, width: 13, height: 11) { x, y in
        SIMD4(Float(abs(x * 7 + y) % 9) / 8, Float(abs(x + y * 4) % 7) / 6, Float(abs(y) % 5) / 4, 1)
    }
    private let target = PixelGrid(x: -7, y: 0, width: 12, height: 20) { x, y in
        SIMD4(Float(abs(x + y) % 4) / 3, Float(abs(x * 3 + y) % 5) / 4, 0.5, 1)
    }
    private let window = CGRect(x: -9, y: -3, width: 21, height: 25)

    private func sample(_ name: String, _ image: CIImage, time: Double) throws -> CIFilter {
        let sample = try SampleFilter(name, image: image).filter
        sample.setValue(time, forKey: kCIInputTimeKey)
        return sample
    }

    private func isFinite(_ image: CIImage) throws -> Bool {
        try PixelGrid(rendering: image, in: window).first { pixel in !(0..<4).allSatisfy { pixel[$0].isFinite } } == nil
    }

    @Test("Any number in mid-transition gives finite pixels", arguments: names)
    func anything(name: String) throws {
        for value in EveryFilterTests.extremeValues {
            for (key, given) in try SampleFilter(name, image: source.image).numericInputs(of: value) {
                let filter = try sample(name, source.image, time: 0.4)
                filter.setValue(target.image, forKey: kCIInputTargetImageKey)
                filter.setValue(given, forKey: key)
                let image = try #require(filter.outputImage, "\(key) = \(value)")
                #expect(!image.extent.width.isNaN && !image.extent.minX.isNaN, "\(key) = \(value)")
                #expect(try isFinite(image), "\(key) = \(value)")
            }
        }
    }

    @Test("Empty, infinite and tiny images in mid-transition: finite pixels, the same in parts", arguments: names)
    func images(name: String) throws {
        // Three of the twelve parts, which aren't beside each other. `EveryFilterLongTests` renders all parts.
        try expectFinite(name, every: 5)
    }

    /// Checks a transition in the middle, between images of many kinds: its pixels, and every n-th part.
    func expectFinite(_ name: String, every: Int) throws {
        let dot = PixelGrid(x: 2, y: 7, width: 1, height: 1) { _, _ in SIMD4(0.5, 0.25, 1, 1) }
        let endless = CIImage(color: CIColor(red: 0.2, green: 0.8, blue: 0.4))
        let moved = source.image.transformed(by: CGAffineTransform(translationX: 0.3, y: -7.6))
        for (first, second) in [
            (endless, target.image), (source.image, endless), (.empty(), target.image), (source.image, .empty()),
            (dot.image, target.image), (target.image, dot.image), (moved, target.image), (endless, endless),
        ] {
            let filter = try sample(name, first, time: 0.55)
            filter.setValue(second, forKey: kCIInputTargetImageKey)
            let image = try #require(filter.outputImage)
            #expect(try isFinite(image), "\(first.extent), \(second.extent)")
            try expectSameInParts(image, in: window, part: 8, every: every)
        }
    }

    @Test("A page curl's extent contains the whole page", arguments: [0.0, 0.7, 2.2, 3, -1.3, -2.9])
    func extent(angle: Float) throws {
        for (time, radius) in [(Float(0.2), Float(3)), (0.5, 1), (0.5, 9), (0.9, 4)] {
            let filter = CIFilter.pageCurlTransition()
            (filter.inputImage, filter.targetImage) = (source.image, source.image)
            (filter.extent, filter.angle, filter.radius, filter.time) = (source.bounds, angle, radius, time)
            let found = try #require(filter.outputImage?.extent)
            // The same page over infinite transparent surroundings: the result isn't cropped to an extent.
            filter.inputImage = source.image.composited(over: CIImage(color: .clear))
            filter.backsideImage = source.image
            let around = try PixelGrid(
                rendering: try #require(filter.outputImage), in: CGRect(x: -60, y: -60, width: 130, height: 130))
            for row in around.y..<around.y + around.height {
                for column in around.x..<around.x + around.width where around[column, row].w > 0.01 {
                    let pixel = CGRect(x: column, y: row, width: 1, height: 1)
                    #expect(found.insetBy(dx: -0.5, dy: -0.5).intersects(pixel), "(\(column), \(row)) \(found)")
                }
            }
        }
    }
}
