import Pixels

extension PixelEmitter {
    /// Converts red, green, blue and alpha to pixels of this format.
    ///
    /// `RGBAf` and planar formats contain what kernels compute, so NaN is stored unchanged. Every other format stores 0
    /// for NaN, as `PixelFormat.pack` does.
    func pack(_ color: [String], _ writer: FunctionWriter) -> Raw {
        let channels = channels(fromColor: color, writer).map { stored($0, writer) }
        guard isWord else { return .channels(channels) }
        if bytes == 8 {
            // Compute two halves of 32 bits and shuffle them together, which takes fewer instructions than 64-bit
            // arithmetic.
            let half = channels.count / 2
            let (low, high) = (word(channels[..<half], writer), word(channels[half...], writer))
            let order = FunctionWriter.indices((0..<2 * writer.lanes).map { $0 % 2 * writer.lanes + $0 / 2 })
            let int = writer.vector("i32")
            let pair = "<\(2 * writer.lanes) x i32>"
            let both = writer.value("shufflevector \(int) \(low), \(int) \(high), \(pair) <\(order)>")
            return .words(writer.value("bitcast \(pair) \(both) to \(writer.vector("i64"))"))
        }
        // Pixels of less than 32 bits are computed in 32 bits.
        let all = word(channels[...], writer)
        return .words(
            bytes < 4 ? writer.value("trunc \(writer.vector("i32")) \(all) to \(writer.vector("i\(8 * bytes)"))") : all)
    }

    /// Combines channels into 32-bit integers, with the first channel in the lowest bits.
    private func word(_ channels: ArraySlice<String>, _ writer: FunctionWriter) -> String {
        var word = ""
        for (index, channel) in channels.enumerated() {
            var part = integer(channel, isFirst: index == 0, writer)
            let shift = index * 8 * format.component.byteCount
            if shift > 0 {
                part = writer.value("shl \(writer.vector("i32")) \(part), \(writer.literal("\(shift)", "i32"))")
            }
            word = index == 0 ? part : writer.value("or \(writer.vector("i32")) \(word), \(part)")
        }
        return word
    }

    /// Stores neighbouring pixels of a row, whose channels are `planeBytes` (an i64) apart if the format is planar.
    func store(_ raw: Raw, _ pointer: String, planeBytes: String, _ writer: FunctionWriter) {
        guard format.isPlanar, case .channels(let channels) = raw else { return store(raw, pointer, writer) }
        var place = pointer
        for (index, channel) in channels.enumerated() {
            if index > 0 { place = writer.value("getelementptr i8, ptr \(place), i64 \(planeBytes)") }
            writer.line("store \(writer.vector(self.channel)) \(channel), ptr \(place), align 1")
        }
    }

    /// Stores neighbouring pixels of a row.
    func store(_ raw: Raw, _ pointer: String, _ writer: FunctionWriter) {
        switch raw {
        case .words(let words): writer.line("store \(writer.vector("i\(8 * bytes)")) \(words), ptr \(pointer), align 1")
        case .channels(let channels):
            if storeTransposed(channels, pointer, writer) { return }
            let type = channel
            let lanes = writer.lanes
            let pair = "<\(2 * lanes) x \(type)>"
            let join = FunctionWriter.indices(0..<(2 * lanes))
            func joined(_ a: String, _ b: String) -> String {
                writer.value(
                    "shufflevector \(writer.vector(type)) \(a), \(writer.vector(type)) \(b), <\(2 * lanes) x i32> <\(join)>"
                )
            }
            let count = channels.count
            let low = joined(channels[0], channels[1])
            let high = joined(channels[2], count > 3 ? channels[3] : "poison")
            let order = FunctionWriter.indices((0..<lanes * count).map { $0 % count * lanes + $0 / count })
            let pixels = writer.value(
                "shufflevector \(pair) \(low), \(pair) \(high), <\(lanes * count) x i32> <\(order)>")
            writer.line("store <\(lanes * count) x \(type)> \(pixels), ptr \(pointer), align 1")
        }
    }

    /// Returns the channels in memory order.
    private func channels(fromColor c: [String], _ writer: FunctionWriter) -> [String] {
        switch format.layout {
        case .rgba: return c
        case .bgra: return [c[2], c[1], c[0], c[3]]
        case .argb: return [c[3], c[0], c[1], c[2]]
        case .abgr: return [c[3], c[2], c[1], c[0]]
        case .rgbx: return [c[0], c[1], c[2], writer.splat(constant: FunctionWriter.float(1), "float")]
        case .rgb: return [c[0], c[1], c[2]]
        case .r: return [c[0]]
        case .rg: return [c[0], c[1]]
        case .l: return [luminance(c, writer)]
        case .la: return [luminance(c, writer), c[3]]
        case .a: return [c[3]]
        }
    }

    private func luminance(_ c: [String], _ writer: FunctionWriter) -> String {
        let type = writer.vector("float")
        let weights: [Float] = [0.2126, 0.7152, 0.0722]
        let parts = zip(c, weights).map { part, weight in
            let factor = writer.splat(constant: FunctionWriter.float(weight), "float")
            return writer.value("fmul \(type) \(factor), \(part)")
        }
        let first = writer.value("fadd \(type) \(parts[0]), \(parts[1])")
        let sum = writer.value("fadd \(type) \(first), \(parts[2])")
        let equalLow = writer.value("fcmp oeq \(type) \(c[0]), \(c[1])")
        let equalHigh = writer.value("fcmp oeq \(type) \(c[1]), \(c[2])")
        let isGray = writer.value("and \(writer.vector("i1")) \(equalLow), \(equalHigh)")
        return writer.value("select \(writer.vector("i1")) \(isGray), \(type) \(c[0]), \(type) \(sum)")
    }

    /// Converts a channel's value to its form in `Raw.channels`. If the pixel is stored as a word, integer channels
    /// remain in 32-bit integers.
    func stored(_ value: String, _ writer: FunctionWriter) -> String {
        let (type, mask) = (writer.vector("float"), writer.vector("i1"))
        let zero = writer.splat(constant: FunctionWriter.float(0), "float")
        switch format.component {
        case .uint8, .uint16:
            let isPositive = writer.value("fcmp ogt \(type) \(value), \(zero)")
            let positive = writer.value("select \(mask) \(isPositive), \(type) \(value), \(type) \(zero)")
            let maximum: Float = format.component == .uint8 ? 255 : 65535
            let limit = writer.splat(constant: FunctionWriter.float(maximum), "float")
            // Clamp after multiplying. The result is the same, and LLVM emits a minimum instead of a branch.
            let product = writer.value("fmul \(type) \(positive), \(limit)")
            let isAbove = writer.value("fcmp ogt \(type) \(product), \(limit)")
            let scaled = writer.value("select \(mask) \(isAbove), \(type) \(limit), \(type) \(product)")
            var integer: String
            if usesMagic {
                let magic = writer.splat(constant: FunctionWriter.float(8_388_608), "float")
                let sum = writer.value("fadd \(type) \(scaled), \(magic)")
                integer = writer.value("bitcast \(type) \(sum) to \(writer.vector("i32"))")
            } else {
                let half = writer.splat(constant: FunctionWriter.float(0.5), "float")
                let sum = writer.value("fadd \(type) \(scaled), \(half)")
                integer = writer.value("fptosi \(type) \(sum) to \(writer.vector("i32"))")
            }
            if !isWord {
                integer = writer.value("trunc \(writer.vector("i32")) \(integer) to \(writer.vector(channel))")
            }
            return integer
        case .float16, .float32:
            if format == .RGBAf || format.isPlanar { return value }
            let isNumber = writer.value("fcmp ord \(type) \(value), \(zero)")
            let number = writer.value("select \(mask) \(isNumber), \(type) \(value), \(type) \(zero)")
            return format.component == .float32
                ? number : writer.value("fptrunc \(type) \(number) to \(writer.vector("half"))")
        }
    }

    /// Whether to round by adding 2²³, as `PixelFormat` does for these two layouts. The number is then in the low bits,
    /// below other bits.
    private var usesMagic: Bool {
        format.component == .uint8 && (format.layout == .rgba || format.layout == .bgra)
    }

    /// Returns a stored channel as a 32-bit integer that can be shifted.
    private func integer(_ value: String, isFirst: Bool, _ writer: FunctionWriter) -> String {
        switch format.component {
        case .uint8, .uint16:
            // The shifts remove the bits that 2²³ leaves above the number, except for the first channel.
            return usesMagic && isFirst
                ? writer.value("and \(writer.vector("i32")) \(value), \(writer.literal("255", "i32"))") : value
        case .float16:
            let bits = writer.value("bitcast \(writer.vector("half")) \(value) to \(writer.vector("i16"))")
            return writer.value("zext \(writer.vector("i16")) \(bits) to \(writer.vector("i32"))")
        case .float32: return writer.value("bitcast \(writer.vector("float")) \(value) to \(writer.vector("i32"))")
        }
    }
}
