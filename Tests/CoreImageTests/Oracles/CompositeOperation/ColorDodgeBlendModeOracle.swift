extension FilterOracle {
    /// ISO 32000-2, 11.3.5.2, with colours below 0 as 0: `b / (1 − s)`, and white where that is more.
    static let colorDodgeBlendMode = separableBlend("CIColorDodgeBlendMode") { b, s in
        dodged(max(b, 0), s)
    }
}
