/// Functions that compute pixels from the start of a row on, faster than the code for blocks. They need all of the
/// row's pixels of every image that they read.
extension KernelEmitter {
    /// Emits the call of such a function, if there is one. Returns the first column that isn't computed yet. If there
    /// is none, control continues at the label `rowLatch`.
    ///
    /// The basic block that is being emitted changes.
    mutating func writeRow(to output: String, x: String, width: String, last: String) -> String {
        guard tier == .optimized else { return x }
        if let bytes {
            writeByteRow(bytes, to: output, x: x, width: width)
        } else if let code = CopyEmitter(program, layout, processor: processor) {
            code.write()
            writeWholeRow(
                CopyEmitter.name, CopyEmitter.parameters, code.writer, images: [0], to: output, x: x, width: width,
                if: writer.value("icmp sge i64 \(width), \(code.minimumWidth)"))
        } else if let code = OpaqueRowEmitter(program, layout, processor: processor) {
            code.write()
            define(OpaqueRowEmitter.name, "i64", OpaqueRowEmitter.parameters, code.writer)
            let given = imageRow(0, x: x, width: width)
            return writeRowStart(if: given.isInside, x: x, width: width, last: last) {
                "@\(OpaqueRowEmitter.name)(ptr \(given.start), ptr \(output), i64 \(width))"
            }
        } else if let tables {
            return writeTableRow(tables, to: output, x: x, width: width, last: last)
        } else if hasPairTables {
            return writePairTableRow(to: output, x: x, width: width, last: last)
        }
        return x
    }

    private mutating func writeByteRow(_ bytes: ByteProgram, to output: String, x: String, width: String) {
        var code = ByteEmitter(
            bytes, lanes: lanes,
            stores: StreamingStores(
                layout.output, lanes: lanes, instructions: processor.instructions, isRequested: "%streams"))
        guard code.write() else { return }
        writeWholeRow(
            ByteEmitter.name, code.parameters, code.writer, images: bytes.images, to: output, x: x, width: width,
            if: isWide)
    }

    /// Emits a call of a function that computes all of a row, if it is wide enough and all of the images' pixels are
    /// readable.
    private mutating func writeWholeRow(
        _ name: String, _ parameters: String, _ code: FunctionWriter, images: [Int], to output: String, x: String,
        width: String, if isWide: String
    ) {
        define(name, "void", parameters, code)
        let rows = images.map { imageRow($0, x: x, width: width) }
        let isInside = rows.reduce(isWide) { writer.value("and i1 \($0), \($1.isInside)") }
        let (inside, blocks) = (writer.newLabel("whole"), writer.newLabel("blocks"))
        writer.branch(isInside, inside, blocks, expect: true)
        writer.start(inside)
        let arguments = rows.map { "ptr \($0.start), " }.joined()
        writer.line("call void @\(name)(\(arguments)ptr \(output), i64 \(width), i1 \(streamsResults))")
        writer.jump("rowLatch")
        writer.start(blocks)
    }

    /// Emits a call that looks up the opaque pixels at the start of a row, if the frame has tables.
    private mutating func writeTableRow(
        _ tables: ChannelTables, to output: String, x: String, width: String, last: String
    ) -> String {
        // The instruction for tables looks up the bytes of 16 pixels.
        let tableLanes = processor.instructions.hasByteTables ? 16 : lanes
        let code = TableEmitter(writer: FunctionWriter(lanes: tableLanes), instructions: processor.instructions)
        code.write()
        define(TableEmitter.name, "i64", TableEmitter.parameters, code.writer)
        let address = frameField("ptr", .tables)
        let given = imageRow(tables.picture, x: x, width: width)
        let hasTables = writer.value("icmp ne ptr \(address), null")
        let isUsable = writer.value("and i1 \(hasTables), \(given.isInside)")
        let streams = streamsResults
        return writeRowStart(if: isUsable, x: x, width: width, last: last) {
            "@\(TableEmitter.name)(ptr \(given.start), ptr \(output), ptr \(address), i64 \(width), i1 \(streams))"
        }
    }

    /// Emits a call that looks up the pixels of two pictures at the start of a row, if the frame has tables.
    private mutating func writePairTableRow(
        to output: String, x: String, width: String, last: String
    ) -> String {
        let code = PairTableEmitter(instructions: processor.instructions)
        code.write()
        define(PairTableEmitter.name, "i64", PairTableEmitter.parameters, code.writer)
        let address = frameField("ptr", .pairs)
        let (first, second) = (
            imageRow(PairTables.pictures.first, x: x, width: width),
            imageRow(PairTables.pictures.second, x: x, width: width)
        )
        let hasTables = writer.value("icmp ne ptr \(address), null")
        let areInside = writer.value("and i1 \(first.isInside), \(second.isInside)")
        let isUsable = writer.value("and i1 \(hasTables), \(areInside)")
        let pictures = "ptr \(first.start), ptr \(second.start), ptr \(output)"
        let streams = streamsResults
        return writeRowStart(if: isUsable, x: x, width: width, last: last) {
            "@\(PairTableEmitter.name)(\(pictures), ptr \(address), i64 \(width), i1 \(streams))"
        }
    }

    /// Emits a call of a function that computes some pixels at the start of a row and returns their number, if the row
    /// is wide enough and a condition holds. Returns the first column that isn't computed.
    private mutating func writeRowStart(
        if condition: String, x: String, width: String, last: String, call: () -> String
    ) -> String {
        let isUsable = writer.value("and i1 \(isWide), \(condition)")
        let (before, some) = (writer.newLabel("whole"), writer.newLabel("some"))
        let (looked, after) = (writer.newLabel("rest"), writer.newLabel("columns"))
        writer.start(before)
        writer.branch(isUsable, some, after)
        writer.start(some)
        let count = writer.value("call i64 \(call())")
        let isAll = writer.value("icmp sge i64 \(count), \(width)")
        let reached = writer.value("add nsw i64 \(x), \(count)")
        let next = writer.call("llvm.smin.i64", "i64", [("i64", reached), ("i64", last)])
        writer.branch(isAll, "rowLatch", looked)
        writer.start(looked)
        writer.jump(after)
        writer.start(after)
        return writer.value("phi i64 [ \(x), %\(before) ], [ \(next), %\(looked) ]")
    }

    private mutating func define(_ name: String, _ result: String, _ parameters: String, _ code: FunctionWriter) {
        functions[name] = "define internal \(result) @\(name)(\(parameters)) #1 {\n" + code.text + "}\n"
        declarations.formUnion(code.declarations)
    }

    /// Emits the place of an aligned image's pixels for the current row.
    ///
    /// - Returns: Whether all of them are readable; the address of the first, which is only valid then.
    private func imageRow(
        _ index: Int, x: String, width: String
    ) -> (isInside: String, start: String) {
        let image = image(index)
        let code = pixels(layout.images[index].format)
        let column = writer.value("add nsw i64 \(x), \(writer.field("i64", .columnOffset, of: image))")
        let line = writer.value("add nsw i64 \(row), \(writer.field("i64", .rowOffset, of: image))")
        let end = writer.value("add nsw i64 \(column), \(width)")
        let conditions = [
            writer.value("icmp ult i64 \(line), \(writer.field("i64", .rows, of: image))"),
            writer.value("icmp sge i64 \(column), 0"),
            writer.value("icmp sle i64 \(end), \(writer.field("i64", .columns, of: image))"),
        ]
        let isInside = conditions.dropFirst().reduce(conditions[0]) { writer.value("and i1 \($0), \($1)") }
        let pitch = writer.field("i64", .bytesPerRow, of: image)
        let rowBytes = writer.value("mul i64 \(line), \(pitch)")
        let columnBytes = writer.value("mul i64 \(column), \(code.bytes)")
        let rowStart = writer.value("getelementptr i8, ptr \(writer.field("ptr", .base, of: image)), i64 \(rowBytes)")
        let start = writer.value("getelementptr i8, ptr \(rowStart), i64 \(columnBytes)")
        return (isInside, start)
    }
}
