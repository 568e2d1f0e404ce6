import Pixels

/// Emits the function that looks up pixels of two pictures in a kernel's tables, see `PairTables`.
///
/// It works on a part of a row at a time, in three loops: indices are computed in vectors, looked up one by one, and
/// the results are stored in vectors. What one loop hands to the next stays in the first level of cache.
struct PairTableEmitter {
    let writer = FunctionWriter(lanes: blockPixels)
    private let stores: StreamingStores?

    static let name = "tabulatePairs"
    static let parameters = "ptr %first, ptr %second, ptr %to, ptr %tables, i64 %count, i1 %streams"

    /// Number of pixels in a vector.
    static let blockPixels = 16
    /// Maximum number of pixels of a part.
    private static let partPixels = 256
    /// The distance in pixels to those that are prefetched.
    private static let prefetchDistance = 2 * partPixels
    /// Number of pixels that the second loop looks up in one turn.
    private static let pixelsAtOnce = 16

    private var words: String { writer.vector("i32") }
    private var bytes: String { "<\(4 * writer.lanes) x i8>" }
    private var indices: String { "<\(4 * writer.lanes) x i16>" }

    init(instructions: any ProcessorInstructions) {
        stores = StreamingStores(
            .RGBA8, lanes: Self.blockPixels, instructions: instructions, isRequested: "%streams")
    }

    /// Emits the function's body.
    ///
    /// It looks up `%count` pixels, at least one block, up to the first part with a pixel of another alpha, or with
    /// less than a block, and returns the number of pixels before it.
    func write() {
        let fields = TabulatedPairs.Field.self
        let tables = fields.tables.map { writer.field("ptr", at: $0, of: "%tables") }
        let alphas = fields.alphas.map { writer.splat(writer.field("i32", at: $0, of: "%tables"), "i32") }
        let alpha = writer.splat(writer.field("i32", at: fields.resultAlpha, of: "%tables"), "i32")
        // The second loop reads and writes some pixels behind the last.
        let room = Self.partPixels + Self.pixelsAtOnce
        let (places, results) = (writer.slot("[\(4 * room) x i16]"), writer.slot("[\(room) x i32]"))
        writer.jump("part")

        writer.start("part")
        writer.line("%done = phi i64 [ 0, %entry ], [ %doneNext, %partEnd ]")
        let offset = writer.value("shl nsw i64 %done, 2")
        let (first, second) = (place("%first", offset), place("%second", offset))
        let to = place("%to", offset)
        let rest = writer.value("sub nsw i64 %count, %done")
        writer.branch(writer.value("icmp slt i64 \(rest), \(writer.lanes)"), "end", "some")
        writer.start("some")
        // Parts end where vectors are aligned, so that all of the next part's can be streamed.
        let firstStep = stores?.firstStep(to, writer) ?? "\(writer.lanes)"
        let whole = writer.value("add nsw i64 \(firstStep), \(Self.partPixels - writer.lanes)")
        let count = writer.call("llvm.smin.i64", "i64", [("i64", rest), ("i64", whole)])
        let last = writer.value("sub nsw i64 \(count), \(writer.lanes)")

        writeIndices(first, second, alphas, last: last, to: places)
        lookUp(places, tables, count: count, to: results, ahead: [first, second])
        writeResults(results, alpha, firstStep: firstStep, last: last, to: to)
        writer.line("%doneNext = add nsw i64 %done, \(count)")
        writer.jump("part")
        writer.start("end")
        writer.end("ret i64 %done")
    }

    private func place(_ start: String, _ bytes: String) -> String {
        writer.value("getelementptr i8, ptr \(start), i64 \(bytes)")
    }

    /// Emits the loop that computes the indices of all components, 16 bits each. Ends the function if a pixel has
    /// another alpha.
    private func writeIndices(
        _ first: String, _ second: String, _ alphas: [String], last: String, to places: String
    ) {
        writer.jump("index")
        writer.start("index")
        writer.line("%indexAt = phi i64 [ 0, %some ], [ %indexNext, %indexed ]")
        let offset = writer.value("shl nsw i64 %indexAt, 2")
        let pixels = [first, second].map { writer.value("load \(words), ptr \(place($0, offset)), align 1") }
        let differences = zip(pixels, alphas).map { writer.value("xor \(words) \($0), \($1)") }
        let different = writer.value("or \(words) \(differences[0]), \(differences[1])")
        let isSame = writer.value("icmp ult \(words) \(different), \(writer.literal("16777216", "i32"))")
        writer.branch(writer.all(isSame), "indexed", "end", expect: true)
        writer.start("indexed")
        let numbers = pixels.map {
            writer.value("zext \(bytes) \(writer.value("bitcast \(words) \($0) to \(bytes)")) to \(indices)")
        }
        let eight = "<" + Array(repeating: "i16 8", count: 4 * writer.lanes).joined(separator: ", ") + ">"
        let upper = writer.value("shl \(indices) \(numbers[1]), \(eight)")
        let index = writer.value("or \(indices) \(upper), \(numbers[0])")
        let target = place(places, writer.value("shl nsw i64 %indexAt, 3"))
        writer.line("store \(indices) \(index), ptr \(target), align 8")
        writer.nextBlock(
            at: "%indexAt", next: "%indexNext", step: "\(writer.lanes)", last: last, loop: "index", end: "lookUpFirst")
        writer.start("lookUpFirst")
    }

    /// Emits the loop that looks up the bytes of some pixels at a time.
    ///
    /// It also prefetches the pixels of later parts, since the processor itself doesn't: without, half of the time was
    /// spent waiting for them.
    private func lookUp(
        _ places: String, _ tables: [String], count: String, to results: String, ahead pictures: [String]
    ) {
        writer.jump("lookUp")
        writer.start("lookUp")
        writer.line("%lookUpAt = phi i64 [ 0, %lookUpFirst ], [ %lookUpNext, %lookUp ]")
        let indexPlace = place(places, writer.value("shl nsw i64 %lookUpAt, 3"))
        let resultPlace = place(results, writer.value("shl nsw i64 %lookUpAt, 2"))
        let offset = writer.value("shl nsw i64 %lookUpAt, 2")
        for picture in pictures {
            let next = place(place(picture, offset), "\(4 * Self.prefetchDistance)")
            writer.run("llvm.prefetch.p0", [("ptr", next), ("i32", "0"), ("i32", "3"), ("i32", "1")])
        }
        for pixel in 0..<Self.pixelsAtOnce {
            // One load for the indices of a pixel, and shifts, are faster than three loads.
            let indices = writer.value("load i64, ptr \(place(indexPlace, "\(8 * pixel)")), align 8")
            let found = tables.enumerated().map { byte, table in
                let shifted = byte == 0 ? indices : writer.value("lshr i64 \(indices), \(16 * byte)")
                let entry = place(table, writer.value("and i64 \(shifted), \(PairTables.byteCount - 1)"))
                let value = writer.value("zext i8 \(writer.value("load i8, ptr \(entry)")) to i32")
                return byte == 0 ? value : writer.value("shl i32 \(value), \(8 * byte)")
            }
            let color = found.dropFirst().reduce(found[0]) { writer.value("or i32 \($0), \($1)") }
            writer.line("store i32 \(color), ptr \(place(resultPlace, "\(4 * pixel)")), align 4")
        }
        writer.line("%lookUpNext = add nsw i64 %lookUpAt, \(Self.pixelsAtOnce)")
        let isLast = writer.value("icmp sge i64 %lookUpNext, \(count)")
        writer.branch(isLast, "storeFirst", "lookUp")
        writer.start("storeFirst")
    }

    /// Emits the loop that adds alpha and stores the results.
    private func writeResults(_ results: String, _ alpha: String, firstStep: String, last: String, to: String) {
        writer.jump("store")
        writer.start("store")
        writer.line("%storeAt = phi i64 [ 0, %storeFirst ], [ %storeNext, %storeEnd ]")
        writer.line("%storeStep = phi i64 [ \(firstStep), %storeFirst ], [ \(writer.lanes), %storeEnd ]")
        let offset = writer.value("shl nsw i64 %storeAt, 2")
        let colors = writer.value("load \(words), ptr \(place(results, offset)), align 4")
        let pixels = writer.value("or \(words) \(colors), \(alpha)")
        StreamingStores.store(words, pixels, at: place(to, offset), by: stores, writer)
        writer.start("storeEnd")
        writer.nextBlock(
            at: "%storeAt", next: "%storeNext", step: "%storeStep", last: last, loop: "store", end: "partEnd")
        writer.start("partEnd")
    }
}
