import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Detectors: proportions of rectangles")
struct RectangleProportionsTests {
    /// Where a pinhole camera sees the corners of a rectangle that is turned about two axes, in pixels from the
    /// picture's middle.
    private func seen(width: Double, height: Double, pitch: Double, yaw: Double, focalLength: Double) -> [CGPoint] {
        [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)].map { corner in
            let (x, y) = (corner.0 * width, corner.1 * height)
            let (y1, z1) = (y * cos(pitch), y * sin(pitch))
            let (x2, z2) = (x * cos(yaw) + z1 * sin(yaw), z1 * cos(yaw) - x * sin(yaw))
            let depth = z2 + 900
            return CGPoint(x: focalLength * (x2 + 60) / depth, y: focalLength * (y1 - 30) / depth)
        }
    }

    @Test(
        "With the focal length, the ratio is the rectangle's however it is turned",
        arguments: [
            (1.0, 0.0, 0.0), (1.75, 0.6, 0.0), (1.75, 0.0, 0.7), (1.414, -0.5, 0.4), (0.5, 0.3, -0.8),
        ])
    func projected(ratio: Double, pitch: Double, yaw: Double) {
        let corners = seen(width: 300 * ratio, height: 300, pitch: pitch, yaw: yaw, focalLength: 800)
        let proportions = RectangleProportions(corners: corners)
        #expect(abs(proportions.projectedRatio(focalLength: 800) - ratio) < 1e-9)
        #expect(proportions.matches(ratio: ratio, focalLength: 800))
        #expect(proportions.matches(ratio: 1 / ratio, focalLength: 800))
        #expect(!proportions.matches(ratio: ratio * 1.3, focalLength: 800) || abs(ratio * ratio * 1.3 - 1) < 0.15)
    }

    @Test("Without a focal length, the ratio is that of the projected sides")
    func flat() {
        let corners = [CGPoint(x: 0, y: 0), CGPoint(x: 60, y: 0), CGPoint(x: 60, y: 30), CGPoint(x: 0, y: 30)]
        #expect(RectangleProportions(corners: corners).flatRatio == 2)
        #expect(RectangleProportions(corners: corners).matches(ratio: 1.6, focalLength: 0))
        #expect(!RectangleProportions(corners: corners).matches(ratio: 1, focalLength: 0))
    }
}
