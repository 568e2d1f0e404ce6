extension FilterOracle {
    /// One minus colour. Source: Core Image Filter Reference.
    static let colorInvert = color("CIColorInvert") { color, _ in color.mapping { 1 - $0 } }
}
