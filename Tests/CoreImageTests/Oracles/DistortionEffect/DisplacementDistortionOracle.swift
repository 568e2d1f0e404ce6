import CoreImage

extension FilterOracle {
    /// The map's red displaces along x and its green along y, each minus half the alpha, times the scale. The choice of
    /// components is this project's.
    static let displacementDistortion = distortionOracle(
        "CIDisplacementDistortion",
        settings: [9.0, 3.5, 0.4, 40].map { ["inputScale": $0, "inputDisplacementImage": displacements.image] },
        unchanged: [(0, displacements.image), (-3, displacements.image), (.nan, displacements.image), (12, .empty())]
            .map { (scale: Double, map: CIImage) in ["inputScale": scale, "inputDisplacementImage": map] },
        slack: 3
    ) { setting, point in
        guard warped.bounds.contains(point) else { return .zero }
        let map = displacements[Int(point.x.rounded(.down)), Int(point.y.rounded(.down))]
        func shift(_ part: Float) -> Double { Double(min(max(part, 0), map.w)) - Double(map.w) / 2 }
        let scale = setting.number("inputScale")
        return warped.bilinear(at: CGPoint(x: point.x + scale * shift(map.x), y: point.y + scale * shift(map.y)))
    }

    /// A map with colours outside 0…1, partly transparent, which doesn't cover all of the picture.
    private static let displacements = PixelGrid.colorful(x: -1, y: 1, width: 12, height: 7)
}
