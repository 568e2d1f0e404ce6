import Foundation
import KernelLanguage
import Pixels
import Testing

@testable import ImageGraph

@Suite("Regions of interest")
struct RegionOfInterestTests {
    private let image = ImageNode.source(PatternSource(100, 100))
    private let output = CGRect(x: 10, y: 20, width: 30, height: 40)

    private func region(_ node: ImageNode, _ rect: CGRect) -> CGRect { node.operation.region(ofInput: 0, for: rect) }

    @Test("pointwise steps read what they write") func pointwise() {
        #expect(region(image.premultiplied(), output) == output)
        #expect(region(image.unpremultiplied(), output) == output)
        #expect(region(image.premultiplied(), .null).isNull)
    }

    @Test("a crop reads nothing outside itself") func crop() {
        let cropped = image.cropped(to: CGRect(x: 0, y: 0, width: 20, height: 30))
        #expect(region(cropped, output) == CGRect(x: 10, y: 20, width: 10, height: 10))
        #expect(region(cropped, CGRect(x: 20, y: 0, width: 5, height: 5)).isNull)
    }

    @Test("far outside, a clamp reads one row or column of the edge") func clamp() {
        let clamped = image.clamped(to: CGRect(x: 10, y: 10, width: 50, height: 50))
        #expect(
            region(clamped, CGRect(x: 500, y: 20, width: 30, height: 5)) == CGRect(x: 59, y: 20, width: 1, height: 5))
        #expect(
            region(clamped, CGRect(x: -500, y: -500, width: 3, height: 3)) == CGRect(x: 10, y: 10, width: 1, height: 1))
        #expect(
            region(clamped, CGRect(x: 0, y: 0, width: 30, height: 100)) == CGRect(x: 10, y: 10, width: 20, height: 50))
        #expect(region(clamped, .infinite) == CGRect(x: 10, y: 10, width: 50, height: 50))
    }

    @Test("a shift by whole pixels reads no margin, another transform one pixel") func transform() {
        let shifted = image.transformed(by: CGAffineTransform(translationX: 3, y: -4))
        #expect(region(shifted, output) == output.offsetBy(dx: -3, dy: 4))
        let doubled = image.transformed(by: CGAffineTransform(scaleX: 2, y: 2))
        #expect(region(doubled, output) == CGRect(x: 4, y: 9, width: 17, height: 22))
        #expect(region(doubled, .infinite).isInfinite)
    }

    @Test("a kernel reads what its own function says; a margin is added only where it samples between centres")
    func kernel() throws {
        let tight = try ImageNode.kernel(
            .named("k"), arguments: [.image(SampledImage(image))], extent: .infinite
        ) { $1.offsetBy(dx: CGFloat($0) + 1, dy: 0) }
        #expect(region(tight, output) == output.offsetBy(dx: 1, dy: 0))
        let free = try ImageNode.kernel(
            .named("k", .general, parameters: [.sampler], samplesFreely: true),
            arguments: [.image(SampledImage(image))],
            extent: .infinite)
        #expect(region(free, output) == output.insetBy(dx: -1, dy: -1))
    }

    @Test("a sampler's transform and wrapping count") func sampler() {
        let moved = SampledImage(image, transform: CGAffineTransform(translationX: 100.5, y: 0))
        #expect(moved.region(for: output, atPixelCenters: true) == CGRect(x: -91.5, y: 19, width: 32, height: 42))
        let wrapped = SampledImage(image, wrap: .clamp)
        let far = CGRect(x: -50, y: 40, width: 10, height: 10)
        #expect(wrapped.region(for: far, atPixelCenters: true) == CGRect(x: 0, y: 40, width: 1, height: 10))
        let flat = SampledImage(image, transform: CGAffineTransform(scaleX: 0, y: 1))
        #expect(flat.region(for: output, atPixelCenters: true).isNull)
    }

    @Test("a convolution reads its weights' reach, in its own direction only") func convolution() {
        let weights = LineConvolution.WeightSet(first: -2, weights: [1, 2, 3, 4])
        let row = LineConvolution(name: "test", input: image, axis: .horizontal, weightSets: [weights])
        #expect(row.regionOfInterest(ofInput: 0, for: output) == CGRect(x: 8, y: 20, width: 33, height: 40))
        let column = LineConvolution(name: "test", input: image, axis: .vertical, weightSets: [weights], step: 3)
        #expect(column.regionOfInterest(ofInput: 0, for: output) == CGRect(x: 10, y: 58, width: 30, height: 121))
    }

    @Test("rendering reads no source pixel outside the region of interest") func tightReads() throws {
        let source = PatternSource(100, 100)
        let node = ImageNode.source(source).transformed(by: CGAffineTransform(translationX: 7, y: 9))
            .cropped(to: CGRect(x: 20, y: 20, width: 60, height: 60))
        _ = try renderer().render(node, region: PixelRect(30, 30, 20, 20))
        #expect(source.regionsRead.reduce(PixelRect.empty) { $0.union($1) } == PixelRect(23, 21, 20, 20))
        #expect(source.pixelsRead == 400)
    }
}
