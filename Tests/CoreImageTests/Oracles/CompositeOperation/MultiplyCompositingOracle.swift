extension FilterOracle {
    /// The reference: the product of every component.
    static let multiplyCompositing = composite("CIMultiplyCompositing", intersecting: true) { s, b in
        s * b
    }
}
