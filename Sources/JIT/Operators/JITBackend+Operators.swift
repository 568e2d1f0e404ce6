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
