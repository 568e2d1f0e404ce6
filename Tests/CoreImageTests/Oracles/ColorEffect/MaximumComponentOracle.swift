extension FilterOracle {
    /// The largest component. Source: Core Image Filter Reference.
    static let maximumComponent = colorOracle("CIMaximumComponent") { color, _ in
        color.gray(max(color.red, color.green, color.blue))
    }
}
