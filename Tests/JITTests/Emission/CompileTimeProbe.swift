import Foundation
import KernelLanguage
import Testing

@testable import JIT

@Suite("probe", .serialized) struct CompileTimeProbe {
    @Test(arguments: ["v = v * 1.0001 + 0.5;", "v = v * 1.0001 + sin(v);", "w = pow(w, s + 1.1);", "w = w * s + s.bgra; if (w.r > 0.5) { w.g = w.b; }"], [50, 200, 400, 1000, 3000])
    func probe(_ line: String, _ count: Int) throws {
        let text = "kernel vec4 k(__sample s) { float v = s.r; vec4 w = s;\n" + String(repeating: line + "\n", count: count) + "return vec4(v) + w; }"
        let program = try kernel(text)
        let expanded = program.expandingTranscendentals()
        if expanded.instructionCount > 60000 { return }
        let clock = ContinuousClock()
        var out = ""
        let e = try clock.measure {
            var emitter = try KernelEmitter(expanded, layout: .init(imageCount: 1), processor: .current)
            out = try emitter.text()
        }
        let library = try LLVMLibrary.open(LLVMLibrary.Location()).get()
        var bytes = 0
        let c = try clock.measure { bytes = try LLVMCompiler(library: library, processor: .current).object(from: out).count }
        print("PROBE \(line) x\(count): ir \(program.instructionCount) expanded \(expanded.instructionCount) text \(out.utf8.count) emit \(e) llvm \(c) object \(bytes)")
    }
}
