import Foundation
import ImageGraph
import KernelLanguage
import Pixels
import Testing

/// Numbers at which functions tend to go wrong.
enum EdgeValues {
    static let floats: [Float] = [
        0, -0.0, 0.5, -0.5, 1, -1, 1.5, -1.5, 2.5, -2.5, 3.5, 0.499_999_97, -0.499_999_97, 0.999_999_94, 1.000_000_1,
        3.7, -3.7, .pi,
        10, 100.25, -100.75, 0.1, -0.1, 1e-7, -1e-7, 8_388_607.5, -8_388_607.5, 8_388_608, 8_388_609, 16_777_216,
        2_147_483_520,
        2_147_483_648, -2_147_483_648, 4e9, -4e9, 1e20, -1e20, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNormalMagnitude, -.leastNormalMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-38 / 64,
        .infinity,
        -.infinity, .nan,
    ]

    /// Floats and the Int32 that `floatToInt` converts them to.
    static let ints: [(float: Float, int: Int32)] = [
        (0, 0), (1, 1), (-1, -1), (2, 2), (3, 3), (-3, -3), (7, 7), (-7, -7), (31, 31), (32, 32), (33, 33), (255, 255),
        (65_535, 65_535), (65_536, 65_536), (-65_536, -65_536), (12_345_678, 12_345_678),
        (1_073_741_824, 1_073_741_824),
        (2_147_483_648, .max), (-2_147_483_648, .min), (-2_147_483_520, -2_147_483_520),
    ]

    static let bools: [(float: Float, bool: Bool)] = [(0, false), (1, true)]
}

/// Runs one instruction over lists of operands, for every combination of varying and uniform operands.
struct InstructionProbe {
    let opcode: Opcode
    let operandTypes: [ScalarType]
    let resultType: ScalarType

    /// A result, encoded so that different values of its type stay different.
    typealias Result = SIMD4<Float>

    /// The results for each row of operands (given as floats). All ways to run the instruction must agree in every bit.
    func results(_ rows: [[Float]]) throws -> [Result] {
        let varying = try run(rows, uniformMask: 0)
        for mask in 1..<(1 << operandTypes.count) {
            // Rows with the same uniform operands share a run, as those are arguments of the kernel.
            let groups = Dictionary(grouping: rows.indices) { index in
                rows[index].enumerated().map { mask >> $0.offset & 1 == 1 ? $0.element.bitPattern : 0 }
            }
            for indices in groups.values {
                let part = try run(indices.map { rows[$0] }, uniformMask: mask)
                for (index, result) in zip(indices, part) {
                    #expect(same(result, varying[index]), "\(opcode) of \(rows[index]), uniform operands \(mask)")
                }
            }
        }
        return varying
    }

    /// Returns the result for each row with varying operands only, which is faster for many rows.
    func varyingResults(_ rows: [[Float]]) throws -> [Result] { try run(rows, uniformMask: 0) }

    private func run(_ rows: [[Float]], uniformMask: Int) throws -> [Result] {
        var b = ProgramBuilder()
        let image = Raster(bounds: PixelRect(x: 0, y: 0, width: rows.count, height: 1))
        _ = b.parameter(.sampler)
        for (x, row) in rows.enumerated() {
            for (component, number) in row.enumerated() { image.row(0)[x][component] = number }
        }
        let pixel = b.sample(.sampleAtDestination(image: 0))
        var arguments: [[Float]] = [[]]
        var operands: [Register] = []
        for (index, type) in operandTypes.enumerated() {
            var source = pixel[index]
            if uniformMask >> index & 1 == 1 {
                source = b.argument(b.parameter(.float))
                arguments.append([rows[0][index]])
            }
            switch type {
            case .float: operands.append(source)
            case .int: operands.append(b.value(.floatToInt, [source], .int))
            case .bool: operands.append(b.value(.floatToBool, [source], .bool))
            }
        }
        let result = b.value(opcode, operands, resultType)
        let zero = b.float(0)
        var outputs = [result, zero, zero, zero]
        if resultType == .int {
            let low = b.value(.andInt, [result, b.int(0xffff)], .int)
            let high = b.value(.shiftRight, [result, b.int(16)], .int)
            outputs = [b.value(.intToFloat, [low]), b.value(.intToFloat, [high]), zero, zero]
        } else if resultType == .bool {
            outputs[0] = b.value(.select, [result, b.float(1), zero])
        }
        let binding = SamplerBinding(raster: image, extent: image.bounds.cgRect)
        return values(try render(b.program(outputs), arguments, images: [binding], region: image.bounds))
    }

    private func same(_ a: Result, _ b: Result) -> Bool {
        (0..<4).allSatisfy { a[$0].bitPattern == b[$0].bitPattern || (a[$0].isNaN && b[$0].isNaN) }
    }
}

/// Joins the two 16-bit halves of an Int32 that a probe returned.
func integer(_ result: InstructionProbe.Result) -> Int32 {
    Int32(result.y) << 16 | Int32(result.x)
}

/// Whether two floats are identical. 0 and −0 differ; all NaNs are identical.
func identical(_ a: Float, _ b: Float) -> Bool { a.bitPattern == b.bitPattern || (a.isNaN && b.isNaN) }
