import Foundation
import ImageGraph
import Pixels

/// A line convolution, in generated code.
struct CompiledLineConvolution: CompiledOperator, StoredPixelOperator {
    let portable: LineConvolution
    private let code: LineFunctions
    /// The table for rows whose output pixels have different weights or distances. Nil otherwise.
    private let table: LineTable?

    init(_ portable: LineConvolution, code: LineFunctions) {
        let isPlain = portable.weightSets.count == 1 && portable.step == 1
        let table = portable.axis == .horizontal && !isPlain ? LineTable(portable) : nil
        self.init(portable: portable, code: code, table: table)
    }

    private init(portable: LineConvolution, code: LineFunctions, table: LineTable?) {
        (self.portable, self.code, self.table) = (portable, code, table)
    }

    // Called with the same weights on another image, for which the table is the same.
    func compiled(_ other: LineConvolution) -> CompiledLineConvolution? {
        CompiledLineConvolution(portable: other, code: code, table: table)
    }

    /// The region that the weights reach, including pixels that only fill vectors with a weight of 0.
    ///
    /// These pixels are always read if they exist, so that even an infinite value among them can't cause differences
    /// between tiles.
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        guard let table, !output.isNull, !output.isInfinite else {
            return portable.regionOfInterest(ofInput: index, for: output)
        }
        let region = PixelRect(enclosing: output)
        if region.isEmpty { return .null }
        let span = table.span(of: region.x..<region.maxX)
        return PixelRect(x: span.lowerBound, y: region.y, width: span.count, height: region.height).cgRect
    }

    /// Half floats are read where many pixels are added, as in averages of stored results.
    func resultFormat(reading format: PixelFormat) -> PixelFormat? {
        format == .RGBAh && code.gatherHalves != nil && table?.method == .gather ? .RGBAf : nil
    }

    /// Sums of rows of floats are written as half floats too.
    func canWrite(_ result: PixelFormat, reading format: PixelFormat) -> Bool {
        if format == .RGBAf, result == .RGBAh { return portable.axis == .vertical && code.weightedSumOfHalves != nil }
        return result == resultFormat(reading: format)
    }

    func render(stored inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.clear(region) }
        if let table, let target = output.raster {
            try TableRows(table: table, code: code, image: image, region: region, output: target).render()
        } else if let rows = image.raster, let sum = code.weightedSumOfHalves {
            try sumRows(rows, region, output, sum)
        }
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        if let table {
            try TableRows(table: table, code: code, image: image.view, region: region, output: output).render()
        } else if portable.axis == .vertical {
            try sumRows(image, region, output.view, code.weightedSum)
        } else {
            try convolveRows(image, region, output)
        }
    }

    /// Convolves along columns: sums whole rows, over as many columns at a time as keep the rows in the L1 cache.
    private func sumRows(
        _ image: Raster, _ region: PixelRect, _ output: PixelView, _ weightedSum: WeightedSumEmitter.Function
    ) throws {
        let meter = WorkMeter.current
        let (sets, step) = (portable.weightSets, portable.step)
        let columns = PixelRect(x: region.x, y: image.bounds.y, width: region.width, height: 1).intersection(
            image.bounds)
        guard !columns.isEmpty else { return output.clear(region) }
        for (low, high) in [(region.x, columns.x), (columns.maxX, region.maxX)] {
            output.clear(PixelRect(x: low, y: region.y, width: high - low, height: region.height))
        }
        let taps = sets.reduce(0) { max($0, $1.weights.count) }
        let rowBytes = image.stride * MemoryLayout<SIMD4<Float>>.stride
        let chunk = Self.columnsInCache(rows: taps)
        let setCount = sets.count
        try withUnsafeTemporaryAllocation(of: Int.self, capacity: taps) { offsets in
            for tap in 0..<taps { offsets[tap] = tap * rowBytes }
            try WeightPlaces.with(sets) { places in
                for left in stride(from: columns.x, to: columns.maxX, by: chunk) {
                    let count = min(chunk, columns.maxX - left)
                    for y in region.y..<region.maxY {
                        try meter?.check()
                        let period = y.flooredQuotient(by: setCount)
                        let set = places[y - period * setCount]
                        let first = period * step + set.first
                        let low = max(0, image.bounds.y - first)
                        let high = min(set.count, image.bounds.maxY - first)
                        guard low < high else {
                            output.clear(PixelRect(x: left, y: y, width: count, height: 1))
                            continue
                        }
                        weightedSum(
                            image.row(first + low) + (left - image.bounds.x), offsets.baseAddress!,
                            set.weights + low, high - low, output.pixel(left, y), 4 * count, 0)
                    }
                }
            }
        }
    }

    private static func columnsInCache(rows: Int) -> Int {
        let firstLevelPixels = 24 * 1024 / MemoryLayout<SIMD4<Float>>.stride
        return min(max(firstLevelPixels / max(1, rows) / 32 * 32, 32), 256)
    }

    /// Convolves along rows, with the same weights for every pixel.
    private func convolveRows(_ image: Raster, _ region: PixelRect, _ output: Raster) throws {
        let meter = WorkMeter.current
        let set = portable.weightSets[0]
        let taps = set.weights.count
        guard taps > 0 else { return output.fill(region, with: .zero) }
        // The columns whose input pixels are all inside the image.
        let left = min(max(region.x, image.bounds.x - set.first), region.maxX)
        let right = max(left, min(region.maxX, image.bounds.maxX - set.first - taps + 1))
        try withUnsafeTemporaryAllocation(of: Int.self, capacity: taps) { offsets in
            for tap in 0..<taps { offsets[tap] = tap * MemoryLayout<SIMD4<Float>>.stride }
            try set.weights.withUnsafeBufferPointer { weights in
                for y in region.y..<region.maxY {
                    try meter?.check()
                    let target = output.row(y) - output.bounds.x
                    guard y >= image.bounds.y, y < image.bounds.maxY else {
                        (target + region.x).update(repeating: .zero, count: region.width)
                        continue
                    }
                    let source = image.row(y) - image.bounds.x
                    func sum(_ x: Int, _ low: Int, _ high: Int, _ count: Int) {
                        code.weightedSum(
                            source + (x + set.first + low), offsets.baseAddress!, weights.baseAddress! + low,
                            high - low,
                            target + x, 4 * count, 0)
                    }
                    if left < right { sum(left, 0, taps, right - left) }
                    func sumAtEdge(_ x: Int) {
                        let low = max(0, image.bounds.x - x - set.first)
                        let high = min(taps, image.bounds.maxX - x - set.first)
                        if low < high { sum(x, low, high, 1) } else { target[x] = .zero }
                    }
                    for x in region.x..<left { sumAtEdge(x) }
                    for x in right..<region.maxX { sumAtEdge(x) }
                }
            }
        }
    }
}

/// Where the weights of a set are in memory.
///
/// Arrays would be retained and released for every row, and threads that do so at the same time wait for each other.
private struct WeightPlaces {
    let first: Int
    let weights: UnsafePointer<Float>
    let count: Int

    /// Calls `body` with the places of sets, which are valid until it returns.
    static func with(
        _ sets: [LineConvolution.WeightSet], _ body: (UnsafeMutableBufferPointer<WeightPlaces>) throws -> Void
    ) rethrows {
        let count = sets.reduce(0) { $0 + $1.weights.count }
        try withUnsafeTemporaryAllocation(of: Float.self, capacity: max(1, count)) { weights in
            try withUnsafeTemporaryAllocation(of: WeightPlaces.self, capacity: sets.count) { places in
                guard var start = weights.baseAddress else { return }
                for (index, set) in sets.enumerated() {
                    for weight in set.weights.indices { start[weight] = set.weights[weight] }
                    let place = WeightPlaces(first: set.first, weights: start, count: set.weights.count)
                    places.initializeElement(at: index, to: place)
                    start += set.weights.count
                }
                try body(places)
            }
        }
    }
}
