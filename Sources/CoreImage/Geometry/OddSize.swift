import Foundation

/// A number of pixels with one in the middle.
struct OddSize {
    /// Pixels on either side of the middle one.
    let reach: Int

    /// The odd number nearest to `size`, the larger one for even sizes; 1 for sizes below 1 and ones that aren't finite, 20 001 at most.
    init(_ size: Float) {
        let size = min(max(size.finite(or: 1), 1), 20_001)
        reach = Int(((size - 1) / 2).rounded())
    }
}
