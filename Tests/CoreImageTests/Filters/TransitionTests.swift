import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// Properties that all transitions share. New transitions in the catalogue are tested automatically. Those whose
/// defaults are too coarse for a small picture need settings in `visibleSettings`.
@Suite("Filters: transitions")
struct TransitionTests {
    static let names = FilterCatalog.builtIn.compactMap(\.registration).filter { $0.categories.first == .transition }
        .map(\.name)

    /// Settings with a visible effect in pictures of about 40 by 30 pixels.
    private static var visibleSettings: [String: [String: Any]] {
        [
            "CIAccordionFoldTransition": ["inputBottomHeight": 6, "inputNumberOfFolds": 3],
            "CIBarsSwipeTransition": ["inputWidth": 6, "inputBarOffset": 1.5],
            "CICopyMachineTransition": ["inputWidth": 10, "inputOpacity": 0.4],
            "CIDisintegrateWithMaskTransition": [
                "inputShadowRadius": 6, "inputShadowOffset": CIVector(x: 1, y: -2), kCIInputMaskImageKey: mask.image,
            ],
            // By default the light is still a point halfway.
            "CIFlashTransition": ["inputFadeThreshold": 0.6],
            "CIModTransition": ["inputRadius": 5, "inputCompression": 40],
            "CIPageCurlTransition": ["inputRadius": 6],
            "CIPageCurlWithShadowTransition": ["inputRadius": 6],
            "CIRippleTransition": ["inputWidth": 14, "inputScale": 4, kCIInputShadingImageKey: shading.image],
            "CISwipeTransition": ["inputWidth": 10, "inputOpacity": 0.8],
        ]
    }

    private static let source = PixelGrid(x: 0, y: 0, width: 40, height: 30) { x, y in
        let alpha: Float = x < 6 ? 0.5 : 1
        return SIMD4(0.5 + 0.4 * Float(sin(Double(x) * 0.3)), Float(y) / 30, 0.25, 1) * alpha
    }
    private static let target = PixelGrid(x: 5, y: -3, width: 38, height: 37) { x, y in
        let alpha: Float = y > 28 ? 0 : y > 24 ? 0.75 : 1
        return SIMD4(0.2, 0.9 - Float(x) / 60, 0.5 + 0.4 * Float(cos(Double(y) * 0.2)), 1) * alpha
    }
    private static let union = source.bounds.union(target.bounds)
    private static let mask = PixelGrid(x: -4, y: -6, width: 60, height: 50) { x, y in
        let level = 0.5 + 0.4 * sin(Double(x) * 0.15) * cos(Double(y) * 0.2) + 0.004 * Double(x - y)
        return SIMD4(repeating: Float(level)) * SIMD4(1, 1, 1, 0) + SIMD4(0, 0, 0, 1)
    }
    private static let shading = PixelGrid(width: 16, height: 16) { x, y in SIMD4(repeating: Float(x + y) / 40) }

    /// A transition between the two pictures, over all of them or over a part.
    private func transition(_ name: String, over extent: CGRect = union) throws -> CIFilter {
        let filter = try SampleFilter(name, image: Self.source.image).filter
        filter.setValue(Self.target.image, forKey: kCIInputTargetImageKey)
        for key in ["inputExtent", "inputShadowExtent"] where filter.inputKeys.contains(key) {
            filter.setValue(CIVector(cgRect: extent), forKey: key)
        }
        if filter.inputKeys.contains(kCIInputCenterKey) {
            filter.setValue(CIVector(x: 17, y: 12), forKey: kCIInputCenterKey)
        }
        for (key, value) in Self.visibleSettings[name] ?? [:] { filter.setValue(value, forKey: key) }
        return filter
    }

    private static let extents = [union, CGRect(x: 8, y: 6, width: 20, height: 12)]

    @Test("The source alone at 0, the target alone at 1, whatever their extents", arguments: names)
    func ends(name: String) throws {
        for extent in Self.extents + [.infinite, .null, CGRect(x: -90, y: 400, width: 0, height: 1e12)] {
            for (time, wanted) in [
                (0.0, Self.source), (-3, Self.source), (.nan, Self.source), (1, Self.target), (9, Self.target),
            ] {
                let filter = try transition(name, over: extent)
                filter.setValue(time, forKey: kCIInputTimeKey)
                try expect(filter.outputImage, in: Self.union.insetBy(dx: -2, dy: -2), tolerance: 1e-5) { x, y in
                    // The bars are cut to the source's extent.
                    let isCut = name == "CIBarsSwipeTransition" && !Self.source.bounds.contains(pixelCenter(x, y))
                    return isCut ? .zero : wanted[x, y]
                }
            }
        }
    }

    // Pictures appear and disappear at the ends, and many formulas change in the middle. `TransitionLongTests` tests
    // all of the time.
    @Test(
        "Transitions are continuous: at the ends and in the middle, in a 256th of the time a picture changes little",
        arguments: names, [0, 1])
    func continuous(name: String, extent: Int) throws {
        for steps in [0...11, 122...134, 245...256] { try expectContinuous(name, extent: extent, steps: steps) }
    }

    /// Checks that a transition over one of the extents changes little from each 256th of the time to the next.
    ///
    /// The fastest regular step, when a bright wave leaves, changes 0.04 on average; the two pictures differ by 0.3.
    func expectContinuous(_ name: String, extent: Int, steps: ClosedRange<Int>) throws {
        let filter = try transition(name, over: Self.extents[extent])
        let context = CIContext()
        var before: PixelGrid?
        for step in steps {
            filter.setValue(Double(step) / 256, forKey: kCIInputTimeKey)
            let image = try #require(filter.outputImage)
            let now = try PixelGrid(rendering: image, in: Self.union, context: context)
            if let before {
                let change = before.meanDifference(to: now)
                guard change < 0.05 else {
                    Issue.record("step \(step) changes \(change) on average")
                    return
                }
            }
            before = now
        }
    }

    private static func meanChange(_ first: PixelGrid, _ second: PixelGrid) -> Float {
        var sum = SIMD4<Float>.zero
        for y in first.y..<first.y + first.height {
            for x in first.x..<first.x + first.width {
                let change = second[x, y] - first[x, y]
                sum += change.replacing(with: -change, where: change .< 0)
            }
        }
        return sum.sum() / Float(4 * first.width * first.height)
    }

    @Test("Halfway, the result differs from both images, and all pixels are finite", arguments: names)
    func halfway(name: String) throws {
        for extent in Self.extents + [.infinite, .null] {
            let filter = try transition(name, over: extent)
            filter.setValue(0.5, forKey: kCIInputTimeKey)
            let image = try #require(filter.outputImage)
            let pixels = try PixelGrid(rendering: image, in: Self.union)
            #expect(pixels.first { pixel in !(0..<4).allSatisfy { pixel[$0].isFinite } } == nil, "over \(extent)")
            guard extent == Self.union else { continue }
            #expect(Self.meanChange(pixels, Self.source) > 0.01)
            #expect(Self.meanChange(pixels, Self.target) > 0.01)
        }
    }

    @Test("A transition needs both images", arguments: names)
    func missing(name: String) throws {
        let filter = try transition(name)
        filter.setValue(nil, forKey: kCIInputTargetImageKey)
        #expect(filter.outputImage == nil)
        #expect(throws: CIFilterError.noOutput(filter: name, missing: [kCIInputTargetImageKey])) {
            try filter.renderableOutput()
        }
    }

    @Test("Infinite images: only the source at 0, only the target at 1", arguments: names)
    func endless(name: String) throws {
        let filter = try transition(name)
        let colors = [CIColor(red: 0.25, green: 0.5, blue: 1), CIColor(red: 1, green: 0.75, blue: 0)]
        filter.setValue(CIImage(color: colors[0]), forKey: kCIInputImageKey)
        filter.setValue(CIImage(color: colors[1]), forKey: kCIInputTargetImageKey)
        for time in [0, 1] {
            filter.setValue(time, forKey: kCIInputTimeKey)
            let image = try #require(filter.outputImage)
            let pixels = try PixelGrid(rendering: image, in: CGRect(x: -40, y: 900, width: 6, height: 5))
            let wanted = ["color": colors[time]].pixel("color")
            let found = pixels[-37, 902]
            #expect((0..<4).allSatisfy { abs(found[$0] - wanted[$0]) < 1e-5 }, "\(found), not \(wanted)")
        }
    }
}
