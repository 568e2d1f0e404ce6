import Foundation

/// The reason why a backend refused or ended a run of a kernel. Every case names the kernel, and `description` includes
/// the remedy.
package enum KernelRunError: Error, Sendable, Hashable {
    /// A pixel executed more than `budget` loop iterations. `x`, `y` is the pixel in working space.
    case stepBudgetExceeded(kernel: String, file: String, x: Int, y: Int, budget: Int)
    /// An argument has the wrong number of components.
    case argumentMismatch(kernel: String, parameter: String, expected: Int, given: Int)
    /// The number of arguments or images is wrong.
    case countMismatch(kernel: String, what: String, expected: Int, given: Int)
    /// The region to compute is not inside the output raster.
    case regionOutsideOutput(kernel: String)
}

extension KernelRunError: CustomStringConvertible, LocalizedError {
    /// The error's text, with the remedy.
    package var description: String {
        switch self {
        case .stepBudgetExceeded(let kernel, let file, let x, let y, let budget):
            "\(file): kernel '\(kernel)' ran its loops more than \(budget) times for the pixel (\(x), \(y)); "
                + "give the loop a smaller bound, or raise the interpreter's step budget"
        case .argumentMismatch(let kernel, let parameter, let expected, let given):
            "kernel '\(kernel)': parameter '\(parameter)' takes \(expected) number\(expected == 1 ? "" : "s"), "
                + "but \(given) \(given == 1 ? "was" : "were") given; pass a value of the parameter's type"
        case .countMismatch(let kernel, let what, let expected, let given):
            "kernel '\(kernel)' takes \(expected) \(what), but \(given) \(given == 1 ? "was" : "were") given; "
                + "pass one for each parameter, in order"
        case .regionOutsideOutput(let kernel):
            "kernel '\(kernel)': the region to compute is not inside the output raster; make the raster larger"
        }
    }

    /// The same text as `description`.
    package var errorDescription: String? { description }
}
