/// Instruction sequences of the functions that compute a row of pixels block by block.
extension FunctionWriter {
    /// Emits the end of a loop over blocks. The last block is moved left to `last`, to end with the row.
    ///
    /// - Parameters:
    ///   - at: The place of the block in the row.
    ///   - next: The name of the next block's place, which is defined here for the loop's start.
    ///   - step: The distance to the next block.
    ///   - loop: The label of the loop's start.
    ///   - end: The label after the loop.
    func nextBlock(
        at: String = "%at", next: String = "%next", step: String, last: String, loop: String, end: String
    ) {
        let isLast = value("icmp sge i64 \(at), \(last)")
        let stepped = value("add nsw i64 \(at), \(step)")
        let limited = call("llvm.smin.i64", "i64", [("i64", stepped), ("i64", last)])
        line("\(next) = add i64 \(limited), 0")
        branch(isLast, end, loop)
    }

    /// Emits a test whether all pixels of a block are opaque, from words (i32) whose highest byte is alpha.
    func areOpaque(_ pixels: String) -> String {
        let words = vector("i32")
        let opaque = literal("\(-1 << 24)", "i32")
        let alpha = value("and \(words) \(pixels), \(opaque)")
        return all(value("icmp eq \(words) \(alpha), \(opaque)"))
    }
}
