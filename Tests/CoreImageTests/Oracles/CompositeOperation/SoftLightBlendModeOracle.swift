import Foundation

extension FilterOracle {
    /// A power that a picture of Core Image shows: 2 where the image is 0, 1 where it is ½, ½ where it is 1, and linear
    /// in between.
    static let softLightBlendMode = separableBlend("CISoftLightBlendMode", .published) { b, s in
        if b < 0 { return b }
        let held = min(max(s, 0), 1)
        return pow(b, held < 0.5 ? 2 * (1 - held) : 1.5 - held)
    }
}
