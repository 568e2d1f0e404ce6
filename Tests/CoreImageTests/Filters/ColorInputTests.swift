import CoreImage
import Foundation
import Testing

@Suite("Filters: inputs of colour filters and composites that make no sense")
struct ColorInputTests {
    static let names = [
        "CIExposureAdjust", "CIGammaAdjust", "CIHueAdjust", "CIColorControls", "CIColorMatrix", "CIVibrance",
        "CIColorInvert",
        "CIMinimumComponent", "CISepiaTone", "CIPhotoEffectProcess", "CIColorCube", "CIMaximumComponent",
        "CIMaskToAlpha",
        "CIWhitePointAdjust", "CILinearToSRGBToneCurve", "CISRGBToneCurveToLinear", "CIColorClamp", "CIColorPolynomial",
    ]

    @Test("Every number may be anything: the picture stays finite", arguments: names)
    func anything(name: String) throws {
        let grid = PixelGrid.colorful(width: 5, height: 4)
        let filter = try #require(CIFilter(name: name))
        for key in filter.inputKeys where key != kCIInputImageKey && key != "inputCubeDimension" {
            let described = try #require(filter.attributes[key] as? [String: Any])
            for value in [Double.nan, .infinity, -.infinity, 0, -1, 1e-30, 1e30, -1e30] {
                filter.setDefaults()
                filter.setValue(grid.image, forKey: kCIInputImageKey)
                switch described[kCIAttributeClass] as? String {
                case "NSNumber": filter.setValue(value, forKey: key)
                case "CIVector": filter.setValue(CIVector(x: value, y: 1, z: value, w: 0), forKey: key)
                default: continue
                }
                let image = try #require(filter.outputImage, "\(key) = \(value)")
                let pixels = try PixelGrid(rendering: image, in: grid.bounds)
                for y in 0..<4 {
                    for x in 0..<5 where !(0..<4).allSatisfy({ pixels[x, y][$0].isFinite }) {
                        Issue.record("\(key) = \(value) gives \(pixels[x, y]) at (\(x), \(y)) from \(grid[x, y])")
                    }
                }
            }
        }
    }

    @Test("Without an image there is no output, and the error names it", arguments: names)
    func missing(name: String) throws {
        let filter = try #require(CIFilter(name: name))
        #expect(filter.outputImage == nil)
        do { _ = try filter.renderableOutput() } catch {
            #expect("\(error)".contains(kCIInputImageKey))
            return
        }
        Issue.record("there is an output")
    }

    @Test("Empty images stay empty, infinite ones infinite", arguments: names)
    func extents(name: String) throws {
        try expect(CIImage.empty().applyingFilter(name), in: CGRect(x: 0, y: 0, width: 3, height: 2)) { _, _ in .zero }
        #expect(CIImage(color: .red).applyingFilter(name).extent.isInfinite)
    }

    @Test("Fractional and negative origins: pixels are treated where they are", arguments: names)
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

    @Test("The key's spellings of typed properties work too")
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
