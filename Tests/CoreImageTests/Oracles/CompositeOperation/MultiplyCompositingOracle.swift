extension FilterOracle {
    /// The reference: the product of every component.
    static let multiplyCompositing = compositeOracle("CIMultiplyCompositing", intersecting: true) { s, b in
        s * b
    }
}
