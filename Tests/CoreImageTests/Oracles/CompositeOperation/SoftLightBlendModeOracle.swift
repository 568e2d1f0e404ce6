import Foundation

extension FilterOracle {
    /// The power that a picture of Core Image shows: 2 at black, 1 at half the light of white, ½ at white, straight between.
    static let softLightBlendMode = separableBlend("CISoftLightBlendMode", .published) { b, s in
        if b < 0 { return b }
        let held = min(max(s, 0), 1)
        return pow(b, held < 0.5 ? 2 * (1 - held) : 1.5 - held)
    }
}
