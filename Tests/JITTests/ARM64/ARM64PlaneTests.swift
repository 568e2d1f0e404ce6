import ImageGraph
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import JIT

/// Storing planes of luma and chroma in code for 64-bit ARM, against the code for this processor, which the tests of
/// rendering compare with the portable code.
@Suite(.needsCodeGeneration, .needsARM64Runner) struct ARM64PlaneTests {
    private static let shapes: [PlaneFunctions.Shape] = [(8, 1), (10, 64), (12, 1)].flatMap { depth, unit in
        (1...3).flatMap { rows in
            (1...3).flatMap { columns in
                [false, true].map { isInterleaved in
                    PlaneFunctions.Shape(
                        coding: YCbCrCoding(matrix: .bt709, isFullRange: true, bitDepth: depth, storedUnit: unit),
                        rows: rows, columns: columns, isInterleaved: isInterleaved)
                }
            }
        }
    }

    @Test func agrees() throws {
        for (seed, shape) in Self.shapes.enumerated() {
            let functions = try [MachineCodeStore(), ARM64Runner.store].map {
                try OperatorFunctions(store: $0).planes(shape)
            }
            let stored = functions.map { Self.stored($0, shape, seed: UInt64(seed)) }
            #expect(stored[0] == stored[1], "\(shape)")
            #expect(Set(stored[0]).count > 16, "\(shape)")
        }
    }

    /// The bytes that the functions store for random codes, among them such that aren't numbers.
    private static func stored(_ functions: PlaneFunctions, _ shape: PlaneFunctions.Shape, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        let largest = Float(shape.coding.maximumCode)
        let count = 37
        let rows = (0..<2 * shape.rows).map { _ in
            (0..<4 * count).map { _ in
                random.below(8) == 0 ? random.float() : Float(random.below(1 << 16)) / 65535 * largest
            }
        }
        var bytes = [UInt8](repeating: 0xa5, count: 12 * count)
        let pointers = rows.map { row in
            let memory = UnsafeMutablePointer<Float>.allocate(capacity: row.count)
            memory.initialize(from: row, count: row.count)
            return memory
        }
        defer { for pointer in pointers { pointer.deallocate() } }
        let places = pointers.map { UnsafePointer($0) }
        bytes.withUnsafeMutableBytes { target in
            functions.luma(places[0], target.baseAddress!, 2 * count)
            functions.chroma(
                places, target.baseAddress! + 4 * count, target.baseAddress! + 8 * count, count)
        }
        return bytes
    }
}
