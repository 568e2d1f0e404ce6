import KernelLanguage

/// What a program reads, and how much code it is.
struct ProgramReads {
    /// How one of the images is read.
    struct Image {
        /// At the pixel being computed.
        var isReadAtDestination = false
        /// At points of working space.
        var isReadAtPoints = false
        /// At points of sampler space, or its place is asked for.
        var isReadInSamplerSpace = false

        /// Whether nothing but the pixel being computed is read.
        var isReadAtDestinationOnly: Bool { isReadAtDestination && !isReadAtPoints && !isReadInSamplerSpace }
    }

    /// One for each image parameter.
    private(set) var images: [Image]
    /// Parameters that are numbers and that some instruction reads.
    private(set) var numbers: Set<Int> = []
    /// Whether it asks where the pixel being computed is.
    private(set) var readsDestination = false
    /// Whether there are loops.
    private(set) var hasLoop = false
    /// Instructions, without the ones that run once a pass.
    private(set) var instructionCount = 0
    /// One more than the largest label.
    private(set) var labelCount = 0

    /// Looks through `program`.
    init(_ program: Program) {
        images = Array(repeating: Image(), count: program.samplerCount)
        for instruction in program.prologue { note(instruction) }
        instructionCount = 0
        note(program.body)
    }

    /// Whether any image is read elsewhere than at the pixel being computed.
    var samplesFreely: Bool { images.contains { $0.isReadAtPoints || $0.isReadInSamplerSpace } }

    private mutating func note(_ list: [Statement]) {
        for statement in list {
            switch statement {
            case .compute(let instruction): note(instruction)
            case .branch(_, let then, let otherwise, _):
                instructionCount += 1
                note(then)
                note(otherwise)
            case .block(let label, let body, _):
                labelCount = max(labelCount, label + 1)
                note(body)
            case .loop(let body, _):
                hasLoop = true
                note(body)
            case .exit: instructionCount += 1
            }
        }
    }

    private mutating func note(_ instruction: Instruction) {
        instructionCount += 1
        switch instruction.opcode {
        case .argument(let parameter, _): numbers.insert(parameter)
        case .destCoord: readsDestination = true
        case .sampleAtDestination(let image): images[image].isReadAtDestination = true
        case .sampleAtPoint(let image): images[image].isReadAtPoints = true
        case .sample(let image), .samplerAttribute(let image, _): images[image].isReadInSamplerSpace = true
        default: break
        }
    }
}
