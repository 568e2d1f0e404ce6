import KernelLanguage

/// In which ways a program reads one of its images.
struct ImageReading: OptionSet, Hashable, Sendable {
    let rawValue: Int

    /// At the pixel being computed.
    static let atDestination = ImageReading(rawValue: 1)
    /// At points of working space.
    static let atPoints = ImageReading(rawValue: 2)
    /// At points of sampler space, which spans the image's extent.
    static let inSamplerSpace = ImageReading(rawValue: 4)
    /// Its extent or transform.
    static let attributes = ImageReading(rawValue: 8)

    /// Whether another extent of the image changes results even where the pixels are the same.
    var dependsOnExtent: Bool { !isDisjoint(with: [.inSamplerSpace, .attributes]) }
}

extension Program {
    /// How each image parameter is read, in order; a warp kernel's image, which it doesn't see, is read at points.
    var imageReadings: [ImageReading] {
        var result = [ImageReading](repeating: [], count: samplerCount)
        func note(_ instruction: Instruction) {
            switch instruction.opcode {
            case .sampleAtDestination(let image): result[image].insert(.atDestination)
            case .sample(let image): result[image].insert(.inSamplerSpace)
            case .sampleAtPoint(let image): result[image].insert(.atPoints)
            case .samplerAttribute(let image, _): result[image].insert(.attributes)
            default: break
            }
        }
        prologue.forEach(note)
        Statement.forEachInstruction(in: body, note)
        if kind == .warp { result.append(.atPoints) }
        return result
    }

    /// Whether each pixel depends on the same pixel of the images alone, and perhaps on where it is.
    var isPointwise: Bool {
        kind != .warp && freeSampling.isEmpty && imageReadings.allSatisfy { $0.isSubset(of: [.atDestination]) }
    }
}

extension Statement {
    /// Calls `body` with every instruction, in order.
    static func forEachInstruction(in statements: [Statement], _ body: (Instruction) -> Void) {
        for statement in statements {
            switch statement {
            case .compute(let instruction): body(instruction)
            case .branch(_, let then, let otherwise, _):
                forEachInstruction(in: then, body)
                forEachInstruction(in: otherwise, body)
            case .block(_, let list, _), .loop(let list, _): forEachInstruction(in: list, body)
            case .exit: break
            }
        }
    }
}
