import CoreImage
import Foundation
import Testing

@Suite("Filters: compositing")
struct CompositeOperationTests {
    /// Two pictures that overlap in part, with all pairs of opaque, half transparent and empty pixels where they do.
    private let front = PixelGrid.colorful(x: -2, y: 1, width: 9, height: 7)
    private let back = PixelGrid.colorful(x: 1, y: -3, width: 8, height: 9)

    private var union: CGRect { front.bounds.union(back.bounds) }

    private func composite(_ name: String) -> CIImage {
        front.image.applyingFilter(name, parameters: [kCIInputBackgroundImageKey: back.image])
    }

    private func check(_ name: String, formula: (_ s: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float>) throws {
        let image = composite(name)
        #expect(image.extent == union)
        try expect(image, in: union.insetBy(dx: -1, dy: -1)) { x, y in formula(front[x, y], back[x, y]) }
    }

    @Test("Source over: Porter and Duff")
    func over() throws {
        try check("CISourceOverCompositing") { s, b in s + b * (1 - s.w) }
        try expect(front.image.composited(over: back.image), in: union) { x, y in
            front[x, y] + back[x, y] * (1 - front[x, y].w)
        }
    }

    @Test("Addition: the sum without a clamp; alpha ends at 1")
    func addition() throws {
        try check("CIAdditionCompositing") { s, b in
            var sum = s + b
            sum.w = min(s.w + b.w, 1)
            return sum
        }
    }

    @Test("Multiplication: the product, alpha too")
    func multiply() throws {
        try check("CIMultiplyCompositing") { s, b in s * b }
    }

    @Test("Source in, out and atop: Porter and Duff")
    func porterDuff() throws {
        try check("CISourceInCompositing") { s, b in s * b.w }
        try check("CISourceOutCompositing") { s, b in s * (1 - b.w) }
        try check("CISourceAtopCompositing") { s, b in s * b.w + b * (1 - s.w) }
    }

    @Test("Maximum and minimum of every component")
    func extremes() throws {
        try check("CIMaximumCompositing") { s, b in SIMD4(max(s.x, b.x), max(s.y, b.y), max(s.z, b.z), max(s.w, b.w)) }
        try check("CIMinimumCompositing") { s, b in SIMD4(min(s.x, b.x), min(s.y, b.y), min(s.z, b.z), min(s.w, b.w)) }
    }

    /// The separable blend functions of ISO 32000-1, 11.3.5.2.
    private static let blends: [(name: String, blend: @Sendable (_ b: Double, _ s: Double) -> Double)] = [
        ("CIMultiplyBlendMode", { b, s in b * s }), ("CIScreenBlendMode", { b, s in b + s - b * s }),
        ("CIDarkenBlendMode", { b, s in min(b, s) }), ("CILightenBlendMode", { b, s in max(b, s) }),
        ("CIDifferenceBlendMode", { b, s in abs(b - s) }), ("CIExclusionBlendMode", { b, s in b + s - 2 * b * s }),
        ("CIOverlayBlendMode", { b, s in hardLight(s, b) }),
    ]

    private static let hardLight: @Sendable (Double, Double) -> Double = { b, s in
        s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    }

    @Test("Blend modes: PDF's formula on unpremultiplied colour", arguments: blends.indices)
    func blendModes(index: Int) throws {
        let (name, blend) = Self.blends[index]
        try check(name) { s, b in
            let (source, backdrop) = (PlainColor(s), PlainColor(b))
            func mixed(_ s: Double, _ b: Double) -> Float {
                Float(
                    (1 - source.alpha) * backdrop.alpha * b + (1 - backdrop.alpha) * source.alpha * s
                        + source.alpha * backdrop.alpha * blend(b, s))
            }
            return SIMD4(
                mixed(source.red, backdrop.red), mixed(source.green, backdrop.green), mixed(source.blue, backdrop.blue),
                Float(source.alpha + backdrop.alpha - source.alpha * backdrop.alpha))
        }
    }

    static let names =
        [
            "CISourceOverCompositing", "CIAdditionCompositing", "CIMultiplyCompositing", "CISourceInCompositing",
            "CISourceOutCompositing", "CISourceAtopCompositing", "CIMaximumCompositing", "CIMinimumCompositing",
            "CIHardLightBlendMode",
        ] + blends.map(\.name)

    @Test("Nothing comes of one image alone, and the error names the other", arguments: names)
    func missing(name: String) throws {
        for (key, missing) in [
            (kCIInputImageKey, kCIInputBackgroundImageKey), (kCIInputBackgroundImageKey, kCIInputImageKey),
        ] {
            let filter = try #require(CIFilter(name: name, parameters: [key: front.image]))
            #expect(filter.outputImage == nil)
            #expect(throws: CIFilterError.noOutput(filter: name, missing: [missing])) { try filter.renderableOutput() }
        }
    }

    @Test("An image over an infinite colour is infinite; over nothing it stays", arguments: names)
    func extents(name: String) throws {
        let image = front.image
        func over(_ background: CIImage) -> CGRect {
            image.applyingFilter(name, parameters: [kCIInputBackgroundImageKey: background]).extent
        }
        #expect(over(.white).isInfinite)
        #expect(over(.empty()) == front.bounds)
    }

    @Test("Blend with mask: green of the mask, union of the extents")
    func mask() throws {
        let mask = PixelGrid.colorful(x: 0, y: 0, width: 7, height: 5)
        let filter = CIFilter.blendWithMask()
        (filter.inputImage, filter.backgroundImage, filter.maskImage) = (front.image, back.image, mask.image)
        #expect(filter.outputImage?.extent == union)
        try expect(filter.outputImage, in: union) { x, y in
            back[x, y] * (1 - mask[x, y].y) + front[x, y] * mask[x, y].y
        }
    }

    @Test("Blend with alpha mask: alpha of the mask")
    func alphaMask() throws {
        let mask = PixelGrid.colorful(x: 0, y: 0, width: 7, height: 5)
        let filter = CIFilter.blendWithAlphaMask()
        (filter.inputImage, filter.backgroundImage, filter.maskImage) = (front.image, back.image, mask.image)
        try expect(filter.outputImage, in: union) { x, y in
            back[x, y] * (1 - mask[x, y].w) + front[x, y] * mask[x, y].w
        }
    }

    @Test("Blend with mask: white shows the image, black the background")
    func maskEnds() throws {
        for (mask, wanted) in [(CIImage.white, front), (CIImage.black, back)] {
            let image = front.image.applyingFilter(
                "CIBlendWithMask", parameters: [kCIInputBackgroundImageKey: back.image, kCIInputMaskImageKey: mask])
            try expect(image, in: union) { x, y in wanted[x, y] }
        }
    }

    @Test("Blend with mask: without a background the image is cut out, without a mask there is none")
    func maskAlone() throws {
        let mask = PixelGrid(x: 0, y: 2, width: 3, height: 3) { x, _ in SIMD4(0, Float(x) / 2, 1, 1) }
        let image = front.image.applyingFilter("CIBlendWithMask", parameters: [kCIInputMaskImageKey: mask.image])
        #expect(image.extent == front.bounds)
        try expect(image, in: front.bounds) { x, y in front[x, y] * mask[x, y].y }
        let filter = CIFilter.blendWithMask()
        (filter.inputImage, filter.backgroundImage) = (front.image, back.image)
        #expect(filter.outputImage == nil)
    }
}
