import ImageGraph
import Pixels

/// The computation of a sum or an extremum over discs, in generated code. `DiscSweep` defines the order of operations.
struct CompiledDiscSweep {
    let columns: DiscColumns
    let kind: DiscEmitter.Fold
    let code: DiscFunctions

    // Number of bytes of a block's line. The block's lines, and most of the image that they depend on, stay in the
    // caches.
    private static let blockBytes = 4096

    /// The offsets in bytes and the weights of the columns or single pixels that are folded at one height.
    private struct Taps {
        var offsets: [Int]
        var weights: [Float]

        init(_ columns: [Int], _ weights: [Float], _ pixelBytes: Int) {
            offsets = columns.map { $0 * pixelBytes }
            // At offset 0, both sides are the same pixel, so halve its weight.
            self.weights = zip(columns, weights).map { $0 == 0 ? $1 / 2 : $1 }
        }
    }

    /// Computes `region` of the sums or extremes. `output` has the format of the image.
    func compute(_ region: PixelRect, of image: PixelView?, into output: PixelView) throws {
        guard let image, !image.bounds.isEmpty,
            let functions = code[kind, OperatorComponent(output.format)]
        else { return output.clear(region) }
        let reach = columns.reach
        let whole = image.covering(region.outset(by: reach))
        let pixelBytes = image.format.bytesPerPixel
        let steps = columns.steps.map { step in
            (
                columns: Taps(step.columns, step.columns.map { _ in 1 }, pixelBytes),
                pixels: Taps(step.pixels, step.weights, pixelBytes), reach: step.reach
            )
        }
        let block = Self.blockBytes / pixelBytes
        let lineBytes = (block + 2 * reach) * pixelBytes
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(byteCount: 2 * lineBytes, alignment: 64) { lines in
            guard let start = lines.baseAddress else { return }
            start.initializeMemory(as: UInt8.self, repeating: 0, count: lines.count)
            let pair = start + reach * pixelBytes
            let column = pair + lineBytes
            for x in stride(from: region.x, to: region.maxX, by: block) {
                let count = min(block, region.maxX - x)
                for y in whole.inMemoryOrder(region.y..<region.maxY) {
                    try meter?.check()
                    let result = output.pixel(x, y)
                    if kind == .sum {
                        result.initializeMemory(as: UInt8.self, repeating: 0, count: count * pixelBytes)
                    } else {
                        result.copyMemory(from: whole.pixel(x, y), byteCount: count * pixelBytes)
                    }
                    for (height, step) in steps.enumerated() {
                        let (reached, before) = (count + 2 * step.reach, -step.reach * pixelBytes)
                        let above = whole.pixel(x - step.reach, y + height)
                        if height == 0 {
                            (pair + before).copyMemory(from: above, byteCount: reached * pixelBytes)
                            (column + before).copyMemory(from: above, byteCount: reached * pixelBytes)
                        } else {
                            let below = whole.pixel(x - step.reach, y - height)
                            functions.join(above, below, pair + before, column + before, 4 * reached)
                        }
                        for (taps, line) in [(step.columns, column), (step.pixels, pair)] where !taps.offsets.isEmpty {
                            functions.fold(line, taps.offsets, taps.weights, taps.offsets.count, result, 4 * count)
                        }
                    }
                }
            }
        }
    }
}
