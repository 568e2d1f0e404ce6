/// A source that can also be decoded at a fraction of its size, which takes less time and memory.
package protocol ReducibleSource: PixelSource {
    /// The reductions on offer, from the largest picture to the smallest.
    var reductions: [SourceReduction] { get }

    /// Returns the source that is decoded at a fraction of the size, with the same colour space and alpha convention.
    /// Its pixels are averages of this source's, of the values that are stored.
    ///
    /// - Parameter reduction: One of `reductions`.
    func reduced(by reduction: SourceReduction) -> any PixelSource

    /// Returns the most bytes of memory that decoding at a fraction of the size takes, with the decoded pixels.
    ///
    /// - Parameter reduction: One of `reductions`.
    func decodingMemory(after reduction: SourceReduction) -> Int
}
