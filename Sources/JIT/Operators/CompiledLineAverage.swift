import Foundation
import ImageGraph
import Pixels

/// An average of runs of pixels, in generated code.
struct CompiledLineAverage: CompiledOperator {
    let portable: LineAverage
    private let code: AverageFunctions

    init(_ portable: LineAverage, code: AverageFunctions) { (self.portable, self.code) = (portable, code) }

    func compiled(_ other: LineAverage) -> CompiledLineAverage? { CompiledLineAverage(other, code: code) }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.fill(region, with: .zero) }
        let isHorizontal = portable.axis == .horizontal
        let lines = isHorizontal ? region.y..<region.maxY : region.x..<region.maxX
        let known = isHorizontal ? image.bounds.y..<image.bounds.maxY : image.bounds.x..<image.bounds.maxX
        let present = lines.clamped(to: known)
        if isHorizontal {
            for y in lines where !present.contains(y) {
                (output.row(y) + (region.x - output.bounds.x)).update(repeating: .zero, count: region.width)
            }
        } else {
            output.clear(
                region, exceptColumns: present.isEmpty ? region.x..<region.x : present.lowerBound..<present.upperBound)
        }
        if present.isEmpty { return }
        let parts = portable.parts(of: isHorizontal ? region.x..<region.maxX : region.y..<region.maxY)
        let longest = parts.map(\.starts.count).max() ?? 0
        let floats = code.functions.map(\.shape.floats).max() ?? 16
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: Double.self, capacity: (longest + 1) * floats) { kept in
            try withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * floats) { scratch in
                guard let kept = kept.baseAddress, let scratch = scratch.baseAddress else { return }
                var line = present.lowerBound
                while line < present.upperBound {
                    let left = present.upperBound - line
                    // Vertical lines are adjacent columns in a vector. Horizontal lines are rows, one pixel of each.
                    let functions = code.functions.first {
                        isHorizontal ? $0.shape.width == 4 && $0.shape.groups <= left : $0.shape.floats <= 4 * left
                    }
                    guard let functions else { break }
                    let run = AverageRun(
                        average: portable, functions: functions, image: image, output: output, line: line, kept: kept,
                        scratch: scratch)
                    for part in parts {
                        try meter?.check()
                        run.compute(part)
                    }
                    line += functions.shape.floats / 4
                }
            }
        }
    }
}

/// Averages along several neighbouring lines.
private struct AverageRun {
    let average: LineAverage
    let functions: AverageFunctions.Functions
    let image: Raster
    let output: Raster
    let line: Int
    /// Memory for one set of sums per run.
    let kept: UnsafeMutablePointer<Double>
    /// Memory for the current set of sums, and for a set of zeros.
    let scratch: UnsafeMutablePointer<Double>

    private var isHorizontal: Bool { average.axis == .horizontal }
    private var floats: Int { functions.shape.floats }
    private static let pixelBytes = MemoryLayout<SIMD4<Float>>.stride

    /// Returns the bytes from one pixel of a line to the next.
    private func step(_ raster: Raster) -> Int { isHorizontal ? Self.pixelBytes : raster.stride * Self.pixelBytes }
    /// Returns the bytes from one group of lines to the next.
    private func unit(_ raster: Raster) -> Int {
        isHorizontal ? raster.stride * Self.pixelBytes : functions.shape.width * MemoryLayout<Float>.stride
    }
    private func start(_ raster: Raster, _ i: Int) -> UnsafeMutableRawPointer {
        let (x, y) = isHorizontal ? (i, line) : (line, i)
        return UnsafeMutableRawPointer(raster.row(y) + (x - raster.bounds.x))
    }

    /// Computes the runs of one part.
    func compute(_ part: LineAverage.Part) {
        let (low, high) = (part.starts.lowerBound, part.starts.upperBound)
        scratch.update(repeating: 0, count: 2 * floats)
        if high == part.cut { (kept + (high - low) * floats).update(repeating: 0, count: floats) }
        let keptEnd = min(high + 1, part.cut)
        run(.add, keptEnd..<max(keptEnd, part.cut), low, backwards: true)
        run(.keep, low..<max(low, keptEnd), low, backwards: true)
        scratch.update(repeating: 0, count: floats)
        run(.add, part.cut..<low + average.count - 1, low)
        run(.finish, max(part.cut, low + average.count - 1)..<high + average.count, low)
    }

    /// Processes the pixels of a part whose first run starts at `low`.
    private func run(
        _ action: AverageEmitter.Action, _ pixels: Range<Int>, _ low: Int, backwards: Bool = false
    ) {
        let known = isHorizontal ? image.bounds.x..<image.bounds.maxX : image.bounds.y..<image.bounds.maxY
        let inside = pixels.clamped(to: known)
        if inside.isEmpty { return call(action, pixels, low, isInside: false, backwards) }
        let (before, after) = (
            pixels.lowerBound..<inside.lowerBound, inside.upperBound..<pixels.upperBound
        )
        call(action, backwards ? after : before, low, isInside: false, backwards)
        call(action, inside, low, isInside: true, backwards)
        call(action, backwards ? before : after, low, isInside: false, backwards)
    }

    private func call(
        _ action: AverageEmitter.Action, _ pixels: Range<Int>, _ low: Int, isInside: Bool, _ backwards: Bool
    ) {
        // Zeros don't change a sum.
        if pixels.isEmpty || action == .add && !isInside { return }
        let first = backwards ? pixels.upperBound - 1 : pixels.lowerBound
        let direction = backwards ? -1 : 1
        // Kept sums are indexed by a run's first pixel. A run is finished at its last pixel.
        let place = action == .finish ? first - average.count + 1 : first
        let function =
            switch action {
            case .add: functions.add
            case .keep: functions.keep
            case .finish: functions.finish
            }
        // Outside the image, all steps read the same zeros.
        function(
            isInside ? UnsafeRawPointer(start(image, first)) : UnsafeRawPointer(scratch + floats),
            isInside ? direction * step(image) : 0, isInside ? unit(image) : 0, pixels.count, scratch,
            action == .add ? kept : kept + (place - low) * floats,
            action == .finish ? start(output, place - average.first) : UnsafeMutableRawPointer(scratch), step(output),
            unit(output), direction * floats * MemoryLayout<Double>.stride, 1 / Double(average.count))
    }
}
