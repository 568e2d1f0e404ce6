extension PixelEmitter {
    /// Loads the channels of pixels of four floats at byte offsets (an i64 vector) from a pointer. All of them must be
    /// readable.
    ///
    /// One load reads a whole pixel. Gather instructions would read each of its channels separately.
    static func fourFloats(_ pointer: String, _ offsets: String, _ writer: FunctionWriter) -> [String] {
        let pixels = (0..<writer.lanes).map { lane in
            let offset = writer.value("extractelement \(writer.vector("i64")) \(offsets), i64 \(lane)")
            let place = writer.value("getelementptr i8, ptr \(pointer), i64 \(offset)")
            return writer.value("load <4 x float>, ptr \(place), align 1")
        }
        // Join every fourth pixel, so that the transposition to channels shuffles within 128 bits, where shuffles are
        // fast.
        let rows = (0..<4).map { first in
            let quarter = stride(from: first, to: writer.lanes, by: 4).map { pixels[$0] }
            return concatenated(quarter, of: "float", count: 4, writer)
        }
        func shuffled(_ a: String, _ b: String, _ order: [Int]) -> String {
            let places = stride(from: 0, to: writer.lanes, by: 4).flatMap { start in
                order.map { $0 < 4 ? start + $0 : writer.lanes + start + $0 - 4 }
            }
            let type = writer.vector("float")
            return writer.value(
                "shufflevector \(type) \(a), \(type) \(b), <\(writer.lanes) x i32> <\(FunctionWriter.indices(places))>")
        }
        let (low, high) = ([0, 4, 1, 5], [2, 6, 3, 7])
        let halves = [low, high].map { order in
            (shuffled(rows[0], rows[1], order), shuffled(rows[2], rows[3], order))
        }
        return halves.flatMap { first, second in
            [[0, 1, 4, 5], [2, 3, 6, 7]].map { shuffled(first, second, $0) }
        }
    }

    /// Concatenates vectors of `count` values of a type into one vector. The number of vectors is a power of two.
    static func concatenated(_ vectors: [String], of type: String, count: Int, _ writer: FunctionWriter) -> String {
        var (parts, count) = (vectors, count)
        while parts.count > 1 {
            let (part, order) = ("<\(count) x \(type)>", FunctionWriter.indices(0..<2 * count))
            parts = stride(from: 0, to: parts.count, by: 2).map {
                writer.value(
                    "shufflevector \(part) \(parts[$0]), \(part) \(parts[$0 + 1]), <\(2 * count) x i32> <\(order)>")
            }
            count *= 2
        }
        return parts[0]
    }
}
