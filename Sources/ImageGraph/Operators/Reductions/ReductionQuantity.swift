/// What a reduction computes of the pixels of an area, component by component.
public enum ReductionQuantity: Sendable, Hashable {
    /// Sums, in double precision.
    case sum
    /// Smallest values. Values that aren't numbers don't count.
    case minimum
    /// Largest values. Values that aren't numbers don't count.
    case maximum
    /// The pixel with the smallest alpha; of several the first one from the lower left, block by block.
    case minimumAlpha
    /// The pixel with the largest alpha; of several the first one from the lower left, block by block.
    case maximumAlpha
    /// How many values lie in each of so many equal parts of 0…1. Smaller values count in the first, larger ones in the last; ones that
    /// aren't numbers in the first.
    case histogram(bins: Int)

    /// Pixels that hold the result of one block: columns and rows.
    public var cell: (width: Int, height: Int) {
        switch self {
        // A double's upper and lower half.
        case .sum: (2, 1)
        case .minimum, .maximum, .minimumAlpha, .maximumAlpha: (1, 1)
        // Cells of 64 columns, so that tiles don't cut them.
        case .histogram(let bins): (min(bins, 64), (bins + 63) / 64)
        }
    }

    /// A value before any pixel was seen.
    var start: SIMD4<Float> {
        switch self {
        case .sum, .histogram: .zero
        case .minimum: SIMD4(repeating: .infinity)
        case .maximum: SIMD4(repeating: -.infinity)
        case .minimumAlpha: SIMD4(0, 0, 0, .infinity)
        case .maximumAlpha: SIMD4(0, 0, 0, -.infinity)
        }
    }

    /// The value of what was seen before and one more pixel; not for sums and counts.
    func combining(_ value: SIMD4<Float>, _ pixel: SIMD4<Float>) -> SIMD4<Float> {
        switch self {
        case .sum, .histogram: value
        case .minimum: value.replacing(with: pixel, where: pixel .< value)
        case .maximum: value.replacing(with: pixel, where: pixel .> value)
        case .minimumAlpha: pixel.w < value.w ? pixel : value
        case .maximumAlpha: pixel.w > value.w ? pixel : value
        }
    }
}
