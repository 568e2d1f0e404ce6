import CoreImage
import Foundation
import TestSupport
import Testing

@Suite("Samplers and shapes")
struct SamplerTests {
    private let source = makePicture(4, 1) { x, _ in SIMD4(Float(x + 1), 0, 0, 1) }
    private let reader = CIKernel(
        """
        kernel vec4 read(sampler s, vec2 offset) { return sample(s, samplerTransform(s, destCoord() + offset)); }
        """)

    private func row(_ sampler: CISampler, offset: CGFloat, _ range: Range<Int>) throws -> [Float] {
        let image = try reader.applying(
            extent: CGRect(x: range.lowerBound, y: 0, width: range.count, height: 1),
            roiCallback: { _, _ in .infinite },
            arguments: [sampler, CIVector(x: offset, y: 0)])
        let pixels = try RenderedPixels(image, image.extent)
        return range.map { pixels[$0, 0].x }
    }

    @Test("Transparent and clamped outside")
    func wrap() throws {
        let black = CISampler(image: source, options: [kCISamplerWrapMode: kCISamplerWrapBlack])
        #expect(try row(black, offset: 0, -2..<6) == [0, 0, 1, 2, 3, 4, 0, 0])
        #expect(try row(CISampler(image: source), offset: 0, -2..<6) == [0, 0, 1, 2, 3, 4, 0, 0])
        let clamp = CISampler(image: source, options: [kCISamplerWrapMode: kCISamplerWrapClamp])
        #expect(try row(clamp, offset: 0, -2..<6) == [1, 1, 1, 2, 3, 4, 4, 4])
    }

    @Test("Linear and nearest between pixels")
    func filter() throws {
        let linear = CISampler(image: source, options: [kCISamplerFilterMode: kCISamplerFilterLinear])
        #expect(try row(linear, offset: 0.25, 0..<3) == [1.25, 2.25, 3.25])
        let nearest = CISampler(image: source, options: [kCISamplerFilterMode: kCISamplerFilterNearest])
        #expect(try row(nearest, offset: 0.25, 0..<3) == [1, 2, 3])
        #expect(try row(nearest, offset: 0.75, 0..<3) == [2, 3, 4])
        #expect(try row(CISampler(image: source.samplingNearest()), offset: 0.25, 0..<3) == [1, 2, 3])
    }

    @Test("A sampler's affine transform, in every form")
    func affine() throws {
        let transform = CGAffineTransform(translationX: 2, y: 0)
        let spellings: [Any] = [
            transform, NSAffineTransform(transform), NSValue(cgAffineTransform: transform), [1, 0, 0, 1, 2, 0],
            CIVector(cgAffineTransform: transform),
        ]
        for spelling in spellings {
            let sampler = CISampler(image: source, options: [kCISamplerAffineMatrix: spelling])
            #expect(sampler.extent == CGRect(x: 2, y: 0, width: 4, height: 1))
            #expect(sampler.definition.extent == sampler.extent)
            #expect(try row(sampler, offset: 0, 0..<6) == [0, 0, 1, 2, 3, 4])
        }
    }

    @Test("A sampler's colour space")
    func colorSpace() throws {
        let half = makePicture(1, 1) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) }
        let sampler = CISampler(image: half, options: [kCISamplerColorSpace: try namedColorSpace(CGColorSpace.sRGB)])
        #expect(abs(try row(sampler, offset: 0, 0..<1)[0] - Float(SRGBFormula.encoded(0.5))) < 1e-4)
    }

    @Test("Malformed options are refused by the kernel that gets the sampler")
    func malformed() {
        let wrong: [[String: Any]] = [
            [kCISamplerAffineMatrix: [1, 2, 3]], [kCISamplerWrapMode: "mirror"], [kCISamplerFilterMode: 3],
            [kCISamplerColorSpace: "sRGB"], ["unknown": 1],
        ]
        for options in wrong {
            let sampler = CISampler(image: source, options: options)
            #expect(throws: CIError.self) { try row(sampler, offset: 0, 0..<1) }
        }
    }

    @Test("Shapes: union, intersection, inset")
    func shapes() {
        let shape = CIFilterShape(rect: CGRect(x: 1, y: 2, width: 10, height: 20))
        #expect(shape.extent == CGRect(x: 1, y: 2, width: 10, height: 20))
        #expect(
            shape.union(with: CGRect(x: -5, y: 0, width: 1, height: 1)).extent
                == CGRect(x: -5, y: 0, width: 16, height: 22))
        #expect(shape.union(with: CIFilterShape(rect: .null)) == shape)
        #expect(
            shape.intersect(with: CGRect(x: 5, y: 5, width: 100, height: 1)).extent
                == CGRect(x: 5, y: 5, width: 6, height: 1))
        #expect(shape.intersect(with: CIFilterShape(rect: CGRect(x: 50, y: 0, width: 1, height: 1))).extent.isNull)
        #expect(shape.insetBy(x: 2, y: -3).extent == CGRect(x: 3, y: -1, width: 6, height: 26))
        #expect(shape.insetBy(x: 50, y: 0).extent.isNull)
        #expect(CIFilterShape(rect: .infinite).insetBy(x: 5, y: 5).extent.isInfinite)
        #expect(CIFilterShape(rect: CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)).extent.isNull)
        #expect(
            CIFilterShape(rect: CGRect(x: 5, y: 5, width: -2, height: -3)).extent
                == CGRect(x: 3, y: 2, width: 2, height: 3))
        #expect(shape.copy() as? CIFilterShape == shape)
    }

    @Test("Shapes under a transform are whole pixels: all that are touched, or only those inside")
    func transformedShapes() {
        let square = CIFilterShape(rect: CGRect(x: -100, y: -100, width: 200, height: 200))
        let turn = CGAffineTransform(rotationAngle: .pi / 4)
        // The corners lie at √2 · 100 = 141.4.
        let outer = square.transform(by: turn, interior: false).extent
        #expect(outer == CGRect(x: -142, y: -142, width: 284, height: 284))
        // The largest upright square in a square turned by 45° has half its diagonal as its side: half sides of 70.7.
        let inner = square.transform(by: turn, interior: true).extent
        #expect(inner == CGRect(x: -70, y: -70, width: 140, height: 140))
        let scaled = square.transform(by: CGAffineTransform(scaleX: 3, y: 2), interior: true).extent
        #expect(scaled == CGRect(x: -300, y: -200, width: 600, height: 400))
        let quarter = CIFilterShape(rect: CGRect(x: 0, y: 0, width: 30, height: 10))
            .transform(by: CGAffineTransform(rotationAngle: .pi / 2), interior: true).extent
        #expect(quarter == CGRect(x: -10, y: 0, width: 10, height: 30))
        // Half a pixel at each side is cut off, and a shape smaller than a pixel contains none.
        let shift = CGAffineTransform(translationX: 0.5, y: 0)
        #expect(
            square.transform(by: shift, interior: true).extent == CGRect(x: -99, y: -100, width: 199, height: 200))
        #expect(
            square.transform(by: shift, interior: false).extent == CGRect(x: -100, y: -100, width: 201, height: 200))
        let small = CGAffineTransform(scaleX: 0.001, y: 1)
        #expect(square.transform(by: small, interior: true).extent.isNull)
        #expect(square.transform(by: CGAffineTransform(scaleX: 0, y: 1), interior: true).extent.isNull)
        #expect(square.transform(by: CGAffineTransform(scaleX: .nan, y: 1), interior: true).extent.isNull)
    }

    @Test("The inner rectangle is as large as any found by trying", arguments: [0.1, 0.3, 0.6, 1.0, 1.5])
    func innerRectangle(angle: CGFloat) {
        // Half sides 60 × 20, turned and sheared. Half sides (w, h) fit if both corners are inside.
        let transform = CGAffineTransform(1, 0.2, 0.1, 1, 0, 0).concatenating(CGAffineTransform(rotationAngle: angle))
        let shape = CIFilterShape(rect: CGRect(x: -60, y: -20, width: 120, height: 40))
        let back = transform.inverted()
        func fits(_ w: Int, _ h: Int) -> Bool {
            [1, -1].allSatisfy { side in
                let corner = CGPoint(x: w, y: side * h).applying(back)
                return abs(corner.x) <= 60.01 && abs(corner.y) <= 20.01
            }
        }
        var best = 0
        for w in 1...70 { for h in 1...70 where fits(w, h) { best = max(best, 4 * w * h) } }
        let found = shape.transform(by: transform, interior: true).extent
        #expect(fits(Int(found.width / 2), Int(found.height / 2)))
        // Rounding inwards costs less than two pixels along each side.
        #expect((found.width + 2) * (found.height + 2) >= CGFloat(best))
    }
}
