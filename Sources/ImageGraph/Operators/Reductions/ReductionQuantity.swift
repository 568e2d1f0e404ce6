/// The quantity that a reduction computes from the pixels of an area, component by component.
package enum ReductionQuantity: Sendable, Hashable {
    /// The sum, in double precision.
    case sum
    /// The smallest value. NaN is ignored.
    case minimum
    /// The largest value. NaN is ignored.
    case maximum
    /// The smallest value, followed by the largest.
    case extremes
    /// The sum, followed by the largest value.
    case sumAndMaximum
    /// The pixel with the smallest alpha. Of equal ones the first is taken, block by block from the lower left.
    case minimumAlpha
    /// The pixel with the largest alpha. Of equal ones the first is taken, block by block from the lower left.
    case maximumAlpha
    /// The smallest rectangle around the pixels whose red is neither 0 nor NaN: left, bottom, width and height; zeros
    /// if there are none.
    case redBounds
    /// The number of values in each of `bins` equal parts of 0…1. Smaller values and NaN count in the first bin, larger
    /// values in the last.
    case histogram(bins: Int)
    /// A histogram of unpremultiplied colours, in which each pixel is weighted by its alpha. Pixels whose alpha isn't
    /// above 0 and finite are ignored.
    case weightedHistogram(bins: Int)

    /// Number of columns and rows of pixels that hold the result of one block.
    package var cell: (width: Int, height: Int) {
        switch self {
        // The sum rounded to floats, and the rounding error.
        case .sum: (2, 1)
        case .minimum, .maximum, .minimumAlpha, .maximumAlpha, .redBounds: (1, 1)
        case .extremes: (2, 1)
        // Two pixels for the sum and one for the largest values. The fourth is unused, so that tiles don't cut cells.
        case .sumAndMaximum: (4, 1)
        case .histogram(let bins): BlockGrid.cell(holding: bins)
        // The sums rounded to floats, followed by their rounding errors.
        case .weightedHistogram(let bins): BlockGrid.cell(holding: 2 * bins)
        }
    }

    /// Width in pixels of the result for a whole area; its height is 1.
    package var resultWidth: Int {
        switch self {
        case .sum, .minimum, .maximum, .minimumAlpha, .maximumAlpha, .redBounds: 1
        case .extremes, .sumAndMaximum: 2
        case .histogram(let bins), .weightedHistogram(let bins): bins
        }
    }

    /// The initial value of an extremum; zero for other quantities.
    var start: SIMD4<Float> {
        switch self {
        case .minimum: SIMD4(repeating: .infinity)
        case .maximum: SIMD4(repeating: -.infinity)
        case .minimumAlpha: SIMD4(0, 0, 0, .infinity)
        case .maximumAlpha: SIMD4(0, 0, 0, -.infinity)
        default: .zero
        }
    }

    /// Returns the extremum of `value` and one more pixel; `value` for other quantities.
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
