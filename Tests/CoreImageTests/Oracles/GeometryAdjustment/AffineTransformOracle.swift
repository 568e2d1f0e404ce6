import CoreImage

extension FilterOracle {
    /// Each pixel shows the image at the point given by the inverse transform.
    static let affineTransform = warpOracle(
        "CIAffineTransform",
        settings: [
            CGAffineTransform(translationX: 4, y: -7), CGAffineTransform(scaleX: 2, y: 1.5),
            CGAffineTransform(rotationAngle: 0.5).translatedBy(x: 1.25, y: 0.5),
            CGAffineTransform(a: -1, b: 0, c: 0.5, d: 1, tx: 3, ty: 0),
        ].map { [kCIInputTransformKey: $0] }, in: CGRect(x: -20, y: -20, width: 45, height: 45),
        extent: { setting in
            let box = warped.bounds.applying(transform(setting))
            // Coordinates that are whole numbers but for rounding errors count as whole.
            return CGRect(
                x: settled(box.minX), y: settled(box.minY), width: settled(box.maxX) - settled(box.minX),
                height: settled(box.maxY) - settled(box.minY))
        }
    ) { setting, point in point.applying(transform(setting).inverted()) }

    private static func transform(_ setting: [String: Any]) -> CGAffineTransform {
        setting[kCIInputTransformKey] as? CGAffineTransform ?? .identity
    }

    private static func settled(_ value: CGFloat) -> CGFloat {
        abs(value - value.rounded()) < 1e-6 ? value.rounded() : value
    }
}
