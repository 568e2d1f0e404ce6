import Pixels

/// A convolution of rows whose inputs and weights are in a table.
struct TableRows {
    let table: LineTable
    let code: LineFunctions
    /// The image, of floats, or of half floats for a table whose method gathers.
    let image: PixelView
    let region: PixelRect
    let output: Raster

    /// An entry in the form that generated code reads.
    private struct Place {
        let first: Int32
        let weights: Int32
    }

    // Minimum number of consecutive groups with the same weights for which keeping four weights in registers is
    // worthwhile.
    private static let minimumRepeats = 4

    private var pixelBytes: Int { image.format.pixelStride }

    /// The function for the image's components.
    private var gather: GatherEmitter.Function {
        image.format == .RGBAh ? code.gatherHalves ?? code.gather : code.gather
    }

    /// Computes the region.
    func render() throws {
        let entries = table.entries(for: region.x..<region.maxX)
        try withUnsafeTemporaryAllocation(of: Place.self, capacity: entries.count) { places in
            for entry in entries {
                let place = Place(
                    first: Int32(truncatingIfNeeded: table.first(of: entry) - image.bounds.x),
                    weights: Int32(entry.flooredRemainder(by: table.period) * table.vectors))
                places.initializeElement(at: entry - entries.lowerBound, to: place)
            }
            // Input pixels, and behind them the result.
            let padding = table.reach + table.outputs
            try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: padding) { scratch in
                guard let start = scratch.baseAddress else { return }
                try render(entries, UnsafeBufferPointer(places), start)
            }
        }
    }

    private func render(
        _ entries: Range<Int>, _ places: UnsafeBufferPointer<Place>, _ scratch: UnsafeMutablePointer<SIMD4<Float>>
    ) throws {
        // The entries whose inputs and outputs are inside the image and the region, which are all but a few at the
        // edges.
        func isInside(_ entry: Int) -> Bool {
            let first = Int(places[entry - entries.lowerBound].first)
            return first >= 0 && first + table.reach <= image.bounds.width && entry * table.outputs >= region.x
                && (entry + 1) * table.outputs <= region.maxX
        }
        var low = entries.lowerBound
        while low < entries.upperBound, !isInside(low) { low += 1 }
        var high = low
        while high < entries.upperBound, isInside(high) { high += 1 }
        let meter = WorkMeter.current
        try table.weights.withUnsafeBufferPointer { weights in
            for y in region.y..<region.maxY {
                try meter?.check()
                let target = output.row(y) - output.bounds.x
                guard y >= image.bounds.y, y < image.bounds.maxY else {
                    (target + region.x).update(repeating: .zero, count: region.width)
                    continue
                }
                let row = UnsafeRawPointer(image.row(y))
                if low < high { run(low..<high, entries, places, weights, row, target) }
                for entry in entries.lowerBound..<low {
                    runAtEdge(entry, places[entry - entries.lowerBound], weights, row, target, scratch)
                }
                for entry in high..<entries.upperBound {
                    runAtEdge(entry, places[entry - entries.lowerBound], weights, row, target, scratch)
                }
            }
        }
    }

    private func run(
        _ part: Range<Int>, _ entries: Range<Int>, _ places: UnsafeBufferPointer<Place>,
        _ weights: UnsafeBufferPointer<Float>, _ row: UnsafeRawPointer,
        _ target: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        let first = places.baseAddress! + (part.lowerBound - entries.lowerBound)
        switch table.method {
        case .gather:
            gather(row, first, weights.baseAddress!, table.vectors, part.count, target + part.lowerBound)
        case .spread where table.vectors == 4 && part.count >= Self.minimumRepeats * table.period:
            for index in 0..<table.period {
                let count = (part.count - index + table.period - 1) / table.period
                code.spreadFour(
                    row + Int(first[index].first) * pixelBytes, 4 * table.step,
                    weights.baseAddress! + 16 * Int(first[index].weights),
                    count, target + 4 * (part.lowerBound + index), 16 * table.period)
            }
        case .spread:
            code.spread(row, first, weights.baseAddress!, table.vectors, part.count, target + 4 * part.lowerBound)
        }
    }

    /// Computes an entry that reads or writes beyond an edge, on a copy of its pixels that is transparent outside the
    /// image.
    private func runAtEdge(
        _ entry: Int, _ place: Place, _ weights: UnsafeBufferPointer<Float>, _ row: UnsafeRawPointer,
        _ target: UnsafeMutablePointer<SIMD4<Float>>, _ scratch: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        let input = UnsafeMutableRawPointer(scratch)
        for offset in 0..<table.reach {
            let (x, pixel) = (Int(place.first) + offset, input + offset * pixelBytes)
            if x >= 0, x < image.bounds.width {
                pixel.copyMemory(from: row + x * pixelBytes, byteCount: pixelBytes)
            } else {
                pixel.initializeMemory(as: UInt8.self, repeating: 0, count: pixelBytes)
            }
        }
        let result = scratch + table.reach
        var here = Place(first: 0, weights: place.weights)
        switch table.method {
        case .gather: gather(input, &here, weights.baseAddress!, table.vectors, 1, result)
        case .spread: code.spread(input, &here, weights.baseAddress!, table.vectors, 1, result)
        }
        for number in 0..<table.outputs {
            let x = entry * table.outputs + number
            if x >= region.x, x < region.maxX { target[x] = result[number] }
        }
    }
}
