import KernelLanguage

/// Rewrites the code of a program for another program that contains it.
struct ProgramRenaming {
    /// Added to the indices of registers.
    var registerOffset = 0
    /// Added to the indices of arrays.
    var arrayOffset = 0
    /// Added to labels.
    var labelOffset = 0
    /// New index of each parameter; nil for images that `results` replace.
    var parameters: [Int?]
    /// New index of each image; nil for images that `results` replace.
    var images: [Int?]
    /// The registers that replace the pixel read from a replaced image.
    var results: [Register] = []
    /// The registers that replace the coordinates of the pixel being computed; nil to keep `destCoord`.
    var destination: [Register]?
    /// The source span of the rewritten code; nil to keep the original spans.
    var span: SourceSpan?

    func register(_ register: Register) -> Register { Register(register.index + registerOffset) }

    func statements(_ list: [Statement]) -> [Statement] {
        var result: [Statement] = []
        result.reserveCapacity(list.count)
        for statement in list {
            switch statement {
            case .compute(let instruction): instructions(instruction) { result.append(.compute($0)) }
            case .branch(let condition, let then, let otherwise, let span):
                result.append(
                    .branch(
                        condition: register(condition), then: statements(then), otherwise: statements(otherwise),
                        span: self.span ?? span))
            case .block(let label, let body, let span):
                result.append(.block(label: label + labelOffset, body: statements(body), span: self.span ?? span))
            case .loop(let body, let span): result.append(.loop(body: statements(body), span: self.span ?? span))
            case .exit(let label, let span):
                result.append(.exit(label: label + labelOffset, span: self.span ?? span))
            }
        }
        return result
    }

    func instructions(_ list: [Instruction]) -> [Instruction] {
        var result: [Instruction] = []
        result.reserveCapacity(list.count)
        for instruction in list { instructions(instruction) { result.append($0) } }
        return result
    }

    /// Calls `emit` with the instructions that replace one instruction.
    private func instructions(_ instruction: Instruction, _ emit: (Instruction) -> Void) {
        var instruction = instruction
        for index in instruction.operands.indices {
            instruction.operands[index] = register(instruction.operands[index])
        }
        for index in instruction.results.indices { instruction.results[index] = register(instruction.results[index]) }
        if let span { instruction.span = span }
        func move(_ values: [Register]) {
            for (value, result) in zip(values, instruction.results) {
                emit(Instruction(.move, [value], to: [result], span: instruction.span))
            }
        }
        switch instruction.opcode {
        case .destCoord:
            if let destination { return move(destination) }
        case .argument(let parameter, let component):
            instruction.opcode = .argument(parameter: parameters[parameter] ?? parameter, component: component)
        case .sampleAtDestination(let image):
            guard let new = images[image] else { return move(results) }
            instruction.opcode = .sampleAtDestination(image: new)
        case .sample(let image): instruction.opcode = .sample(image: images[image] ?? image)
        case .sampleAtPoint(let image): instruction.opcode = .sampleAtPoint(image: images[image] ?? image)
        case .samplerAttribute(let image, let attribute):
            instruction.opcode = .samplerAttribute(image: images[image] ?? image, attribute)
        case .loadElement(let array): instruction.opcode = .loadElement(array: array + arrayOffset)
        case .storeElement(let array): instruction.opcode = .storeElement(array: array + arrayOffset)
        default: break
        }
        emit(instruction)
    }
}
