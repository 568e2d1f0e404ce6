extension FilterOracle {
    /// The reference: the product of every component.
    static let multiplyCompositing = composite("CIMultiplyCompositing") { s, b in
        s * b
    }
}
