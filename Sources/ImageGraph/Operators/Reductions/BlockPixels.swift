import Pixels

/// The pixels of a block that an image has, and what reductions make of them: the portable code.
struct BlockPixels {
    private let image: Raster
    private let part: PixelRect

    /// The pixels of `part` that `image` has.
    init(_ part: PixelRect, of image: Raster) { (self.image, self.part) = (image, part.intersection(image.bounds)) }

    /// Fills the block's cell, which is zero before.
    ///
    /// - Parameter block: Columns and rows of blocks, which are counted from the origin.
    func reduce(
        _ quantity: ReductionQuantity, block: (width: Int, height: Int),
        into cell: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
        switch quantity {
        case .sum: (cell[0], cell[1]) = BlockReduction.split(sum)
        case .minimum, .maximum: cell[0] = extreme(quantity)
        case .extremes: (cell[0], cell[1]) = (extreme(.minimum), extreme(.maximum))
        case .sumAndMaximum:
            (cell[0], cell[1]) = BlockReduction.split(sum)
            cell[2] = extreme(.maximum)
        case .minimumAlpha:
            var found = quantity.start
            forEach { if $0.w < found.w { found = $0 } }
            cell[0] = found
        case .maximumAlpha:
            var found = quantity.start
            forEach { if $0.w > found.w { found = $0 } }
            cell[0] = found
        case .redBounds: cell[0] = redBounds(in: block)
        case .histogram(let bins): count(bins, into: cell)
        case .weightedHistogram(let bins): weigh(bins, into: cell)
        }
    }

    @inline(__always)
    private func forEach(_ body: (SIMD4<Float>) -> Void) {
        for y in part.y..<part.maxY {
            let row = image.row(y) + (part.x - image.bounds.x)
            for x in 0..<part.width { body(row[x]) }
        }
    }

    private var sum: SIMD4<Double> {
        var sum = SIMD4<Double>.zero
        forEach { sum += SIMD4<Double>($0) }
        return sum
    }

    private func extreme(_ quantity: ReductionQuantity) -> SIMD4<Float> {
        var value = quantity.start
        if quantity == .minimum {
            forEach { value.replace(with: $0, where: $0 .< value) }
        } else {
            forEach { value.replace(with: $0, where: $0 .> value) }
        }
        return value
    }

    private func redBounds(in block: (width: Int, height: Int)) -> SIMD4<Float> {
        var bounds = PixelRect.empty
        for y in part.y..<part.maxY {
            let row = image.row(y) + (part.x - image.bounds.x)
            // Comparisons with NaN are false.
            guard let first = (0..<part.width).first(where: { abs(row[$0].x) > 0 }) else { continue }
            var last = part.width - 1
            while !(abs(row[last].x) > 0) { last -= 1 }
            bounds = bounds.union(PixelRect(x: part.x + first, y: y, width: last + 1 - first, height: 1))
        }
        if bounds.isEmpty { return .zero }
        let left = part.x.flooredQuotient(by: block.width) * block.width
        let bottom = part.y.flooredQuotient(by: block.height) * block.height
        return SIMD4<Float>(
            SIMD4(bounds.x - left, bounds.y - bottom, bounds.maxX - left, bounds.maxY - bottom))
    }

    private func count(_ bins: Int, into cell: UnsafeMutableBufferPointer<SIMD4<Float>>) {
        forEach { pixel in
            let bin = Self.bins(of: pixel, Float(bins))
            for component in 0..<4 { cell[Int(bin[component])][component] += 1 }
        }
    }

    private func weigh(_ bins: Int, into cell: UnsafeMutableBufferPointer<SIMD4<Float>>) {
        withUnsafeTemporaryAllocation(of: SIMD4<Double>.self, capacity: bins) { sums in
            sums.initialize(repeating: .zero)
            forEach { pixel in
                guard pixel.w > 0, pixel.w.isFinite else { return }
                var color = pixel / pixel.w
                color.w = pixel.w
                let (bin, weight) = (Self.bins(of: color, Float(bins)), Double(pixel.w))
                for component in 0..<4 { sums[Int(bin[component])][component] += weight }
            }
            for bin in 0..<bins { (cell[bin], cell[bins + bin]) = BlockReduction.split(sums[bin]) }
        }
    }

    /// The number of each component's bin, of `count`, without its fraction being cut off.
    @inline(__always)
    private static func bins(of value: SIMD4<Float>, _ count: Float) -> SIMD4<Float> {
        // Comparisons with NaN are false, so that it becomes 0.
        let place = (value * count).replacing(with: Float(0), where: .!(value .> 0))
        return place.replacing(with: count - 1, where: place .> count - 1)
    }
}
