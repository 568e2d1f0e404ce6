import ImageGraph

extension JITBackend {
    /// Returns the same computation in generated code: a convolution, average, disc, extremum, resampling, reduction
    /// or upsampling along edges, equal to the portable code to within 2⁻²⁰. Returns nil for other operators, or if no
    /// code can be generated or loaded.
    package func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? {
        guard store.isAvailable else { return nil }
        return try? OperatorFunctions(store: store).accelerated(computation)
    }

    /// Returns generated functions that store planes; nil if no code can be generated or loaded.
    package func planeFunctions(_ shape: PlaneFunctions.Shape) -> PlaneFunctions? {
        guard store.isAvailable else { return nil }
        return try? OperatorFunctions(store: store).planes(shape)
    }
}
