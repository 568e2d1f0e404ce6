import CoreImage
import Testing

/// The warp kernels of the 2014 talk on custom filters, with their domains and regions of interest.
@Suite("Talks: warp kernels")
struct WarpKernelTalkTests {
    private class MirrorFilter: CIFilter {
        var inputImage: CIImage?

        static let kernel = CIWarpKernel(
            source: """
                kernel vec2 mirrorX(float imageWidth) {
                    vec2 p = destCoord();
                    return vec2(imageWidth - p.x, p.y);
                }
                """)

        override var outputImage: CIImage? {
            guard let inputImage, !inputImage.extent.isInfinite else { return nil }
            let extent = inputImage.extent
            let toOrigin = CGAffineTransform(translationX: -extent.minX, y: -extent.minY)
            let back = CGAffineTransform(translationX: extent.minX, y: extent.minY)
            let width = extent.width
            return Self.kernel?.apply(
                extent: CGRect(origin: .zero, size: extent.size),
                roiCallback: { _, r in
                    CGRect(
                        x: width - (r.origin.x + r.size.width), y: r.origin.y, width: r.size.width,
                        height: r.size.height)
                },
                image: inputImage.transformed(by: toOrigin), arguments: [width])?
                .transformed(by: back)
        }
    }

    private class AnamorphicStretchFilter: CIFilter {
        var inputImage: CIImage?
        var inputScale: CGFloat = 1

        static let kernel = CIWarpKernel(
            source: """
                kernel vec2 stretch(float center, float k) {
                    vec2 p = destCoord();
                    float x = p.x - center;
                    return vec2(x / (1.0 + abs(x / k)) + center, p.y);
                }
                """)

        static func destToSource(_ x: CGFloat, center: CGFloat, k: CGFloat) -> CGFloat {
            let offset = x - center
            return offset / (1 + abs(offset / k)) + center
        }

        static func sourceToDest(_ x: CGFloat, center: CGFloat, k: CGFloat) -> CGFloat {
            let offset = x - center
            return offset / (1 - abs(offset / k)) + center
        }

        static func region(of r: CGRect, center: CGFloat, k: CGFloat) -> CGRect {
            let left = destToSource(r.minX, center: center, k: k)
            let right = destToSource(r.maxX, center: center, k: k)
            return CGRect(x: left, y: r.minY, width: right - left, height: r.height)
        }

        override var outputImage: CIImage? {
            guard let inputImage else { return nil }
            let extent = inputImage.extent
            // Half the width w/2 is to become scale · w/2: (w/2) / (1 − w/2k) = scale · w/2.
            let k = extent.width / 2 / (1 - 1 / inputScale)
            let center = extent.midX
            let left = Self.sourceToDest(extent.minX, center: center, k: k)
            let right = Self.sourceToDest(extent.maxX, center: center, k: k)
            return Self.kernel?.apply(
                extent: CGRect(x: left, y: extent.minY, width: right - left, height: extent.height),
                roiCallback: { _, r in Self.region(of: r, center: center, k: k) }, image: inputImage,
                arguments: [center, k])
        }
    }

    let grid = PixelGrid.colorful(x: 6, y: -3, width: 16, height: 9)

    @Test("A kernel that returns destCoord changes nothing")
    func nothing() throws {
        let kernel = try #require(CIWarpKernel(source: "kernel vec2 doNothing() { return destCoord(); }"))
        let result = kernel.apply(extent: grid.bounds, roiCallback: { $1 }, image: grid.image, arguments: [])
        // The tolerance allows for the half floats in which the renderer stores the image's region.
        try expect(result, in: grid.bounds.insetBy(dx: -2, dy: -2), tolerance: 1e-3) { grid[$0, $1] }
    }

    @Test("Mirror: columns in reverse order, in place")
    func mirror() throws {
        let filter = MirrorFilter()
        filter.inputImage = grid.image
        #expect(filter.outputImage?.extent == grid.bounds)
        try expect(filter.outputImage, in: grid.bounds.insetBy(dx: -2, dy: -2)) { x, y in grid[6 + 21 - x, y] }
        try expectSameInParts(filter.outputImage, in: grid.bounds)
        filter.inputImage = CIImage(color: .red)
        #expect(filter.outputImage == nil)
    }

    @Test(
        "Anamorphic stretch: the image becomes wider, most of all at its sides", arguments: [CGFloat(1.25), 1.5, 1.9])
    func stretch(scale: CGFloat) throws {
        let filter = AnamorphicStretchFilter()
        (filter.inputImage, filter.inputScale) = (grid.image, scale)
        let image = try #require(filter.outputImage)
        #expect(abs(image.extent.width - 16 * scale) < 1e-9)
        #expect(abs(image.extent.midX - 14) < 1e-9)
        let bounds = CGRect(x: 14 - (8 * scale).rounded(.up), y: -3, width: 2 * (8 * scale).rounded(.up), height: 9)
        try expect(image, in: bounds, tolerance: 1e-3) { x, y in
            let offset = pixelCenter(x, y).x - 14
            let k = 8 / (1 - 1 / scale)
            return grid.bilinear(at: CGPoint(x: 14 + offset * k / (k + abs(offset)), y: pixelCenter(x, y).y))
        }
        try expectSameInParts(image, in: bounds)
        // The talk's example: 1024 pixels become 1280.
        let k = 512 / (1 - 1024.0 / 1280)
        #expect(abs(AnamorphicStretchFilter.sourceToDest(512, center: 0, k: k) - 640) < 1e-9)
        #expect(abs(AnamorphicStretchFilter.destToSource(640, center: 0, k: k) - 512) < 1e-9)
    }
}
