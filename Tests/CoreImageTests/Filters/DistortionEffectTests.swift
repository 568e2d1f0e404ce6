import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Filters: distortion")
struct DistortionEffectTests {
    let grid = PixelGrid.colorful(x: -6, y: -3, width: 21, height: 16)

    @Test("A bump inside a picture leaves the extent alone, one at an edge adds the square around its circle")
    func bumpExtent() throws {
        let filter = CIFilter.bumpDistortion()
        #expect(filter.outputImage == nil)
        (filter.inputImage, filter.center, filter.radius, filter.scale) = (grid.image, CGPoint(x: 4, y: 5), 3, 0.5)
        #expect(filter.outputImage?.extent == grid.bounds)
        (filter.center, filter.radius) = (CGPoint(x: 13, y: 5.5), 10)
        // The extent is rounded outwards to whole pixels.
        #expect(filter.outputImage?.extent == CGRect(x: -6, y: -5, width: 29, height: 21))
        filter.inputImage = CIImage(color: .red)
        #expect(filter.outputImage?.extent.isInfinite == true)
    }

    @Test("A hole pushes the image's edges outwards")
    func holeExtent() throws {
        let filter = CIFilter.holeDistortion()
        #expect(filter.outputImage == nil)
        (filter.inputImage, filter.center, filter.radius) = (grid.image, CGPoint(x: 4, y: 5), 6)
        // The picture's right edge, 11 from the centre, appears at the distance d with d − 36/d = 11.
        let edge = try #require(filter.outputImage).extent.maxX - 4
        #expect(edge - 1 - 36 / (edge - 1) < 11 && edge - 36 / edge >= 11)
        for radius in [Float.nan, -1, 0] {
            filter.radius = radius
            #expect(filter.outputImage?.extent.insetBy(dx: -0.01, dy: -0.01).contains(grid.bounds) == true)
        }
    }

    @Test("Far from a warp's centre regions are exact")
    func farRegion() {
        let map = RadialMap(center: .zero) { 1 - 0.8 * pow(max(1 - $0 * $0 / 100, 0), 2) }
        let far = CGRect(x: 20, y: 20, width: 16, height: 16)
        #expect(map.source(of: far) == far)
        #expect(map.source(of: .infinite).isInfinite)
    }

    @Test("A region between seams reads only a part of the tile")
    func repetition() {
        let repetition = RectangleTiling(tile: CGRect(x: 3, y: -2, width: 10, height: 8))
        #expect(
            repetition.part(of: CGRect(x: 14, y: -9, width: 4, height: 3)) == CGRect(x: 4, y: -1, width: 4, height: 3))
        #expect(
            repetition.part(of: CGRect(x: 11, y: 0, width: 4, height: 3)) == CGRect(x: 3, y: 0, width: 10, height: 3))
        #expect(repetition.part(of: CGRect(x: -17, y: 6, width: 10, height: 8)) == repetition.tile)
        #expect(repetition.part(of: .infinite) == repetition.tile)
    }
}
