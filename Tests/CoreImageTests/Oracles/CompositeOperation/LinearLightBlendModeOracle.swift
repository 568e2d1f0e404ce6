extension FilterOracle {
    /// Linear burn with twice the image's darker half, linear dodge with twice its lighter half: the same sum, clamped
    /// to 0…1.
    static let linearLightBlendMode = separableBlend("CILinearLightBlendMode") { b, s in
        let sum = s <= 0.5 ? b + 2 * s - 1 : b + 2 * (s - 0.5)
        return min(max(sum, 0), 1)
    }
}
