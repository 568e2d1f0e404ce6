extension FilterOracle {
    /// Returns the backdrop divided by one minus the source, and at most 1. A backdrop of 0 stays 0.
    static func dodged(_ b: Double, _ s: Double) -> Double {
        if b == 0 { return 0 }
        return b >= 1 - s ? 1 : b / (1 - s)
    }

    /// Returns one minus the quotient of (one minus the backdrop) and the source, and at least 0. A backdrop of 1 stays
    /// 1.
    static func burnt(_ b: Double, _ s: Double) -> Double {
        if b == 1 { return 1 }
        return 1 - b >= s ? 0 : 1 - (1 - b) / s
    }
}
