import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Testing

/// Random control flow in blocks of pixels, against walking the same program pixel by pixel.
@Suite struct RandomProgramTests {
    @Test(arguments: 0..<12) func agreesWithPixelByPixel(group: UInt64) throws {
        let backend = InterpreterBackend()
        for seed in (group * 10)..<(group * 10 + 10) {
            let program = RandomProgram.make(seed: seed + 1)
            let arguments: [Int32] = [Int32(seed % 5), 3]
            let region = PixelRect(x: 0, y: 0, width: 11, height: 4)
            let output = try render(program, arguments.map { [Float($0)] }, region: region, backend: backend)
            for y in 0..<region.height {
                for x in 0..<region.width {
                    var reference = ScalarReference(program, x: x, y: y, arguments: arguments)
                    let expected = reference.run().map { Float($0) }
                    let result = output[x, y]
                    #expect((0..<4).allSatisfy { result[$0] == expected[$0] }, "seed \(seed + 1), pixel (\(x), \(y))")
                }
            }
        }
    }

    /// The step budget counts the iterations of each pixel. The budget of the slowest pixel is enough, and one step
    /// less isn't.
    @Test func budgetIsExact() throws {
        var looping = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            let program = RandomProgram.make(seed: seed)
            let region = PixelRect(x: 0, y: 0, width: 11, height: 4)
            var most = 0
            for y in 0..<region.height {
                for x in 0..<region.width {
                    var reference = ScalarReference(program, x: x, y: y, arguments: [1, 3])
                    _ = reference.run()
                    most = max(most, reference.steps)
                }
            }
            guard most > 1 else { continue }
            looping += 1
            #expect(throws: Never.self, "seed \(seed)") {
                try render(program, [[1], [3]], region: region, backend: InterpreterBackend(stepBudget: most))
            }
            #expect(throws: KernelRunError.self, "seed \(seed)") {
                try render(program, [[1], [3]], region: region, backend: InterpreterBackend(stepBudget: most - 1))
            }
        }
        #expect(looping > 0, "no program has a loop")
    }
}
