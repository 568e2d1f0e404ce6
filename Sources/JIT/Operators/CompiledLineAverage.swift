import Foundation
import ImageGraph
import Pixels

/// An average of runs of pixels, in generated code.
struct CompiledLineAverage: CompiledOperator, ByteOperator {
    let portable: LineAverage
    private let code: AverageFunctions

    init(_ portable: LineAverage, code: AverageFunctions) { (self.portable, self.code) = (portable, code) }

    func compiled(_ other: LineAverage) -> CompiledLineAverage? { CompiledLineAverage(other, code: code) }

    /// Bytes are read if their order is that of the result, and if a float holds every sum.
    func resultFormat(reading format: PixelFormat) -> PixelFormat? {
        format.byteOrder == [0, 1, 2, 3] && 255 * portable.count <= AverageEmitter.largestSum ? .RGBAf : nil
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        try render(inputs.map(\.view), region, into: output)
    }

    func render(bytes inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        guard let output = output.raster else { return }
        try render(inputs, region, into: output)
    }

    private func render(_ inputs: [PixelView], _ region: PixelRect, into output: Raster) throws {
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
        let all = code[OperatorComponent(image.format)]
        let setBytes = AverageRun.sumBytes(image) * (all.map(\.shape.components).max() ?? 0)
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(byteCount: (longest + 1) * setBytes, alignment: 64) { kept in
            try withUnsafeTemporaryAllocation(byteCount: 2 * setBytes, alignment: 64) { scratch in
                guard let kept = kept.baseAddress, let scratch = scratch.baseAddress else { return }
                var line = present.lowerBound
                while line < present.upperBound {
                    let left = present.upperBound - line
                    // Vertical lines are adjacent columns in a vector. Horizontal lines are rows, one pixel of each.
                    let functions = all.first {
                        isHorizontal ? $0.shape.width == 4 && $0.shape.groups <= left : $0.shape.components <= 4 * left
                    }
                    guard let functions else { break }
                    let run = AverageRun(
                        average: portable, functions: functions, image: image, output: output.view, line: line,
                        kept: kept, scratch: scratch)
                    for part in parts {
                        try meter?.check()
                        run.compute(part)
                    }
                    line += functions.shape.components / 4
                }
            }
        }
    }
}

/// Averages along several neighbouring lines.
private struct AverageRun {
    let average: LineAverage
    let functions: AverageFunctions.Functions
    let image: PixelView
    let output: PixelView
    let line: Int
    /// Memory for one set of sums per run.
    let kept: UnsafeMutableRawPointer
    /// Memory for the current set of sums, and for a set of zeros.
    let scratch: UnsafeMutableRawPointer

    private var isHorizontal: Bool { average.axis == .horizontal }
    private var setBytes: Int { Self.sumBytes(image) * functions.shape.components }

    /// The sum's divisor. The values of bytes are 255 times those of floats.
    private var divisor: Double { Double(image.format.component == .uint8 ? 255 * average.count : average.count) }

    /// Returns the size of a sum of components: 32-bit integers for bytes, otherwise doubles.
    static func sumBytes(_ image: PixelView) -> Int {
        image.format.component == .uint8 ? MemoryLayout<UInt32>.stride : MemoryLayout<Double>.stride
    }

    /// Returns the bytes from one pixel of a line to the next.
    private func step(_ view: PixelView) -> Int { isHorizontal ? view.format.pixelStride : view.bytesPerRow }
    /// Returns the bytes from one group of lines to the next.
    private func unit(_ view: PixelView) -> Int {
        isHorizontal ? view.bytesPerRow : functions.shape.width / 4 * view.format.pixelStride
    }
    private func start(_ view: PixelView, _ i: Int) -> UnsafeMutableRawPointer {
        isHorizontal ? view.pixel(i, line) : view.pixel(line, i)
    }

    /// Computes the runs of one part.
    func compute(_ part: LineAverage.Part) {
        let (low, high) = (part.starts.lowerBound, part.starts.upperBound)
        clear(scratch, sets: 2)
        if high == part.cut { clear(kept + (high - low) * setBytes, sets: 1) }
        let keptEnd = min(high + 1, part.cut)
        run(.add, keptEnd..<max(keptEnd, part.cut), low, backwards: true)
        run(.keep, low..<max(low, keptEnd), low, backwards: true)
        clear(scratch, sets: 1)
        run(.add, part.cut..<low + average.count - 1, low)
        run(.finish, max(part.cut, low + average.count - 1)..<high + average.count, low)
    }

    private func clear(_ sums: UnsafeMutableRawPointer, sets: Int) {
        sums.initializeMemory(as: UInt8.self, repeating: 0, count: sets * setBytes)
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
            isInside ? UnsafeRawPointer(start(image, first)) : UnsafeRawPointer(scratch + setBytes),
            isInside ? direction * step(image) : 0, isInside ? unit(image) : 0, pixels.count, scratch,
            action == .add ? kept : kept + (place - low) * setBytes,
            action == .finish ? start(output, place - average.first) : scratch, step(output), unit(output),
            direction * setBytes, divisor)
    }
}
