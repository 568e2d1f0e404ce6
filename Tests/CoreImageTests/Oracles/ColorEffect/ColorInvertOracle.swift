extension FilterOracle {
    /// One minus colour. Source: Core Image Filter Reference.
    static let colorInvert = colorOracle("CIColorInvert") { color, _ in color.mapping { 1 - $0 } }
}
