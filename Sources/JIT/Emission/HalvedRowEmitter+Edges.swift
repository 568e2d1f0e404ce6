/// What differs at the edges of clamped images: positions are limited to the image's rows, and pixels around points
/// that lie to its left or right are copied, with the edges repeated.
extension HalvedRowEmitter {
    /// Emits the limiting of a vertical position to the bounds of a clamped image's rows.
    ///
    /// - Returns: The limited position, and whether the position is finite. Points that aren't finite have no pixel.
    func clamped(_ pixelY: String, _ low: String, _ high: String) -> (pixelY: String, isFinite: String) {
        let difference = writer.value("fsub double \(pixelY), \(pixelY)")
        let isFinite = writer.value("fcmp oeq double \(difference), \(FunctionWriter.double(0))")
        let lifted = writer.call("llvm.maxnum.f64", "double", [("double", pixelY), ("double", low)])
        return (writer.call("llvm.minnum.f64", "double", [("double", lifted), ("double", high)]), isFinite)
    }

    /// Emits the choice of the row that follows one of a clamped image: the last row is also the one above it.
    ///
    /// - Parameters:
    ///   - hasNext: Whether another row of the image follows.
    ///   - count: The number of rows.
    ///   - pitch: The distance between rows in bytes.
    /// - Returns: Whether both rows are readable, and the distance of the second one in bytes.
    func repeatingLast(
        _ row: String, hasNext: String, _ count: String, _ pitch: String
    ) -> (areReadable: String, step: String) {
        let isLast = both(
            writer.value("icmp eq i64 \(row), \(field("i64", .top))"), writer.value("icmp ult i64 \(row), \(count)"))
        return (
            writer.value("or i1 \(hasNext), \(isLast)"),
            writer.value("select i1 \(hasNext), i64 \(pitch), i64 0")
        )
    }

    /// Emits the copying of pixels around points of which some are beyond the edges of a clamped image. Such points
    /// have the value of the first pixel, without a share of the next one.
    ///
    /// - Returns: The copies, and the label of the basic block that ends at `after`.
    func copies(
        _ rows: Rows, _ column: String, _ pixelX: String, _ isSecond: String, _ shares: [String], from edge: String,
        to after: String, _ other: String
    ) -> (pixels: Surroundings, end: String) {
        let (repeating, copy) = (writer.newLabel("repeating"), writer.newLabel("copy"))
        writer.start(edge)
        let last = writer.value("add nsw i64 \(field("i64", .columns)), -1")
        // Positions farther away may not be exact.
        let limit = FunctionWriter.double(0x1p20)
        let isUsable = [
            writer.value("icmp sge i64 \(last), 0"), writer.value("icmp eq i64 \(field("i64", .left)), 0"),
            writer.value("icmp eq i64 \(field("i64", .right)), \(last)"),
            writer.value("fcmp olt double \(writer.call("llvm.fabs.f64", "double", [("double", pixelX)])), \(limit)"),
        ].reduce(rows.areReadable) { both($0, $1) }
        writer.branch(isUsable, repeating, other, expect: true)

        writer.start(repeating)
        let buffer = writer.slot("[\(2 * count * code.bytes) x i8]")
        let targets = [buffer, writer.value("getelementptr i8, ptr \(buffer), i64 \(count * code.bytes)")]
        let weights = zip(shares, ["0", writer.value("zext i1 \(isSecond) to i64")]).map { share, step in
            insideWeights(share, writer.value("add nsw i64 \(column), \(step)"), last: last)
        }
        writer.jump(copy)
        writer.start(copy)
        let (index, next) = (writer.fresh(), writer.fresh())
        writer.line("\(index) = phi i64 [ 0, %\(repeating) ], [ \(next), %\(copy) ]")
        let place = writer.value("add nsw i64 \(column), \(index)")
        let lifted = writer.call("llvm.smax.i64", "i64", [("i64", place), ("i64", "0")])
        let limited = writer.call("llvm.smin.i64", "i64", [("i64", lifted), ("i64", last)])
        let (from, to) = (
            writer.value("mul nsw i64 \(limited), \(code.bytes)"),
            writer.value("mul nsw i64 \(index), \(code.bytes)")
        )
        let pixel = "i\(8 * code.bytes)"
        for (source, target) in zip([rows.first, rows.second], targets) {
            let address = writer.value("getelementptr i8, ptr \(source), i64 \(from)")
            let value = writer.value("load \(pixel), ptr \(address), align 1")
            let place = writer.value("getelementptr i8, ptr \(target), i64 \(to)")
            writer.line("store \(pixel) \(value), ptr \(place), align 1")
        }
        writer.line("\(next) = add nsw i64 \(index), 1")
        let isDone = writer.value("icmp eq i64 \(next), \(count)")
        writer.branch(isDone, after, copy)
        return ((targets[0], targets[1], weights), copy)
    }

    /// Returns the weights of pixels from a column on and of those that follow them: 0 for pixels without a next one.
    private func insideWeights(_ share: String, _ column: String, last: String) -> (first: String, second: String) {
        let type = writer.vector("i32")
        let (start, end) = (writer.value("trunc i64 \(column) to i32"), writer.value("trunc i64 \(last) to i32"))
        // The arrangement of ``numbers(_:distances:)``.
        let steps = (0..<writer.lanes).map {
            code.channelCount == 1 ? $0 % (writer.lanes / 2) : $0 / code.channelCount
        }
        let columns = writer.value("add nsw \(type) \(writer.splat(start, "i32")), <\(FunctionWriter.indices(steps))>")
        let hasNext = writer.value("icmp ult \(type) \(columns), \(writer.splat(end, "i32"))")
        let zero = writer.splat(constant: FunctionWriter.float(0), "float")
        let second = writer.value(
            "select \(writer.vector("i1")) \(hasNext), \(float) \(writer.splat(share, "float")), \(float) \(zero)")
        let one = writer.splat(constant: FunctionWriter.float(1), "float")
        return (writer.value("fsub \(float) \(one), \(second)"), second)
    }
}
