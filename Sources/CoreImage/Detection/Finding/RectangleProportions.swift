import Foundation

/// How wide a rectangle is for its height, told from how it is seen.
struct RectangleProportions {
    /// The corners in order around the shape, from the middle of the picture, in pixels.
    let corners: [CGPoint]

    /// Part by which a ratio may differ, without perspective and with it.
    private static let tolerances = (flat: 0.3, projected: 0.15)

    /// Whether the rectangle has this ratio of width to height, or of height to width.
    ///
    /// - Parameter focalLength: In pixels; 0 for a picture without perspective.
    func have(ratio wanted: Double, focalLength: Double) -> Bool {
        let ratio = focalLength > 0 ? projectedRatio(focalLength: focalLength) : flatRatio
        let tolerance = log(1 + (focalLength > 0 ? Self.tolerances.projected : Self.tolerances.flat))
        return ratio > 0 && [wanted, 1 / wanted].contains { abs(log(ratio / $0)) <= tolerance }
    }

    /// Mean length of one pair of opposite sides by that of the other.
    var flatRatio: Double {
        func length(_ i: Int) -> Double {
            hypot(corners[(i + 1) % 4].x - corners[i].x, corners[(i + 1) % 4].y - corners[i].y)
        }
        return (length(0) + length(2)) / (length(1) + length(3))
    }

    /// The ratio of the sides of the rectangle that a pinhole camera with this focal length sees so.
    ///
    /// The columns h₁ and h₂ of the map from the unit square are images of the sides' directions: with a calibrated camera their lengths
    /// stand in the sides' ratio. Source: Zhang, A Flexible New Technique for Camera Calibration, 2000, section 2.3.
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
