import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// Returns an oracle for a keystone correction.
    ///
    /// The guides must be parallel under the map that the filter reports, each pixel must show the image at the point
    /// given by the inverse map, and the rotation filter that it reports must render the same picture.
    ///
    /// - Parameters:
    ///   - parallel: Pairs of guides. Each guide is the line between two corners, counted clockwise from the upper left
    ///     one.
    ///   - still: The angles by which the camera must not turn.
    static func keystone(_ filter: String, parallel: [(Int, Int)], still: [String]) -> FilterOracle {
        FilterOracle(filter, .properties) {
            let settings: [[String: Any]] = [
                .init(corners: [(0, 9), (5, 9.5), (6, 3), (-1, 2.5)]),
                .init(corners: [(-2, 10), (7, 8), (6.5, 4), (-2.5, 3)]),
                .init(corners: [(-2, 9), (6, 10.5), (7, 2), (-1.5, 3)]),
            ]
            for setting in settings {
                for focalLength in [28.0, 50] {
                    let filter = try #require(CIFilter(name: filter, parameters: setting))
                    filter.setValue(warped.image, forKey: kCIInputImageKey)
                    filter.setValue(focalLength, forKey: "inputFocalLength")
                    let numbers = try #require(filter.value(forKey: "outputTransform") as? CIVector)
                    let map = ProjectiveMap(numbers: (0..<9).map { numbers.value(at: $0) })
                    let moved = setting.corners.map { map($0) }
                    expectParallel(moved, parallel)
                    let turn = try #require(filter.value(forKey: "outputRotationFilter") as? CIFilter)
                    for angle in still {
                        #expect(turn.value(forKey: "input\(angle.capitalized)") as? Double == 0, "\(angle)")
                    }
                    try expectPixels(filter, moved: map, turn: turn)
                }
            }
            try expectUnchanged(filter)
        }
    }

    private static func expectParallel(_ points: [CGPoint], _ guides: [(Int, Int)]) {
        func slope(_ guide: (Int, Int)) -> Double {
            atan2(points[guide.1].y - points[guide.0].y, points[guide.1].x - points[guide.0].x)
        }
        for pair in stride(from: 0, to: guides.count, by: 2) {
            #expect(abs(slope(guides[pair]) - slope(guides[pair + 1])) < 1e-9)
        }
        if guides.count == 4 { #expect(abs(.pi / 2 - slope(guides[0]) - slope(guides[2])) < 1e-9) }
    }

    private static func expectPixels(_ filter: CIFilter, moved map: ProjectiveMap, turn: CIFilter) throws {
        let corners = warped.bounds.corners
        let image = try #require(filter.outputImage)
        #expect(image.extent == CGRect(around: corners.map { map($0) }))
        let back = ProjectiveMap(from: corners.map { map($0) }, to: corners)
        let window = CGRect(x: -12, y: -10, width: 32, height: 32)
        try expect(image, in: window, tolerance: warpTolerance) { x, y in
            image.extent.contains(pixelCenter(x, y)) && back.depth(pixelCenter(x, y)) > 0
                ? warped.bilinear(at: back(pixelCenter(x, y))) : .zero
        }
        let turned = try PixelGrid(rendering: try #require(turn.outputImage), in: window)
        try expect(image, in: window, tolerance: 1e-4) { turned[$0, $1] }
    }

    /// Checks that guides that are already vertical and horizontal, and guides that aren't set, leave the image
    /// unchanged.
    private static func expectUnchanged(_ name: String) throws {
        for setting in [[:], [String: Any](corners: [(-1, 9), (6, 9), (6, 3), (-1, 3)])] {
            let image = warped.image.applyingFilter(name, parameters: setting)
            #expect(image.extent == warped.bounds)
            try expect(image, in: warped.bounds.insetBy(dx: -1, dy: -1)) { warped[$0, $1] }
        }
    }
}
