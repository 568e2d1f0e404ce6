import ImageGraph
import Interpreter
import KernelLanguage

extension FuzzTarget {
    /// The whole compiler front end.
    static let kernelText = FuzzTarget(name: "kernel-text", longestInput: 2048, changesPerSeed: 100) { bytes in
        let source = KernelSource(text: String(decoding: bytes, as: UTF8.self), file: "fuzzed.cikernel")
        let result = KernelCompiler.compile(source, limits: .fuzzed)
        try FuzzFinding.expectPrintable(result.rendered, lines: true)
        for diagnostic in result.diagnostics {
            let (start, end) = (diagnostic.span.start, diagnostic.span.end)
            try FuzzFinding.expect(
                0 <= start && start <= end && end <= source.text.utf8.count,
                "'\(diagnostic.message)' points to \(start)..<\(end) of \(source.text.utf8.count) bytes")
            try FuzzFinding.expect(
                !diagnostic.message.contains("the compiler produced an invalid program"), diagnostic.message)
        }
        guard result.succeeded else { return }
        for program in result.kernels {
            _ = program.dump
            do {
                _ = try InterpreterBackend().prepare(program)
            } catch InterpreterError.invalidProgram(_, _, let reason) {
                throw FuzzFinding("the interpreter finds the program invalid: \(reason)")
            } catch {
                // The program needs too much memory or is nested too deeply, which the error says.
            }
        }
    }
}

extension KernelLimits {
    /// Lower limits than the standard ones, so that the fuzzer's runs are short. The limits themselves are tested
    /// elsewhere.
    static var fuzzed: KernelLimits {
        var limits = KernelLimits.standard
        (limits.tokens, limits.instructions) = (20_000, 5000)
        return limits
    }
}
