import ImageGraph
import Interpreter
import JIT
import KernelTestSupport
import Pixels
import TestSupport
import Testing

@testable import Rendering

/// The generated code that interpolates codes, against the portable code, at every length up to several vectors.
@Suite("Codes interpolated by generated code")
struct CodeInterpolationTests {
    private static let coding = YCbCrCoding(matrix: .bt709, isFullRange: true)

    /// Memory for floats, with some before and behind those that are computed.
    private final class Floats {
        let start: UnsafeMutablePointer<Float>
        private let memory: UnsafeMutablePointer<Float>
        private let count: Int

        init(_ value: (Int) -> Float) {
            count = 240
            memory = .allocate(capacity: count)
            for index in 0..<count { (memory + index).initialize(to: value(index)) }
            start = memory + 8
        }

        deinit { memory.deallocate() }

        var bits: [UInt32] { (0..<count).map { memory[$0].bitPattern } }
    }

    @Test("equals the portable code in every bit") func agrees() throws {
        let backend = JITBackend(interpreter: InterpreterBackend())
        guard backend.compiles else { return }
        let shape = PlaneFunctions.Shape(coding: Self.coding, rows: 1, columns: 1, isInterleaved: true)
        let functions = try #require(backend.planeFunctions(shape))
        let (generated, portable) = (CodeInterpolation(functions), CodeInterpolation(nil))
        let storing = CodeStoring<UInt8>(Self.coding, functions)
        var random = SeededGenerator(seed: 23)
        let rows = (0..<5).map { _ in Floats { _ in Float(random.below(300)) - 20 + Float(random.below(16)) / 16 } }
        let place = CodeInterpolation.Rows(
            a: UnsafePointer(rows[0].start), b: UnsafePointer(rows[1].start), c: UnsafePointer(rows[2].start),
            d: UnsafePointer(rows[3].start), e: UnsafePointer(rows[4].start))
        let weights = SIMD8<Float>(-0.03125, 0.25, 0.5, 0.3125, -0.03125, 0, 0, 0)
        for count in 1...70 {
            func results(_ interpolation: CodeInterpolation) -> [[UInt32]] {
                let (middle, sum) = (Floats { _ in -1 }, Floats { _ in -1 })
                interpolation.middle(place, to: middle.start, count)
                interpolation.sum(place, weights, to: sum.start, count)
                return [middle.bits, sum.bits]
            }
            #expect(results(generated) == results(portable), "\(count) values")
            var (one, other) = ([UInt8](repeating: 0xa5, count: 160), [UInt8](repeating: 0xa5, count: 160))
            let line = Floats { _ in 0 }
            portable.interleave(place.c, to: line.start, count)
            one.withUnsafeMutableBufferPointer {
                guard let target = $0.baseAddress else { return }
                #expect(generated.storeLuma(place.c, to: target, count))
            }
            other.withUnsafeMutableBufferPointer {
                guard let target = $0.baseAddress else { return }
                storing.storeLuma(line.start, count: 2 * count, to: target)
            }
            #expect(one == other && Set(one).count > min(count, 20), "\(count) values of luma")
        }
    }
}
