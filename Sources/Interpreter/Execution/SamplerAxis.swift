import ImageGraph
import Pixels

/// One direction of a sampler: from coordinates to a place among the raster's pixels, in arithmetic that is vectorised.
///
/// Interpolated places are numbers of 2⁻²² pixel, so that integer instructions take them apart.
package struct SamplerAxis {
    /// Coordinates are held between these: two pixels before the first readable one (with interpolation: its centre), and as far after
    /// the last.
    package let low: Double
    /// The greatest such coordinate.
    package let high: Double
    /// What a coordinate is added to, which rounds it and leaves the place, counted from the first readable pixel, in the low bits; without
    /// interpolation, the first readable pixel.
    package let base: Double
    private let isLinear: Bool
    private let clamps: Bool

    /// Bits of a fraction.
    package static let fractionBits = 22
    /// How near to a centre counts as the centre: 1/1024 pixel.
    package static let reach: Int32 = 1 << (fractionBits - 10)
    /// The first of the doubles whose last bit stands for 2⁻²², and half as much again, so that negative places have the same exponent.
    package static let origin = 0x1.8p30
    /// The place that is zero in the bits of `origin`.
    package static let originPlace = Int32(truncatingIfNeeded: origin.bitPattern >> UInt64(fractionBits))
    /// Adding and subtracting this rounds to a whole number and leaves it in the low bits.
    private static let whole = 0x1.8p52
    /// A place outside every raster.
    private static let nowhere: Int32 = -4

    /// - Parameters:
    ///   - image: First pixel of the image and one past its last.
    ///   - readable: The same for the part of the image that is in the raster.
    init(image: Range<Int>, readable: Range<Int>, interpolation: Interpolation, clamps: Bool) {
        // Two pixels beyond what is readable everything is transparent alike.
        var (low, high) = (readable.lowerBound - 2, readable.upperBound + 1)
        if clamps { (low, high) = (max(low, image.lowerBound), min(high, image.upperBound - 1)) }
        isLinear = interpolation == .linear
        self.clamps = clamps
        let center = isLinear ? 0.5 : 0
        (self.low, self.high) = (Double(low) + center, Double(max(low, high)) + center)
        // All of these are multiples of 1/1024 below 2⁴¹, so that nothing is lost, and a place is rounded the same whatever is readable.
        base =
            isLinear
            ? Self.origin - Double(readable.lowerBound) - center + 1.0 / 1024 : Double(readable.lowerBound)
    }

    /// The place of the last pixel whose centre is at or before a coordinate (or of the pixel around it, without interpolation), counted
    /// from the first readable pixel, and how far it is on the way to the next. Within 1/1024 of a centre it is at the centre.
    @inline(__always)
    package func locate(_ coordinate: Double) -> (place: Int32, fraction: Float) {
        let lifted = coordinate > low ? coordinate : low
        let held = lifted < high ? lifted : high
        // Clamped images have pixels at the ends; others have none there.
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

    private static let fractionUnit: Float = 0x1p-22
}
