import CoreImageEssentials
import Foundation

/// An odd number of pixels, such as the side of a window with a central pixel.
struct OddWindowSize {
    /// The number of pixels on each side of the central one.
    let reach: Int

    /// Creates the odd number nearest to `size`, rounding up for even sizes. The result is 1 for sizes that are below 1
    /// or not finite, and at most 20,001.
    init(_ size: Float) {
        let size = min(max(size.finite(or: 1), 1), 20_001)
        reach = Int(((size - 1) / 2).rounded())
    }
}
