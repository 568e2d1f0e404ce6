import CoreImage
import Testing

extension FilterOracle {
    /// The picture that warps are checked on.
    static let warped = PixelGrid.colorful(x: -3, y: 2, width: 11, height: 9)

    /// A tolerance for positions that are snapped to pixel centres within 1/1024 of a pixel, as neighbouring pixels of
    /// the picture differ by two at most.
    static let warpTolerance: Float = 2.5e-3

    /// Returns an oracle for a filter that moves pixels.
    ///
    /// Each pixel of a part of the plane must be the bilinear mean around the point that `origin` returns, and
    /// transparent where it returns none or outside the pixels that the extent touches.
    ///
    /// - Parameters:
    ///   - settings: Values by input key. The image is added.
    ///   - extent: Returns the expected extent.
    ///   - origin: Returns the point of the image for the setting and the pixel's centre.
    static func warpOracle(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = warpTolerance,
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]], in bounds: CGRect,
        extent: @escaping @Sendable (_ setting: [String: Any]) -> CGRect,
        origin: @escaping @Sendable (_ setting: [String: Any], _ point: CGPoint) -> CGPoint?
    ) -> FilterOracle {
        pixelOracle(
            filter, evidence, tolerance: tolerance,
            settings: settings().map { $0.merging([kCIInputImageKey: warped.image]) { given, _ in given } }, in: bounds,
            extent: extent
        ) { setting, point in
            let whole = CGRect(around: extent(setting).corners)
            guard whole.contains(point), let place = origin(setting, point) else { return .zero }
            return warped.bilinear(at: place)
        }
    }
}

extension [String: Any] {
    /// The four points of a setting, clockwise from the upper left one.
    var corners: [CGPoint] { ["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"].map(point) }

    /// A setting of four points, clockwise from the upper left one.
    init(corners: [(CGFloat, CGFloat)]) {
        let keys = ["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"]
        self = Dictionary(
            uniqueKeysWithValues: zip(keys, corners.map { CIVector(x: $0.0, y: $0.1) }))
    }
}
