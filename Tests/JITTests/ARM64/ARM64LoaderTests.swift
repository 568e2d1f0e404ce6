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
        try code.expectAddition(of: 0.5)
        let names = try relocations(object(text))
        #expect(names.contains("R_AARCH64_ADR_PREL_PG_HI21"), "\(names)")
    }

    /// The C library is out of a call's reach, so calls go through stubs.
    @Test func largeCopiesCallTheLibrary() throws {
        let text = GeneratedText.largeCopies(attributes: TargetProcessor.arm64.functionAttributes)
        #expect(try relocations(object(text)).contains("R_AARCH64_CALL26"))
        try load(text).expectLargeCopies()
    }

    /// A jump table, a table of addresses, and an address that is loaded from a slot.
    @Test func tables() throws {
        let text = GeneratedText.tables(attributes: TargetProcessor.arm64.functionAttributes)
        let names = try relocations(object(text))
        #expect(names.isSuperset(of: ["R_AARCH64_ADR_GOT_PAGE", "R_AARCH64_LD64_GOT_LO12_NC"]), "\(names)")
        #expect(names.contains("R_AARCH64_ABS64"), "\(names)")
        try load(text).expectTables(memcpy: ARM64Runner.shared.get().externalFunctions["memcpy"])
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
