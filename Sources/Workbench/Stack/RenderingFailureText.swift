import CoreImage
import CoreImageEssentials
import Foundation
import ImageGraph

/// The text of an error of a rendering, with a remedy that a page has.
///
/// The errors themselves are written for programs, which can raise limits; a page can't.
struct RenderingFailureText {
    let error: any Error

    /// What went wrong, and what to do about it on the page.
    var text: String {
        switch error as? RenderingError {
        case .deadlineExceeded(let limit, _, _)?:
            let seconds = (limit / .milliseconds(1) / 1000).formatted(.number.precision(.fractionLength(0...1)))
            return "The picture took longer than \(seconds) seconds. Choose smaller values, or shorten loops of the "
                + "kernel."
        case .kernelFailed(let kernel, let underlying)?:
            guard case .stepBudgetExceeded(_, _, let x, let y, let budget)? = underlying as? KernelRunError else {
                break
            }
            return "The kernel '\(kernel)' repeated its loops more than \(budget) times for the pixel (\(x), \(y)). "
                + "Give them a smaller bound."
        default: break
        }
        return "\(error)"
    }
}
