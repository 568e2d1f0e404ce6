/// Reading and writing of a block whose pixels have four floats or halves each, by transposing four channels of four
/// pixels at a time.
///
/// A block of two registers takes half the instructions that LLVM makes of one shuffle of all its numbers. A register
/// that holds a whole block has faster shuffles.
extension PixelEmitter {
    /// Whether pixels of this format are transposed.
    private func isTransposed(_ writer: FunctionWriter) -> Bool {
        transposes && !format.isPlanar && channelCount == 4 && format.isFloat && writer.lanes.isMultiple(of: 4)
    }

    /// Emits loads of neighbouring pixels of a row as colours.
    func color(at pointer: String, _ writer: FunctionWriter) -> [String] {
        guard isTransposed(writer) else { return unpack(load(pointer, writer), writer) }
        return color(fromChannels: channels(at: pointer, writer), writer)
    }

    /// Emits loads of neighbouring pixels with four floats or halves each, as four vectors of floats in memory order.
    func channels(at pointer: String, _ writer: FunctionWriter) -> [String] {
        guard isTransposed(writer) else {
            return deinterleave(
                writer.value("load <\(4 * writer.lanes) x float>, ptr \(pointer), align 1"), writer)
        }
        let pixels =
            format.component == .float32
            ? (0..<writer.lanes).map { writer.value("load <4 x float>, ptr \(place($0)), align 1") }
            : stride(from: 0, to: writer.lanes, by: 2).flatMap { pair(at: place($0)) }
        func place(_ pixel: Int) -> String {
            pixel == 0 ? pointer : writer.value("getelementptr i8, ptr \(pointer), i64 \(pixel * bytes)")
        }
        func pair(at place: String) -> [String] {
            let halves = writer.value("load <8 x half>, ptr \(place), align 1")
            let floats = writer.value("fpext <8 x half> \(halves) to <8 x float>")
            return [0..<4, 4..<8].map { part in
                writer.value(
                    "shufflevector <8 x float> \(floats), <8 x float> poison, "
                        + "<4 x i32> <\(FunctionWriter.indices(part))>")
            }
        }
        return Self.channels(ofPixels: pixels, writer)
    }

    /// Emits stores of neighbouring pixels of four floats each, and returns true; returns false for other formats.
    func storeTransposed(_ channels: [String], _ pointer: String, _ writer: FunctionWriter) -> Bool {
        guard isTransposed(writer), format.component == .float32 else { return false }
        let quarters = Self.transposed(channels, writer)
        for pixel in 0..<writer.lanes {
            let first = pixel / 4 * 4
            let values = writer.value(
                "shufflevector \(writer.vector("float")) \(quarters[pixel % 4]), \(writer.vector("float")) poison, "
                    + "<4 x i32> <\(FunctionWriter.indices(first..<first + 4))>")
            let place =
                pixel == 0 ? pointer : writer.value("getelementptr i8, ptr \(pointer), i64 \(pixel * bytes)")
            writer.line("store <4 x float> \(values), ptr \(place), align 1")
        }
        return true
    }

    /// Emits the shuffles that turn pixels of four floats each into four channels.
    static func channels(ofPixels pixels: [String], _ writer: FunctionWriter) -> [String] {
        // Join every fourth pixel, so that the transposition shuffles within 128 bits, where shuffles are fast.
        let quarters = (0..<4).map { first in
            let pixels = stride(from: first, to: writer.lanes, by: 4).map { pixels[$0] }
            return concatenated(pixels, of: "float", count: 4, writer)
        }
        return transposed(quarters, writer)
    }

    /// Emits the transposition of four vectors of floats: of each four numbers at the same place in all of them, the
    /// first ones form the first vector of the result. It is its own inverse.
    private static func transposed(_ vectors: [String], _ writer: FunctionWriter) -> [String] {
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
            (shuffled(vectors[0], vectors[1], order), shuffled(vectors[2], vectors[3], order))
        }
        return halves.flatMap { first, second in
            [[0, 1, 4, 5], [2, 3, 6, 7]].map { shuffled(first, second, $0) }
        }
    }
}
