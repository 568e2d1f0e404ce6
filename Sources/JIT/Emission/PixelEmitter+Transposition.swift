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
        let registerLanes = writer.lanes / 2
        for half in 0..<2 {
            let registers = Self.registers(quarters, from: half * registerLanes, registerLanes, writer)
            for (index, pixels) in registers.enumerated() {
                let offset = (4 * half + index) * registerLanes * format.component.byteCount
                let place = offset == 0 ? pointer : writer.value("getelementptr i8, ptr \(pointer), i64 \(offset)")
                writer.line("store <\(registerLanes) x float> \(pixels), ptr \(place), align 1")
            }
        }
        return true
    }

    /// Emits four registers of neighbouring pixels, from the numbers from `start` on of four vectors that contain every
    /// fourth pixel.
    ///
    /// LLVM would move each pixel separately.
    private static func registers(
        _ quarters: [String], from start: Int, _ count: Int, _ writer: FunctionWriter
    ) -> [String] {
        /// Emits a register of pixels, the first half of which is from `a`: pixels are numbered within them.
        func joined(_ a: String, _ b: String, _ pixels: [Int], lanes: Int, from start: Int) -> String {
            let type = "<\(lanes) x float>"
            let half = pixels.count / 2
            let places = pixels.enumerated().flatMap { index, pixel in
                (0..<4).map { (index < half ? 0 : lanes) + start + 4 * pixel + $0 }
            }
            return writer.value(
                "shufflevector \(type) \(a), \(type) \(b), <\(count) x i32> <\(FunctionWriter.indices(places))>")
        }
        func first(_ index: Int, _ pixels: [Int]) -> String {
            joined(quarters[index], quarters[index + 1], pixels, lanes: writer.lanes, from: start)
        }
        if count == 8 { return [0, 1].flatMap { pixel in [0, 2].map { first($0, [pixel, pixel]) } } }
        return [0, 2].flatMap { pixel in
            let pixels = [pixel, pixel + 1, pixel, pixel + 1]
            let (low, high) = (first(0, pixels), first(2, pixels))
            return [[0, 2, 0, 2], [1, 3, 1, 3]].map { joined(low, high, $0, lanes: count, from: 0) }
        }
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
