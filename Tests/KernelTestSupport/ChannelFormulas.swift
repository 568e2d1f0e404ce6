import Foundation
import Pixels
import TestSupport

/// What stored channels mean, and what is stored for a number: the definitions, written out.
package enum ChannelFormulas {
    /// Returns the bits of a stored channel as a float.
    package static func loaded(_ stored: UInt32, _ component: PixelFormat.Component) -> UInt32 {
        switch component {
        // The quotient of doubles is so exact that rounding it again gives the nearest float.
        case .uint8: Float(Double(stored) / 255).bitPattern
        case .uint16: Float(Double(stored) / 65535).bitPattern
        case .float16: float(ofHalf: stored)
        case .float32: stored
        }
    }

    /// 1 bit of sign, 5 of the exponent plus 15, and 10 of the fraction.
    private static func float(ofHalf half: UInt32) -> UInt32 {
        let (sign, exponent, fraction) = ((half >> 15) << 31, Int(half >> 10 & 31), half & 1023)
        if exponent == 31 { return sign | 0x7f80_0000 | (fraction == 0 ? 0 : 0x0040_0000 | fraction << 13) }
        let digits = Double(fraction) + (exponent == 0 ? 0 : 1024)
        return Float(digits * pow(2, Double(max(exponent, 1) - 25))).bitPattern | sign
    }

    /// Returns the bits that are stored for a number.
    package static func stored(_ number: Float, _ component: PixelFormat.Component) -> UInt32 {
        switch component {
        case .uint8: number > 0 ? UInt32((min(number, 1) * 255).rounded(.toNearestOrEven)) : 0
        case .uint16: number > 0 ? UInt32(min(number, 1) * 65535 + 0.5) : 0
        case .float16: half(number)
        case .float32: number.bitPattern
        }
    }

    private static func half(_ number: Float) -> UInt32 {
        if number.isNaN { return 0 }
        let (sign, magnitude): (UInt32, Double) = (number.sign == .minus ? 0x8000 : 0, Double(number.magnitude))
        // From halfway between the largest half, 65504, and the next power of two on.
        if magnitude >= 65520 { return sign | 0x7c00 }
        let exponent = magnitude < pow(2, -14) ? -14 : Int(magnitude.exponent)
        // A number that is rounded up to the next power of two gets the next exponent, and a fraction of 0.
        let digits = UInt32((magnitude / pow(2, Double(exponent - 10))).rounded(.toNearestOrEven))
        return sign | (UInt32(exponent + 14) << 10 + digits)
    }

    /// Numbers to store: random ones, edge values, and those halfway between two stored ones with their neighbours.
    package static func numbers(_ component: PixelFormat.Component) -> [Float] {
        var random = SeededGenerator(seed: 12)
        var numbers = SeededGenerator.edgeFloats
        numbers += [0x7f80_0001, 0x7fff_ffff, 0xff80_0001, 0xffc0_0000, 0xffff_ffff].map { Float(bitPattern: $0) }
        for _ in 0..<20_000 {
            numbers.append(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
            numbers.append(Float(random.below(1 << 24)) / Float(1 << 24))
        }
        switch component {
        case .uint8, .uint16:
            let maximum: Double = component == .uint8 ? 255 : 65535
            for place in stride(from: 0, through: maximum + 1, by: 0.5) {
                add(Float(place / maximum), distance: place == 0.5 || component == .uint8 ? 8 : 1, to: &numbers)
            }
        case .float16:
            for half in 0..<UInt32(0x7c00) {
                let low = Double(Float(bitPattern: float(ofHalf: half)))
                // Infinity takes the place of 65536.
                let high = half == 0x7bff ? 65536 : Double(Float(bitPattern: float(ofHalf: half + 1)))
                numbers += [Float(low), Float(-low)]
                add(Float((low + high) / 2), distance: 1, to: &numbers)
                add(Float(-(low + high) / 2), distance: 1, to: &numbers)
            }
        case .float32: break
        }
        return numbers
    }

    /// Adds a number and its neighbours.
    private static func add(_ number: Float, distance: Int, to numbers: inout [Float]) {
        var (low, high) = (number, number)
        numbers.append(number)
        for _ in 0..<distance {
            (low, high) = (low.nextDown, high.nextUp)
            numbers += [low, high]
        }
    }
}
