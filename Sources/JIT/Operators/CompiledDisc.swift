import Foundation
import ImageGraph
import Pixels

/// A mean or an extremum over discs, in generated code. `DiscSweep` defines the order of operations.
struct CompiledDisc: NativeOperator {
    private let portable: any NativeOperator
    private let columns: DiscColumns
    private let kind: DiscEmitter.Fold
    private let code: DiscFunctions

    init(_ portable: DiscAverage, code: DiscFunctions) {
        (self.portable, columns, kind, self.code) = (portable, portable.columns, .sum, code)
    }

    init(_ portable: DiscExtremum, code: DiscFunctions) {
        (self.portable, columns, self.code) = (portable, portable.columns, code)
        kind = portable.extremum == .maximum ? .largest : .smallest
    }

    private init(_ other: CompiledDisc, portable: any NativeOperator) {
        (self.portable, columns, kind, code) = (portable, other.columns, other.kind, other.code)
    }

    var name: String { portable.name }
    var inputs: [ImageNode] { portable.inputs }
    var identity: AnyHashable? { portable.identity }
    var workPerPixel: Double { portable.workPerPixel }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        CompiledDisc(self, portable: portable.replacingInputs(by: images))
    }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        portable.regionOfInterest(ofInput: index, for: output)
    }

    // Number of output pixels per block. The block's lines, and most of the image that they depend on, stay in the
    // caches.
    private static let block = 256
    private static let pixelBytes = MemoryLayout<SIMD4<Float>>.stride

    /// The offsets and weights of the columns or single pixels that are folded at one height.
    private struct Taps {
        var offsets: [Int]
        var weights: [Float]

        init(_ columns: [Int], _ weights: [Float]) {
            offsets = columns.map { $0 * CompiledDisc.pixelBytes }
            // At offset 0, both sides are the same pixel, so halve its weight.
            self.weights = zip(columns, weights).map { $0 == 0 ? $1 / 2 : $1 }
        }
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty, let join = code.join[kind], let fold = code.fold[kind]
        else { return output.fill(region, with: .zero) }
        let reach = columns.reach
        let whole = image.covering(region.outset(by: reach))
        let steps = columns.steps.map { step in
            (
                columns: Taps(step.columns, step.columns.map { _ in 1 }), pixels: Taps(step.pixels, step.weights),
                reach: step.reach
            )
        }
        let scale = kind == .sum ? Float(1 / columns.total) : 1
        let capacity = Self.block + 2 * reach
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 2 * capacity + Self.block) { lines in
            guard let start = lines.baseAddress else { return }
            start.initialize(repeating: .zero, count: lines.count)
            let (pair, column, result) = (start + reach, start + capacity + reach, start + 2 * capacity)
            for x in stride(from: region.x, to: region.maxX, by: Self.block) {
                let count = min(Self.block, region.maxX - x)
                for y in region.y..<region.maxY {
                    try meter?.check()
                    func row(_ height: Int) -> UnsafePointer<SIMD4<Float>> {
                        UnsafePointer(whole.row(y + height)) + (x - whole.bounds.x)
                    }
                    if kind == .sum {
                        result.update(repeating: .zero, count: count)
                    } else {
                        result.update(from: row(0), count: count)
                    }
                    for (height, step) in steps.enumerated() {
                        let reached = count + 2 * step.reach
                        if height == 0 {
                            (pair - step.reach).update(from: row(0) - step.reach, count: reached)
                            (column - step.reach).update(from: row(0) - step.reach, count: reached)
                        } else {
                            join(
                                row(height) - step.reach, row(-height) - step.reach, pair - step.reach,
                                column - step.reach, 4 * reached)
                        }
                        for (taps, line) in [(step.columns, column), (step.pixels, pair)] where !taps.offsets.isEmpty {
                            fold(line, taps.offsets, taps.weights, taps.offsets.count, result, 4 * count)
                        }
                    }
                    let target = output.row(y) + (x - output.bounds.x)
                    for i in 0..<count { target[i] = result[i] * scale }
                }
            }
        }
    }
}
