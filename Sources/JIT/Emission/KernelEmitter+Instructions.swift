import KernelLanguage

/// Emission of every instruction, as `Opcode` specifies it.
extension KernelEmitter {
    mutating func write(_ instruction: Instruction) throws(EmissionError) {
        var operands: [CodeValue] = []
        for operand in instruction.operands { operands.append(try read(operand)) }
        let traits = instruction.opcode.traits
        guard operands.count == traits.operandCount, instruction.results.count == traits.resultCount else {
            throw .invalidProgram("\(traits.name) has a wrong number of operands or results")
        }
        if case .sampleAtPoint(let image) = instruction.opcode,
            let color = sampleNeighbour(
                try checked(image), instruction, elsewhere: { $0.sampleAtPoint(image, operands) })
        {
            for (value, register) in zip(colors(color), instruction.results) { try write(value, to: register) }
            return
        }
        let results = try values(of: instruction.opcode, operands)
        for (value, register) in zip(results, instruction.results) { try write(value, to: register) }
        noteDisplacement(instruction, operands)
    }

    private mutating func values(of opcode: Opcode, _ operands: [CodeValue]) throws(EmissionError) -> [CodeValue] {
        switch opcode {
        case .constantFloat(let value): return [uniform(FunctionWriter.float(value), .float)]
        case .constantInt(let value): return [uniform("\(value)", .int)]
        case .constantBool(let value): return [uniform(value ? "true" : "false", .bool)]
        case .argument(let parameter, let component):
            guard program.parameters.indices.contains(parameter),
                (0..<program.parameters[parameter].type.componentCount).contains(component)
            else { throw .invalidProgram("an argument does not exist") }
            return [
                input(
                    .argument(parameter: parameter, component: component), program.parameters[parameter].type.scalarType
                )
            ]
        case .samplerAttribute(let image, let attribute):
            return [input(.attribute(image: try checked(image), attribute), .float)]
        case .move: return operands
        case .destCoord: return destinationCoordinates()
        case .sampleAtDestination(let image): return colors(sampleAtDestination(try checked(image)))
        case .sample(let image): return colors(sample(try checked(image), operands))
        case .sampleAtPoint(let image): return colors(sampleAtPoint(try checked(image), operands))
        case .loadElement(let array): return [loadElement(try checked(array: array), operands[0])]
        case .storeElement(let array):
            guard operands[1].type == program.arrays[try checked(array: array)].type else {
                throw .invalidProgram("a value of a wrong type is stored to an array")
            }
            storeElement(array, operands[0], operands[1])
            return []
        case .select:
            guard operands[1].type == operands[2].type else { throw .invalidProgram("select mixes types") }
            return [select(operands)]
        default:
            let isCalled = tier == .baseline && opcode.isTranscendental
            return [isCalled ? try call(opcode, operands) : try arithmetic(opcode, operands)]
        }
    }

    private func uniform(_ name: String, _ type: ScalarType) -> CodeValue {
        CodeValue(name: name, type: type, isVector: false)
    }

    private func colors(_ names: [String]) -> [CodeValue] {
        names.map { CodeValue(name: $0, type: .float, isVector: true) }
    }

    private func checked(_ image: Int) throws(EmissionError) -> Int {
        guard layout.images.indices.contains(image) else { throw .invalidProgram("image \(image) does not exist") }
        return image
    }

    private func checked(array: Int) throws(EmissionError) -> Int {
        guard program.arrays.indices.contains(array) else { throw .invalidProgram("array \(array) does not exist") }
        return array
    }

    private mutating func input(_ input: KernelFrame.Input, _ type: ScalarType) -> CodeValue {
        let name = writer.field(type == .float ? "float" : "i32", at: frame.offset(of: input), of: "%frame")
        return uniform(type == .bool ? writer.value("icmp ne i32 \(name), 0") : name, type)
    }

    private mutating func destinationCoordinates() -> [CodeValue] {
        let type = writer.vector("double")
        let first = writer.splat(columnCenter, "double")
        let centers = writer.value("fadd \(type) \(first), \(laneDistances)")
        let x = writer.value("fptrunc \(type) \(centers) to \(writer.vector("float"))")
        let y = writer.value("fptrunc double \(rowCenter) to float")
        return [CodeValue(name: x, type: .float, isVector: true), uniform(y, .float)]
    }

    private mutating func select(_ operands: [CodeValue]) -> CodeValue {
        let isVector = operands.contains(where: \.isVector)
        let type = typeText(operands[1].type, isVector: isVector)
        let condition =
            operands[0].isVector ? "\(writer.vector("i1")) \(operands[0].name)" : "i1 \(operands[0].name)"
        let (b, c) =
            isVector ? (vectorName(operands[1]), vectorName(operands[2])) : (operands[1].name, operands[2].name)
        return CodeValue(
            name: writer.value("select \(condition), \(type) \(b), \(type) \(c)"), type: operands[1].type,
            isVector: isVector
        )
    }

    private mutating func arithmetic(_ opcode: Opcode, _ operands: [CodeValue]) throws(EmissionError) -> CodeValue {
        guard let signature = opcode.signature else { throw .unsupportedInstruction("\(opcode)") }
        guard operands.map(\.type) == signature.operands else {
            throw .invalidProgram("\(opcode.traits.name) has operands of wrong types")
        }
        let isVector = operands.contains(where: \.isVector)
        let names = operands.map { isVector ? vectorName($0) : $0.name }
        let code = ScalarEmitter(
            isVector: isVector, hasFusedMultiply: hasFusedMultiply, writer: writer,
            selectsBits: processor.instructions.ordersZeros, instructions: processor.instructions)
        let name = try code.write(opcode, names)
        return CodeValue(name: name, type: signature.results[0], isVector: isVector)
    }
}
