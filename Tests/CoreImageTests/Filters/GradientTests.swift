import CoreImage
import Testing

@Suite("Filters: gradients")
struct GradientTests {
    private let first = CIColor(red: 0.9, green: 0.2, blue: 0, alpha: 1)
    private let last = CIColor(red: 0, green: 0.5, blue: 1, alpha: 0.25)
    private let firstPixel = SIMD4(linear(0.9), linear(0.2), 0, 1)
    private let lastPixel = SIMD4(0, linear(0.5), 1, 1) * 0.25
    private let window = CGRect(x: -9, y: -7, width: 28, height: 23)

    private func mix(_ t: CGFloat) -> SIMD4<Float> {
        let t = Float(min(max(t, 0), 1))
        return firstPixel * (1 - t) + lastPixel * t
    }

    @Test("Linear gradient between one point shows the last colour")
    func degenerateLine() throws {
        let filter = CIFilter.linearGradient()
        (filter.color0, filter.color1) = (first, last)
        for (start, end) in [
            (CGPoint(x: 3, y: 3), CGPoint(x: 3, y: 3)), (CGPoint(x: CGFloat.nan, y: 0), .zero),
            (.zero, CGPoint(x: 1e-200, y: 0)), (.zero, CGPoint(x: 1e200, y: 0)),
        ] {
            (filter.point0, filter.point1) = (start, end)
            try expect(filter.outputImage, in: CGRect(x: 0, y: 0, width: 4, height: 4)) { _, _ in lastPixel }
        }
    }

    @Test(
        "Radial gradient: the distance between two circles mixes premultiplied linear colours",
        arguments: [(0, 9), (5, 6.5), (8, 2), (0, 1000)] as [(Float, Float)])
    func radialGradient(radius0: Float, radius1: Float) throws {
        let filter = CIFilter.radialGradient()
        (filter.center, filter.color0, filter.color1) = (CGPoint(x: 3.25, y: 2), first, last)
        (filter.radius0, filter.radius1) = (radius0, radius1)
        #expect(filter.outputImage?.extent.isInfinite == true)
        try expect(filter.outputImage, in: window) { x, y in
            let distance = hypot(center(x, y).x - 3.25, center(x, y).y - 2)
            return mix((distance - CGFloat(radius0)) / CGFloat(radius1 - radius0))
        }
    }

    @Test("Radial gradient with equal radii has a hard edge")
    func hardEdge() throws {
        let filter = CIFilter.radialGradient()
        (filter.center, filter.color0, filter.color1) = (CGPoint(x: 3, y: 2), first, last)
        (filter.radius0, filter.radius1) = (4.2, 4.2)
        try expect(filter.outputImage, in: window) { x, y in
            hypot(center(x, y).x - 3, center(x, y).y - 2) < 4.2 ? firstPixel : lastPixel
        }
    }
}
