import Foundation
import Pixels
import Testing

@testable import ImageGraph

@Suite("Extents of recipes")
struct ExtentTests {
    private let image = ImageNode.source(PatternSource(10, 20))

    @Test("a source starts at the origin; one without pixels is empty")
    func source() {
        #expect(image.extent == CGRect(x: 0, y: 0, width: 10, height: 20))
        #expect(ImageNode.source(PatternSource(0, 5)).extent.isNull)
    }

    @Test("colours are everywhere") func constant() {
        #expect(ImageNode.constant(GraphColor(components: .one, colorSpace: nil)).extent.isInfinite)
    }

    @Test(
        "crops are cut to the image, then rounded outwards",
        arguments: [
            (CGRect(x: 2.25, y: 3.75, width: 1, height: 1), CGRect(x: 2, y: 3, width: 2, height: 2)),
            (CGRect(x: -4.5, y: -4.5, width: 5, height: 100), CGRect(x: 0, y: 0, width: 1, height: 20)),
            (CGRect(x: 9.5, y: 19.5, width: 4, height: 4), CGRect(x: 9, y: 19, width: 1, height: 1)),
            (CGRect(x: 1, y: 1, width: 3.0000001, height: 2), CGRect(x: 1, y: 1, width: 3, height: 2)),
            (CGRect.infinite, CGRect(x: 0, y: 0, width: 10, height: 20)),
            (CGRect(x: -1e30, y: -1e30, width: 2e30, height: 2e30), CGRect(x: 0, y: 0, width: 10, height: 20)),
        ])
    func crop(rect: CGRect, expected: CGRect) { #expect(image.cropped(to: rect).extent == expected) }

    @Test(
        "crops beside the image, of no area or null are empty",
        arguments: [
            CGRect(x: 10, y: 0, width: 5, height: 5), CGRect(x: 3, y: 3, width: 0, height: 4), .null,
            CGRect(x: -5, y: -5, width: 5, height: 30),
        ])
    func emptyCrop(rect: CGRect) { #expect(image.cropped(to: rect).extent.isNull) }

    @Test("a crop that cuts nothing is the image itself") func identityCrop() {
        #expect(image.cropped(to: CGRect(x: -1, y: -1, width: 30, height: 30)) === image)
    }

    @Test("clamping makes an image infinite; nothing stays nothing") func clamp() {
        #expect(image.clamped(to: image.extent).extent.isInfinite)
        #expect(image.clamped(to: .infinite).extent.isInfinite)
        #expect(image.clamped(to: CGRect(x: 50, y: 50, width: 1, height: 1)).extent.isNull)
        #expect(ImageNode.empty.clamped(to: .infinite).extent.isNull)
    }

    @Test("transforms map the extent's corners") func transform() {
        let half = image.transformed(by: CGAffineTransform(scaleX: 0.5, y: -0.5))
        #expect(half.extent == CGRect(x: 0, y: -10, width: 5, height: 10))
        let shifted = image.transformed(by: CGAffineTransform(translationX: 0.5, y: -0.25))
        #expect(shifted.extent == CGRect(x: 0.5, y: -0.25, width: 10, height: 20))
        #expect(image.transformed(by: .identity) === image)
    }

    @Test("a quarter turn has whole edges in spite of the sine's rounding", arguments: [1, 2, 3, -1, 5])
    func quarterTurns(count: Int) {
        let extent = image.transformed(by: CGAffineTransform(rotationAngle: CGFloat(count) * .pi / 2)).extent
        for edge in [extent.minX, extent.minY, extent.maxX, extent.maxY] { #expect(edge == edge.rounded()) }
        #expect(extent.width == (count % 2 == 0 ? 10 : 20))
    }

    @Test(
        "a transform that can't be inverted squeezes an image to nothing",
        arguments: [
            CGAffineTransform(scaleX: 0, y: 1), CGAffineTransform(1, 2, 2, 4, 0, 0),
            CGAffineTransform(scaleX: .nan, y: 1),
            CGAffineTransform(scaleX: 1e-200, y: 1e-200), CGAffineTransform(translationX: .infinity, y: 0),
        ])
    func singular(transform: CGAffineTransform) { #expect(image.transformed(by: transform).extent.isNull) }

    @Test("infinite images stay infinite, and overflow counts as infinite") func infinite() {
        let everywhere = image.clamped(to: image.extent)
        #expect(everywhere.transformed(by: CGAffineTransform(scaleX: 2, y: 3)).extent.isInfinite)
        #expect(everywhere.gaussianBlurred(sigma: 4).extent.isInfinite)
        let strip = everywhere.cropped(to: CGRect(x: 0, y: 0, width: 1e300, height: 1))
        #expect(strip.transformed(by: CGAffineTransform(scaleX: 1e150, y: 1e-150)).extent.isInfinite)
    }

    @Test("a blur grows an image by three standard deviations", arguments: [0.4, 1, 2.5, 7.9, 8, 33.3])
    func blur(sigma: Double) {
        let reach = (3 * sigma).rounded(.up)
        #expect(image.gaussianBlurred(sigma: sigma).extent == image.extent.insetBy(dx: -reach, dy: -reach))
    }

    @Test("blurs with a sigma of 0, NaN or below 0 change nothing", arguments: [0, -1, Double.nan, .infinity])
    func noBlur(sigma: Double) { #expect(image.gaussianBlurred(sigma: sigma) === image) }
}
