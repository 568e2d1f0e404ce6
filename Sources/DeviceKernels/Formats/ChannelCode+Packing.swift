/// From the bits of floats to stored channels, as `PixelFormat.pack` converts them.
extension ChannelCode {
    /// Returns the nearest half, in the lower 16 bits. NaN becomes 0.
    func packedHalf() -> ChannelCode {
        let sign = self >> 16 & 0x8000
        let magnitude = self & 0x7fff_ffff
        // A number of at least 2⁻¹⁴ loses 13 bits, and 112 of its exponent. A smaller one becomes a multiple of 2⁻²⁴,
        // so it loses more bits. Without 25 bits, nothing is left.
        let distance = (126 - (magnitude >> 23)).atLeast(13).atMost(25)
        let digits = magnitude.ifLess(than: 0x3880_0000, magnitude.significand, else: magnitude - 0x3800_0000)
        let half = digits.rounded(droppingBits: distance).atMost(0x7c00)
        return magnitude.ifLess(than: 0x7f80_0001, half | sign, else: 0)
    }

    /// Returns the nearest byte to the number, held to 0…1, times 255. NaN becomes 0.
    ///
    /// The product is rounded to a float before it is rounded to an integer, which makes a difference if it is nearly
    /// halfway between two.
    func packedByte() -> ChannelCode {
        let number = heldToOne()
        let product = number.significand * 255
        let (digits, droppedBits) = product.roundedToFloat()
        // Without 25 bits, nothing is left, as a half is rounded to 0.
        let distance = (150 - droppedBits - (number >> 23)).atMost(25)
        return digits.rounded(droppingBits: distance)
    }

    /// Returns the integer below the number, held to 0…1, times 65535 plus 0.5. NaN becomes 0.
    ///
    /// The product is rounded to a float, and the sum, too.
    func packedInteger() -> ChannelCode {
        let number = heldToOne()
        // The product has 39 or 40 bits, and is computed without the last 8. There is no float for which these matter.
        let significand = number.significand
        let product = (significand << 8) - ((significand + 0xff) >> 8)
        let (digits, droppedBits) = product.roundedToFloat()
        // Without 26 bits, nothing is left.
        let distance = (142 - droppedBits - (number >> 23)).atMost(26)
        // The sum is exact or rounded within an integer: no product is 0.5 − 2⁻²⁵, for which it would be rounded to 1.
        return (digits + (1 << (distance - 1))) >> distance
    }

    // MARK: Pieces

    /// Returns the bits of the float, held to 0…1. NaN becomes 0.
    private func heldToOne() -> ChannelCode {
        // Negative floats are negative integers.
        ifLess(than: 0x7f80_0001, atLeast(0).atMost(0x3f80_0000), else: 0)
    }

    /// The 24 digits of a positive float that isn't denormal.
    private var significand: ChannelCode { self & 0x007f_ffff | 0x0080_0000 }

    /// Returns the integer without its lowest bits, rounded to the nearest one, or to an even one halfway between two.
    private func rounded(droppingBits count: ChannelCode) -> ChannelCode {
        let lessThanHalf = (1 << (count - 1)) - 1
        let isOdd = self >> count & 1
        return (self + lessThanHalf + isOdd) >> count
    }

    /// Returns an integer of 31 or 32 bits without its last 7 or 8, rounded like a float, and how many these are.
    private func roundedToFloat() -> (digits: ChannelCode, droppedBits: ChannelCode) {
        let count = (self >> 31) + 7
        return (rounded(droppingBits: count), count)
    }
}
