import CoreImage

extension FilterOracle {
    /// The projective map that takes the rectangle's corners to the points, in the box around them.
    static let perspectiveTransformWithExtent = pixelOracle(
        "CIPerspectiveTransformWithExtent", tolerance: warpTolerance,
        settings: [
            // All of the image, a part of it, and more than it.
            CGRect(x: -3, y: 2, width: 11, height: 9), CGRect(x: 0, y: 4, width: 5, height: 6),
            CGRect(x: -10, y: -4, width: 25, height: 20),
        ].map { rect in
            let corners = [String: Any](corners: [(-6, 14), (17, 19), (12.5, -3), (-1, 0.25)])
            return corners.merging(["inputExtent": CIVector(cgRect: rect), kCIInputImageKey: warped.image]) { $1 }
        }, in: CGRect(x: -9, y: -9, width: 30, height: 30),
        extent: box
    ) { setting, point in
        let map = ProjectiveMap(from: setting.corners, to: rectangle(setting).corners)
        guard map.depth(point) > 0, box(setting).contains(point) else { return .zero }
        return warped.bilinear(at: map(point))
    }

    private static func box(_ setting: [String: Any]) -> CGRect {
        let map = ProjectiveMap(from: rectangle(setting).corners, to: setting.corners)
        return CGRect(around: setting.corners).intersection(CGRect(around: warped.bounds.corners.map { map($0) }))
    }

    private static func rectangle(_ setting: [String: Any]) -> CGRect {
        (setting["inputExtent"] as? CIVector)?.cgRectValue ?? .null
    }
}
