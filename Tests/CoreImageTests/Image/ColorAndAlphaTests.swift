import CoreImage
import Foundation
import TestSupport
import Testing

@Suite("Colour and alpha of images")
struct ColorAndAlphaTests {
    private let pixel = CGRect(x: 0, y: 0, width: 1, height: 1)
    private func one(_ color: SIMD4<Float>) -> CIImage { makePicture(1, 1) { _, _ in color } }

    @Test("Premultiplying and dividing by alpha")
    func premultiplication() throws {
        let image = one(SIMD4(0.8, 0.4, 2, 0.5))
        #expect(try RenderedPixels(image.premultiplyingAlpha(), pixel)[0, 0] == SIMD4(0.4, 0.2, 1, 0.5))
        #expect(try RenderedPixels(image.unpremultiplyingAlpha(), pixel)[0, 0] == SIMD4(1.6, 0.8, 4, 0.5))
        #expect(try RenderedPixels(one(SIMD4(1, 1, 1, 0)).unpremultiplyingAlpha(), pixel)[0, 0] == .zero)
    }

    @Test("Alpha one inside a rectangle, nothing outside")
    func alphaOne() throws {
        let image = makePicture(3, 1) { x, _ in SIMD4(Float(x) / 4, 0, 0, 0.5) }
        let opaque = image.settingAlphaOne(in: CGRect(x: 1, y: 0, width: 3, height: 1))
        #expect(opaque.extent == CGRect(x: 1, y: 0, width: 3, height: 1))
        let pixels = try RenderedPixels(opaque, CGRect(x: 0, y: 0, width: 5, height: 1))
        #expect(
            (0..<5).map { pixels[$0, 0] } == [
                .zero, SIMD4(0.25, 0, 0, 1), SIMD4(0.5, 0, 0, 1), SIMD4(0, 0, 0, 1), .zero,
            ])
    }

    @Test("Matching to and from another space", arguments: [0, 0.02, 0.5, 1])
    func matching(value: Double) throws {
        let sRGB = try namedColorSpace(CGColorSpace.sRGB)
        let image = one(SIMD4(Float(value), Float(value), Float(value), 1))
        let encoded = try #require(image.matchedFromWorkingSpace(to: sRGB))
        #expect(abs(try RenderedPixels(encoded, pixel)[0, 0].x - Float(SRGBFormula.encoded(value))) < 1e-4)
        let decoded = try #require(image.matchedToWorkingSpace(from: sRGB))
        #expect(abs(try RenderedPixels(decoded, pixel)[0, 0].x - Float(SRGBFormula.decoded(value))) < 1e-4)
        #expect(image.matchedToWorkingSpace(from: try namedColorSpace(CGColorSpace.linearGray)) == nil)
        #expect(image.matchedFromWorkingSpace(to: try namedColorSpace(CGColorSpace.genericLab)) == nil)
    }

    @Test("Lab: lightness by the CIE formula, neutral colours without chroma, and back")
    func lab() throws {
        for y in [0.001, 0.18, 0.5, 1] {
            let image = one(SIMD4(Float(y), Float(y), Float(y), 1))
            let found = try RenderedPixels(image.convertingWorkingSpaceToLab(), pixel)[0, 0]
            let lightness = y > pow(6.0 / 29, 3) ? 116 * cbrt(y) - 16 : y * pow(29.0 / 3, 3)
            #expect(
                abs(found.x - Float(lightness)) < 0.02 && abs(found.y) < 0.02 && abs(found.z) < 0.02 && found.w == 1)
        }
        let color = SIMD4<Float>(0.7, 0.2, 0.05, 1)
        let there = one(color).convertingWorkingSpaceToLab()
        #expect(try RenderedPixels(there, pixel)[0, 0].y > 20)
        #expect(isClose(try RenderedPixels(there.convertingLabToWorkingSpace(), pixel)[0, 0], color, 1e-4))
    }

    @Test("An intermediate changes nothing")
    func intermediate() throws {
        let image = makePicture(9, 7) { x, y in SIMD4(Float(x), Float(y), 0, 1) }.settingProperties(["a": 1])
        let kept = image.insertingIntermediate()
        #expect(kept.extent == image.extent && kept.properties["a"] as? Int == 1)
        let turned = kept.oriented(.left).clampedToExtent()
        let box = CGRect(x: -5, y: -5, width: 20, height: 20)
        #expect(try RenderedPixels(turned, box).all == RenderedPixels(image.oriented(.left).clampedToExtent(), box).all)
        #expect(image.insertingIntermediate(cache: false) === image)
        #expect(CIImage.empty().insertingIntermediate().extent.isNull)
        #expect(CIImage.red.insertingIntermediate().extent.isInfinite)
    }

    @Test("Constant colours are converted from their space, and premultiplied")
    func constants() throws {
        let image = CIImage(color: CIColor(red: 0.5, green: 0.25, blue: 1, alpha: 0.5))
        #expect(image.extent.isInfinite)
        let found = try RenderedPixels(image, CGRect(x: -9, y: 40, width: 1, height: 1))[-9, 40]
        let expected = SIMD4(Float(SRGBFormula.decoded(0.5)) / 2, Float(SRGBFormula.decoded(0.25)) / 2, 0.5, 0.5)
        #expect(isClose(found, expected, 1e-4))
        let named: [(CIImage, SIMD4<Float>)] = [
            (.black, SIMD4(0, 0, 0, 1)), (.white, SIMD4(1, 1, 1, 1)), (.red, SIMD4(1, 0, 0, 1)),
            (.green, SIMD4(0, 1, 0, 1)),
            (.blue, SIMD4(0, 0, 1, 1)), (.cyan, SIMD4(0, 1, 1, 1)), (.magenta, SIMD4(1, 0, 1, 1)),
            (.yellow, SIMD4(1, 1, 0, 1)), (.clear, .zero),
        ]
        for (image, color) in named { #expect(isClose(try RenderedPixels(image, pixel)[0, 0], color, 1e-5)) }
        #expect(
            isClose(
                try RenderedPixels(.gray, pixel)[0, 0], SIMD4(repeating: Float(SRGBFormula.decoded(0.5))).opaque, 1e-4))
        #expect(CIImage.empty().extent.isNull)
    }

    @Test("Properties travel with the image")
    func properties() {
        let image = one(.zero).settingProperties(["a": 1, 2: "not a string key"])
        #expect(image.properties.count == 1 && image.properties["a"] as? Int == 1)
        #expect(image.cropped(to: pixel).properties["a"] as? Int == 1)
        #expect(image.premultiplyingAlpha().properties["a"] as? Int == 1)
        #expect(image.settingAlphaOne(in: pixel).properties["a"] as? Int == 1)
        #expect(CIImage.red.properties.isEmpty)
    }
}

extension SIMD4<Float> {
    fileprivate var opaque: SIMD4<Float> { SIMD4(x, y, z, 1) }
}
