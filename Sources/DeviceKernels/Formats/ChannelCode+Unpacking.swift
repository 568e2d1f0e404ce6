/// From stored channels to the bits of floats, as `PixelFormat.unpack` converts them.
extension ChannelCode {
    /// Returns n / 255, rounded to the nearest float, for a byte n.
    func unpackedByte() -> ChannelCode {
        // In the binary system, the digits of the quotient are those of the byte, again and again. From the first 1 on
        // they are the byte shifted up to its first 1, again and again. A float has three times these eight digits, and
        // is rounded up, as what follows begins with a 1 and has more of them. The first digits are those of the byte
        // as a float, whose fraction lacks the first 1, and whose exponent is larger by 8.
        let number = floatBits
        let fraction = number >> 16 & 0x7f
        let repeated = (fraction + 0x80) * 0x101
        // The bits of zero become negative.
        return (number + repeated - 0x03ff_ffff).atLeast(0)
    }

    /// Returns n / 65535, rounded to the nearest float, for an integer n of 16 bits.
    func unpackedInteger() -> ChannelCode {
        // As with bytes, but a float has the sixteen digits one and a half times, and is rounded up if what follows
        // begins with a 1. The first 1 of the next repetition shows that this is more than a half.
        let number = floatBits
        let upperDigits = number >> 15 & 0xff
        let repeated = (upperDigits + 0x101) >> 1
        return (number + repeated - 0x0800_0000).atLeast(0)
    }

    /// Returns a half as a float. The bits of NaN are kept, and the one that makes it quiet is set.
    func unpackedHalf() -> ChannelCode {
        let sign = (self & 0x8000) << 16
        let magnitude = self & 0x7fff
        let wide = magnitude << 13
        // The exponents of halves are less by 112.
        let normal = wide + 0x3800_0000
        // A denormal number is its bits times 2⁻²⁴. The bits of zero become negative.
        let denormal = (magnitude.floatBits - 0x0c00_0000).atLeast(0)
        let special = wide | 0x7f80_0000
        let notFinite = magnitude.ifLess(than: 0x7c01, special, else: special | 0x0040_0000)
        let finite = magnitude.ifLess(than: 0x0400, denormal, else: normal)
        return magnitude.ifLess(than: 0x7c00, finite, else: notFinite) | sign
    }
}
