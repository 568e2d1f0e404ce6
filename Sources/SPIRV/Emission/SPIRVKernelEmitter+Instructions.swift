import DeviceKernels
import KernelLanguage

extension SPIRVKernelEmitter {
    /// Writes an instruction.
    mutating func write(_ instruction: Instruction) throws {
        let results = try values(of: instruction)
        for (register, value) in zip(instruction.results, results) { write(value, to: register) }
    }

    private mutating func values(of instruction: Instruction) throws -> [UInt32] {
        let operands = try instruction.operands.map { try read($0) }
        switch instruction.opcode {
        case .constantFloat(let value): return [constant(value)]
        case .constantInt(let value): return [module.constant(value)]
        case .constantBool(let value): return [module.constant(value)]
        case .argument(let parameter, let component):
            return [try input(.argument(parameter: parameter, component: component), of: instruction)]
        case .samplerAttribute(let image, let attribute):
            return [try input(.attribute(image: image, attribute), of: instruction)]
        case .destCoord: return pixelCenter().map { writer.value(.fConvert, module.float, [$0]) }
        case .move: return operands
        case .sampleAtDestination(let image): return channels(sampleAtDestination(image))
        case .sample(let image): return channels(sample(image, operands))
        case .sampleAtPoint(let image): return channels(sampleAtPoint(image, operands))
        case .select:
            let type = program.registers[instruction.results[0].index].type
            if type == .float { return [arithmetic.select(operands[0], operands[1], operands[2])] }
            return [writer.select(self.type(type), operands[0], operands[1], operands[2])]
        case .loadElement(let array):
            return [writer.load(type(program.arrays[array].type), element(array, operands[0]))]
        case .storeElement(let array):
            writer.store(operands[1], to: element(array, operands[0]))
            return []
        default:
            return [try arithmetic.write(instruction.opcode, operands)]
        }
    }

    private var arithmetic: SPIRVArithmetic { SPIRVArithmetic(writer: writer, unknownZero: unknownZero) }

    private func constant(_ value: Float) -> UInt32 {
        guard let unknownZero, value == 0, value.sign == .minus else { return module.constant(value) }
        // The drivers from which operands are hidden don't always tell −0 from 0 when they compile.
        let bits = writer.value(.bitwiseOr, module.int, [module.constant(Int32.min), unknownZero])
        return writer.value(.bitcast, module.float, [bits])
    }

    /// Reads a uniform input.
    private func input(_ input: KernelInput, of instruction: Instruction) throws -> UInt32 {
        guard let offset = block.offset(of: input) else {
            throw SPIRVEmissionError.invalidProgram("the parameter block has no field for \(instruction.opcode)")
        }
        let type = program.registers[instruction.results[0].index].type
        let bits = writer.load(type == .float ? module.float : module.int, at: blockAddress, offset: offset)
        return type == .bool ? writer.test(.iNotEqual, [bits, module.constant(0 as Int32)]) : bits
    }

    /// Writes the centre of the pixel in working space, as doubles.
    func pixelCenter() -> [UInt32] {
        pixel.map { number in
            let start = writer.value(.convertSToF, module.double, [number])
            return writer.arithmetic(.fAdd, module.double, [start, module.constant(0.5 as Double)])
        }
    }

    /// Takes a colour apart.
    private func channels(_ color: UInt32) -> [UInt32] {
        (0..<4).map { writer.value(.compositeExtract, module.float, [color, $0]) }
    }

    /// Writes a pointer to a scalar of an array. The index is clamped to the array's bounds.
    private func element(_ array: Int, _ index: UInt32) -> UInt32 {
        let last = module.constant(Int32(program.arrays[array].count - 1))
        let held = writer.value(.sClamp, module.int, [index, module.constant(0 as Int32), last])
        let pointer = module.pointer(.function, type(program.arrays[array].type))
        return writer.value(.accessChain, pointer, [arrays[array], held])
    }
}
