import KernelLanguage

extension ProgramBuilder {
    /// Adds products of coefficients and values, rounding once for each.
    ///
    /// - Parameters:
    ///   - row: The parameter whose components are the coefficients, by the indices of `values`.
    ///   - start: The value to which the products are added.
    func sum(_ values: ArraySlice<FloatValue>, row: Int, plus start: FloatValue) -> FloatValue {
        values.indices.reversed().reduce(start) {
            .fusedMultiplyAdd(argument(row, component: $1), values[$1], $0)
        }
    }
}
