import CoreImage

extension FilterOracle {
    /// A pixel counts by the part of its area that the rectangle covers.
    static let crop = pixelOracle(
        "CICrop",
        settings: [
            CGRect(x: -1, y: 4, width: 20, height: 3), CGRect(x: -1.25, y: 3.5, width: 4.5, height: 5),
            CGRect(x: 0.25, y: 5.5, width: 0.125, height: 0.25), CGRect(x: -8, y: 4.75, width: 30, height: 2.5),
        ].map { ["inputRectangle": CIVector(cgRect: $0), kCIInputImageKey: warped.image] },
        in: CGRect(x: -5, y: 0, width: 16, height: 13),
        extent: { warped.bounds.intersection(rectangle($0)) }
    ) { setting, point in
        let pixel = CGRect(x: point.x - 0.5, y: point.y - 0.5, width: 1, height: 1)
        let covered = pixel.intersection(rectangle(setting))
        let color = warped[Int(point.x.rounded(.down)), Int(point.y.rounded(.down))]
        return covered.isNull ? .zero : color * Float(covered.width * covered.height)
    }

    private static func rectangle(_ setting: [String: Any]) -> CGRect {
        (setting["inputRectangle"] as? CIVector)?.cgRectValue ?? .null
    }
}
