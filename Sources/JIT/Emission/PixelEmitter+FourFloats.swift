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
        return channels(ofPixels: pixels, writer)
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
