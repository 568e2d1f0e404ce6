import CoreImage
import Foundation
import Testing

@Suite("Filters: colour filters on images of every extent")
struct ColorInputTests {
    static let names = [
        "CIExposureAdjust", "CIGammaAdjust", "CIHueAdjust", "CIColorControls", "CIColorMatrix", "CIVibrance",
        "CIColorInvert",
        "CIMinimumComponent", "CISepiaTone", "CIPhotoEffectProcess", "CIColorCube", "CIMaximumComponent",
        "CIMaskToAlpha",
        "CIWhitePointAdjust", "CILinearToSRGBToneCurve", "CISRGBToneCurveToLinear", "CIColorClamp", "CIColorPolynomial",
    ]

    @Test("Empty images stay empty, infinite ones infinite", arguments: names)
    func extents(name: String) throws {
        try expect(CIImage.empty().applyingFilter(name), in: CGRect(x: 0, y: 0, width: 3, height: 2)) { _, _ in .zero }
        #expect(CIImage(color: .red).applyingFilter(name).extent.isInfinite)
    }

    @Test("Fractional and negative origins are kept", arguments: names)
    func shifted(name: String) throws {
        let grid = PixelGrid.colorful(width: 6, height: 5)
        let shift = CGAffineTransform(translationX: -1000, y: 7)
        let before = grid.image.transformed(by: shift).applyingFilter(name)
        let after = try PixelGrid(rendering: grid.image.applyingFilter(name), in: grid.bounds)
        try expect(before, in: grid.bounds.applying(shift), tolerance: 1e-6) { x, y in after[x + 1000, y - 7] }
        let half = grid.image.transformed(by: CGAffineTransform(translationX: 0.5, y: 0.25)).applyingFilter(name)
        #expect(half.extent == CGRect(x: 0.5, y: 0.25, width: 6, height: 5))
    }

    @Test("A vector with fewer than four numbers is filled with zeros")
    func shortVector() throws {
        let grid = PixelGrid(width: 1, height: 1) { _, _ in SIMD4(0.5, 0.25, 1, 1) }
        let parameters = ["inputRVector": CIVector(x: 0, y: 1), "inputGVector": CIVector(x: 0, y: 0, z: 1)]
        try expect(grid.image.applyingFilter("CIColorMatrix", parameters: parameters), in: grid.bounds) { _, _ in
            SIMD4(0.25, 1, 1, 1)
        }
    }

    @Test("Typed properties can be spelled like their keys")
    func spellings() {
        let exposure = CIFilter.exposureAdjust()
        exposure.EV = 2
        #expect(exposure.ev == 2 && exposure.value(forKey: kCIInputEVKey) as? NSNumber == 2)
        let matrix = CIFilter.colorMatrix()
        let vectors = (0..<4).map { CIVector(x: CGFloat($0)) }
        (matrix.RVector, matrix.GVector, matrix.BVector, matrix.AVector) = (
            vectors[0], vectors[1], vectors[2], vectors[3]
        )
        #expect([matrix.rVector, matrix.gVector, matrix.bVector, matrix.aVector] == vectors)
        #expect([matrix.RVector, matrix.GVector, matrix.BVector, matrix.AVector] == vectors)
    }
}
