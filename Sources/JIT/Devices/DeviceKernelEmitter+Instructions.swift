import DeviceKernels
import KernelLanguage

/// Emission of every instruction, as `Opcode` specifies it.
extension DeviceKernelEmitter {
    mutating func write(_ instruction: Instruction) throws(EmissionError) {
        var operands: [CodeValue] = []
        for operand in instruction.operands { operands.append(try read(operand)) }
        let traits = instruction.opcode.traits
        guard operands.count == traits.operandCount, instruction.results.count == traits.resultCount else {
            throw .invalidProgram("\(traits.name) has a wrong number of operands or results")
        }
        let results = try values(of: instruction.opcode, operands)
        for (value, register) in zip(results, instruction.results) { try write(value, to: register) }
    }

    private mutating func values(of opcode: Opcode, _ operands: [CodeValue]) throws(EmissionError) -> [CodeValue] {
        switch opcode {
        case .constantFloat(let value): return [scalar(FunctionWriter.float(value), .float)]
        case .constantInt(let value): return [scalar("\(value)", .int)]
        case .constantBool(let value): return [scalar(value ? "true" : "false", .bool)]
        case .argument(let parameter, let component):
            guard program.parameters.indices.contains(parameter),
                (0..<program.parameters[parameter].type.componentCount).contains(component)
            else { throw .invalidProgram("an argument does not exist") }
            return [try input(opcode, program.parameters[parameter].type.scalarType)]
        case .samplerAttribute(let image, _):
            _ = try checked(image)
            return [try input(opcode, .float)]
        case .move: return operands
        case .destCoord: return [columnCenter, rowCenter].map { scalar(single($0), .float) }
        case .sampleAtDestination(let image): return components(sampleAtDestination(try checked(image)))
        case .sample(let image): return components(sample(try checked(image), operands))
        case .sampleAtPoint(let image): return components(sampleAtPoint(try checked(image), operands))
        case .loadElement(let array): return [loadElement(try checked(array: array), operands[0])]
        case .storeElement(let array):
            guard operands[1].type == program.arrays[try checked(array: array)].type else {
                throw .invalidProgram("a value of a wrong type is stored to an array")
            }
            storeElement(array, operands[0], operands[1])
            return []
        case .select: return [try select(operands)]
        default: return [try arithmetic(opcode, operands)]
        }
    }

    private func scalar(_ name: String, _ type: ScalarType) -> CodeValue {
        CodeValue(name: name, type: type, isVector: false)
    }

    private func single(_ double: String) -> String { writer.value("fptrunc double \(double) to float") }

    /// Extracts the four components of a colour.
    private func components(_ color: String) -> [CodeValue] {
        (0..<4).map { scalar(writer.value("extractelement <4 x float> \(color), i64 \($0)"), .float) }
    }

    private func checked(_ image: Int) throws(EmissionError) -> Int {
        guard layout.images.indices.contains(image) else { throw .invalidProgram("image \(image) does not exist") }
        return image
    }

    private func checked(array: Int) throws(EmissionError) -> Int {
        guard program.arrays.indices.contains(array) else { throw .invalidProgram("array \(array) does not exist") }
        return array
    }

    private func input(_ opcode: Opcode, _ type: ScalarType) throws(EmissionError) -> CodeValue {
        guard let offset = KernelInput(opcode).flatMap({ block.offset(of: $0) }) else {
            throw .invalidProgram("\(opcode) is not in the parameter block")
        }
        let name = writer.blockField(type == .float ? "float" : "i32", at: offset, of: "%block")
        return scalar(type == .bool ? writer.value("icmp ne i32 \(name), 0") : name, type)
    }

    private func select(_ operands: [CodeValue]) throws(EmissionError) -> CodeValue {
        guard operands[0].type == .bool, operands[1].type == operands[2].type else {
            throw .invalidProgram("select mixes types")
        }
        let type = operands[1].type
        return scalar(
            arithmetic.select(operands[0].name, operands[1].name, operands[2].name, typeText(type)), type)
    }

    private func arithmetic(_ opcode: Opcode, _ operands: [CodeValue]) throws(EmissionError) -> CodeValue {
        guard let signature = opcode.signature else { throw .unsupportedInstruction("\(opcode)") }
        guard operands.map(\.type) == signature.operands else {
            throw .invalidProgram("\(opcode.traits.name) has operands of wrong types")
        }
        return scalar(try arithmetic.write(opcode, operands.map(\.name)), signature.results[0])
    }

    private var arithmetic: ScalarEmitter {
        ScalarEmitter(isVector: false, hasFusedMultiply: true, writer: writer, selectsBits: true)
    }
}
