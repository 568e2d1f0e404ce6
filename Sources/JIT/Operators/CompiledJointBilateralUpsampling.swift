import Foundation
import ImageGraph
import Pixels

/// An enlargement along the edges of another image, in generated code.
struct CompiledJointBilateralUpsampling: CompiledOperator {
    /// The generated function. It exists as long as a copy of this value.
    struct Functions: Sendable {
        let mean: JointBilateralEmitter.Function
        private let code: MachineCode

        /// Looks up the function. Throws `ObjectFileError` if it is missing.
        init(_ code: MachineCode) throws(ObjectFileError) {
            mean = unsafeBitCast(
                try code.address(of: JointBilateralEmitter.name), to: JointBilateralEmitter.Function.self)
            self.code = code
        }
    }

    let portable: JointBilateralUpsampling
    private let functions: Functions

    init(_ portable: JointBilateralUpsampling, functions: Functions) {
        (self.portable, self.functions) = (portable, functions)
    }

    func compiled(_ other: JointBilateralUpsampling) -> CompiledJointBilateralUpsampling? {
        CompiledJointBilateralUpsampling(other, functions: functions)
    }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let read = region.isEmpty ? .empty : portable.reach(of: region)
        if read.isEmpty { return output.fill(region, with: .zero) }
        let columns = JointBilateralUpsampling.SpatialWeights(region.x..<region.maxX, 0, portable)
        let rows = JointBilateralUpsampling.SpatialWeights(region.y..<region.maxY, 1, portable)
        // The last step of a row may start at any column, and the last group of rows at any row.
        let padded = PixelRect(x: read.x, y: read.y, width: read.width + 3, height: read.height + 3)
        let small = Raster(bounds: padded)
        small.copy(from: inputs[0].window(read))
        let lumas = portable.firstComponents(of: inputs[1], padded)
        let guide = inputs[2].covering(region)
        // A column without pixels has one step with weights of 0.
        let lines = columns.lines.map { line in
            line.isEmpty
                ? SIMD2<Int32>(0, 1) : SIMD2(Int32(line.lowerBound - padded.x), Int32((line.count + 3) / 4))
        }
        let steps = max(1, columns.vectors)
        let across = columns.vectors > 0 ? columns.values : Array(repeating: .zero, count: lines.count)
        let numbers = [portable.settings.end, -portable.settings.lumaFalloff * 1.442695]
        let meter = WorkMeter.current
        for (index, y) in (region.y..<region.maxY).enumerated() {
            try meter?.check()
            let line = rows.lines[index]
            let target = output.row(y) + (region.x - output.bounds.x)
            if line.isEmpty {
                target.update(repeating: .zero, count: region.width)
                continue
            }
            let groups = (line.count + 3) / 4
            let upwards = rows.values(index) + Array(repeating: 0, count: 4 * groups - line.count)
            let shares = upwards.flatMap { [$0, $0, $0, $0] }
            let start = (line.lowerBound - padded.y) * padded.width
            lumas.withUnsafeBufferPointer { lumas in
                functions.mean(
                    small.pixels + start, lumas.baseAddress! + start, padded.width, shares, groups, lines, across,
                    steps,
                    guide.row(y) + (region.x - guide.bounds.x), numbers, region.width, target)
            }
        }
    }
}
