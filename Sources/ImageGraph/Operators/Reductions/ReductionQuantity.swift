/// What a reduction computes of the pixels of an area, component by component.
public enum ReductionQuantity: Sendable, Hashable {
    /// Sums, in double precision.
    case sum
    /// Smallest values. Values that aren't numbers don't count.
    case minimum
    /// Largest values. Values that aren't numbers don't count.
    case maximum
    /// Smallest values, and behind them the largest.
    case extremes
    /// Sums, and behind them the largest values.
    case sumAndMaximum
    /// The pixel with the smallest alpha; of several the first one from the lower left, block by block.
    case minimumAlpha
    /// The pixel with the largest alpha; of several the first one from the lower left, block by block.
    case maximumAlpha
    /// The smallest rectangle around the pixels whose red is a number other than 0: left, bottom, width and height; zeros where there is
    /// no such pixel.
    case redBounds
    /// How many values lie in each of so many equal parts of 0…1. Smaller values count in the first, larger ones in the last; ones that
    /// aren't numbers in the first.
    case histogram(bins: Int)
    /// As a histogram of colours that aren't premultiplied, in which a pixel counts as much as its alpha. Pixels whose alpha isn't above
    /// 0 and finite don't count.
    case weightedHistogram(bins: Int)

    /// Pixels that hold the result of one block: columns and rows.
    public var cell: (width: Int, height: Int) {
        switch self {
        // A double's upper and lower half.
        case .sum: (2, 1)
        case .minimum, .maximum, .minimumAlpha, .maximumAlpha, .redBounds: (1, 1)
        case .extremes: (2, 1)
        // A double's halves and the largest values; one is left free, so that tiles don't cut cells.
        case .sumAndMaximum: (4, 1)
        case .histogram(let bins): BlockGrid.cell(holding: bins)
        // The doubles' upper halves and then their lower ones.
        case .weightedHistogram(let bins): BlockGrid.cell(holding: 2 * bins)
        }
    }

    /// Pixels of the result for a whole area, one row of them.
    public var resultWidth: Int {
        switch self {
        case .sum, .minimum, .maximum, .minimumAlpha, .maximumAlpha, .redBounds: 1
        case .extremes, .sumAndMaximum: 2
        case .histogram(let bins), .weightedHistogram(let bins): bins
        }
    }

    /// An extreme before any pixel was seen; nothing for other quantities.
    var start: SIMD4<Float> {
        switch self {
        case .minimum: SIMD4(repeating: .infinity)
        case .maximum: SIMD4(repeating: -.infinity)
        case .minimumAlpha: SIMD4(0, 0, 0, .infinity)
        case .maximumAlpha: SIMD4(0, 0, 0, -.infinity)
        default: .zero
        }
    }

    /// The extreme of what was seen before and one more pixel; other quantities stay as they are.
    func combining(_ value: SIMD4<Float>, _ pixel: SIMD4<Float>) -> SIMD4<Float> {
        switch self {
        case .minimum: value.replacing(with: pixel, where: pixel .< value)
        case .maximum: value.replacing(with: pixel, where: pixel .> value)
        case .minimumAlpha: pixel.w < value.w ? pixel : value
        case .maximumAlpha: pixel.w > value.w ? pixel : value
        default: value
        }
    }
}
