import Pixels

/// The pixels that a block and an image have in common, and their reductions in portable code.
struct BlockPixels {
    private let image: Raster
    private let part: PixelRect

    /// Creates the intersection of `part` with the pixels of `image`.
    init(_ part: PixelRect, of image: Raster) { (self.image, self.part) = (image, part.intersection(image.bounds)) }

    /// Fills the block's cell, which must be zero.
    ///
    /// - Parameter block: The width and height of blocks, which are cut at multiples of them from the origin.
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

    /// Adds the pixels of each column to its sum. The first sum is that of the leftmost column of `columns`.
    func sumColumns(of columns: PixelRect, into sums: UnsafeMutablePointer<SIMD4<Double>>) {
        let target = sums + (part.isEmpty ? 0 : part.x - columns.x)
        for y in part.y..<part.maxY {
            let row = image.row(y) + (part.x - image.bounds.x)
            for x in 0..<part.width { target[x] += SIMD4<Double>(row[x]) }
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
        let start = part.isEmpty ? image.pixels : image.row(part.y) + (part.x - image.bounds.x)
        let stride = image.stride
        // Comparisons with NaN are false, so NaN doesn't count as red.
        func hasRed(_ column: Int, _ row: Int) -> Bool { abs(start[row * stride + column].x) > 0 }
        func hasRed(row: Int) -> Bool { (0..<part.width).contains { hasRed($0, row) } }
        return Self.bounds(of: part, in: block, rowContains: hasRed(row:), contains: hasRed)
    }

    /// Returns the edges of the rectangle around the pixels for which `contains` is true: left, bottom, right and top,
    /// relative to the block's lower left corner; zeros if there are none.
    ///
    /// - Parameters:
    ///   - part: The pixels of the block.
    ///   - block: The width and height of blocks, which are cut at multiples of them from the origin.
    ///   - rowContains: Whether there is such a pixel in a row of the part.
    ///   - contains: Whether a column and row of the part is such a pixel.
    @inline(__always)
    static func bounds(
        of part: PixelRect, in block: (width: Int, height: Int), rowContains: (Int) -> Bool,
        contains: (Int, Int) -> Bool
    ) -> SIMD4<Float> {
        let (width, height) = (part.width, part.height)
        guard let bottom = (0..<height).first(where: rowContains),
            let top = (bottom..<height).last(where: rowContains)
        else { return .zero }
        // Only pixels outside of the columns found so far can extend them.
        var (left, right) = (width, -1)
        for row in bottom...top where left > 0 || right < width - 1 {
            left = (0..<left).first { contains($0, row) } ?? left
            right = (right + 1..<width).last { contains($0, row) } ?? right
        }
        let x = part.x - part.x.flooredQuotient(by: block.width) * block.width
        let y = part.y - part.y.flooredQuotient(by: block.height) * block.height
        return SIMD4<Float>(SIMD4(x + left, y + bottom, x + right + 1, y + top + 1))
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

    /// Returns the position of each component among `count` bins, clamped to 0…`count` − 1 and not yet rounded down.
    @inline(__always)
    static func bins(of value: SIMD4<Float>, _ count: Float) -> SIMD4<Float> {
        // Comparisons with NaN are false, so NaN becomes 0.
        let place = (value * count).replacing(with: Float(0), where: .!(value .> 0))
        return place.replacing(with: count - 1, where: place .> count - 1)
    }
}
