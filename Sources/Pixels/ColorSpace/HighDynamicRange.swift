import Foundation

/// The curves of ITU-R BT.2100. Linear 1 is reference white, the level of white paper: 203 cd/m², as ITU-R BT.2408
/// recommends.
package enum HighDynamicRange {
    /// The luminance of linear 1 in cd/m².
    package static let referenceWhite = 203.0

    /// The perceptual quantizer, SMPTE ST 2084: absolute luminance up to 10 000 cd/m².
    package enum PerceptualQuantizer {
        package static let m1 = 2610.0 / 16384
        package static let m2 = 2523.0 / 4096 * 128
        package static let c1 = 3424.0 / 4096
        package static let c2 = 2413.0 / 4096 * 32
        package static let c3 = 2392.0 / 4096 * 32
        /// The lower bound of the divisor, which is negative for signals above 1.98. They are then as bright as those.
        package static let smallestDivisor = 1e-6
        /// The linear value of signal 1.
        package static let peak = 10_000 / referenceWhite

        /// Returns the linear value of a signal of at least 0.
        static func decode(_ x: Double) -> Double {
            let power = pow(x, 1 / m2)
            return peak * pow(max(power - c1, 0) / max(c2 - c3 * power, smallestDivisor), 1 / m1)
        }

        /// Returns the signal of a linear value of at least 0.
        static func encode(_ y: Double) -> Double {
            let power = pow(y / peak, m1)
            return pow((c1 + c2 * power) / (1 + c3 * power), m2)
        }
    }

    /// Hybrid log-gamma, ARIB STD-B67: the light of the scene, without the display's system gamma. Signal 0.75 is
    /// reference white.
    package enum HybridLogGamma {
        package static let a = 0.17883277
        package static let b = 1 - 4 * a
        package static let c = 0.5 - a * log(4 * a)
        /// The linear value of the formula's scene light 1, which is signal 1.
        package static let peak = 12 / (exp((0.75 - c) / a) + b)

        /// Returns the linear value of a signal of at least 0.
        static func decode(_ x: Double) -> Double { peak * (x <= 0.5 ? x * x / 3 : (exp((x - c) / a) + b) / 12) }

        /// Returns the signal of a linear value of at least 0.
        static func encode(_ y: Double) -> Double {
            let light = y / peak
            return light <= 1.0 / 12 ? sqrt(3 * light) : a * log(12 * light - b) + c
        }
    }
}
