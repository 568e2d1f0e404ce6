import DeviceKernels

/// Writes access to pixels in a device's memory. What is loaded has the bits of `PixelFormat.unpack`. The same bits are
/// stored for a float as by `PixelFormat.pack`, except that floats are stored unchanged, and NaN with them.
struct SPIRVPixels {
    let writer: SPIRVFunctionWriter
    let coding: DevicePixelCoding

    private var module: SPIRVModuleWriter { writer.module }
    private var channels: UInt32 { module.channels }
    private var alignment: UInt32 { UInt32(4 * coding.wordCount) }
    /// The type of a pixel in memory.
    private var words: UInt32 {
        coding.wordCount == 1 ? module.int : module.type(.typeVector, [module.int, UInt32(coding.wordCount)])
    }

    /// Loads the pixel at an address, and returns its colour.
    func load(at address: UInt32) -> UInt32 {
        let pixel = coding.sharesWords ? loadShared(at: address) : writer.load(words, at: address, alignment: alignment)
        let given =
            coding.wordCount == 1
            ? writer.value(.compositeConstruct, channels, [pixel, pixel, pixel, pixel])
            : writer.value(.vectorShuffle, channels, [pixel, pixel] + coding.words.map { UInt32($0) })
        let bits = coding.unpacking.results { write($0, $1, given: given) }
        return writer.value(.bitcast, module.color, [bits])
    }

    /// Loads the word that contains the pixel at an address, and shifts it so that the pixel is in the lowest bits.
    private func loadShared(at address: UInt32) -> UInt32 {
        let start = writer.value(.bitwiseAnd, module.long, [address, module.constant(long: -4)])
        let byte = writer.value(
            .bitwiseAnd, module.int, [writer.value(.uConvert, module.int, [address]), module.constant(3 as Int32)])
        let bits = writer.value(.shiftLeftLogical, module.int, [byte, module.constant(3 as Int32)])
        let word = writer.load(words, at: start, alignment: alignment)
        return writer.value(.shiftRightLogical, module.int, [word, bits])
    }

    /// Stores a colour at an address. The pixel's bits are computed by `packing`, the coding's.
    func store(_ color: UInt32, at address: UInt32, packing: ChannelCode) {
        let given = writer.value(.bitcast, channels, [color])
        let packed = packing.results { write($0, $1, given: given) }
        let parts = (0..<4).map { writer.value(.compositeExtract, module.int, [packed, UInt32($0)]) }
        let pixel = (0..<coding.wordCount).map { word in
            let own = parts.indices.filter { coding.words[$0] == word }.map { parts[$0] }
            return own.dropFirst().reduce(own[0]) { writer.value(.bitwiseOr, module.int, [$0, $1]) }
        }
        writer.store(
            pixel.count == 1 ? pixel[0] : writer.value(.compositeConstruct, words, pixel), words, at: address,
            alignment: alignment)
    }

    /// Writes an operation on the channels of a pixel.
    private func write(_ operation: ChannelCode.Operation, _ o: [UInt32], given: UInt32) -> UInt32 {
        switch operation {
        case .given: given
        case .constant(let values): module.constant(values)
        case .and: writer.value(.bitwiseAnd, channels, o)
        case .or: writer.value(.bitwiseOr, channels, o)
        case .sum: writer.value(.iAdd, channels, o)
        case .difference: writer.value(.iSub, channels, o)
        case .product: writer.value(.iMul, channels, o)
        case .leftShift: writer.value(.shiftLeftLogical, channels, o)
        case .rightShift: writer.value(.shiftRightLogical, channels, o)
        case .smaller: writer.value(.sMin, channels, o)
        case .larger: writer.value(.sMax, channels, o)
        case .choice:
            writer.select(
                channels, writer.value(.sLessThan, module.type(.typeVector, [module.bool, 4]), [o[0], o[1]]), o[2],
                o[3])
        case .floatBits:
            writer.value(.bitcast, channels, [writer.value(.convertSToF, module.color, o)])
        }
    }
}
