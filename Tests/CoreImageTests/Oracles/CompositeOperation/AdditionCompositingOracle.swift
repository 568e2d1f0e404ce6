extension FilterOracle {
    /// Porter and Duff 1984: plus, whose alpha is a sum too.
    static let additionCompositing = compositeOracle("CIAdditionCompositing") { s, b in
        s + b
    }
}
