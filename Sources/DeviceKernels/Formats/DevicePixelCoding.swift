import Pixels

/// How kernels on devices access pixels of a format: as 32-bit words, and with integers. So devices need no storage of
/// 8 or 16 bits, and pixels beside the one that is written aren't touched.
package struct DevicePixelCoding: Sendable {
    /// Number of words of a pixel: 1, 2 or 4. A pixel is aligned to its size.
    package let wordCount: Int
    /// The words that contain red, green, blue and alpha.
    package let words: [Int]
    /// The bits of red, green, blue and alpha as floats. Each channel is given its word.
    package let unpacking: ChannelCode
    /// The bits of red, green, blue and alpha at their places in their words. The other bits are 0. Each channel is
    /// given the bits of the float.
    package let packing: ChannelCode

    /// The exponent of 2 that is a pixel's size in bytes.
    package var sizeExponent: Int { wordCount.trailingZeroBitCount + 2 }

    /// Returns how pixels of a format are accessed, or nil if kernels on devices don't access them.
    package init?(_ format: PixelFormat) {
        let bits = UInt32(8 * format.component.byteCount)
        let places: SIMD4<UInt32>
        switch format {
        case .RGBA8, .RGBA16, .RGBAh, .RGBAf: places = SIMD4(0, 1, 2, 3) &* bits
        case .BGRA8: places = SIMD4(2, 1, 0, 3) &* bits
        default: return nil
        }
        wordCount = format.bytesPerPixel / 4
        words = (0..<4).map { Int(places[$0] / 32) }
        let shifts = ChannelCode(.constant(places & 31))
        let given = ChannelCode(.given)
        switch format.component {
        case .uint8:
            unpacking = (given >> shifts & 0xff).unpackedByte()
            packing = given.packedByte() << shifts
        case .uint16:
            unpacking = (given >> shifts & 0xffff).unpackedInteger()
            packing = given.packedInteger() << shifts
        case .float16:
            unpacking = (given >> shifts & 0xffff).unpackedHalf()
            packing = given.packedHalf() << shifts
        case .float32: (unpacking, packing) = (given, given)
        }
    }
}

extension PixelFormat {
    /// The formats whose pixels kernels on devices access.
    package static let forDevices = all.filter(\.isForDevices)

    /// Whether kernels on devices access pixels of this format.
    package var isForDevices: Bool { DevicePixelCoding(self) != nil }
}
