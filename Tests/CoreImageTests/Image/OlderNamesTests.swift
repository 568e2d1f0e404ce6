import CoreImage
import Foundation
import Testing

/// The spellings of older guides. Each must give what its present spelling gives.
@Suite("Older spellings")
struct OlderNamesTests {
    @Test("Deprecated names give the same results")
    func same() throws {
        let spellings: any OlderSpellings = Spellings()
        try spellings.check()
    }
}

/// The deprecated names are called through a protocol, so that the tests compile without their warnings.
private protocol OlderSpellings {
    func check() throws
}

private struct Spellings: OlderSpellings {
    @available(*, deprecated, message: "uses deprecated names")
    func check() throws {
        let image = makePicture(4, 3) { x, y in SIMD4(Float(x), Float(y), 0, 1) }
        let rect = CGRect(x: 1, y: 1, width: 2, height: 1)
        let move = CGAffineTransform(translationX: 3, y: 4)
        let pairs: [(CIImage, CIImage)] = [
            (image.cropping(to: rect), image.cropped(to: rect)),
            (image.imageByCroppingToRect(rect), image.cropped(to: rect)),
            (image.clampingToExtent().cropped(to: rect), image.clampedToExtent().cropped(to: rect)),
            (image.imageByClampingToExtent().cropped(to: rect), image.clampedToExtent().cropped(to: rect)),
            (image.clamping(to: rect).cropped(to: rect), image.clamped(to: rect).cropped(to: rect)),
            (image.applying(move), image.transformed(by: move)),
            (image.imageByApplyingTransform(move), image.transformed(by: move)),
            (image.applyingOrientation(6), image.oriented(.right)),
            (image.imageByApplyingOrientation(6), image.oriented(.right)),
            (image.compositingOverImage(.white).cropped(to: rect), image.composited(over: .white).cropped(to: rect)),
            (
                image.applyingFilter("CIExposureAdjust", withInputParameters: ["inputEV": 1]),
                image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
            ),
        ]
        for (older, present) in pairs {
            #expect(older.extent == present.extent)
            #expect(try RenderedPixels(older, older.extent).all == RenderedPixels(present, present.extent).all)
        }
        #expect(CIImage.emptyImage().extent.isNull)
        #expect(image.imageTransformForOrientation(3) == image.orientationTransform(for: .down))
        #expect(image.regionOfInterestForImage(image, inRect: rect) == rect)
        #expect(CIImage(contentsOfURL: URL(fileURLWithPath: "/no/such/file.png")) == nil)
        #expect(kCIFormatRGBA8 == .RGBA8 && kCIFormatRGBAf == .RGBAf && kCIFormatL16 == .L16)
        #expect(kCIContextWorkingColorSpace == .workingColorSpace && kCIImageColorSpace == .colorSpace)
        #expect(CIContext().createCGImage(image, fromRect: rect)?.width == 2)
        #expect(CIVector(x: 5).valueAtIndex(0) == 5 && CIVector(cgPoint: rect.origin).CGPointValue == rect.origin)
        let text = "kernel vec4 same(__sample s) { return s; }"
        #expect(CIKernel.kernelsWithString(text)?.count == 1 && CIKernel.kernels(withString: text)?.count == 1)
        let color = try #require(CIColorKernel(string: text))
        #expect(color.applyWithExtent(image.extent, arguments: [image])?.extent == image.extent)
        #expect(color.apply(withExtent: image.extent, arguments: [image])?.extent == image.extent)
        let warp = try #require(CIWarpKernel(string: "kernel vec2 still() { return destCoord(); }"))
        let warped = warp.applyWithExtent(image.extent, roiCallback: { $1 }, inputImage: image, arguments: nil)
        #expect(warped?.extent == image.extent)
        let shape = CIFilterShape(rect: rect)
        #expect(shape.insetByX(-1, y: 0).extent.width == 4 && shape.unionWithRect(image.extent).extent == image.extent)
    }
}
