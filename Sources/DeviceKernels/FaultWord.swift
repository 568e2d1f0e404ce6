/// The 32-bit word in a device's memory by which invocations report that a pixel exceeded its step budget.
///
/// The caller sets it to `none` before a run. A pixel without steps left stores the minimum of the word and its own
/// number (row · width + column in the block's region) with one atomic instruction, and ends. A loop may end its pixel
/// early if the word isn't greater than the pixel's number, because the results are discarded then. Pixels before the
/// reported one continue, so that the first pixel over its budget is reported however they are distributed. If the word
/// is 0, which also stands for a rendering that was stopped, pixels aren't begun.
package enum FaultWord {
    /// No pixel exceeded its budget.
    package static let none = UInt32.max
    /// Size of the word in bytes, and its alignment.
    package static let byteCount = 4

    /// Returns the pixel of `word` in a region that is `width` pixels wide, as column and row from the region's lower
    /// left pixel; nil if no pixel failed.
    package static func pixel(of word: UInt32, width: Int) -> (column: Int, row: Int)? {
        guard word != none, width > 0 else { return nil }
        return (Int(word) % width, Int(word) / width)
    }
}
