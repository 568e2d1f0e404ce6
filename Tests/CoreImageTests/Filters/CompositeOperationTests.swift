import CoreImage
import Foundation
import Testing

@testable import BuiltInFilters

@Suite("Filters: compositing")
struct CompositeOperationTests {
    /// Two pictures that overlap in part, with all pairs of opaque, half transparent and empty pixels where they do.
    private let front = PixelGrid.colorful(x: -2, y: 1, width: 9, height: 7)
    private let back = PixelGrid.colorful(x: 1, y: -3, width: 8, height: 9)

    private var union: CGRect { front.bounds.union(back.bounds) }

    @Test("An image composed over another by CIImage's own method is over it")
    func over() throws {
        try expect(front.image.composited(over: back.image), in: union) { x, y in
            front[x, y] + back[x, y] * (1 - front[x, y].w)
        }
    }

    static let names = FilterCatalog.builtIn.compactMap(\.registration)
        .filter { $0.categories.first == .compositeOperation }.map(\.name)

    @Test(
        "Where one image is empty, blend modes give the other to the bit",
        arguments: names.filter { $0.hasSuffix("BlendMode") })
    func alone(name: String) throws {
        let clear = PixelGrid(x: -2, y: 1, width: 9, height: 7) { _, _ in .zero }
        for (image, background) in [(front, clear), (clear, front)] {
            let result = image.image.applyingFilter(
                name, parameters: [kCIInputBackgroundImageKey: background.image])
            try expect(result, in: front.bounds, tolerance: 0) { x, y in front[x, y] }
        }
    }

    @Test(
        "Blend modes stay finite for colours far outside 0…1", arguments: names.filter { $0.hasSuffix("BlendMode") })
    func outOfRange(name: String) throws {
        let values: [Float] = [-1000, -1, -1e-20, 0, 1e-20, 0.5, 1, 1.5, 1000]
        func picture(_ offset: Int) -> PixelGrid {
            PixelGrid(width: 81, height: 9) { x, y in
                let (i, j) = offset == 0 ? (x / 9, y) : (x % 9, 8 - y)
                return SIMD4(values[i], values[j], values[(i + j + offset) % 9], [1, 0.5, 1e-6][(x + y + offset) % 3])
            }
        }
        let image = picture(0).image.applyingFilter(
            name, parameters: [kCIInputBackgroundImageKey: picture(4).image])
        let pixels = try PixelGrid(rendering: image, in: CGRect(x: 0, y: 0, width: 81, height: 9))
        #expect(pixels.first { pixel in !(0..<4).allSatisfy { pixel[$0].isFinite } } == nil)
    }

    @Test("Without one of the images there is no output, and the error names it", arguments: names)
    func missing(name: String) throws {
        for (key, missing) in [
            (kCIInputImageKey, kCIInputBackgroundImageKey), (kCIInputBackgroundImageKey, kCIInputImageKey),
        ] {
            let filter = try #require(CIFilter(name: name, parameters: [key: front.image]))
            #expect(filter.outputImage == nil)
            #expect(throws: CIFilterError.noOutput(filter: name, missing: [missing])) { try filter.renderableOutput() }
        }
    }

    private static let intersecting = ["CISourceInCompositing", "CIMultiplyCompositing", "CIMinimumCompositing"]

    @Test("An intersection has the extent of both images only", arguments: intersecting)
    func intersections(name: String) throws {
        func over(_ background: CIImage) -> CGRect {
            front.image.applyingFilter(name, parameters: [kCIInputBackgroundImageKey: background]).extent
        }
        #expect(over(.white) == front.bounds)
        #expect(over(back.image) == front.bounds.intersection(back.bounds))
        #expect(over(.empty()).isEmpty)
    }

    @Test(
        "An image over an infinite colour is infinite; over nothing it stays",
        arguments: names.filter { !intersecting.contains($0) })
    func extents(name: String) throws {
        let image = front.image
        func over(_ background: CIImage) -> CGRect {
            image.applyingFilter(name, parameters: [kCIInputBackgroundImageKey: background]).extent
        }
        #expect(over(.white).isInfinite)
        #expect(over(.empty()) == front.bounds)
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
