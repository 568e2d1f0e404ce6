extension FilterOracle {
    /// The backdrop's light divided by what the source lacks to white; white where the quotient is more, and black stays black.
    static func dodged(_ b: Double, _ s: Double) -> Double {
        if b == 0 { return 0 }
        return b >= 1 - s ? 1 : b / (1 - s)
    }

    /// What the backdrop lacks to white divided by the source; black where the quotient is more, and white stays white.
    static func burnt(_ b: Double, _ s: Double) -> Double {
        if b == 1 { return 1 }
        return 1 - b >= s ? 0 : 1 - (1 - b) / s
    }
}
