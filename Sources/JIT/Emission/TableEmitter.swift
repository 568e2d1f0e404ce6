/// Emits the function that looks up opaque pixels in a kernel's tables, see `ChannelTables`.
struct TableEmitter {
    let writer: FunctionWriter
    let instructions: any ProcessorInstructions

    static let name = "tabulate"
    static let parameters = "ptr %from, ptr %to, ptr %tables, i64 %count, i1 %streams"

    private var words: String { writer.vector("i32") }

    /// Emits the function's body.
    ///
    /// It looks up `%count` pixels, at least one block, up to the first block with a pixel that isn't opaque, and
    /// returns the number of pixels before it.
    func write() {
        let last = writer.value("sub nsw i64 %count, \(writer.lanes)")
        let firstIsOpaque = writer.areOpaque(pixels("%from"))
        writer.branch(firstIsOpaque, "load", "none", expect: true)
        writer.start("load")
        let tables = instructions.hasByteTables ? (0..<3).map(loadedTable) : []
        let stores = StreamingStores(.RGBA8, lanes: writer.lanes, instructions: instructions, isRequested: "%streams")
        let firstStep = stores?.firstStep("%to", writer) ?? "\(writer.lanes)"
        writer.jump("look")

        writer.start("look")
        writer.line("%at = phi i64 [ 0, %load ], [ %next, %stored ]")
        writer.line("%step = phi i64 [ \(firstStep), %load ], [ \(writer.lanes), %stored ]")
        let bytes = writer.value("shl nsw i64 %at, 2")
        let from = writer.value("getelementptr i8, ptr %from, i64 \(bytes)")
        let given = pixels(from)
        writer.branch(writer.areOpaque(given), "opaque", "some", expect: true)

        writer.start("opaque")
        let result = instructions.hasByteTables ? permuted(given, tables) : loaded(given)
        let to = writer.value("getelementptr i8, ptr %to, i64 \(bytes)")
        StreamingStores.store(words, result, at: to, by: stores, writer)
        writer.start("stored")
        writer.nextBlock(step: "%step", last: last, loop: "look", end: "all")
        writer.start("all")
        writer.end("ret i64 %count")
        writer.start("some")
        writer.end("ret i64 %at")
        writer.start("none")
        writer.end("ret i64 0")
    }

    private func pixels(_ pointer: String) -> String { writer.value("load \(words), ptr \(pointer), align 1") }

    /// Returns the place of an entry of the table for a byte of the pixel.
    private func entry(_ byte: Int, _ index: String) -> String {
        let table = writer.value("getelementptr i8, ptr %tables, i64 \(byte * ChannelTables.entryCount)")
        return writer.value("getelementptr i8, ptr \(table), i64 \(index)")
    }

    // MARK: Whole blocks

    /// Loads a table into registers of 64 bytes.
    private func loadedTable(_ byte: Int) -> [String] {
        stride(from: 0, to: ChannelTables.entryCount, by: 64).map { first in
            writer.value("load <64 x i8>, ptr \(entry(byte, "\(first)")), align 64")
        }
    }

    /// Looks up 16 pixels. Each instruction looks up 64 bytes in half of a table.
    private func permuted(_ pixels: String, _ tables: [[String]]) -> String {
        let type = "<64 x i8>"
        let indices = writer.value("bitcast \(words) \(pixels) to \(type)")
        let isUpper = writer.value("icmp slt \(type) \(indices), zeroinitializer")
        func half(_ low: String, _ high: String) -> String {
            instructions.permutedBytes(indices, low: low, high: high, writer)
        }
        let alpha = writer.value("load i8, ptr \(entry(3, "255"))")
        let first = writer.value("insertelement \(type) poison, i8 \(alpha), i64 0")
        var result = writer.value("shufflevector \(type) \(first), \(type) poison, <64 x i32> zeroinitializer")
        for (byte, table) in tables.enumerated() {
            let (lower, upper) = (half(table[0], table[1]), half(table[2], table[3]))
            let value = writer.value("select <64 x i1> \(isUpper), \(type) \(upper), \(type) \(lower)")
            let isByte = (0..<64).map { "i1 \($0 % 4 == byte)" }.joined(separator: ", ")
            result = writer.value("select <64 x i1> <\(isByte)>, \(type) \(value), \(type) \(result)")
        }
        return writer.value("bitcast \(type) \(result) to \(words)")
    }

    // MARK: Single pixels

    private func loaded(_ pixels: String) -> String {
        let alpha = writer.value("load i8, ptr \(entry(3, "255"))")
        let opaque = writer.value("shl i32 \(writer.value("zext i8 \(alpha) to i32")), 24")
        var result = "poison"
        for lane in 0..<writer.lanes {
            let pixel = writer.value("extractelement \(words) \(pixels), i64 \(lane)")
            let parts = (0..<3).map { byte in
                let shifted = byte == 0 ? pixel : writer.value("lshr i32 \(pixel), \(8 * byte)")
                let index = writer.value("zext i32 \(writer.value("and i32 \(shifted), 255")) to i64")
                let value = writer.value("load i8, ptr \(entry(byte, index))")
                let wide = writer.value("zext i8 \(value) to i32")
                return byte == 0 ? wide : writer.value("shl i32 \(wide), \(8 * byte)")
            }
            let color = parts.reduce(opaque) { writer.value("or i32 \($0), \($1)") }
            result = writer.value("insertelement \(words) \(result), i32 \(color), i64 \(lane)")
        }
        return result
    }
}
