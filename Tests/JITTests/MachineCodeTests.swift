import JIT
import Testing

@Suite struct MachineCodeTests {
    @Test func compiledCodeRuns() throws {
        let library = try LLVMLibrary.shared.get()
        for processor in [TargetProcessor.current, .level(2), .level(3), .level(4)]
        where processor.lanes <= TargetProcessor.current.lanes {
            let text = GeneratedText.addition(of: "0.5", attributes: processor.functionAttributes)
            let object = try LLVMCompiler(library: library, processor: processor).object(from: text)
            let code = try MachineCode(object: object)
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
}
