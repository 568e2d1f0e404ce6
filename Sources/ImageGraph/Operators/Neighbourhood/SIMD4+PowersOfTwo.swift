extension SIMD4<Float> {
    /// Returns the elements that are greater than `least`, and `least` instead of all others and of NaN. Unlike
    /// `replacing(with:where:)`, this compiles to a few vector instructions.
    @inline(__always)
    func raised(to least: Float) -> SIMD4<Float> {
        let isAbove = unsafeBitCast(self .> least, to: SIMD4<UInt32>.self)
        let bits = unsafeBitCast(self, to: SIMD4<UInt32>.self)
        return unsafeBitCast(bits & isAbove | least.bitPattern & ~isAbove, to: SIMD4<Float>.self)
    }

    /// 2 to the power of each element, for elements up to 0; the relative error is below 2⁻²². Powers below 2⁻¹²⁶ are
    /// rounded up to that.
    @inline(__always)
    var powersOfTwo: SIMD4<Float> {
        let limited = raised(to: -126)
        // Adding this number rounds to whole numbers, which are then the lowest bits.
        let whole = 0x1.8p23 as Float
        let rounded = limited + whole
        let rest = limited - (rounded - whole)
        // The Taylor series; its coefficients are powers of the logarithm of 2, divided by factorials.
        var value = SIMD4(repeating: 0.000_154_035_3) * rest + 0.001_333_355_8
        value = value * rest + 0.009_618_129
        value = value * rest + 0.055_504_11
        value = value * rest + 0.240_226_5
        value = value * rest + 0.693_147_2
        value = value * rest + 1
        let exponent = unsafeBitCast(rounded, to: SIMD4<Int32>.self) &- Int32(bitPattern: whole.bitPattern)
        return value * unsafeBitCast((exponent &+ 127) &<< 23, to: SIMD4<Float>.self)
    }
}
