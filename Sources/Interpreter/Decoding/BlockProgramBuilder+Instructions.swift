import KernelLanguage

extension BlockProgramBuilder {
    /// Decodes one instruction.
    mutating func decode(_ instruction: Instruction) throws {
        let (opcode, results) = (instruction.opcode, instruction.results)
        switch opcode {
        case .constantFloat(let value): try copy(constant(value.bitPattern), to: results[0])
        case .constantInt(let value): try copy(constant(UInt32(bitPattern: value)), to: results[0])
        case .constantBool(let value): try copy(constant(value ? .max : 0), to: results[0])
        case .argument(let parameter, let component):
            try copy(argument(parameter: parameter, component: component), to: results[0])
        case .samplerAttribute(let image, let attribute):
            try copy(self.attribute(image: image, attribute), to: results[0])
        case .move:
            let source = try place(reading: instruction.operands[0])
            try copy(source, to: results[0], isAlias: false)
        case .destCoord, .sampleAtDestination, .loadElement, .storeElement:
            try computeVarying(opcode, try instruction.operands.map { try place(reading: $0) }, to: results)
        default:
            let operands = try instruction.operands.map { try place(reading: $0) }
            if operands.allSatisfy({ $0 < 0 }) {
                try computeUniform(opcode, operands, to: results)
            } else {
                try computeVarying(opcode, operands, to: results)
            }
        }
    }

    private mutating func argument(parameter: Int, component: Int) -> Place {
        if let place = arguments[[parameter, component]] { return place }
        let place = uniformPlace()
        arguments[[parameter, component]] = place
        return place
    }

    private mutating func attribute(image: Int, _ attribute: SamplerAttribute) -> Place {
        let key = AttributeKey(image: image, attribute: attribute)
        if let place = attributes[key] { return place }
        let place = uniformPlace()
        attributes[key] = place
        return place
    }

    /// Copies the value at `source` to a register. A temporary may become an alias of `source`, unless the value there
    /// can change.
    private mutating func copy(_ source: Place, to register: Register, isAlias: Bool = true) throws {
        if isAlias, source < 0, places[register.index] == nil, !maskedWrites.isMasked[register.index] {
            places[register.index] = source
            return
        }
        let target = place(writing: register)
        if target < 0 {
            guard source < 0 else { throw invalid("uniform register \(register.index) gets a varying value") }
            emit(.compute(.move), [source], to: [target])
        } else if isVarying, maskedWrites.isMasked[register.index] {
            usesStates = true
            emit(source < 0 ? .broadcastActive : .moveActive, [source], to: [target])
        } else {
            emit(source < 0 ? .broadcast : .compute(.move), [source], to: [target])
        }
    }

    /// Computes a value once for all pixels. A varying temporary becomes a copy or an alias of the uniform value.
    private mutating func computeUniform(_ opcode: Opcode, _ operands: [Place], to results: [Register]) throws {
        let targets = results.map { register in
            program.registers[register.index].isUniform ? place(writing: register) : uniformPlace()
        }
        emit(.compute(opcode), operands, to: targets)
        for (register, target) in zip(results, targets) where !program.registers[register.index].isUniform {
            try copy(target, to: register)
        }
    }

    private mutating func computeVarying(_ opcode: Opcode, _ operands: [Place], to results: [Register]) throws {
        guard !inPrologue else { throw invalid("the prologue computes a varying value") }
        var operands = operands
        if case .sample = opcode {
            // The interpreter has no code for a mix of uniform and varying coordinates.
            for index in operands.indices where operands[index] < 0 {
                let copy = lifetimes.add(isVariable: false)
                emit(.broadcast, [operands[index]], to: [copy])
                operands[index] = copy
            }
        }
        var copies: [(from: Place, to: Register)] = []
        var targets: [Place] = []
        for register in results {
            guard !program.registers[register.index].isUniform else {
                throw invalid("uniform register \(register.index) gets a varying value")
            }
            if isVarying, maskedWrites.isMasked[register.index] {
                let temporary = lifetimes.add(isVariable: false)
                copies.append((temporary, register))
                targets.append(temporary)
            } else {
                targets.append(place(writing: register))
            }
        }
        let index = emit(.compute(opcode), operands, to: targets)
        if case .storeElement = opcode, isVarying {
            usesStates = true
            body[index].shape.insert(.activeOnly)
        }
        for (source, register) in copies { try copy(source, to: register) }
    }
}
