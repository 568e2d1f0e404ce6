import Pixels

extension PixelView {
    /// The rows of a range in the order of their addresses, in which processors prefetch memory best.
    func inMemoryOrder(_ rows: Range<Int>) -> StrideThrough<Int> {
        bytesPerRow < 0
            ? stride(from: rows.upperBound - 1, through: rows.lowerBound, by: -1)
            : stride(from: rows.lowerBound, through: rows.upperBound - 1, by: 1)
    }
}
