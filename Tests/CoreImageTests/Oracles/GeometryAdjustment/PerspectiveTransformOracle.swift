import CoreImage

extension FilterOracle {
    /// The projective map that takes the extent's corners to the points, from its eight equations.
    static let perspectiveTransform = warpOracle(
        "CIPerspectiveTransform",
        settings: [
            .init(corners: [(-6, 14), (17, 19), (12.5, -3), (-1, 0.25)]),
            // Unchanged, turned by a right angle, mirrored, and reduced.
            .init(corners: [(-3, 11), (8, 11), (8, 2), (-3, 2)]),
            .init(corners: [(15, 14), (14, -6), (-2, -8), (0, 12)]),
            .init(corners: [(12, 10), (-3, 12), (-6, -4), (13, -1)]),
            .init(corners: [(3.3, 6), (6, 5.5), (6.5, 2.2), (3, 2)]),
        ], in: CGRect(x: -9, y: -9, width: 30, height: 30), extent: { CGRect(around: $0.corners) }
    ) { setting, point in ProjectiveMap(from: setting.corners, to: warped.bounds.corners)(point) }
}
