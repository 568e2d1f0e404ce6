import DeviceKernels

/// Emits access to pixels in a device's memory. Results equal those of `PixelFormat.unpack` and `pack` in every bit,
/// except that floats are stored unchanged, and NaN with them.
struct DevicePixelEmitter {
    let writer: FunctionWriter
    let coding: DevicePixelCoding

    private var words: String { "<\(coding.wordCount) x i32>" }
    private var alignment: Int { 4 * coding.wordCount }
    private static let channels = "<4 x i32>"
    private static let color = "<4 x float>"

    /// Loads the pixel at an address (i64), which must be readable. Returns its colour, or transparent black unless
    /// `isVisible` (i1).
    func load(_ address: String, isVisible: String) -> String {
        // Images don't change while a kernel runs.
        let start = coding.sharesWords ? writer.value("and i64 \(address), -4") : address
        var pixel = writer.value("load \(words), \(place(start)), align \(alignment), !invariant.load !0")
        if coding.sharesWords { pixel = shifted(pixel, to: address) }
        // A transparent pixel is zeros in all formats that have alpha.
        if coding.hasAlpha {
            pixel = writer.value("select i1 \(isVisible), \(words) \(pixel), \(words) zeroinitializer")
        }
        let order = FunctionWriter.indices(coding.words)
        let given = writer.value("shufflevector \(words) \(pixel), \(words) poison, <4 x i32> <\(order)>")
        var bits = coding.unpacking.results { write($0, $1, given: given) }
        if !coding.hasAlpha {
            bits = writer.value("select i1 \(isVisible), \(Self.channels) \(bits), \(Self.channels) zeroinitializer")
        }
        return writer.value("bitcast \(Self.channels) \(bits) to \(Self.color)")
    }

    /// Shifts a word so that the pixel at an address (i64) is in its lowest bits.
    private func shifted(_ word: String, to address: String) -> String {
        let byte = writer.value("and i32 \(writer.value("trunc i64 \(address) to i32")), 3")
        let bits = writer.value("shl i32 \(byte), 3")
        let distance = writer.value("insertelement \(words) poison, i32 \(bits), i64 0")
        return writer.value("lshr \(words) \(word), \(distance)")
    }

    /// Stores a colour at an address (i64). The pixel's bits are computed by `packing`, the coding's.
    func store(_ color: String, _ address: String, packing: ChannelCode) {
        let given = writer.value("bitcast \(Self.color) \(color) to \(Self.channels)")
        let channels = packing.results { write($0, $1, given: given) }
        var pixel = "poison"
        for word in 0..<coding.wordCount {
            let parts = coding.words.indices.filter { coding.words[$0] == word }
                .map { writer.value("extractelement \(Self.channels) \(channels), i64 \($0)") }
            let whole = parts.dropFirst().reduce(parts[0]) { writer.value("or i32 \($0), \($1)") }
            pixel = writer.value("insertelement \(words) \(pixel), i32 \(whole), i64 \(word)")
        }
        writer.line("store \(words) \(pixel), \(place(address)), align \(alignment)")
    }

    private func place(_ address: String) -> String {
        let pointer = FunctionWriter.devicePointer
        return "\(pointer) \(writer.value("inttoptr i64 \(address) to \(pointer)"))"
    }

    /// Emits an operation on the channels of a pixel.
    private func write(_ operation: ChannelCode.Operation, _ o: [String], given: String) -> String {
        let type = Self.channels
        func intrinsic(_ name: String) -> String {
            writer.call("llvm.\(name).v4i32", type, o.map { (type, $0) })
        }
        switch operation {
        case .given: return given
        case .constant(let values): return "<\((0..<4).map { "i32 \(values[$0])" }.joined(separator: ", "))>"
        case .and: return writer.value("and \(type) \(o[0]), \(o[1])")
        case .or: return writer.value("or \(type) \(o[0]), \(o[1])")
        case .sum: return writer.value("add \(type) \(o[0]), \(o[1])")
        case .difference: return writer.value("sub \(type) \(o[0]), \(o[1])")
        case .product: return writer.value("mul \(type) \(o[0]), \(o[1])")
        case .leftShift: return writer.value("shl \(type) \(o[0]), \(o[1])")
        case .rightShift: return writer.value("lshr \(type) \(o[0]), \(o[1])")
        case .smaller: return intrinsic("smin")
        case .larger: return intrinsic("smax")
        case .choice:
            let isLess = writer.value("icmp slt \(type) \(o[0]), \(o[1])")
            return writer.value("select <4 x i1> \(isLess), \(type) \(o[2]), \(type) \(o[3])")
        case .floatBits:
            let number = writer.value("sitofp \(type) \(o[0]) to \(Self.color)")
            return writer.value("bitcast \(Self.color) \(number) to \(type)")
        }
    }
}
