extension PixelCode {
    /// Loads the channels of pixels of four floats at byte offsets (an i64 vector) from a pointer. All of them must be
    /// readable.
    ///
    /// One load reads a whole pixel. Gather instructions would read each of its channels separately.
    static func fourFloats(_ pointer: String, _ offsets: String, _ w: FunctionWriter) -> [String] {
        let pixels = (0..<w.lanes).map { lane in
            let offset = w.value("extractelement \(w.vector("i64")) \(offsets), i64 \(lane)")
            let place = w.value("getelementptr i8, ptr \(pointer), i64 \(offset)")
            return w.value("load <4 x float>, ptr \(place), align 1")
        }
        // Join every fourth pixel, so that the transposition to channels shuffles within 128 bits, where shuffles are
        // fast.
        let rows = (0..<4).map { first in
            joined(stride(from: first, to: w.lanes, by: 4).map { pixels[$0] }, w)
        }
        func shuffled(_ a: String, _ b: String, _ order: [Int]) -> String {
            let places = stride(from: 0, to: w.lanes, by: 4).flatMap { start in
                order.map { $0 < 4 ? start + $0 : w.lanes + start + $0 - 4 }
            }
            let type = w.vector("float")
            return w.value(
                "shufflevector \(type) \(a), \(type) \(b), <\(w.lanes) x i32> <\(FunctionWriter.indices(places))>")
        }
        let (low, high) = ([0, 4, 1, 5], [2, 6, 3, 7])
        let halves = [low, high].map { order in
            (shuffled(rows[0], rows[1], order), shuffled(rows[2], rows[3], order))
        }
        return halves.flatMap { first, second in
            [[0, 1, 4, 5], [2, 3, 6, 7]].map { shuffled(first, second, $0) }
        }
    }

    /// Concatenates pixels into one vector.
    private static func joined(_ pixels: [String], _ w: FunctionWriter) -> String {
        var (parts, count) = (pixels, 4)
        while parts.count > 1 {
            let (type, order) = ("<\(count) x float>", FunctionWriter.indices(0..<2 * count))
            parts = stride(from: 0, to: parts.count, by: 2).map {
                w.value("shufflevector \(type) \(parts[$0]), \(type) \(parts[$0 + 1]), <\(2 * count) x i32> <\(order)>")
            }
            count *= 2
        }
        return parts[0]
    }
}
