import Foundation
import KernelLanguage

extension FuzzTarget {
    /// Kernel text. If it compiles, both backends must give bit-identical results.
    static let kernelBackends = FuzzTarget(name: "kernel-backends", longestInput: 1024, changesPerSeed: 3) { bytes in
        let result = KernelCompiler.compile(
            KernelSource(text: String(decoding: bytes, as: UTF8.self), file: "fuzzed.cikernel"), limits: .fuzzed)
        for program in result.kernels.prefix(1) where program.kind != .warp {
            try BackendComparison.compare(program, choices: ByteChoices(bytes.reversed()))
        }
    }

    /// Generated kernels, which are valid by construction. Both backends must give bit-identical results.
    static let kernelPrograms = FuzzTarget(name: "kernel-programs", longestInput: 512, changesPerSeed: 10) { bytes in
        let text = KernelTextMaker.text(from: ByteChoices(bytes))
        let result = KernelCompiler.compile(KernelSource(text: text, file: "made.cikernel"), limits: .fuzzed)
        // A generated kernel may still exceed the compiler's limits.
        let isOverLimit = result.diagnostics.contains { $0.message.contains("allowed") || $0.message.contains("limit") }
        guard let program = result.kernels.first else {
            return try FuzzFinding.expect(isOverLimit, "a correct kernel is refused:\n\(text)\n\(result.rendered)")
        }
        try BackendComparison.compare(program, choices: ByteChoices(bytes.reversed()))
    }
}
