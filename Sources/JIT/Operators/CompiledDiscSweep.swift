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

    /// The offsets in bytes and the weights of columns or single pixels that are folded at one height.
    ///
    /// They are plain memory: arrays would be retained and released for every row, and threads that do so at the same
    /// time wait for each other.
    private struct Taps {
        var offsets: UnsafePointer<Int>
        var weights: UnsafePointer<Float>
        var count: Int
    }

    /// What is folded at one height.
    private struct Step {
        var columns: Taps
        var pixels: Taps
        var reach: Int
    }

    /// Calls `body` with the steps at all heights, whose memory is valid until it returns.
    private func withSteps(
        _ pixelBytes: Int, _ body: (UnsafeMutableBufferPointer<Step>) throws -> Void
    ) rethrows {
        let count = columns.steps.reduce(0) { $0 + $1.columns.count + $1.pixels.count }
        try withUnsafeTemporaryAllocation(of: Int.self, capacity: max(1, count)) { offsets in
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: max(1, count)) { weights in
                try withUnsafeTemporaryAllocation(of: Step.self, capacity: columns.steps.count) { steps in
                    guard let firstOffset = offsets.baseAddress, let firstWeight = weights.baseAddress else { return }
                    var used = 0
                    func taps(_ places: [Int], _ factors: [Float]) -> Taps {
                        let start = used
                        for (place, weight) in zip(places, factors) {
                            offsets[used] = place * pixelBytes
                            // At offset 0, both sides are the same pixel, so halve its weight.
                            weights[used] = place == 0 ? weight / 2 : weight
                            used += 1
                        }
                        return Taps(offsets: firstOffset + start, weights: firstWeight + start, count: used - start)
                    }
                    for (height, step) in columns.steps.enumerated() {
                        steps.initializeElement(
                            at: height,
                            to: Step(
                                columns: taps(step.columns, step.columns.map { _ in 1 }),
                                pixels: taps(step.pixels, step.weights), reach: step.reach))
                    }
                    try body(steps)
                }
            }
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
        let block = Self.blockBytes / pixelBytes
        let lineBytes = (block + 2 * reach) * pixelBytes
        try withUnsafeTemporaryAllocation(byteCount: 2 * lineBytes, alignment: 64) { lines in
            guard let start = lines.baseAddress else { return }
            start.initializeMemory(as: UInt8.self, repeating: 0, count: lines.count)
            let pair = start + reach * pixelBytes
            let column = pair + lineBytes
            try withSteps(pixelBytes) { steps in
                for x in stride(from: region.x, to: region.maxX, by: block) {
                    let part = PixelRect(
                        x: x, y: region.y, width: min(block, region.maxX - x), height: region.height)
                    try compute(part, of: whole, into: output, steps, functions, pair: pair, column: column)
                }
            }
        }
    }

    /// Computes a block of columns.
    ///
    /// - Parameters:
    ///   - pair: Memory for the sums of two rows, with as many pixels before and behind the block as the steps reach.
    ///   - column: The same for columns.
    private func compute(
        _ part: PixelRect, of image: PixelView, into output: PixelView, _ steps: UnsafeMutableBufferPointer<Step>,
        _ functions: DiscFunctions.Functions, pair: UnsafeMutableRawPointer, column: UnsafeMutableRawPointer
    ) throws {
        let meter = WorkMeter.current
        let (count, pixelBytes) = (part.width, image.format.bytesPerPixel)
        func fold(_ taps: Taps, of line: UnsafeMutableRawPointer, into result: UnsafeMutableRawPointer) {
            if taps.count > 0 {
                functions.fold(line, taps.offsets, taps.weights, taps.count, result, 4 * count)
            }
        }
        for y in image.inMemoryOrder(part.y..<part.maxY) {
            try meter?.check()
            let result = output.pixel(part.x, y)
            if kind == .sum {
                result.initializeMemory(as: UInt8.self, repeating: 0, count: count * pixelBytes)
            } else {
                result.copyMemory(from: image.pixel(part.x, y), byteCount: count * pixelBytes)
            }
            for height in steps.indices {
                let step = steps[height]
                let (reached, before) = (count + 2 * step.reach, -step.reach * pixelBytes)
                let above = image.pixel(part.x - step.reach, y + height)
                if height == 0 {
                    (pair + before).copyMemory(from: above, byteCount: reached * pixelBytes)
                    (column + before).copyMemory(from: above, byteCount: reached * pixelBytes)
                } else {
                    let below = image.pixel(part.x - step.reach, y - height)
                    functions.join(above, below, pair + before, column + before, 4 * reached)
                }
                fold(step.columns, of: column, into: result)
                fold(step.pixels, of: pair, into: result)
            }
        }
    }
}
