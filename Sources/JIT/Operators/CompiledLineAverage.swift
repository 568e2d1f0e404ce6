import Foundation
import ImageGraph
import Pixels

/// An average of runs of pixels, in generated code.
struct CompiledLineAverage: CompiledOperator, StoredPixelOperator {
    let portable: LineAverage
    private let code: AverageFunctions

    init(_ portable: LineAverage, code: AverageFunctions) { (self.portable, self.code) = (portable, code) }

    func compiled(_ other: LineAverage) -> CompiledLineAverage? { CompiledLineAverage(other, code: code) }

    func resultFormat(reading format: PixelFormat) -> PixelFormat? {
        switch AverageEmitter.Component(format) {
        case nil: nil
        // A float must hold every sum.
        case .byte: 255 * portable.count <= AverageEmitter.largestSum ? .RGBAf : nil
        case let component?: code[component].isEmpty ? nil : .RGBAf
        }
    }

    func canWrite(_ result: PixelFormat, reading format: PixelFormat) -> Bool {
        resultFormat(reading: format) != nil && (result == .RGBAf || result == .RGBAh && !code[.half].isEmpty)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        try render(stored: inputs.map(\.view), region: region, into: output.view)
    }

    func render(stored inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        guard let image = inputs.first, !image.bounds.isEmpty else { return output.clear(region) }
        guard let component = AverageEmitter.Component(image.format),
            let result = AverageEmitter.Component(output.format), canWrite(output.format, reading: image.format)
        else { preconditionFailure("the caller checks which formats are read and written") }
        let isHorizontal = portable.axis == .horizontal
        let lines = isHorizontal ? region.y..<region.maxY : region.x..<region.maxX
        let known = isHorizontal ? image.bounds.y..<image.bounds.maxY : image.bounds.x..<image.bounds.maxX
        let common = lines.clamped(to: known)
        let present = common.isEmpty ? lines.lowerBound..<lines.lowerBound : common
        for outside in [lines.lowerBound..<present.lowerBound, present.upperBound..<lines.upperBound] {
            output.clear(
                isHorizontal
                    ? PixelRect(x: region.x, y: outside.lowerBound, width: region.width, height: outside.count)
                    : PixelRect(x: outside.lowerBound, y: region.y, width: outside.count, height: region.height))
        }
        if present.isEmpty { return }
        let parts = portable.parts(of: isHorizontal ? region.x..<region.maxX : region.y..<region.maxY)
        let longest = parts.map(\.starts.count).max() ?? 0
        let all = code[component]
        let setBytes = component.sumBytes * (all.map(\.shape.components).max() ?? 0)
        // The output is a window of a result that has at least this size.
        let isLarge = result == .half && abs(output.bytesPerRow) * region.height >= StreamingStores.minimumBytes
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
                    guard let functions, var finish = functions.finish[result] else { break }
                    let target = AverageRun.Lines(output, portable.axis, at: line, width: functions.shape.width)
                    if isLarge, let stream = functions.streamHalf, target.isAligned(to: functions.streamedAlignment) {
                        finish = stream
                    }
                    let run = AverageRun(
                        input: .init(image, portable.axis, at: line, width: functions.shape.width), output: target,
                        add: functions.add, keep: functions.keep, finish: finish, first: portable.first,
                        count: portable.count, setBytes: component.sumBytes * functions.shape.components,
                        // The values of bytes are 255 times those of floats.
                        divisor: Double(component == .byte ? 255 * portable.count : portable.count), kept: kept,
                        scratch: scratch)
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
    /// The pixels of the lines in one image.
    struct Lines {
        /// The positions of the pixels along the lines.
        let positions: Range<Int>
        /// The first pixel of the first line.
        let start: UnsafeMutableRawPointer
        /// The bytes from one pixel of a line to the next.
        let step: Int
        /// The bytes from one group of lines to the next.
        let unit: Int

        /// - Parameters:
        ///   - line: The first line.
        ///   - width: The number of components of a group. Vertical lines are adjacent.
        init(_ view: PixelView, _ axis: LineConvolution.Axis, at line: Int, width: Int) {
            let pixel = view.format.pixelStride
            switch axis {
            case .horizontal:
                positions = view.bounds.x..<view.bounds.maxX
                (start, step, unit) = (view.pixel(view.bounds.x, line), pixel, view.bytesPerRow)
            case .vertical:
                positions = view.bounds.y..<view.bounds.maxY
                (start, step, unit) = (view.pixel(line, view.bounds.y), view.bytesPerRow, width / 4 * pixel)
            }
        }

        func pixel(_ i: Int) -> UnsafeMutableRawPointer { start + (i - positions.lowerBound) * step }

        /// Whether all groups of all pixels are at multiples of a number of bytes, a power of two.
        func isAligned(to alignment: Int) -> Bool { (Int(bitPattern: start) | step | unit) % alignment == 0 }
    }

    let input: Lines
    let output: Lines
    let add: AverageEmitter.Function
    let keep: AverageEmitter.Function
    let finish: AverageEmitter.Function
    /// Offset from an output pixel to the start of its run, and the number of pixels in a run.
    let first: Int
    let count: Int
    /// The size of a set of sums, one for each line.
    let setBytes: Int
    /// A sum's divisor.
    let divisor: Double
    /// Memory for one set of sums per run.
    let kept: UnsafeMutableRawPointer
    /// Memory for the current set of sums, and for a set of zeros.
    let scratch: UnsafeMutableRawPointer

    /// Computes the runs of one part.
    func compute(_ part: LineAverage.Part) {
        let (low, high) = (part.starts.lowerBound, part.starts.upperBound)
        clear(scratch, sets: 2)
        if high == part.cut { clear(kept + (high - low) * setBytes, sets: 1) }
        let keptEnd = min(high + 1, part.cut)
        run(.add, keptEnd..<max(keptEnd, part.cut), low, backwards: true)
        run(.keep, low..<max(low, keptEnd), low, backwards: true)
        clear(scratch, sets: 1)
        run(.add, part.cut..<low + count - 1, low)
        run(.finish, max(part.cut, low + count - 1)..<high + count, low)
    }

    private func clear(_ sums: UnsafeMutableRawPointer, sets: Int) {
        sums.initializeMemory(as: UInt8.self, repeating: 0, count: sets * setBytes)
    }

    /// What is done with the sum after each pixel.
    private enum Action { case add, keep, finish }

    /// Processes the pixels of a part whose first run starts at `low`.
    private func run(_ action: Action, _ pixels: Range<Int>, _ low: Int, backwards: Bool = false) {
        let inside = pixels.clamped(to: input.positions)
        if inside.isEmpty { return call(action, pixels, low, isInside: false, backwards) }
        let (before, after) = (
            pixels.lowerBound..<inside.lowerBound, inside.upperBound..<pixels.upperBound
        )
        call(action, backwards ? after : before, low, isInside: false, backwards)
        call(action, inside, low, isInside: true, backwards)
        call(action, backwards ? before : after, low, isInside: false, backwards)
    }

    private func call(_ action: Action, _ pixels: Range<Int>, _ low: Int, isInside: Bool, _ backwards: Bool) {
        // Zeros don't change a sum.
        if pixels.isEmpty || action == .add && !isInside { return }
        let start = backwards ? pixels.upperBound - 1 : pixels.lowerBound
        let direction = backwards ? -1 : 1
        // Kept sums are indexed by a run's first pixel. A run is finished at its last pixel.
        let place = action == .finish ? start - count + 1 : start
        let function =
            switch action {
            case .add: add
            case .keep: keep
            case .finish: finish
            }
        // Outside the image, all steps read the same zeros.
        function(
            isInside ? UnsafeRawPointer(input.pixel(start)) : UnsafeRawPointer(scratch + setBytes),
            isInside ? direction * input.step : 0, isInside ? input.unit : 0, pixels.count, scratch,
            action == .add ? kept : kept + (place - low) * setBytes,
            action == .finish ? output.pixel(place - first) : scratch, output.step, output.unit,
            direction * setBytes, divisor)
    }
}
