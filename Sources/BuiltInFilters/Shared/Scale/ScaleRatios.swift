import CoreImageEssentials
import Foundation

/// The horizontal and vertical ratios of a scaling filter: `scale · aspectRatio` and `scale`.
///
/// Inputs that aren't finite count as 1 and negative ones as 0; ratios are limited to 65,536. A ratio of 0 gives an
/// empty image.
struct ScaleRatios {
    let x: Double
    let y: Double

    init(scale: Float, aspectRatio: Float) {
        let (scale, aspect) = (Self.decimal(scale), Self.decimal(aspectRatio))
        (x, y) = (min(scale * aspect, 65536), min(scale, 65536))
    }

    /// Whether the scaled image is empty.
    var isEmpty: Bool { x <= 0 || y <= 0 }

    // The float nearest to 0.1 is slightly larger than 0.1. The decimal value is used, so that 10 pixels scaled by 0.1
    // are exactly one pixel.
    private static func decimal(_ value: Float) -> Double {
        let number = max(value.finite(or: 1), 0)
        return Double(number.description) ?? Double(number)
    }
}
