import Foundation
import Pixels

/// The difference between two renderings of the same pixels.
struct PixelDifference {
    /// The number of pixels that differ.
    var count = 0
    /// The greatest difference of a component. Infinite if only one of the values is a number.
    var greatest: Float = 0
    /// The first differing pixel, searched from the lowest row upwards.
    var first: (x: Int, y: Int)?

    /// Compares two rasters within `region`. Components are equal if both are NaN, or if they differ by at most
    /// `tolerance` times the larger of 1 and their magnitudes.
    init(_ one: Raster, _ other: Raster, in region: PixelRect, tolerance: Float = 0) {
        for y in region.y..<region.maxY {
            for x in region.x..<region.maxX {
                let distance = Self.distance(one[x, y], other[x, y])
                guard distance > tolerance else { continue }
                count += 1
                greatest = max(greatest, distance)
                if first == nil { first = (x, y) }
            }
        }
    }

    var isNone: Bool { count == 0 }

    /// For example `12 pixels differ, the first at (3, 4), by up to 0.25`.
    var text: String {
        guard let first else { return "no pixel differs" }
        let amount = greatest.isFinite ? String(format: "by up to %.3g", greatest) : "some not being numbers"
        return "\(count) pixel\(count == 1 ? " differs" : "s differ"), the first at (\(first.x), \(first.y)), \(amount)"
    }

    private static func distance(_ one: SIMD4<Float>, _ other: SIMD4<Float>) -> Float {
        var greatest: Float = 0
        for index in 0..<4 where one[index] != other[index] {
            let (a, b) = (one[index], other[index])
            if a.isNaN && b.isNaN { continue }
            let difference = abs(a - b) / max(1, max(abs(a), abs(b)))
            greatest = max(greatest, difference.isNaN ? .infinity : difference)
        }
        return greatest
    }
}
