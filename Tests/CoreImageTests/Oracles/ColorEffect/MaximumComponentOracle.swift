extension FilterOracle {
    /// The largest component. Source: Core Image Filter Reference.
    static let maximumComponent = color("CIMaximumComponent") { color, _ in
        color.gray(max(color.red, color.green, color.blue))
    }
}
