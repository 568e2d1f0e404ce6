import Pixels

/// How kernels on devices access pixels of a format: as 32-bit words, and with integers. So devices need no storage of
/// 8 or 16 bits, and pixels beside the one that is written aren't touched.
///
/// Pixels of fewer than 32 bits are only read, because several share a word: the word that contains the pixel is
/// loaded, and shifted so that the pixel begins with its lowest bit.
package struct DevicePixelCoding: Sendable {
    /// Number of words that are loaded or stored: 1, 2 or 4. A pixel is aligned to its size, and words are to theirs.
    package let wordCount: Int
    /// The exponent of 2 that is a pixel's size in bytes.
    package let sizeExponent: Int
    /// The words that contain red, green, blue and alpha. Channels that aren't stored have any word.
    package let words: [Int]
    /// Whether alpha is stored. If it isn't, zeros don't stand for a transparent pixel.
    package let hasAlpha: Bool
    /// The bits of red, green, blue and alpha as floats. Each channel is given its word.
    package let unpacking: ChannelCode
    /// The bits of red, green, blue and alpha at their places in their words. The other bits are 0. Each channel is
    /// given the bits of the float. Nil for a format that kernels only read.
    package let packing: ChannelCode?

    /// Whether several pixels share a word.
    package var sharesWords: Bool { sizeExponent < 2 }

    /// Returns how pixels of a format are accessed, or nil if kernels on devices don't access them.
    package init?(_ format: PixelFormat) {
        switch format {
        case .RGBA8, .RGBA16, .RGBAh, .RGBAf: self.init(format, places: SIMD4(0, 1, 2, 3))
        case .BGRA8: self.init(format, places: SIMD4(2, 1, 0, 3))
        case .R8, .R16, .Rh, .RG8, .RG16, .RGh:
            self.init(format.component, channelCount: format.layout.channelCount)
        default: return nil
        }
    }

    /// Returns how pixels with four channels are read and written.
    ///
    /// - Parameter places: The places of red, green, blue and alpha among the channels in memory.
    private init(_ format: PixelFormat, places: SIMD4<UInt32>) {
        let bits = UInt32(8 * format.component.byteCount)
        let places = places &* bits
        (wordCount, sizeExponent) = (format.bytesPerPixel / 4, format.bytesPerPixel.trailingZeroBitCount)
        words = (0..<4).map { Int(places[$0] / 32) }
        hasAlpha = true
        let shifts = ChannelCode(.constant(places & 31))
        let given = ChannelCode(.given)
        unpacking = Self.unpacking(given >> shifts, format.component, masks: SIMD4(repeating: Self.mask(bits)))
        switch format.component {
        case .uint8: packing = given.packedByte() << shifts
        case .uint16: packing = given.packedInteger() << shifts
        case .float16: packing = given.packedHalf() << shifts
        case .float32: packing = given
        }
    }

    /// Returns how pixels with one or two channels of at most 16 bits are read. Missing colours are 0, and alpha is 1.
    private init(_ component: PixelFormat.Component, channelCount: Int) {
        let bits = UInt32(8 * component.byteCount)
        (wordCount, words, hasAlpha, packing) = (1, [0, 0, 0, 0], false, nil)
        sizeExponent = (channelCount * component.byteCount).trailingZeroBitCount
        let shifts = ChannelCode(.constant(SIMD4(0, bits, 0, 0)))
        let masks = SIMD4(Self.mask(bits), channelCount > 1 ? Self.mask(bits) : 0, 0, 0)
        // The other channels are given zeros, which stand for 0 in every format.
        let colors = Self.unpacking(ChannelCode(.given) >> shifts, component, masks: masks)
        unpacking = colors | ChannelCode(.constant(SIMD4(0, 0, 0, Float(1).bitPattern)))
    }

    private static func mask(_ bits: UInt32) -> UInt32 { .max >> (32 - bits) }

    /// Returns the floats for channels that begin with the lowest bit.
    private static func unpacking(
        _ channels: ChannelCode, _ component: PixelFormat.Component, masks: SIMD4<UInt32>
    ) -> ChannelCode {
        let stored = channels & ChannelCode(.constant(masks))
        switch component {
        case .uint8: return stored.unpackedByte()
        case .uint16: return stored.unpackedInteger()
        case .float16: return stored.unpackedHalf()
        case .float32: return ChannelCode(.given)
        }
    }
}
