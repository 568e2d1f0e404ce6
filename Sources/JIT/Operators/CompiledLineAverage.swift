import Foundation
import ImageGraph
import Pixels

/// An average of runs of pixels, in generated code.
struct CompiledLineAverage: NativeOperator {
    private let portable: LineAverage
    private let code: AverageFunctions

    init(_ portable: LineAverage, code: AverageFunctions) { (self.portable, self.code) = (portable, code) }

    var name: String { portable.name }
    var inputs: [ImageNode] { portable.inputs }
    var identity: AnyHashable? { portable.identity }
    var workPerPixel: Double { portable.workPerPixel }
    func replacingInputs(by images: [ImageNode]) -> any NativeOperator {
        let same = LineAverage(
            name: name, input: images[0], axis: portable.axis, first: portable.first, count: portable.count)
        return CompiledLineAverage(same, code: code)
    }
    func regionOfInterest(ofInput index: Int, for output: CGRect) -> CGRect {
        portable.regionOfInterest(ofInput: index, for: output)
    }

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
        let floats = code.shapes.map(\.floats).max() ?? 16
        let meter = WorkMeter.current
        try withUnsafeTemporaryAllocation(of: Double.self, capacity: (longest + 1) * floats) { kept in
            try withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * floats) { scratch in
                for part in parts {
                    var line = present.lowerBound
                    while line < present.upperBound {
                        try meter?.check()
                        let left = present.upperBound - line
                        // Vertical lines are adjacent columns in a vector. Horizontal lines are rows, one pixel of
                        // each.
                        let shape = code.shapes.firstIndex {
                            isHorizontal ? $0.width == 4 && $0.groups <= left : $0.floats <= 4 * left
                        }
                        guard let shape else { break }
                        let run = AverageRun(
                            average: portable, code: code, shape: shape, image: image, output: output, line: line)
                        run.compute(part, kept.baseAddress!, scratch.baseAddress!)
                        line += code.shapes[shape].floats / 4
                    }
                }
            }
        }
    }
}

/// Averages along several neighbouring lines.
private struct AverageRun {
    let average: LineAverage
    let code: AverageFunctions
    let shape: Int
    let image: Raster
    let output: Raster
    let line: Int

    private var isHorizontal: Bool { average.axis == .horizontal }
    private static let pixelBytes = MemoryLayout<SIMD4<Float>>.stride

    /// Returns the bytes from one pixel of a line to the next.
    private func step(_ raster: Raster) -> Int { isHorizontal ? Self.pixelBytes : raster.stride * Self.pixelBytes }
    /// Returns the bytes from one group of lines to the next.
    private func unit(_ raster: Raster) -> Int {
        isHorizontal ? raster.stride * Self.pixelBytes : code.shapes[shape].width * MemoryLayout<Float>.stride
    }
    private func start(_ raster: Raster, _ i: Int) -> UnsafeMutableRawPointer {
        let (x, y) = isHorizontal ? (i, line) : (line, i)
        return UnsafeMutableRawPointer(raster.row(y) + (x - raster.bounds.x))
    }

    /// Computes the runs of one part.
    ///
    /// - Parameters:
    ///   - kept: Memory for one set of sums per run.
    ///   - scratch: Memory for two sets of sums.
    func compute(
        _ part: LineAverage.Part, _ kept: UnsafeMutablePointer<Double>, _ scratch: UnsafeMutablePointer<Double>
    ) {
        let floats = code.shapes[shape].floats
        let (low, high) = (part.starts.lowerBound, part.starts.upperBound)
        let zeros = scratch + floats
        scratch.update(repeating: 0, count: 2 * floats)
        func run(_ action: AverageEmitter.Action, _ pixels: Range<Int>, backwards: Bool = false) {
            // Outside the image, all steps read the same zeros.
            let known = isHorizontal ? image.bounds.x..<image.bounds.maxX : image.bounds.y..<image.bounds.maxY
            let inside = pixels.clamped(to: known)
            var pieces = [(pixels, false)]
            if !inside.isEmpty {
                pieces = [
                    (pixels.lowerBound..<inside.lowerBound, false), (inside, true),
                    (inside.upperBound..<pixels.upperBound, false),
                ]
            }
            if backwards { pieces.reverse() }
            for (piece, isInside) in pieces where !piece.isEmpty {
                let first = backwards ? piece.upperBound - 1 : piece.lowerBound
                let direction = backwards ? -1 : 1
                // Kept sums are indexed by a run's first pixel. A run is finished at its last pixel.
                let place = action == .finish ? first - average.count + 1 : first
                let isStored = action != .add
                let target =
                    action == .finish ? start(output, place - average.first) : UnsafeMutableRawPointer(scratch)
                code.functions[shape][action]!(
                    isInside ? UnsafeRawPointer(start(image, first)) : UnsafeRawPointer(zeros),
                    isInside ? direction * step(image) : 0, isInside ? unit(image) : 0, piece.count, scratch,
                    isStored ? kept + (place - low) * floats : kept, target, step(output), unit(output),
                    direction * floats * MemoryLayout<Double>.stride, 1 / Double(average.count))
            }
        }
        if high == part.cut { (kept + (high - low) * floats).update(repeating: 0, count: floats) }
        let keptEnd = min(high + 1, part.cut)
        run(.add, keptEnd..<max(keptEnd, part.cut), backwards: true)
        run(.keep, low..<max(low, keptEnd), backwards: true)
        scratch.update(repeating: 0, count: floats)
        run(.add, part.cut..<low + average.count - 1)
        run(.finish, max(part.cut, low + average.count - 1)..<high + average.count)
    }
}
