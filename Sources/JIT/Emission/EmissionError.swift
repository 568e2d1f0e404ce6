import DeviceKernels
import Pixels

/// The reason why no machine code can be generated for a kernel. The interpreter then runs it.
enum EmissionError: Error, Sendable, Hashable {
    /// The emitter doesn't support an instruction.
    case unsupportedInstruction(String)
    /// The processor lacks an instruction that the result needs.
    case unsupportedProcessor(String)
    /// Code for devices doesn't read or write pixels of a format.
    case unsupportedDeviceFormat(String)
    /// The program violates a rule of the intermediate representation. `ProgramValidator` should have found it.
    case invalidProgram(String)
    /// The kernel's arrays need more memory per thread than is allowed. Both numbers are in bytes.
    case arraysTooLarge(needed: Int, limit: Int)
    /// The program has so many instructions that compiling it would take too much time and memory.
    case tooLong(instructions: Int, limit: Int)
}

extension EmissionError: CustomStringConvertible {
    /// The error's text.
    var description: String {
        switch self {
        case .unsupportedInstruction(let name): "no machine code is generated for the instruction '\(name)'"
        case .unsupportedProcessor(let feature): "this processor lacks instructions for \(feature)"
        case .unsupportedDeviceFormat(let format):
            "kernels on devices read and write pixels of the formats "
                + PixelFormat.forDevices.map(\.name).joined(separator: ", ") + ", and only read "
                + PixelFormat.readByDevices.filter { !$0.isForDevices }.map(\.name).joined(separator: ", ")
                + ", but here there is \(format); convert the images first"
        case .invalidProgram(let reason): "the compiled form of the kernel is not valid: \(reason)"
        case .arraysTooLarge(let needed, let limit): "its arrays need \(needed) bytes, but \(limit) are allowed"
        case .tooLong(let instructions, let limit):
            "it has \(instructions) instructions, and no more than \(limit) are compiled"
        }
    }
}
