import Pixels

extension PixelCode {
    /// Converts red, green, blue and alpha to pixels of this format.
    ///
    /// `RGBAf` contains what kernels compute, so NaN is stored unchanged. Every other format stores 0 for NaN, as
    /// `PixelFormat.pack` does.
    func pack(_ color: [String], _ w: FunctionWriter) -> Raw {
        let channels = channels(fromColor: color, w).map { stored($0, w) }
        guard isWord else { return .channels(channels) }
        if bytes == 8 {
            // Compute two halves of 32 bits and shuffle them together, which takes fewer instructions than 64-bit
            // arithmetic.
            let half = channels.count / 2
            let (low, high) = (word(channels[..<half], w), word(channels[half...], w))
            let order = FunctionWriter.indices((0..<2 * w.lanes).map { $0 % 2 * w.lanes + $0 / 2 })
            let int = w.vector("i32")
            let pair = "<\(2 * w.lanes) x i32>"
            let both = w.value("shufflevector \(int) \(low), \(int) \(high), \(pair) <\(order)>")
            return .words(w.value("bitcast \(pair) \(both) to \(w.vector("i64"))"))
        }
        // Pixels of less than 32 bits are computed in 32 bits.
        let all = word(channels[...], w)
        return .words(bytes < 4 ? w.value("trunc \(w.vector("i32")) \(all) to \(w.vector("i\(8 * bytes)"))") : all)
    }

    /// Combines channels into 32-bit integers, with the first channel in the lowest bits.
    private func word(_ channels: ArraySlice<String>, _ w: FunctionWriter) -> String {
        var word = ""
        for (index, channel) in channels.enumerated() {
            var part = integer(channel, isFirst: index == 0, w)
            let shift = index * 8 * format.component.byteCount
            if shift > 0 {
                part = w.value("shl \(w.vector("i32")) \(part), \(w.literal("\(shift)", "i32"))")
            }
            word = index == 0 ? part : w.value("or \(w.vector("i32")) \(word), \(part)")
        }
        return word
    }

    /// Stores neighbouring pixels of a row.
    func store(_ raw: Raw, _ pointer: String, _ w: FunctionWriter) {
        switch raw {
        case .words(let words): w.line("store \(w.vector("i\(8 * bytes)")) \(words), ptr \(pointer), align 1")
        case .channels(let channels):
            let type = channelType
            let lanes = w.lanes
            let pair = "<\(2 * lanes) x \(type)>"
            let join = FunctionWriter.indices(0..<(2 * lanes))
            func joined(_ a: String, _ b: String) -> String {
                w.value(
                    "shufflevector \(w.vector(type)) \(a), \(w.vector(type)) \(b), <\(2 * lanes) x i32> <\(join)>")
            }
            let count = channels.count
            let low = joined(channels[0], channels[1])
            let high = joined(channels[2], count > 3 ? channels[3] : "poison")
            let order = FunctionWriter.indices((0..<lanes * count).map { $0 % count * lanes + $0 / count })
            let pixels = w.value(
                "shufflevector \(pair) \(low), \(pair) \(high), <\(lanes * count) x i32> <\(order)>")
            w.line("store <\(lanes * count) x \(type)> \(pixels), ptr \(pointer), align 1")
        }
    }

    /// The type of a channel in `Raw.channels`.
    private var channelType: String {
        switch format.component {
        case .uint8: "i8"
        case .uint16: "i16"
        case .float16: "half"
        case .float32: "float"
        }
    }

    /// Returns the channels in memory order.
    private func channels(fromColor c: [String], _ w: FunctionWriter) -> [String] {
        switch format.layout {
        case .rgba: return c
        case .bgra: return [c[2], c[1], c[0], c[3]]
        case .argb: return [c[3], c[0], c[1], c[2]]
        case .abgr: return [c[3], c[2], c[1], c[0]]
        case .rgbx: return [c[0], c[1], c[2], w.splat(constant: FunctionWriter.float(1), "float")]
        case .rgb: return [c[0], c[1], c[2]]
        case .r: return [c[0]]
        case .rg: return [c[0], c[1]]
        case .l: return [luminance(c, w)]
        case .la: return [luminance(c, w), c[3]]
        case .a: return [c[3]]
        }
    }

    private func luminance(_ c: [String], _ w: FunctionWriter) -> String {
        let type = w.vector("float")
        let weights: [Float] = [0.2126, 0.7152, 0.0722]
        let parts = zip(c, weights).map { part, weight in
            let factor = w.splat(constant: FunctionWriter.float(weight), "float")
            return w.value("fmul \(type) \(factor), \(part)")
        }
        let first = w.value("fadd \(type) \(parts[0]), \(parts[1])")
        let sum = w.value("fadd \(type) \(first), \(parts[2])")
        let equalLow = w.value("fcmp oeq \(type) \(c[0]), \(c[1])")
        let equalHigh = w.value("fcmp oeq \(type) \(c[1]), \(c[2])")
        let isGray = w.value("and \(w.vector("i1")) \(equalLow), \(equalHigh)")
        return w.value("select \(w.vector("i1")) \(isGray), \(type) \(c[0]), \(type) \(sum)")
    }

    /// Converts a channel's value to its form in `Raw.channels`. If the pixel is stored as a word, integer channels
    /// remain in 32-bit integers.
    private func stored(_ value: String, _ w: FunctionWriter) -> String {
        let (type, mask) = (w.vector("float"), w.vector("i1"))
        let zero = w.splat(constant: FunctionWriter.float(0), "float")
        switch format.component {
        case .uint8, .uint16:
            let isPositive = w.value("fcmp ogt \(type) \(value), \(zero)")
            let positive = w.value("select \(mask) \(isPositive), \(type) \(value), \(type) \(zero)")
            let maximum: Float = format.component == .uint8 ? 255 : 65535
            let limit = w.splat(constant: FunctionWriter.float(maximum), "float")
            // Clamp after multiplying. The result is the same, and LLVM emits a minimum instead of a branch.
            let product = w.value("fmul \(type) \(positive), \(limit)")
            let isAbove = w.value("fcmp ogt \(type) \(product), \(limit)")
            let scaled = w.value("select \(mask) \(isAbove), \(type) \(limit), \(type) \(product)")
            var integer: String
            if usesMagic {
                let magic = w.splat(constant: FunctionWriter.float(8_388_608), "float")
                let sum = w.value("fadd \(type) \(scaled), \(magic)")
                integer = w.value("bitcast \(type) \(sum) to \(w.vector("i32"))")
            } else {
                let half = w.splat(constant: FunctionWriter.float(0.5), "float")
                let sum = w.value("fadd \(type) \(scaled), \(half)")
                integer = w.value("fptosi \(type) \(sum) to \(w.vector("i32"))")
            }
            if !isWord { integer = w.value("trunc \(w.vector("i32")) \(integer) to \(w.vector(channelType))") }
            return integer
        case .float16, .float32:
            if format == .RGBAf { return value }
            let isNumber = w.value("fcmp ord \(type) \(value), \(zero)")
            let number = w.value("select \(mask) \(isNumber), \(type) \(value), \(type) \(zero)")
            return format.component == .float32
                ? number : w.value("fptrunc \(type) \(number) to \(w.vector("half"))")
        }
    }

    /// Whether to round by adding 2²³, as `PixelFormat` does for these two layouts. The number is then in the low bits,
    /// below other bits.
    private var usesMagic: Bool {
        format.component == .uint8 && (format.layout == .rgba || format.layout == .bgra)
    }

    /// Returns a stored channel as a 32-bit integer that can be shifted.
    private func integer(_ value: String, isFirst: Bool, _ w: FunctionWriter) -> String {
        switch format.component {
        case .uint8, .uint16:
            // The shifts remove the bits that 2²³ leaves above the number, except for the first channel.
            return usesMagic && isFirst
                ? w.value("and \(w.vector("i32")) \(value), \(w.literal("255", "i32"))") : value
        case .float16:
            let bits = w.value("bitcast \(w.vector("half")) \(value) to \(w.vector("i16"))")
            return w.value("zext \(w.vector("i16")) \(bits) to \(w.vector("i32"))")
        case .float32: return w.value("bitcast \(w.vector("float")) \(value) to \(w.vector("i32"))")
        }
    }
}
