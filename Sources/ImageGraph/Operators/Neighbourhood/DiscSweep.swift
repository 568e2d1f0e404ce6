import Pixels

/// Folds the pixels of a disc around each pixel, in a time that grows with the radius rather than with the area.
///
/// Rows at the same distance above and below are joined first, columns grow by such a pair at a time, and each is folded into the result
/// when it has its full height. The order depends on the disc alone, so that a pixel doesn't depend on the region.
struct DiscSweep<Fold: PixelFold> {
    // Two lines of this many pixels, and what of the image they are made from, stay in the processor's first cache.
    private static var block: Int { 192 }

    let columns: DiscColumns
    /// All results are multiplied by it.
    let scale: Float

    /// Folds the discs around the pixels of `region`; `image` covers all that they reach.
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

    /// One line of results.
    ///
    /// - Parameters:
    ///   - pair: Room for the two rows at the step's distance, joined; from −reach on.
    ///   - column: Room for the columns of the step's height.
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

    /// The values at an offset to the right and to the left.
    @inline(__always)
    private static func both(_ line: UnsafeMutablePointer<SIMD4<Float>>, _ i: Int, _ offset: Int) -> SIMD4<Float> {
        offset == 0 ? line[i] : Fold.combine(line[i + offset], line[i - offset])
    }
}
