import CoreImage
import Foundation
import Testing

@Suite("Samplers and shapes")
struct SamplerTests {
    private let source = picture(4, 1) { x, _ in SIMD4(Float(x + 1), 0, 0, 1) }
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

    @Test("An affine map of its own, in every spelling")
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

    @Test("A colour space of its own")
    func colorSpace() throws {
        let half = picture(1, 1) { _, _ in SIMD4(0.5, 0.5, 0.5, 1) }
        let sampler = CISampler(image: half, options: [kCISamplerColorSpace: try space(CGColorSpace.sRGB)])
        #expect(abs(try row(sampler, offset: 0, 0..<1)[0] - Float(encodedSRGB(0.5))) < 1e-4)
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

    @Test("Shapes under a transform: around, and inside")
    func transformedShapes() {
        let square = CIFilterShape(rect: CGRect(x: -1, y: -1, width: 2, height: 2))
        let turn = CGAffineTransform(rotationAngle: .pi / 4)
        let outer = square.transform(by: turn, interior: false).extent
        #expect(abs(outer.width - 2 * 2.0.squareRoot()) < 1e-9 && abs(outer.midX) < 1e-9)
        // The largest upright square in a square turned by 45° has half its diagonal as its side.
        let inner = square.transform(by: turn, interior: true).extent
        #expect(abs(inner.width - 2.0.squareRoot()) < 1e-9 && abs(inner.midY) < 1e-9)
        let scaled = square.transform(by: CGAffineTransform(scaleX: 3, y: 2), interior: true).extent
        #expect(scaled == CGRect(x: -3, y: -2, width: 6, height: 4))
        #expect(square.transform(by: CGAffineTransform(scaleX: 0, y: 1), interior: true).extent.isNull)
    }
}
