import ImageGraph

extension OperatorCode {
    /// The functions for the store's processor, generated at the first call.
    ///
    /// Throws `CompilationError` or `ObjectFileError`.
    static func load(from store: MachineCodeStore) throws -> OperatorCode {
        let code = try store.code(for: "operators \(version)", label: "operators") {
            text(for: store.processor)
        }
        return try OperatorCode(code: code)
    }

    /// The same computation in generated code; nil where there is none.
    func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? {
        switch computation {
        case let convolution as LineConvolution: CompiledLineConvolution(convolution, code: self)
        default: nil
        }
    }
}

extension JITBackend {
    /// The same computation in generated code: convolutions, resampling and reductions, to within 2⁻²⁰ of the portable code. Nil for
    /// other operators, and where no code can be generated or loaded.
    public func accelerated(_ computation: any NativeOperator) -> (any NativeOperator)? {
        guard store.isAvailable, let code = try? OperatorCode.load(from: store) else { return nil }
        return code.accelerated(computation)
    }
}
