extension FilterOracle {
    /// The smallest component. Source: Core Image Filter Reference.
    static let minimumComponent = colorOracle("CIMinimumComponent") { color, _ in
        color.gray(min(color.red, color.green, color.blue))
    }
}
