import Foundation

/// The reason why the interpreter refused or ended a kernel. Every case names the kernel, and `description` includes
/// the remedy.
public enum InterpreterError: Error, Sendable, Hashable {
    /// A pixel executed more than `budget` loop iterations. `x`, `y` is the pixel in working space.
    case stepBudgetExceeded(kernel: String, file: String, x: Int, y: Int, budget: Int)
    /// The kernel's variables and arrays need more memory per thread than the host allows. Both numbers are in bytes.
    case memoryLimitExceeded(kernel: String, file: String, needed: Int, limit: Int)
    /// Control flow is nested deeper than `limit`.
    case nestingTooDeep(kernel: String, file: String, limit: Int)
    /// The program violates a rule of the intermediate representation. `ProgramValidator` should have found it.
    case invalidProgram(kernel: String, file: String, reason: String)
    /// An argument has the wrong number of components.
    case argumentMismatch(kernel: String, parameter: String, expected: Int, given: Int)
    /// The number of arguments or images is wrong.
    case countMismatch(kernel: String, what: String, expected: Int, given: Int)
    /// The region to compute is not inside the output raster.
    case regionOutsideOutput(kernel: String)
    /// The pixels of an image or of the result are not floats.
    case unsupportedFormat(kernel: String)
}

extension InterpreterError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy.
    public var description: String {
        switch self {
        case .stepBudgetExceeded(let kernel, let file, let x, let y, let budget):
            "\(file): kernel '\(kernel)' ran its loops more than \(budget) times for the pixel (\(x), \(y)); "
                + "give the loop a smaller bound, or raise the interpreter's step budget"
        case .memoryLimitExceeded(let kernel, let file, let needed, let limit):
            "\(file): kernel '\(kernel)' needs \(needed) bytes for its variables and arrays, but \(limit) are allowed; "
                + "make its arrays smaller, or raise the interpreter's memory limit"
        case .nestingTooDeep(let kernel, let file, let limit):
            "\(file): kernel '\(kernel)' nests its control flow deeper than \(limit) levels; split it into simpler steps"
        case .invalidProgram(let kernel, let file, let reason):
            "\(file): the compiled form of kernel '\(kernel)' is not valid: \(reason); validate programs before preparing them"
        case .argumentMismatch(let kernel, let parameter, let expected, let given):
            "kernel '\(kernel)': parameter '\(parameter)' takes \(expected) number\(expected == 1 ? "" : "s"), "
                + "but \(given) \(given == 1 ? "was" : "were") given; pass a value of the parameter's type"
        case .countMismatch(let kernel, let what, let expected, let given):
            "kernel '\(kernel)' takes \(expected) \(what), but \(given) \(given == 1 ? "was" : "were") given; "
                + "pass one for each parameter, in order"
        case .regionOutsideOutput(let kernel):
            "kernel '\(kernel)': the region to compute is not inside the output raster; make the raster larger"
        case .unsupportedFormat(let kernel):
            "kernel '\(kernel)': the interpreter reads and writes pixels of four floats only; convert the images first"
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}
