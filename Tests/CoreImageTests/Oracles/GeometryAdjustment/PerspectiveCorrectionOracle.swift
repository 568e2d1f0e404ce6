import CoreImage

extension FilterOracle {
    /// The projective map from the points to a rectangle's corners. The rectangle's size is this project's choice.
    static let perspectiveCorrection = warpOracle(
        "CIPerspectiveCorrection",
        settings: [
            .init(corners: [(-2, 9), (6.5, 10), (7, 3), (0, 4.5)]),
            .init(corners: [(0, 3), (1, 9), (6, 10), (5, 2.5)]),
            .init(corners: [(-6, 12), (9, 14), (11, -1), (-2, 1)]),
            // Not cropped: all of the image, which is in front of the horizon.
            [String: Any](corners: [(-2, 9), (6.5, 10), (7, 3), (-1, 2)]).merging(["inputCrop": false]) { $1 },
            [String: Any](corners: [(-6, 12), (9, 14), (11, -1), (-2, 1)]).merging(["inputCrop": false]) { $1 },
        ], in: CGRect(x: -9, y: -9, width: 40, height: 35),
        extent: { setting in
            if setting["inputCrop"] == nil { return page(setting) }
            let map = ProjectiveMap(from: setting.corners, to: page(setting).corners)
            return CGRect(around: warped.bounds.corners.map { map($0) })
        }
    ) { setting, point in
        ProjectiveMap(from: page(setting).corners, to: setting.corners)(point)
    }

    private static func page(_ setting: [String: Any]) -> CGRect {
        let p = setting.corners
        func length(_ a: Int, _ b: Int) -> CGFloat {
            ((p[a].x - p[b].x) * (p[a].x - p[b].x) + (p[a].y - p[b].y) * (p[a].y - p[b].y)).squareRoot()
        }
        return CGRect(
            x: 0, y: 0, width: max(length(0, 1), length(3, 2)).rounded(),
            height: max(length(0, 3), length(1, 2)).rounded())
    }
}
