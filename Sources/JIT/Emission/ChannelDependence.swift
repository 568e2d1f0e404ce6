import KernelLanguage

/// For each register of a program, the components of pictures that its value may depend on, if their alpha is constant.
struct ChannelDependence {
    /// By register: indices of the components. Alpha doesn't count.
    private var components: [Set<Int>]
    private let pictures: Set<Int>

    /// Returns nil if the program's results depend on more than the pixels at the same place, or if it has loops.
    ///
    /// - Parameter pictures: The images that are read only at the current pixel.
    init?(_ program: Program, pictures: Set<Int>) {
        components = Array(repeating: [], count: program.registers.count)
        self.pictures = pictures
        for instruction in program.prologue where !note(instruction, under: []) { return nil }
        guard note(program.body, under: []) else { return nil }
    }

    /// Whether red, green and blue of the result each depend on the same component only, and alpha on none.
    func isSeparable(_ program: Program) -> Bool {
        program.outputs.enumerated().allSatisfy { index, output in
            components[output.index].isSubset(of: index < 3 ? [index] : [])
        }
    }

    /// Returns the images that a program reads at the current pixel.
    static func pictures(of program: Program) -> Set<Int> {
        var images: Set<Int> = []
        program.forEachInstruction { instruction in
            if case .sampleAtDestination(let image) = instruction.opcode { images.insert(image) }
        }
        return images
    }

    /// Whether a program computes with an image's extent or transform.
    static func readsAttributes(_ program: Program) -> Bool {
        var readsAttributes = false
        program.forEachInstruction { instruction in
            if case .samplerAttribute = instruction.opcode { readsAttributes = true }
        }
        return readsAttributes
    }

    /// - Parameter conditions: The components that decide whether the statements are executed.
    private mutating func note(_ list: [Statement], under conditions: Set<Int>) -> Bool {
        for statement in list {
            switch statement {
            case .compute(let instruction):
                guard note(instruction, under: conditions) else { return false }
            case .branch(let condition, let then, let otherwise, _):
                let inner = conditions.union(components[condition.index])
                guard note(then, under: inner), note(otherwise, under: inner) else { return false }
            case .block, .loop, .exit: return false
            }
        }
        return true
    }

    private mutating func note(_ instruction: Instruction, under conditions: Set<Int>) -> Bool {
        let results = instruction.results.map(\.index)
        var sources = conditions
        for operand in instruction.operands { sources.formUnion(components[operand.index]) }
        switch instruction.opcode {
        case .destCoord: return false
        case .sampleAtDestination(let image):
            guard pictures.contains(image) else { return false }
            for (component, result) in results.enumerated() {
                components[result].formUnion(component < 3 ? sources.union([component]) : sources)
            }
            return true
        case .sample(let image), .sampleAtPoint(let image):
            guard !pictures.contains(image) else { return false }
        default: break
        }
        for result in results { components[result].formUnion(sources) }
        return true
    }
}
