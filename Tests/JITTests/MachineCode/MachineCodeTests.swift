import Foundation
import Testing

@testable import JIT

@Suite(.needsCodeGeneration) struct MachineCodeTests {
    private func object(_ text: String) throws -> [UInt8] {
        try LLVMCompiler(library: try LLVMLibrary.shared.get()).object(from: text)
    }

    private func define(_ body: String, before: String = "") -> String {
        """
        \(before)
        define i32 @kernel(ptr %frame) #0 {
        \(body)
        }
        attributes #0 = { \(TargetProcessor.current.functionAttributes) }
        """
    }

    @Test func compiledCodeRunsForEveryWidth() throws {
        for processor in [TargetProcessor.current, .level(2), .level(3), .level(4)]
        where processor.architecture == Architecture.current
            && processor.registerLanes <= TargetProcessor.current.registerLanes
        {
            let text = GeneratedText.addition(of: "0.5", attributes: processor.functionAttributes)
            let compiler = LLVMCompiler(library: try LLVMLibrary.shared.get(), processor: processor)
            let code = try MachineCode(object: compiler.object(from: text))
            #expect(code.functionNames.contains("kernel"))
            let function = try code.function(named: "kernel")
            var values = (0..<16).map(Float.init)
            let status = values.withUnsafeMutableBytes { function($0.baseAddress!) }
            #expect(status == 7)
            let table: [Float] = [0.5, 2, 3, 4]
            #expect(values == (0..<16).map { Float($0) + table[$0 % 4] })
            withExtendedLifetime(code) {}
        }
    }

    @Test func largeCopiesMayCallTheLibrary() throws {
        let text = define(
            """
              %to = getelementptr i8, ptr %frame, i64 5000
              call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %frame, i64 5000, i1 false)
              call void @llvm.memset.p0.i64(ptr %frame, i8 9, i64 4000, i1 false)
              ret i32 0
            """,
            before: """
                declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
                declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
                """)
        let code = try MachineCode(object: object(text))
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

    @Test func jumpTablesAndTablesOfAddressesAreLinked() throws {
        let cases = (0..<12).map { "i32 \($0), label %c\($0)" }.joined(separator: " ")
        let blocks = (0..<12).map {
            "c\($0):\n  store volatile i32 \($0 * $0 + 3), ptr %frame\n  br label %end"
        }.joined(separator: "\n")
        let text = define(
            """
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
              ret i32 %result
            """,
            before: """
                @functions = internal constant [2 x ptr] [ptr @even, ptr @odd]
                define internal i32 @even(ptr %p) noinline { ret i32 100 }
                define internal i32 @odd(ptr %p) noinline { ret i32 101 }
                """)
        let code = try MachineCode(object: object(text))
        let function = try code.function(named: "kernel")
        for which in 0..<14 {
            var value = Int32(which)
            let result = withUnsafeMutableBytes(of: &value) { function($0.baseAddress!) }
            #expect(result == 100 + Int32(which % 2))
            #expect(value == (which < 12 ? Int32(which * which + 3) : -1))
        }
        withExtendedLifetime(code) {}
    }

    @Test func otherFunctionsAreNotCalled() throws {
        let text = define(
            "  %r = call i32 @system(ptr %frame)\n  ret i32 %r", before: "declare i32 @system(ptr)")
        let object = try object(text)
        #expect(throws: ObjectFileError.unresolvedSymbol("system")) { try MachineCode(object: object) }
    }

    @Test func writableDataIsRefused() throws {
        let text = define(
            "  %r = load i32, ptr @state\n  store i32 7, ptr @state\n  ret i32 %r", before: "@state = global i32 5")
        let object = try object(text)
        #expect(throws: ObjectFileError.unsupported(what: "writable section .data")) { try MachineCode(object: object) }
    }

    @Test func aFunctionThatIsNotThereIsAnError() throws {
        let code = try MachineCode(object: object(GeneratedText.addition()))
        #expect(throws: ObjectFileError.functionMissing("colonel")) { try code.function(named: "colonel") }
    }

    @Test func pagesAreNeverWritableAndExecutable() throws {
        let code = try MachineCode(object: object(GeneratedText.addition()))
        let address = UInt(bitPattern: try code.address(of: "kernel"))
        let file = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
        let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        var found = false
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ")
            let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard bounds.count == 2, bounds[0] <= address, address < bounds[1] else { continue }
            found = true
            #expect(fields[1].hasPrefix("r-x"))
        }
        #expect(found)
        withExtendedLifetime(code) {}
    }
}
