import Pixels

/// Folds the pixels of a disc around each pixel. The time grows with the radius rather than with the area.
///
/// Rows at the same distance above and below are combined first. Columns grow by such a pair at a time, and each column
/// is folded into the result when it has its full height. The order depends only on the disc, so a pixel doesn't depend
/// on the region.
struct DiscSweep<Fold: PixelFold> {
    // Two lines of this many pixels, and the image pixels that they are computed from, stay in the processor's
    // first-level cache.
    private static var block: Int { 192 }

    let columns: DiscColumns
    /// Factor of all results.
    let scale: Float

    /// Folds the discs around the pixels of `region`. `image` must contain all pixels of these discs.
    func run(_ image: Raster, region: PixelRect, into output: Raster) throws {
        let reach = columns.reach
        let capacity = Self.block + 2 * reach
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 2 * capacity + Self.block) { lines in
            guard let start = lines.baseAddress else { return }
            start.initialize(repeating: .zero, count: lines.count)
            var x = region.x
            while x < region.maxX {
                let count = min(Self.block, region.maxX - x)
                for y in region.y..<region.maxY {
                    try meter?.check()
                    let target = output.row(y) + (x - output.bounds.x)
                    fold(
                        image, x: x, y: y, count: count, pair: start + reach, column: start + capacity + reach,
                        result: start + 2 * capacity)
                    for i in 0..<count { target[i] = start[2 * capacity + i] * scale }
                }
                x += count
            }
        }
    }

    /// Computes one line of results.
    ///
    /// - Parameters:
    ///   - pair: Memory for the combination of the two rows at the step's distance, from −reach on.
    ///   - column: Memory for the columns of the step's height.
    private func fold(
        _ image: Raster, x: Int, y: Int, count: Int, pair: UnsafeMutablePointer<SIMD4<Float>>,
        column: UnsafeMutablePointer<SIMD4<Float>>, result: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        var isFirst = true
        for (height, step) in columns.steps.enumerated() {
            let (above, below) = (
                UnsafePointer(image.row(y + height)) + (x - image.bounds.x),
                UnsafePointer(image.row(y - height)) + (x - image.bounds.x)
            )
            let reached = -step.reach..<count + step.reach
            if height == 0 {
                for i in reached { (pair[i], column[i]) = (above[i], above[i]) }
            } else {
                for i in reached {
                    let joined = Fold.combine(above[i], below[i])
                    pair[i] = joined
                    column[i] = Fold.combine(column[i], joined)
                }
            }
            for offset in step.columns {
                if isFirst {
                    for i in 0..<count { result[i] = Self.both(column, i, offset) }
                    isFirst = false
                } else {
                    for i in 0..<count { result[i] = Fold.combine(result[i], Self.both(column, i, offset)) }
                }
            }
            for (offset, weight) in zip(step.pixels, step.weights) {
                if isFirst {
                    for i in 0..<count { result[i] = Self.both(pair, i, offset) * weight }
                    isFirst = false
                } else {
                    for i in 0..<count {
                        result[i] = Fold.combine(result[i], Self.both(pair, i, offset) * weight)
                    }
                }
            }
        }
    }

    /// Returns the combined values at an offset to the right and to the left.
    @inline(__always)
    private static func both(_ line: UnsafeMutablePointer<SIMD4<Float>>, _ i: Int, _ offset: Int) -> SIMD4<Float> {
        offset == 0 ? line[i] : Fold.combine(line[i + offset], line[i - offset])
    }
}
