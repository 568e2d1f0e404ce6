import ImageGraph
import KernelLanguage
import Pixels

/// The property of a kernel that its results for opaque pixels of an 8-bit picture can be looked up in tables.
///
/// For opaque pixels, red, green and blue of the result each depend on the same component of the picture only, and
/// alpha is constant. Then 256 entries for each component contain all results. The kernel computes them itself, from a
/// picture with 256 gray pixels, so looking them up gives the same bytes.
struct ChannelTables {
    /// The index of the picture among the images. The kernel reads it only at the current pixel.
    let picture: Int
    /// Whether the entries depend on the kernel's arguments only, and not on another image or on the picture's place
    /// and size.
    let dependOnArgumentsOnly: Bool

    /// Number of entries for each component.
    static let entryCount = 256
    /// Size of the tables: one after the other in the order of the pixel's bytes, each with one byte for each entry.
    static let byteCount = 4 * entryCount
    /// Minimum number of pixels for which computing the entries is worthwhile.
    static let minimumPixels = 8 * entryCount
    /// Minimum number of instructions of a kernel that is slower than looking up its results: with instructions that
    /// look up 64 bytes at once, and without.
    private static let minimumInstructions = (fast: 8, slow: 60)

    /// Returns nil if the kernel has no tables, or is faster without, as one with a `ByteProgram` is.
    init?(_ program: Program, _ layout: KernelLayout, _ processor: TargetProcessor) {
        guard program.kind != .warp, program.outputs.count == 4, program.arrays.isEmpty,
            layout.images.count == program.samplerCount,
            program.instructionCount
                >= (processor.instructions.hasByteTables
                    ? Self.minimumInstructions.fast : Self.minimumInstructions.slow),
            Self.isSupported(layout.output), let picture = Self.picture(of: program),
            layout.images[picture].isAligned, layout.images[picture].format == layout.output,
            ByteProgram(program, layout) == nil
        else { return nil }
        var dependence = ChannelDependence(program, picture: picture)
        guard dependence.note(program) else { return nil }
        for (index, output) in program.outputs.enumerated()
        where !dependence.components[output.index].isSubset(of: index < 3 ? [index] : []) {
            return nil
        }
        self.picture = picture
        dependOnArgumentsOnly = layout.images.count == 1 && !Self.readsAttributes(program)
    }

    /// Whether the pixels have four bytes, the last of which is alpha.
    private static func isSupported(_ format: PixelFormat) -> Bool {
        format.component == .uint8 && (format.layout == .rgba || format.layout == .bgra)
    }

    /// Whether the kernel computes with an image's extent or transform.
    private static func readsAttributes(_ program: Program) -> Bool {
        var readsAttributes = false
        program.forEachInstruction { instruction in
            if case .samplerAttribute = instruction.opcode { readsAttributes = true }
        }
        return readsAttributes
    }

    /// Returns the only image that is read at the current pixel.
    private static func picture(of program: Program) -> Int? {
        var images: Set<Int> = []
        program.forEachInstruction { instruction in
            if case .sampleAtDestination(let image) = instruction.opcode { images.insert(image) }
        }
        return images.count == 1 ? images.first : nil
    }
}

/// For each register of a program, the components of a picture that its value may depend on.
private struct ChannelDependence {
    /// By register: indices of the components. Alpha doesn't count, because it is constant in an opaque picture.
    private(set) var components: [Set<Int>]
    private let picture: Int

    init(_ program: Program, picture: Int) {
        components = Array(repeating: [], count: program.registers.count)
        self.picture = picture
    }

    /// Records all instructions. Returns false if the program's results depend on more than the pixel's value, or if it
    /// has loops.
    mutating func note(_ program: Program) -> Bool {
        program.prologue.allSatisfy { note($0, under: []) } && note(program.body, under: [])
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
            guard image == picture else { return false }
            for (component, result) in results.prefix(3).enumerated() {
                components[result].formUnion(sources.union([component]))
            }
            return true
        case .sample(let image), .sampleAtPoint(let image):
            guard image != picture else { return false }
        default: break
        }
        for result in results { components[result].formUnion(sources) }
        return true
    }
}
