import Foundation
import ImageGraph
import Pixels

/// An extremum over runs of pixels, in generated code. Combines pairs, then pairs of pairs and so on, like
/// `LineExtremum`; the bytes of short runs one after the other, which gives the same.
struct CompiledLineExtremum: CompiledSelection {
    let portable: LineExtremum
    private let code: DiscFunctions

    init(_ portable: LineExtremum, code: DiscFunctions) { (self.portable, self.code) = (portable, code) }

    func compiled(_ other: LineExtremum) -> CompiledLineExtremum? { CompiledLineExtremum(other, code: code) }

    func select(from inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        guard let image = inputs.first, !image.bounds.isEmpty,
            let functions = code[
                portable.extremum == .maximum ? .largest : .smallest, OperatorComponent(output.format)]
        else { return output.clear(region) }
        let runs = PixelRect(enclosing: regionOfInterest(ofInput: 0, for: region.cgRect))
        let fold = LineFold(
            image: image.covering(runs), output: output, reach: portable.reach, functions: functions)
        switch portable.axis {
        case .horizontal: try fold.rows(region)
        case .vertical: try fold.columns(region)
        }
    }
}

/// The computation of one region.
private struct LineFold {
    let image: PixelView
    let output: PixelView
    let reach: Int
    let functions: DiscFunctions.Functions

    private var length: Int { 2 * reach + 1 }
    private var merge: DiscEmitter.MergeFunction { functions.merge }
    // The longest run whose pixels are combined in registers.
    private static let maximumShortLength = 7
    private var pixelBytes: Int { image.format.bytesPerPixel }

    /// Combines the bytes of each run one after the other, if runs are short. Returns false otherwise.
    ///
    /// - Parameter step: The distance in bytes from a pixel of a run to the next.
    private func cover(_ region: PixelRect, step: Int) throws -> Bool {
        guard let cover = functions.cover, (2...Self.maximumShortLength).contains(length) else { return false }
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: Int.self, capacity: length) { offsets in
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: 1) { weights in
                guard let offset = offsets.baseAddress, let weight = weights.baseAddress else { return }
                for tap in 0..<length { offset[tap] = (tap - reach) * step }
                for y in image.inMemoryOrder(region.y..<region.maxY) {
                    try meter?.check()
                    cover(image.pixel(region.x, y), offset, weight, length, output.pixel(region.x, y), 4 * region.width)
                }
            }
        }
        return true
    }

    func rows(_ region: PixelRect) throws {
        if try cover(region, step: pixelBytes) { return }
        let meter = WorkMeter.current
        let count = region.width + 2 * reach
        try withUnsafeTemporaryAllocation(byteCount: count * pixelBytes, alignment: 64) { buffer in
            guard let line = buffer.baseAddress else { return }
            for y in image.inMemoryOrder(region.y..<region.maxY) {
                try meter?.check()
                let source = image.pixel(region.x - reach, y)
                merge(source, source + pixelBytes, line, 4 * (count - 1))
                let rest = grow(line, count, apart: 1)
                merge(line, line + rest * pixelBytes, output.pixel(region.x, y), 4 * region.width)
            }
        }
    }

    // Maximum number of bytes of a block with the rows above and below it. It then stays in the inner caches.
    private static let blockBytes = 1 << 16

    func columns(_ region: PixelRect) throws {
        if try cover(region, step: image.bytesPerRow) { return }
        let meter = WorkMeter.current
        // Each strip computes the rows above and below it again.
        let strip = min(region.height, max(4 * reach, 24))
        let block = min(
            region.width, min(max(Self.blockBytes / pixelBytes / (strip + 2 * reach), 16), 4096 / pixelBytes))
        let bytes = block * (strip + 2 * reach) * pixelBytes
        try withUnsafeTemporaryAllocation(byteCount: bytes, alignment: 64) { buffer in
            guard let line = buffer.baseAddress else { return }
            for number in output.inMemoryOrder(0..<(region.height + strip - 1) / strip) {
                let y = region.y + number * strip
                let rows = min(strip, region.maxY - y)
                let count = rows + 2 * reach
                for x in stride(from: region.x, to: region.maxX, by: block) {
                    try meter?.check()
                    let width = min(block, region.maxX - x)
                    let rowBytes = width * pixelBytes
                    let source = image.pixel(x, y - reach)
                    for row in image.inMemoryOrder(0..<count - 1) {
                        let first = source + row * image.bytesPerRow
                        merge(first, first + image.bytesPerRow, line + row * rowBytes, 4 * width)
                    }
                    let rest = grow(line, count, apart: width)
                    for row in output.inMemoryOrder(0..<rows) {
                        let first = line + row * rowBytes
                        merge(first, first + rest * rowBytes, output.pixel(x, y + row), 4 * width)
                    }
                }
            }
        }
    }

    /// Doubles the extremes of two pixels in place, until another doubling would not fit a run. `count` is the number
    /// of input pixels, and `distance` the distance between them.
    ///
    /// Returns the number of pixels from the first to the second of the two extremes that together cover a run.
    private func grow(_ line: UnsafeMutableRawPointer, _ count: Int, apart distance: Int) -> Int {
        var doubled = 2
        while 2 * doubled <= length {
            merge(
                line, line + doubled * distance * pixelBytes, line, 4 * distance * (count - (2 * doubled - 1)))
            doubled *= 2
        }
        return length - doubled
    }
}
