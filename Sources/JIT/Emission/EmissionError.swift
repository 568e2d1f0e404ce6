/// Why no machine code can be generated for a kernel; the interpreter runs it then.
enum EmissionError: Error, Sendable, Hashable {
    /// An instruction that the emitter does not know.
    case unsupportedInstruction(String)
    /// The processor lacks an instruction that the result needs.
    case unsupportedProcessor(String)
    /// The program breaks a rule of the intermediate representation, which `ProgramValidator` should have found.
    case invalidProgram(String)
    /// The kernel's arrays need more memory for each thread than is allowed; both in bytes.
    case arraysTooLarge(needed: Int, limit: Int)
    /// The program has so many instructions that compiling it would take long and much memory.
    case tooLong(instructions: Int, limit: Int)
}

extension EmissionError: CustomStringConvertible {
    /// The error in prose.
    var description: String {
        switch self {
        case .unsupportedInstruction(let name): "no machine code is generated for the instruction '\(name)'"
        case .unsupportedProcessor(let feature): "this processor has no \(feature)"
        case .invalidProgram(let reason): "the compiled form of the kernel is not valid: \(reason)"
        case .arraysTooLarge(let needed, let limit): "its arrays need \(needed) bytes, but \(limit) are allowed"
        case .tooLong(let instructions, let limit):
            "it has \(instructions) instructions, and no more than \(limit) are compiled"
        }
    }
}
