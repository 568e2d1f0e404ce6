import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Filters: generators")
struct GeneratorTests {
    private let green = CIColor(red: 0.2, green: 1, blue: 0.4)
    private let red = CIColor(red: 1, green: 0.4, blue: 0.4, alpha: 0.5)
    private let greenPixel = SIMD4(linearFromSRGB(0.2), 1, linearFromSRGB(0.4), 1)
    private let redPixel = SIMD4(1, linearFromSRGB(0.4), linearFromSRGB(0.4), 1) * 0.5

    @Test("Squares without a size show colour 0", arguments: [Float(0), .nan, .infinity])
    func degenerateCheckerboard(width: Float) throws {
        let filter = CIFilter.checkerboardGenerator()
        (filter.width, filter.color0, filter.color1) = (width, green, red)
        try expect(filter.outputImage, in: CGRect(x: 0, y: 0, width: 5, height: 5)) { _, _ in greenPixel }
    }

    @Test("Stripes without a size show colour 1", arguments: [Float(0), .nan])
    func degenerateStripes(width: Float) throws {
        let filter = CIFilter.stripesGenerator()
        (filter.width, filter.color0, filter.color1) = (width, green, red)
        try expect(filter.outputImage, in: CGRect(x: 0, y: 0, width: 2, height: 1)) { _, _ in redPixel }
    }

    @Test("The noise generator is BSD random(): the first numbers for seed 42 as every C library with it prints them")
    func additiveFeedback() {
        var generator = AdditiveFeedbackGenerator(seed: 42)
        #expect(
            (0..<5).map { _ in generator.next() } == [71_876_166, 708_592_740, 1_483_128_881, 907_283_241, 442_951_012])
    }

    @Test("Rectangles without area are empty, and an infinite one is the colour everywhere")
    func degenerateRectangles() throws {
        for name in [
            "CIRoundedRectangleGenerator", "CIBlurredRectangleGenerator", "CIBlurredRoundedRectangleGenerator",
        ] {
            for rect in [
                CGRect.null, .zero, CGRect(x: 0, y: 0, width: 5, height: 0),
                CGRect(x: CGFloat.nan, y: 0, width: 5, height: 5),
            ] {
                let filter = try #require(CIFilter(name: name, parameters: [kCIInputExtentKey: rect]))
                #expect(filter.outputImage?.extent.isEmpty == true, "\(name) of \(rect)")
            }
            let everywhere = try #require(
                CIFilter(name: name, parameters: [kCIInputExtentKey: CGRect.infinite, kCIInputColorKey: red]))
            #expect(everywhere.outputImage?.extent.isInfinite == true)
            try expect(everywhere.outputImage, in: CGRect(x: 9, y: 0, width: 2, height: 1)) { _, _ in redPixel }
        }
    }

    @Test("A rectangle with negative sides equals its standardized one")
    func turnedRectangle() throws {
        let filter = CIFilter.roundedRectangleGenerator()
        (filter.extent, filter.radius) = (CGRect(x: 20, y: 9, width: -20, height: -9), 3)
        let turned = try PixelGrid(
            rendering: try #require(filter.outputImage), in: CGRect(x: 0, y: 0, width: 20, height: 9))
        filter.extent = CGRect(x: 0, y: 0, width: 20, height: 9)
        try expect(filter.outputImage, in: turned.bounds, tolerance: 0) { turned[$0, $1] }
    }

    @Test("A halo or sun of no size is empty")
    func degenerateLights() {
        let halo = CIFilter.lenticularHaloGenerator()
        halo.haloWidth = 0
        #expect(halo.outputImage?.extent.isEmpty == true)
        let sun = CIFilter.sunbeamsGenerator()
        sun.sunRadius = 0
        #expect(sun.outputImage?.extent.isEmpty == true)
    }

    @Test("Lights fuse with what follows into one pass")
    func fusing() throws {
        for name in [
            "CISunbeamsGenerator", "CILenticularHaloGenerator", "CIStarShineGenerator", "CIRoundedRectangleGenerator",
        ] {
            let image = try #require(CIFilter(name: name)?.outputImage).applyingFilter(
                "CIExposureAdjust", parameters: ["inputEV": -1])
            let cropped = image.cropped(to: CGRect(x: 0, y: 0, width: 100, height: 100))
            #expect(try cropped.explain().passCount == 1, "\(name)")
        }
    }
}
