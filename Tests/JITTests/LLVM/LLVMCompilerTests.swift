import Foundation
import JIT
import TestSupport
import Testing

@Suite(.needsCodeGeneration) struct LLVMCompilerTests {
    private func compiler() throws -> LLVMCompiler { LLVMCompiler(library: try LLVMLibrary.shared.get()) }

    @Test func versionIsOneThatWeKnow() throws {
        let version = try LLVMLibrary.shared.get().version
        let major = try #require(version.split(separator: ".").first.flatMap { Int($0) })
        #expect(major >= 18)
    }

    @Test func textThatIsNoCodeIsRejectedWithItsPlace() throws {
        let error = #expect(throws: CompilationError.self) {
            try compiler().object(from: "define i32 @kernel(ptr %p {\n}")
        }
        guard case .rejected(let message)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.contains("kernel:1:"))
        #expect(throws: CompilationError.self) { try compiler().object(from: "\0\u{ff}nonsense") }
    }

    @Test func codeThatBreaksTheRulesIsRejected() throws {
        // Parses, but a value is used where it does not dominate.
        let text = """
            define i32 @kernel(ptr %p) {
            entry:
              br i1 undef, label %a, label %b
            a:
              %x = add i32 1, 2
              br label %b
            b:
              ret i32 %x
            }
            """
        let error = #expect(throws: CompilationError.self) { try compiler().object(from: text) }
        guard case .rejected(let message)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.contains("dominate"))
    }

    @Test func aWrongPipelineIsAnError() throws {
        let compiler = LLVMCompiler(library: try LLVMLibrary.shared.get(), passes: "function(no-such-pass)")
        let error = #expect(throws: CompilationError.self) { try compiler.object(from: GeneratedText.addition()) }
        guard case .failed(let message)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.contains("no-such-pass"))
    }

    @Test func aMissingLibraryIsAnError() {
        let refused = LLVMLibrary.open(.named("/nowhere/libLLVM.so"), addressSpace: 4 << 20)
        guard case .failure(.addressSpaceMissing(left: 4_194_304, _)) = refused else {
            Issue.record("\(refused)")
            return
        }
        let missing = LLVMLibrary.open(.named("/nowhere/libLLVM.so"))
        guard case .failure(.libraryMissing(["/nowhere/libLLVM.so"], let reason)) = missing else {
            Issue.record("\(missing)")
            return
        }
        #expect(reason.contains("/nowhere/libLLVM.so"))
        guard case .failure(.switchedOff) = LLVMLibrary.open(.none) else {
            Issue.record("no library was asked for")
            return
        }
        // A library that is something else.
        guard case .failure(.functionMissing("libc.so.6", _)) = LLVMLibrary.open(.named("libc.so.6")) else {
            Issue.record("the C library is not LLVM")
            return
        }
    }

    @Test func theEnvironmentSaysWhereLLVMIs() {
        #expect(LLVMLibrary.Location(environment: [:]) == .standard)
        #expect(LLVMLibrary.Location(environment: ["COREIMAGE_LLVM": ""]) == .standard)
        #expect(LLVMLibrary.Location(environment: ["COREIMAGE_LLVM": "none"]) == .none)
        #expect(LLVMLibrary.Location(environment: ["COREIMAGE_LLVM": "/opt/l.so"]) == .named("/opt/l.so"))
    }

    @Test func manyThreadsCompileAtOnce() throws {
        let compiler = try compiler()
        let expected = try (0..<4).map { try compiler.object(from: GeneratedText.addition(of: "\($0).5")) }
        let log = ReportLog()
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            let object = try? compiler.object(from: GeneratedText.addition(of: "\(index % 4).5"))
            if object != expected[index % 4] { log.add("\(index)") }
        }
        #expect(log.lines == [])
    }
}
