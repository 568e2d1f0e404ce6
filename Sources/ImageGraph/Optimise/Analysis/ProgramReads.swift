import KernelLanguage

/// The values that a program reads, and the size of its code.
struct ProgramReads {
    /// How a program reads one of its images.
    struct Image {
        /// Whether the image is read at the pixel being computed.
        var isReadAtDestination = false
        /// Whether the image is read at points of working space.
        var isReadAtPoints = false
        /// Whether the image is read at points of sampler space, or its extent or transform is read.
        var isReadInSamplerSpace = false

        /// Whether the image is read only at the pixel being computed.
        var isReadAtDestinationOnly: Bool { isReadAtDestination && !isReadAtPoints && !isReadInSamplerSpace }
    }

    /// One element for each image parameter.
    private(set) var images: [Image]
    /// Indices of the parameters other than images that an instruction reads.
    private(set) var numbers: Set<Int> = []
    /// Whether the program reads the position of the pixel being computed.
    private(set) var readsDestination = false
    /// Whether the program contains a loop.
    private(set) var hasLoop = false
    /// Number of instructions, not counting those that run once per pass.
    private(set) var instructionCount = 0
    /// The largest label plus one.
    private(set) var labelCount = 0

    /// Analyses `program`.
    init(_ program: Program) {
        images = Array(repeating: Image(), count: program.samplerCount)
        for instruction in program.prologue { note(instruction) }
        instructionCount = 0
        note(program.body)
    }

    /// Whether any image is read at other places than the pixel being computed.
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
