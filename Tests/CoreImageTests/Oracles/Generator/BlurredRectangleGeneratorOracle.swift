import CoreImage
import Foundation

extension FilterOracle {
    /// The rectangle convolved with a Gaussian: the product of both axes' differences of the error function.
    static let blurredRectangleGenerator = pixelOracle(
        "CIBlurredRectangleGenerator", tolerance: 2e-6,
        settings: [
            (CGRect(x: 0, y: 0, width: 100, height: 100), 10.0), (CGRect(x: -3.25, y: 2.5, width: 25, height: 11), 2.5),
            (CGRect(x: 5, y: 5, width: 0.5, height: 300), 1), (CGRect(x: 4, y: -2, width: 12, height: 9), 300),
            (CGRect(x: 4, y: -2, width: 12, height: 9), 0),
        ].map { extent, sigma in
            [
                kCIInputExtentKey: extent, "inputSigma": sigma,
                kCIInputColorKey: CIColor(red: 1, green: 0.4, blue: 0.2, alpha: 0.8),
            ]
        }, in: CGRect(x: -36, y: -34, width: 70, height: 60), extent: { reach(of: $0) }
    ) { setting, point in
        guard let rect = setting[kCIInputExtentKey] as? CGRect, reach(of: setting).contains(point) else { return .zero }
        let scale = 1 / (max(setting.number("inputSigma"), 1e-3) * 2.0.squareRoot())
        let across = erf((rect.maxX - point.x) * scale) - erf((rect.minX - point.x) * scale)
        let up = erf((rect.maxY - point.y) * scale) - erf((rect.minY - point.y) * scale)
        return setting.pixel(kCIInputColorKey) * Float(across * up / 4)
    }

    /// Three standard deviations around the rectangle, on whole pixels.
    private static func reach(of setting: [String: Any]) -> CGRect {
        guard let rect = setting[kCIInputExtentKey] as? CGRect else { return .null }
        let reach = (3 * max(setting.number("inputSigma"), 1e-3)).rounded(.up)
        return rect.insetBy(dx: -reach, dy: -reach).integral
    }
}
