/// The unused parts of a block of memory.
struct FreeRanges {
    /// The unused ranges, in rising order. They don't touch.
    private(set) var ranges: [Range<Int>]
    /// Size of the block in bytes.
    let byteCount: Int

    init(byteCount: Int) {
        self.byteCount = byteCount
        ranges = byteCount > 0 ? [0..<byteCount] : []
    }

    /// Whether nothing is in use.
    var isUnused: Bool { ranges == [0..<byteCount] }

    /// Takes `byteCount` bytes from the first range that has so many, and returns their offset; nil if there is none.
    mutating func take(_ byteCount: Int) -> Int? {
        guard byteCount > 0, let index = ranges.firstIndex(where: { $0.count >= byteCount }) else { return nil }
        let start = ranges[index].lowerBound
        if ranges[index].count == byteCount {
            ranges.remove(at: index)
        } else {
            ranges[index] = (start + byteCount)..<ranges[index].upperBound
        }
        return start
    }

    /// Gives back a range that was taken.
    mutating func give(_ range: Range<Int>) {
        let index = ranges.firstIndex { $0.lowerBound >= range.upperBound } ?? ranges.count
        var joined = range
        var replaced = index..<index
        if index < ranges.count, ranges[index].lowerBound == range.upperBound {
            joined = joined.lowerBound..<ranges[index].upperBound
            replaced = replaced.lowerBound..<(index + 1)
        }
        if index > 0, ranges[index - 1].upperBound == range.lowerBound {
            joined = ranges[index - 1].lowerBound..<joined.upperBound
            replaced = (index - 1)..<replaced.upperBound
        }
        ranges.replaceSubrange(replaced, with: [joined])
    }
}
