import Foundation

/// Horizontal and vertical ratio of a filter that scales: `scale · aspectRatio` and `scale`.
///
/// Inputs that aren't finite count as 1, negative ones as 0, and ratios above 65 536 as that. Ratios of 0 leave nothing.
struct ScaleRatios {
    let x: Double
    let y: Double

    init(scale: Float, aspectRatio: Float) {
        let (scale, aspect) = (Self.decimal(scale), Self.decimal(aspectRatio))
        (x, y) = (min(scale * aspect, 65536), min(scale, 65536))
    }

    /// Whether anything is left.
    var isEmpty: Bool { x <= 0 || y <= 0 }

    // 0.1 means a tenth, of which exactly ten pixels make one; the nearest float is a little larger.
    private static func decimal(_ value: Float) -> Double {
        let number = max(value.finite(or: 1), 0)
        return Double(number.description) ?? Double(number)
    }
}
