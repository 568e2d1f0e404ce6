import Dispatch
import Foundation
import ImageGraph
import Interpreter
import JIT
import KernelLanguage
import Pixels

/// The time of compiling kernels to machine code, without a cache.
struct CompilationCost {
    private struct Line: Encodable {
        let kernel: String
        let instructions: Int
        let milliseconds: Double
    }

    /// Prints the median time of each kernel, after the first compilation, which also loads LLVM.
    func print(rounds: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for kernel in try KernelBenchmark.all() {
            let times = try (0...rounds).map { _ in try milliseconds(kernel.program) }.dropFirst().sorted()
            let line = Line(
                kernel: kernel.name, instructions: kernel.program.instructionCount,
                milliseconds: times[times.count / 2])
            FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
        }
    }

    /// Compiles a kernel that reads and writes 8-bit pixels.
    private func milliseconds(_ program: Program) throws -> Double {
        let backend = JITBackend(interpreter: InterpreterBackend(), store: MachineCodeStore(capacity: 4))
        let image = ImageLayout(format: .RGBA8, interpolation: .linear, wrap: .transparent, isAligned: true)
        let layout = KernelLayout(images: Array(repeating: image, count: program.samplerCount), output: .RGBA8)
        let start = DispatchTime.now().uptimeNanoseconds
        _ = try backend.prepare(program, layout: layout)
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }
}
