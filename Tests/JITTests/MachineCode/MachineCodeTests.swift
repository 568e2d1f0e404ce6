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
            try code.expectAddition(of: 0.5)
        }
    }

    @Test func largeCopiesMayCallTheLibrary() throws {
        try MachineCode(object: object(GeneratedText.largeCopies())).expectLargeCopies()
    }

    @Test func jumpTablesAndTablesOfAddressesAreLinked() throws {
        let memcpy = ExternalSymbol.address(of: "memcpy").map { UInt64(UInt(bitPattern: $0)) }
        try MachineCode(object: object(GeneratedText.tables())).expectTables(memcpy: memcpy)
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
