import ImageGraph
import KernelLanguage

/// Transcendental functions in baseline code.
///
/// Optimised code contains their instructions wherever the program has one. In baseline code each is a function, since
/// the time of generating code depends on the number of instructions.
extension KernelEmitter {
    /// Emits a call of a transcendental function. Defines it if necessary.
    mutating func call(_ opcode: Opcode, _ operands: [CodeValue]) throws(EmissionError) -> CodeValue {
        guard operands.allSatisfy({ $0.type == .float }) else {
            throw .invalidProgram("\(opcode.traits.name) has operands of wrong types")
        }
        let name = "function_\(opcode.traits.name)"
        if functions[name] == nil {
            var emitter = try KernelEmitter(
                .transcendental(opcode), layout: KernelLayout(imageCount: 1), processor: processor, tier: .baseline)
            functions[name] = try emitter.definition(ofFunction: name)
            declarations.formUnion(emitter.writer.declarations)
        }
        let type = writer.vector("float")
        let names = operands.map { vectorName($0) }
        // Functions of one operand ignore the second one.
        let arguments = "\(type) \(names[0]), \(type) \(names.count > 1 ? names[1] : "poison")"
        return CodeValue(name: writer.value("call \(type) @\(name)(\(arguments))"), type: .float, isVector: true)
    }

    /// Emits this program as a function, whose parameters take the place of the image's colour.
    private mutating func definition(ofFunction name: String) throws(EmissionError) -> String {
        let parameters = ["%a", "%b"]
        let type = writer.vector("float")
        for instruction in program.prologue { try write(instruction) }
        for statement in program.body {
            guard case .compute(let instruction) = statement else { continue }
            if case .sampleAtDestination = instruction.opcode {
                for (register, parameter) in zip(instruction.results, parameters) {
                    values[register.index] = CodeValue(name: parameter, type: .float, isVector: true)
                }
            } else {
                try write(instruction)
            }
        }
        let result = vectorName(try read(program.outputs[0]))
        writer.end("ret \(type) \(result)")
        let list = parameters.map { "\(type) \($0)" }.joined(separator: ", ")
        return "define internal \(type) @\(name)(\(list)) #1 {\n" + writer.text + "}\n"
    }
}
