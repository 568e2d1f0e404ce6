import CoreImage
import Testing

extension FilterOracle {
    /// The picture that warps are checked on.
    static let warped = PixelGrid.colorful(x: -3, y: 2, width: 11, height: 9)

    /// Places within 1/1024 of a pixel from a centre count as there, and the picture's neighbours differ by two at most.
    static let warpTolerance: Float = 2.5e-3

    /// A filter that moves pixels: each pixel of a part of the plane must be the bilinear mean around the point that `origin` gives, and
    /// transparent where that gives none and outside the pixels that the extent touches.
    ///
    /// - Parameters:
    ///   - settings: Values by input key; the image is added.
    ///   - extent: The right extent.
    ///   - origin: The point of the image from the setting and the pixel's centre.
    static func warp(
        _ filter: String, _ evidence: Evidence = .formula, tolerance: Float = warpTolerance,
        settings: @autoclosure @escaping @Sendable () -> [[String: Any]], in bounds: CGRect,
        extent: @escaping @Sendable (_ setting: [String: Any]) -> CGRect,
        origin: @escaping @Sendable (_ setting: [String: Any], _ point: CGPoint) -> CGPoint?
    ) -> FilterOracle {
        pixels(
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
