import ImageGraph
import Pixels

/// One direction of a sampler: from coordinates to a place among the raster's pixels, in arithmetic that is vectorised.
package struct SamplerAxis {
    /// The place before the first readable pixel, and the one after the last, that any coordinate is taken to at most.
    package let low: Double
    /// The last such place.
    package let high: Double
    /// The first readable pixel, from which places count.
    package let first: Double
    /// From a coordinate to the pixel it is counted as: half a pixel with interpolation, as centres are at halves.
    private let shift: Double
    /// How near to a centre counts as the centre; with `nearest`, every place within its pixel does.
    private let reach: Double
    private let isLinear: Bool

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
        (self.low, self.high) = (Double(low), Double(max(low, high)))
        first = Double(readable.lowerBound)
        isLinear = interpolation == .linear
        (shift, reach) = isLinear ? (0.5, 1.0 / 1024) : (0, 0)
    }

    /// The place of the last pixel whose centre is at or before a coordinate (or of the pixel around it, without interpolation), counted
    /// from the first readable pixel, and how far it is on the way to the next. Within 1/1024 of a centre it is at the centre.
    @inline(__always)
    func locate(_ coordinate: Double) -> (place: Int32, fraction: Float) {
        let position = coordinate - shift
        let lifted = position < low ? low : position
        let held = lifted > high ? high : lifted
        let nearest = (held + Self.whole) - Self.whole
        let below = nearest > held ? nearest - 1 : nearest
        let distance = held - nearest
        let isCentre = distance <= reach && distance >= -reach
        let pixel = isCentre ? nearest : below
        let fraction = isCentre ? 0 : held - below
        let place = Int32(truncatingIfNeeded: (pixel - first + Self.whole).bitPattern)
        let isFinite = position - position == 0
        return (isFinite ? place : Self.nowhere, isLinear && isFinite ? Float(fraction) : 0)
    }
}
