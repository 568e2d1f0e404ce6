import CoreImage

extension FilterOracle {
    /// The projective map back, from its eight equations, into a plane of copies.
    static let perspectiveTile = distortionOracle(
        "CIPerspectiveTile", .formula,
        settings: [
            // The first setting has a horizon in the window. The others are without one, mirrored, turned, and much
            // smaller than the image.
            .init(corners: [(-2, 9), (4, 8.5), (9, -3), (-9, -2)]),
            .init(corners: [(-6, 14), (17, 19), (12.5, -3), (-1, 0.25)]),
            .init(corners: [(12, 10), (-3, 12), (-6, -4), (13, -1)]),
            .init(corners: [(15, 14), (14, -6), (-2, -8), (0, 12)]),
            .init(corners: [(3.3, 6), (6, 5.5), (6.5, 2.2), (3, 2)]),
        ], slack: .infinity
    ) { setting, point in
        let map = ProjectiveMap(from: setting.corners, to: warped.bounds.corners)
        // The points in front of the horizon are on the same side of it as the corners.
        let depth = map.depth(point) / map.depth(setting.corners[0])
        if depth < 0 { return .zero }
        let place = map(point)
        // Far copies are too small for the precision of floats.
        return max(abs(place.x), abs(place.y)) < 300 ? repeated(at: place) : nil
    }
}
