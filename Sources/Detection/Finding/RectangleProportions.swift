import CoreImageEssentials
import Foundation

/// Computes the ratio of a rectangle's sides from its corners in a picture.
struct RectangleProportions {
    /// The corners in order around the shape, in pixels relative to the centre of the picture.
    let corners: [CGPoint]

    /// The relative tolerances of the ratio, without perspective and with it.
    private static let tolerances = (flat: 0.3, projected: 0.15)

    /// Returns whether the rectangle has this ratio of width to height, or of height to width.
    ///
    /// - Parameter focalLength: In pixels; 0 for a picture without perspective.
    func matches(ratio wanted: Double, focalLength: Double) -> Bool {
        let ratio = focalLength > 0 ? projectedRatio(focalLength: focalLength) : flatRatio
        let tolerance = log(1 + (focalLength > 0 ? Self.tolerances.projected : Self.tolerances.flat))
        return ratio > 0 && [wanted, 1 / wanted].contains { abs(log(ratio / $0)) <= tolerance }
    }

    /// The mean length of one pair of opposite sides, divided by that of the other.
    var flatRatio: Double {
        func length(_ i: Int) -> Double {
            hypot(corners[(i + 1) % 4].x - corners[i].x, corners[(i + 1) % 4].y - corners[i].y)
        }
        return (length(0) + length(2)) / (length(1) + length(3))
    }

    /// Returns the ratio of the sides of the rectangle that a pinhole camera with this focal length projects to these
    /// corners.
    ///
    /// The columns h₁ and h₂ of the map from the unit square are images of the sides' directions. With a calibrated
    /// camera, the ratio of their lengths is that of the sides. Source: Zhang, A Flexible New Technique for Camera
    /// Calibration, 2000, section 2.3.
    func projectedRatio(focalLength: Double) -> Double {
        let map = Homography(
            from: CGRect(x: 0, y: 0, width: 1, height: 1),
            to: Quadrilateral(
                topLeft: corners[3], topRight: corners[2], bottomRight: corners[1], bottomLeft: corners[0]))
        func length(_ direction: SIMD3<Double>) -> Double {
            let ray = SIMD3(direction.x / focalLength, direction.y / focalLength, direction.z)
            return (ray * ray).sum().squareRoot()
        }
        let across = length(SIMD3(map.x.x, map.y.x, map.w.x))
        let down = length(SIMD3(map.x.y, map.y.y, map.w.y))
        return down > 0 ? across / down : 0
    }
}
