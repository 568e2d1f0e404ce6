import Pixels

/// Emits code that reads and writes a block's pixels in one format. The results equal those of `PixelFormat.unpack` and
/// `pack` in every bit.
struct PixelCode {
    let format: PixelFormat
    /// Whether the processor has fused multiply-add instructions.
    let hasFusedMultiply: Bool

    /// Pixels in their stored form, one per lane.
    enum Raw {
        /// Whole pixels, as integers of the pixel's size.
        case words(String)
        /// The channels in memory order, each as a vector of the channel's type.
        case channels([String])
    }

    var bytes: Int { format.bytesPerPixel }
    private var channelCount: Int { format.layout.channelCount }
    private var channelBits: Int { 8 * format.component.byteCount }

    /// Whether a whole pixel is loaded and stored as one integer.
    var isWord: Bool { [1, 2, 4, 8].contains(bytes) }
    private var word: String { "i\(8 * bytes)" }

    /// The type of a channel in memory.
    private var channel: String {
        switch format.component {
        case .uint8: "i8"
        case .uint16: "i16"
        case .float16: "half"
        case .float32: "float"
        }
    }

    // MARK: Reading

    /// Loads neighbouring pixels of a row.
    func load(_ pointer: String, _ w: FunctionWriter) -> Raw {
        if isWord { return .words(w.value("load \(w.vector(word)), ptr \(pointer), align 1")) }
        let all = "<\(w.lanes * channelCount) x \(channel)>"
        let pixels = w.value("load \(all), ptr \(pointer), align 1")
        return .channels(deinterleave(pixels, w))
    }

    /// Splits a vector of consecutive pixels into channels.
    func deinterleave(_ pixels: String, _ w: FunctionWriter) -> [String] {
        let (lanes, count) = (w.lanes, channelCount)
        let all = "<\(lanes * count) x \(channel)>"
        return (0..<count).map { index in
            let places = FunctionWriter.indices((0..<lanes).map { $0 * count + index })
            return w.value("shufflevector \(all) \(pixels), \(all) poison, <\(lanes) x i32> <\(places)>")
        }
    }

    /// Loads the pixels at byte offsets (an i64 vector) from a pointer with gather instructions. All of them must be
    /// readable. The text is shorter than that of `pixels`, but the code is slower.
    func gather(_ pointer: String, _ offsets: String, _ w: FunctionWriter) -> Raw {
        if isWord { return .words(Self.gather(word, pointer, offsets, w)) }
        if bytes == 16 { return .channels(Self.fourFloats(pointer, offsets, w)) }
        let size = format.component.byteCount
        return .channels(
            (0..<channelCount).map { index in
                let start = index == 0 ? pointer : w.value("getelementptr i8, ptr \(pointer), i64 \(index * size)")
                return Self.gather(channel, start, offsets, w)
            })
    }

    /// Gathers values at byte offsets from a pointer.
    private static func gather(_ type: String, _ pointer: String, _ offsets: String, _ w: FunctionWriter) -> String {
        let addresses = w.value("getelementptr i8, ptr \(pointer), \(w.vector("i64")) \(offsets)")
        let all = w.splat(constant: "true", "i1")
        let kind = type == "half" ? "f16" : type == "float" ? "f32" : type
        return w.call(
            "llvm.masked.gather.v\(w.lanes)\(kind).v\(w.lanes)p0", w.vector(type),
            [
                (w.vector("ptr"), addresses), ("i32", "1"), (w.vector("i1"), all), (w.vector(type), "poison"),
            ])
    }

    /// Loads the pixels at byte offsets (i64, one per lane) from a pointer. All of them must be readable.
    func pixels(_ pointer: String, _ offsets: [String], _ w: FunctionWriter) -> Raw {
        if isWord { return .words(Self.loads(word, pointer, offsets, w)) }
        let size = format.component.byteCount
        return .channels(
            (0..<channelCount).map { index in
                let start = index == 0 ? pointer : w.value("getelementptr i8, ptr \(pointer), i64 \(index * size)")
                return Self.loads(channel, start, offsets, w)
            })
    }

    /// Loads values at byte offsets from a pointer one by one.
    static func loads(_ type: String, _ pointer: String, _ offsets: [String], _ w: FunctionWriter) -> String {
        var result = "poison"
        for (lane, offset) in offsets.enumerated() {
            let place = w.value("getelementptr i8, ptr \(pointer), i64 \(offset)")
            let value = w.value("load \(type), ptr \(place), align 1")
            result = w.value("insertelement \(w.vector(type)) \(result), \(type) \(value), i64 \(lane)")
        }
        return result
    }

    /// Converts pixels to red, green, blue and alpha as floats.
    func unpack(_ raw: Raw, _ w: FunctionWriter) -> [String] { color(fromChannels: channels(raw, w), w) }

    /// Converts the channels to floats, in memory order.
    private func channels(_ raw: Raw, _ w: FunctionWriter) -> [String] {
        switch raw {
        case .channels(let channels): channels.map { float(fromChannel: $0, w) }
        case .words(let words) where bytes == 8:
            // Shuffles take fewer instructions than 64-bit arithmetic.
            deinterleave(
                w.value("bitcast \(w.vector(word)) \(words) to <\(w.lanes * channelCount) x \(channel)>"), w
            ).prefix(usedChannelCount).map { float(fromChannel: $0, w) }
        case .words(let words): (0..<usedChannelCount).map { float(fromWords: words, channel: $0, w) }
        }
    }

    private var usedChannelCount: Int { format.layout == .rgbx ? 3 : channelCount }

    /// Returns the colour for channels in memory order.
    func color(fromChannels c: [String], _ w: FunctionWriter) -> [String] {
        let one = w.splat(constant: FunctionWriter.float(1), "float")
        let zero = w.splat(constant: FunctionWriter.float(0), "float")
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

    private func float(fromChannel channel: String, _ w: FunctionWriter) -> String {
        switch format.component {
        case .uint8, .uint16:
            let integer = w.value("zext \(w.vector(self.channel)) \(channel) to \(w.vector("i32"))")
            return normalized(integer, w)
        case .float16: return w.value("fpext \(w.vector("half")) \(channel) to \(w.vector("float"))")
        case .float32: return channel
        }
    }

    /// Extracts a channel from pixels of at most 32 bits.
    private func float(fromWords words: String, channel: Int, _ w: FunctionWriter) -> String {
        let shift = channel * channelBits
        var part = words
        if shift > 0 {
            part = w.value("lshr \(w.vector(word)) \(part), \(w.literal("\(shift)", word))")
        }
        switch format.component {
        case .uint8, .uint16:
            if bytes < 4 { part = w.value("zext \(w.vector(word)) \(part) to \(w.vector("i32"))") }
            if channel < channelCount - 1 {
                part = w.value(
                    "and \(w.vector("i32")) \(part), \(w.literal("\((1 << channelBits) - 1)", "i32"))")
            }
            return normalized(part, w)
        case .float16:
            if bytes > 2 { part = w.value("trunc \(w.vector(word)) \(part) to \(w.vector("i16"))") }
            let half = w.value("bitcast \(w.vector("i16")) \(part) to \(w.vector("half"))")
            return w.value("fpext \(w.vector("half")) \(half) to \(w.vector("float"))")
        case .float32: return w.value("bitcast \(w.vector("i32")) \(part) to \(w.vector("float"))")
        }
    }

    /// Computes integer / maximum, correctly rounded.
    private func normalized(_ integer: String, _ w: FunctionWriter) -> String {
        let number = w.value("sitofp \(w.vector("i32")) \(integer) to \(w.vector("float"))")
        let maximum: Float = format.component == .uint8 ? 255 : 65535
        guard hasFusedMultiply else {
            let divisor = w.splat(constant: FunctionWriter.float(maximum), "float")
            return w.value("fdiv \(w.vector("float")) \(number), \(divisor)")
        }
        // With the reciprocal in two parts, the product rounds like the quotient for every integer of this size.
        let high = 1 / maximum
        let low = Float(1 / Double(maximum) - Double(high))
        let (highPart, lowPart) = (
            w.splat(constant: FunctionWriter.float(high), "float"),
            w.splat(constant: FunctionWriter.float(low), "float")
        )
        let small = w.value("fmul \(w.vector("float")) \(number), \(lowPart)")
        return w.floatIntrinsic("fma", [number, highPart, small])
    }
}
