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
        /// Time until the kernel can run.
        let milliseconds: Double
        /// Time of generating optimised code, which replaces the first.
        let optimizedMilliseconds: Double
    }

    /// Prints the median times of each kernel, after the first compilation, which also loads LLVM.
    func print(rounds: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for kernel in try KernelBenchmark.all() {
            let program = kernel.program
            let line = Line(
                kernel: kernel.name, instructions: program.instructionCount,
                milliseconds: try median(of: rounds) { try milliseconds(program, .tiered) },
                optimizedMilliseconds: try median(of: rounds) { try milliseconds(program, .immediate) })
            FileHandle.standardOutput.write(try encoder.encode(line) + Data("\n".utf8))
        }
    }

    private func median(of rounds: Int, _ time: () throws -> Double) rethrows -> Double {
        try (0...rounds).map { _ in try time() }.dropFirst().sorted()[rounds / 2]
    }

    /// Compiles a kernel that reads and writes 8-bit pixels.
    private func milliseconds(_ program: Program, _ compilation: JITBackend.Compilation) throws -> Double {
        let store = MachineCodeStore(capacity: 4)
        let backend = JITBackend(interpreter: InterpreterBackend(), compilation: compilation, store: store)
        let image = ImageLayout(format: .RGBA8, interpolation: .linear, wrap: .transparent, isAligned: true)
        let layout = KernelLayout(images: Array(repeating: image, count: program.samplerCount), output: .RGBA8)
        let start = DispatchTime.now().uptimeNanoseconds
        _ = try backend.prepare(program, layout: layout)
        let end = DispatchTime.now().uptimeNanoseconds
        // This waits for code that is being generated on another thread.
        _ = try JITBackend(interpreter: InterpreterBackend(), store: store).prepare(program, layout: layout)
        return Double(end - start) / 1e6
    }
}
