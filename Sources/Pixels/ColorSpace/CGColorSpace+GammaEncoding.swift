extension CGColorSpace {
    /// The space in which components of 8 bits represent this space's colours: a linear RGB space is replaced by the
    /// gamma-encoded space with the same primaries, or by sRGB if there is none. Linear gray is replaced by the
    /// device's gray. Other spaces are returned unchanged.
    ///
    /// With 8 bits, linear components are too coarse in the shadows.
    package var gammaEncoded: CGColorSpace {
        guard isLinear else { return self }
        switch model {
        case .monochrome: return .deviceGray
        case .rgb:
            let encoded = [Self.sRGB, Self.displayP3, Self.itur_2020, Self.adobeRGB1998, Self.rommrgb, Self.dcip3]
                .compactMap { CGColorSpace(name: $0) }
            return encoded.first { $0.primaries == primaries } ?? encoded.first ?? .deviceRGB
        default: return self
        }
    }
}
