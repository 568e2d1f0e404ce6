/// One axis of a sampler. Converts coordinates to indices of the raster's pixels, with vectorisable arithmetic.
///
/// With linear interpolation, a position is a multiple of 2⁻²² pixel, so that integer instructions can split it into
/// index and fraction.
package struct SamplerAxis {
    /// Lower bound to which coordinates are clamped: two pixels before the first readable one, or the edge pixel of a
    /// clamped image if that is nearer. With linear interpolation it is at that pixel's centre.
    package let low: Double
    /// Upper bound to which coordinates are clamped: two pixels after the last readable one, likewise.
    package let high: Double
    /// With linear interpolation, the constant that is added to a coordinate to round it and leave the pixel index,
    /// counted from the first readable pixel, in the low bits. Without interpolation, the first readable pixel.
    package let base: Double
    @usableFromInline let isLinear: Bool
    @usableFromInline let clamps: Bool

    // These are computed properties, so that `locate` uses constants in other modules, too.

    /// Number of bits of a fraction.
    @inlinable package static var fractionBits: Int { 22 }
    /// Distance from a pixel's centre that is treated as the centre: 1/1024 pixel, in units of 2⁻²² pixel.
    @inlinable package static var reach: Int32 { 1 << Int32(fractionBits - 10) }
    /// The smallest double whose last bit stands for 2⁻²², times 1.5, so that sums with negative positions have the
    /// same exponent.
    @inlinable package static var origin: Double { 0x1.8p30 }
    /// The pixel index that the bits of `origin` stand for.
    @inlinable package static var originPlace: Int32 {
        Int32(truncatingIfNeeded: origin.bitPattern >> UInt64(fractionBits))
    }
    /// Adding and subtracting this rounds to a whole number. After the addition, that number is in the low bits.
    @inlinable static var whole: Double { 0x1.8p52 }
    /// A pixel index outside every raster.
    @inlinable static var nowhere: Int32 { -4 }
    /// The length of one unit of a fraction, in pixels.
    @inlinable static var fractionUnit: Float { 0x1p-22 }

    /// Creates an axis.
    ///
    /// - Parameters:
    ///   - image: The image's first pixel and the one after its last.
    ///   - readable: The same for the part of the image that is in the raster.
    init(image: Range<Int>, readable: Range<Int>, interpolation: Interpolation, clamps: Bool) {
        // From two pixels outside the readable range on, every pixel is transparent, so clamping doesn't change the
        // result.
        var (low, high) = (readable.lowerBound - 2, readable.upperBound + 1)
        if clamps { (low, high) = (max(low, image.lowerBound), min(high, image.upperBound - 1)) }
        isLinear = interpolation == .linear
        self.clamps = clamps
        let center = isLinear ? 0.5 : 0
        (self.low, self.high) = (Double(low) + center, Double(max(low, high)) + center)
        // All terms are multiples of 1/1024 below 2⁴¹, so the sum is exact, and the rounding of a coordinate doesn't
        // depend on the readable range.
        base =
            isLinear
            ? Self.origin - Double(readable.lowerBound) - center + 1.0 / 1024 : Double(readable.lowerBound)
    }

    /// Returns the index of the last pixel whose centre is at or before a coordinate, and the fraction of the way to
    /// the next centre. Without interpolation, returns the pixel that contains the coordinate, and 0. Indices count
    /// from the first readable pixel. A coordinate within 1/1024 of a centre is treated as the centre.
    @inlinable @inline(__always)
    package func locate(_ coordinate: Double) -> (place: Int32, fraction: Float) {
        let lifted = coordinate > low ? coordinate : low
        let held = lifted < high ? lifted : high
        // In a clamped image the bounds are pixels of the image, so non-finite coordinates need a test. In other images
        // the bounds are transparent anyway.
        let isFinite = !clamps || coordinate - coordinate == 0
        guard isLinear else {
            let nearest = (held + Self.whole) - Self.whole
            let pixel = nearest > held ? nearest - 1 : nearest
            let place = Int32(truncatingIfNeeded: (pixel - base + Self.whole).bitPattern)
            return (isFinite ? place : Self.nowhere, 0)
        }
        let bits = (held + base).bitPattern
        let place = Int32(truncatingIfNeeded: bits >> UInt64(Self.fractionBits)) &- Self.originPlace
        let fraction = Int32(truncatingIfNeeded: bits) & ((1 << Int32(Self.fractionBits)) - 1)
        let isCenter = fraction <= 2 * Self.reach
        let share = isCenter ? 0 : Float(fraction &- Self.reach) * Self.fractionUnit
        return (isFinite ? place : Self.nowhere, isFinite ? share : 0)
    }
}
