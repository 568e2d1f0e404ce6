import Pixels

/// Emits code that reads and writes a block's pixels in one format. The results equal those of `PixelFormat.unpack` and
/// `pack` in every bit.
struct PixelEmitter {
    let format: PixelFormat
    /// Whether the processor has fused multiply-add instructions.
    let hasFusedMultiply: Bool
    /// Whether blocks of four floats or halves are transposed in steps, because they take two registers.
    var transposes = false

    /// Pixels in their stored form, one per lane.
    enum Raw {
        /// Whole pixels, as integers of the pixel's size.
        case words(String)
        /// The channels in memory order, each as a vector of the channel's type.
        case channels([String])
    }

    var bytes: Int { format.bytesPerPixel }
    var channelCount: Int { format.layout.channelCount }
    private var channelBits: Int { 8 * format.component.byteCount }

    /// Whether a whole pixel is loaded and stored as one integer.
    var isWord: Bool { !format.isPlanar && [1, 2, 4, 8].contains(bytes) }
    private var word: String { "i\(8 * bytes)" }

    /// The type of a channel in memory.
    var channel: String {
        switch format.component {
        case .uint8: "i8"
        case .uint16: "i16"
        case .float16: "half"
        case .float32: "float"
        }
    }

    // MARK: Reading

    /// Loads neighbouring pixels of a row.
    func load(_ pointer: String, _ writer: FunctionWriter) -> Raw {
        if isWord { return .words(writer.value("load \(writer.vector(word)), ptr \(pointer), align 1")) }
        let all = "<\(writer.lanes * channelCount) x \(channel)>"
        let pixels = writer.value("load \(all), ptr \(pointer), align 1")
        return .channels(deinterleave(pixels, writer))
    }

    /// Splits a vector of consecutive pixels into channels.
    func deinterleave(_ pixels: String, _ writer: FunctionWriter) -> [String] {
        let (lanes, count) = (writer.lanes, channelCount)
        let all = "<\(lanes * count) x \(channel)>"
        return (0..<count).map { index in
            let places = FunctionWriter.indices((0..<lanes).map { $0 * count + index })
            return writer.value("shufflevector \(all) \(pixels), \(all) poison, <\(lanes) x i32> <\(places)>")
        }
    }

    /// Loads the pixels at byte offsets (an i64 vector) from a pointer with gather instructions. All of them must be
    /// readable. The text is shorter than that of `pixels`, but the code is slower.
    func gather(_ pointer: String, _ offsets: String, _ writer: FunctionWriter) -> Raw {
        if isWord { return .words(Self.gather(word, pointer, offsets, writer)) }
        if bytes == 16 { return .channels(Self.fourFloats(pointer, offsets, writer)) }
        let size = format.component.byteCount
        return .channels(
            (0..<channelCount).map { index in
                let start = index == 0 ? pointer : writer.value("getelementptr i8, ptr \(pointer), i64 \(index * size)")
                return Self.gather(channel, start, offsets, writer)
            })
    }

    /// Gathers values at byte offsets from a pointer.
    private static func gather(_ type: String, _ pointer: String, _ offsets: String, _ writer: FunctionWriter) -> String
    {
        let addresses = writer.value("getelementptr i8, ptr \(pointer), \(writer.vector("i64")) \(offsets)")
        let all = writer.splat(constant: "true", "i1")
        let kind = type == "half" ? "f16" : type == "float" ? "f32" : type
        return writer.call(
            "llvm.masked.gather.v\(writer.lanes)\(kind).v\(writer.lanes)p0", writer.vector(type),
            [
                (writer.vector("ptr"), addresses), ("i32", "1"), (writer.vector("i1"), all),
                (writer.vector(type), "poison"),
            ])
    }

    /// Loads the pixels at byte offsets (i64, one per lane) from a pointer. All of them must be readable.
    func pixels(_ pointer: String, _ offsets: [String], _ writer: FunctionWriter) -> Raw {
        if isWord { return .words(Self.loads(word, pointer, offsets, writer)) }
        let size = format.component.byteCount
        return .channels(
            (0..<channelCount).map { index in
                let start = index == 0 ? pointer : writer.value("getelementptr i8, ptr \(pointer), i64 \(index * size)")
                return Self.loads(channel, start, offsets, writer)
            })
    }

    /// Loads values at byte offsets from a pointer one by one.
    static func loads(_ type: String, _ pointer: String, _ offsets: [String], _ writer: FunctionWriter) -> String {
        var result = "poison"
        for (lane, offset) in offsets.enumerated() {
            let place = writer.value("getelementptr i8, ptr \(pointer), i64 \(offset)")
            let value = writer.value("load \(type), ptr \(place), align 1")
            result = writer.value("insertelement \(writer.vector(type)) \(result), \(type) \(value), i64 \(lane)")
        }
        return result
    }

    /// Converts pixels to red, green, blue and alpha as floats.
    func unpack(_ raw: Raw, _ writer: FunctionWriter) -> [String] { color(fromChannels: channels(raw, writer), writer) }

    /// Converts the channels to floats, in memory order.
    private func channels(_ raw: Raw, _ writer: FunctionWriter) -> [String] {
        switch raw {
        case .channels(let channels): channels.map { float(fromChannel: $0, writer) }
        case .words(let words) where bytes == 8:
            // Shuffles take fewer instructions than 64-bit arithmetic.
            deinterleave(
                writer.value(
                    "bitcast \(writer.vector(word)) \(words) to <\(writer.lanes * channelCount) x \(channel)>"), writer
            ).prefix(usedChannelCount).map { float(fromChannel: $0, writer) }
        case .words(let words): (0..<usedChannelCount).map { float(fromWords: words, channel: $0, writer) }
        }
    }

    private var usedChannelCount: Int { format.layout == .rgbx ? 3 : channelCount }

    /// Returns the colour for channels in memory order.
    func color(fromChannels c: [String], _ writer: FunctionWriter) -> [String] {
        let one = writer.splat(constant: FunctionWriter.float(1), "float")
        let zero = writer.splat(constant: FunctionWriter.float(0), "float")
        switch format.layout {
        case .rgba: return c
        case .bgra: return [c[2], c[1], c[0], c[3]]
        case .argb: return [c[1], c[2], c[3], c[0]]
        case .abgr: return [c[3], c[2], c[1], c[0]]
        case .rgbx, .rgb: return [c[0], c[1], c[2], one]
        case .r: return [c[0], zero, zero, one]
        case .rg: return [c[0], c[1], zero, one]
        case .l: return [c[0], c[0], c[0], one]
        case .la: return [c[0], c[0], c[0], c[1]]
        case .a: return [zero, zero, zero, c[0]]
        }
    }

    /// Converts integers or floats of a channel to floats.
    func float(fromChannel channel: String, _ writer: FunctionWriter) -> String {
        switch format.component {
        case .uint8, .uint16:
            let integer = writer.value("zext \(writer.vector(self.channel)) \(channel) to \(writer.vector("i32"))")
            return normalized(integer, writer)
        case .float16: return writer.value("fpext \(writer.vector("half")) \(channel) to \(writer.vector("float"))")
        case .float32: return channel
        }
    }

    /// Extracts a channel from pixels of at most 32 bits.
    private func float(fromWords words: String, channel: Int, _ writer: FunctionWriter) -> String {
        let shift = channel * channelBits
        var part = words
        if shift > 0 {
            part = writer.value("lshr \(writer.vector(word)) \(part), \(writer.literal("\(shift)", word))")
        }
        switch format.component {
        case .uint8, .uint16:
            if bytes < 4 { part = writer.value("zext \(writer.vector(word)) \(part) to \(writer.vector("i32"))") }
            if channel < channelCount - 1 {
                part = writer.value(
                    "and \(writer.vector("i32")) \(part), \(writer.literal("\((1 << channelBits) - 1)", "i32"))")
            }
            return normalized(part, writer)
        case .float16:
            if bytes > 2 { part = writer.value("trunc \(writer.vector(word)) \(part) to \(writer.vector("i16"))") }
            let half = writer.value("bitcast \(writer.vector("i16")) \(part) to \(writer.vector("half"))")
            return writer.value("fpext \(writer.vector("half")) \(half) to \(writer.vector("float"))")
        case .float32: return writer.value("bitcast \(writer.vector("i32")) \(part) to \(writer.vector("float"))")
        }
    }

    /// Computes integer / maximum, correctly rounded.
    private func normalized(_ integer: String, _ writer: FunctionWriter) -> String {
        let number = writer.value("sitofp \(writer.vector("i32")) \(integer) to \(writer.vector("float"))")
        let maximum: Float = format.component == .uint8 ? 255 : 65535
        guard hasFusedMultiply else {
            let divisor = writer.splat(constant: FunctionWriter.float(maximum), "float")
            return writer.value("fdiv \(writer.vector("float")) \(number), \(divisor)")
        }
        // With the reciprocal in two parts, the product rounds like the quotient for every integer of this size.
        let high = 1 / maximum
        let low = Float(1 / Double(maximum) - Double(high))
        let (highPart, lowPart) = (
            writer.splat(constant: FunctionWriter.float(high), "float"),
            writer.splat(constant: FunctionWriter.float(low), "float")
        )
        let small = writer.value("fmul \(writer.vector("float")) \(number), \(lowPart)")
        return writer.floatIntrinsic("fma", [number, highPart, small])
    }
}
