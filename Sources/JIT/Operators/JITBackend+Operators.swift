import ImageGraph

extension JITBackend {
    /// The same computation in generated code: convolutions, discs, resampling and reductions, to within 2⁻²⁰ of the portable code. Nil for
    /// other operators, and where no code can be generated or loaded.
    public func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? {
        guard store.isAvailable else { return nil }
        return try? OperatorCode(store: store).accelerated(computation)
    }
}
