import Foundation

/// The reason why the interpreter refused a kernel. Every case names the kernel, and `description` includes the remedy.
/// While a kernel runs, `KernelRunError` is thrown.
package enum InterpreterError: Error, Sendable, Hashable {
    /// The kernel's variables and arrays need more memory per thread than the host allows. Both numbers are in bytes.
    case memoryLimitExceeded(kernel: String, file: String, needed: Int, limit: Int)
    /// Control flow is nested deeper than `limit`.
    case nestingTooDeep(kernel: String, file: String, limit: Int)
    /// The program violates a rule of the intermediate representation. `ProgramValidator` should have found it.
    case invalidProgram(kernel: String, file: String, reason: String)
    /// The pixels of an image or of the result are not floats.
    case unsupportedFormat(kernel: String)
}

extension InterpreterError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy.
    package var description: String {
        switch self {
        case .memoryLimitExceeded(let kernel, let file, let needed, let limit):
            "\(file): kernel '\(kernel)' needs \(needed) bytes for its variables and arrays, but \(limit) are allowed; "
                + "make its arrays smaller, or raise the interpreter's memory limit"
        case .nestingTooDeep(let kernel, let file, let limit):
            "\(file): kernel '\(kernel)' nests its control flow deeper than \(limit) levels; split it into simpler steps"
        case .invalidProgram(let kernel, let file, let reason):
            "\(file): the compiled form of kernel '\(kernel)' is not valid: \(reason); validate programs before preparing them"
        case .unsupportedFormat(let kernel):
            "kernel '\(kernel)': the interpreter reads and writes pixels of four floats only; convert the images first"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
