import Foundation
import Testing

@testable import JIT

/// Objects for 64-bit ARM that the loader of this module lays out and relocates, run under qemu.
@Suite(.needsCodeGeneration, .needsARM64Runner) struct ARM64LoaderTests {
    private func object(_ text: String, processor: TargetProcessor = .arm64) throws -> [UInt8] {
        try LLVMCompiler(library: try LLVMLibrary.shared.get(), processor: processor).object(from: text)
    }

    private func load(_ text: String, pageSize: Int = 4096) throws -> MachineCode {
        try ARM64Runner.shared.get().load(object(text), pageSize: pageSize)
    }

    private func relocations(_ object: [UInt8]) throws -> Set<String> {
        let file = try ObjectFile(object, for: .arm64)
        return Set(file.relocations.compactMap { file.architecture.relocation($0.kind)?.name })
    }

    /// Products of polynomials are an instruction of ARM's. (x + 1)² is x² + 1, since coefficients have one bit.
    @Test func codeIsThatOfARM64() throws {
        let code = try load(
            """
            declare <8 x i8> @llvm.aarch64.neon.pmul.v8i8(<8 x i8>, <8 x i8>)
            define i32 @kernel(ptr %frame) {
              %a = load <8 x i8>, ptr %frame
              %p = call <8 x i8> @llvm.aarch64.neon.pmul.v8i8(<8 x i8> %a, <8 x i8> %a)
              store <8 x i8> %p, ptr %frame
              ret i32 3
            }
            """)
        var frame: UInt64 = 0x0302_0100_0303_0303
        #expect(try code.function(named: "kernel")(&frame) == 3)
        #expect(frame == 0x0504_0100_0505_0505)
        withExtendedLifetime(code) {}
    }

    /// Constants, on pages of every size that ARM's Linux has.
    @Test(arguments: [4096, 16384, 65536]) func constants(pageSize: Int) throws {
        let text = GeneratedText.addition(of: "0.5", attributes: TargetProcessor.arm64.functionAttributes)
        let code = try load(text, pageSize: pageSize)
        #expect(code.byteCount % pageSize == 0)
        var values = (0..<16).map(Float.init)
        let function = try code.function(named: "kernel")
        let status = values.withUnsafeMutableBytes { function($0.baseAddress!) }
        #expect(status == 7)
        let table: [Float] = [0.5, 2, 3, 4]
        #expect(values == (0..<16).map { Float($0) + table[$0 % 4] })
        let names = try relocations(object(text))
        #expect(names.contains("R_AARCH64_ADR_PREL_PG_HI21"), "\(names)")
        withExtendedLifetime(code) {}
    }

    /// The C library is out of a call's reach, so calls go through stubs.
    @Test func largeCopiesCallTheLibrary() throws {
        let text = """
            declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
            declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
            define i32 @kernel(ptr %frame) {
              %to = getelementptr i8, ptr %frame, i64 5000
              call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %frame, i64 5000, i1 false)
              call void @llvm.memset.p0.i64(ptr %frame, i8 9, i64 4000, i1 false)
              ret i32 0
            }
            """
        #expect(try relocations(object(text)).contains("R_AARCH64_CALL26"))
        let code = try load(text)
        var bytes = (0..<10000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        let function = try code.function(named: "kernel")
        _ = bytes.withUnsafeMutableBytes { function($0.baseAddress!) }
        for index in 0..<5000 {
            let original = UInt8(truncatingIfNeeded: index * 7)
            #expect(bytes[5000 + index] == original)
            #expect(bytes[index] == (index < 4000 ? 9 : original))
        }
        withExtendedLifetime(code) {}
    }

    /// A jump table, a table of addresses, and an address that is loaded from a slot.
    @Test func tables() throws {
        let cases = (0..<12).map { "i32 \($0), label %c\($0)" }.joined(separator: " ")
        let blocks = (0..<12).map { "c\($0):\n  store volatile i32 \($0 * $0 + 3), ptr %frame\n  br label %end" }
            .joined(separator: "\n")
        let text = """
            @functions = internal constant [2 x ptr] [ptr @even, ptr @odd]
            declare ptr @memcpy(ptr, ptr, i64)
            define internal i32 @even(ptr %p) noinline { ret i32 100 }
            define internal i32 @odd(ptr %p) noinline { ret i32 101 }
            define i32 @kernel(ptr %frame) {
            entry:
              %which = load i32, ptr %frame
              switch i32 %which, label %other [ \(cases) ]
            \(blocks)
            other:
              store volatile i32 -1, ptr %frame
              br label %end
            end:
              %index = and i32 %which, 1
              %slot = getelementptr [2 x ptr], ptr @functions, i32 0, i32 %index
              %function = load ptr, ptr %slot
              %result = call i32 %function(ptr %frame)
              %isOther = icmp ugt i32 %which, 11
              %copy = select i1 %isOther, ptr @memcpy, ptr null
              %place = getelementptr i8, ptr %frame, i64 8
              store ptr %copy, ptr %place
              ret i32 %result
            }
            """
        let names = try relocations(object(text))
        #expect(names.isSuperset(of: ["R_AARCH64_ADR_GOT_PAGE", "R_AARCH64_LD64_GOT_LO12_NC"]), "\(names)")
        #expect(names.contains("R_AARCH64_ABS64"), "\(names)")
        let code = try load(text)
        let function = try code.function(named: "kernel")
        let runner = try ARM64Runner.shared.get()
        for which in 0..<14 {
            var frame: (Int64, UInt64) = (Int64(which), 1)
            let result = withUnsafeMutableBytes(of: &frame) { function($0.baseAddress!) }
            #expect(result == 100 + Int32(which % 2))
            #expect(Int32(truncatingIfNeeded: frame.0) == (which < 12 ? Int32(which * which + 3) : -1))
            #expect(frame.1 == (which < 12 ? 0 : runner.externalFunctions["memcpy"]))
        }
        withExtendedLifetime(code) {}
    }

    @Test func otherFunctionsAreNotCalled() throws {
        let text =
            "declare i32 @system(ptr)\ndefine i32 @kernel(ptr %p) {\n  %r = call i32 @system(ptr %p)\n  ret i32 %r\n}"
        let object = try object(text)
        #expect(throws: ObjectFileError.unresolvedSymbol("system")) { try ARM64Runner.shared.get().load(object) }
    }

    @Test func writableDataIsRefused() throws {
        let text = """
            @state = global i32 5
            define i32 @kernel(ptr %p) {
              %r = load i32, ptr @state
              store i32 7, ptr @state
              ret i32 %r
            }
            """
        let object = try object(text)
        #expect(throws: ObjectFileError.unsupported(what: "writable section .data")) {
            try ARM64Runner.shared.get().load(object)
        }
    }

    /// Arguments of every kind reach the function: ten integers, of which ARM passes eight in registers and x86-64 six,
    /// and a double.
    @Test func arguments() throws {
        let code = try load(
            """
            define void @f(ptr %p, i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, i64 %h, i64 %i, double %x) {
              %n = fptosi double %x to i64
            \(["a", "b", "c", "d", "e", "f", "g", "h", "i", "n"].enumerated().map {
                "  %p\($0) = getelementptr i64, ptr %p, i64 \($0)\n  store i64 %\($1), ptr %p\($0)"
            }.joined(separator: "\n"))
              ret void
            }
            """)
        typealias Function =
            @convention(c) (
                UnsafeMutableRawPointer, Int, Int, Int, Int, Int, Int, Int, Int, Int, Double
            ) -> Void
        let function = unsafeBitCast(try code.address(of: "f"), to: Function.self)
        var result = [Int](repeating: 0, count: 10)
        result.withUnsafeMutableBytes { function($0.baseAddress!, 1, -2, 3, 4, 5, 6, 7, 8, -9, 10.5) }
        #expect(result == [1, -2, 3, 4, 5, 6, 7, 8, -9, 10])
        withExtendedLifetime(code) {}
    }

    /// An access without memory is an issue of the test, after which the runner goes on.
    @Test func crashes() throws {
        let code = try load(
            "define i32 @kernel(ptr %p) {\n  store i8 1, ptr inttoptr (i64 4096 to ptr)\n  ret i32 0\n}")
        let function = try code.function(named: "kernel")
        withKnownIssue {
            var frame = 0
            _ = function(&frame)
        } matching: { issue in
            issue.comments.contains { "\($0)".contains("accessed address 1000") }
        }
        try codeIsThatOfARM64()
        withExtendedLifetime(code) {}
    }

    /// Code for another architecture is refused, in both directions.
    @Test func otherArchitecturesAreRefused() throws {
        let text = "define i32 @kernel(ptr %p) {\n  ret i32 1\n}"
        #expect(throws: ObjectFileError.wrongKind) { try MachineCode(object: object(text)) }
        let other = try object(text, processor: .level(2))
        #expect(throws: ObjectFileError.wrongKind) { try ARM64Runner.shared.get().load(other) }
    }
}
