import Foundation

/// The reason why a program can't be written as a SPIR-V module.
package enum SPIRVEmissionError: Error, Sendable, Hashable {
    /// The program has too many instructions.
    case tooLong(instructions: Int, limit: Int)
    /// The local arrays of a pixel have too many scalars.
    case arraysTooLarge(scalars: Int, limit: Int)
    /// Images or results of this format can't be accessed.
    case unsupportedFormat(String)
    /// There is no code for the instruction.
    case unsupportedInstruction(String)
    /// The program breaks a rule of the intermediate representation.
    case invalidProgram(String)
}

extension SPIRVEmissionError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy if there is one.
    package var description: String {
        switch self {
        case .tooLong(let instructions, let limit):
            "the kernel has \(instructions) instructions, and at most \(limit) are compiled for Vulkan; "
                + "split it into several kernels"
        case .arraysTooLarge(let scalars, let limit):
            "the kernel's arrays have \(scalars) numbers, and at most \(limit) are possible on Vulkan; make them smaller"
        case .unsupportedFormat(let format):
            "kernels on Vulkan can't access pixels of format \(format); convert them to RGBAf"
        case .unsupportedInstruction(let name): "there is no SPIR-V code for the instruction \(name)"
        case .invalidProgram(let problem): "the program is invalid: \(problem)"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
