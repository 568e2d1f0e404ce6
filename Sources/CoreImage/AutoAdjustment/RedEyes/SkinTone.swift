import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The median tone of the pixels around an eye.
struct SkinTone {
    let red: Float
    let luminance: Float
    /// The larger of green and blue, divided by red.
    let dullness: Float
    /// Blue divided by red.
    let blueness: Float

    /// Nil if there is hardly any light, or if there are fewer than 64 usable pixels.
    init?(of sample: PictureSample) {
        let colors = zip(sample.colors, sample.weights).filter { $1 > 0.5 && $0.x > 0 }.map(\.0)
        guard colors.count >= 64 else { return nil }
        func middle(_ value: (SIMD3<Float>) -> Float) -> Float {
            let values = colors.map(value).sorted()
            return values[values.count / 2]
        }
        red = middle(\.x)
        luminance = middle(\.luminance)
        dullness = middle(\.dullness)
        blueness = middle(\.blueness)
        guard red > 0.004, dullness > 0, blueness > 0 else { return nil }
    }
}

extension SIMD3<Float> {
    /// The larger of green and blue, divided by red: small for saturated reds, 1 and more for grays and cold colours.
    var dullness: Float { x > 0 ? Swift.max(y, z, 0) / x : 1 }
    /// Blue divided by red.
    var blueness: Float { x > 0 ? Swift.max(z, 0) / x : 1 }
}
