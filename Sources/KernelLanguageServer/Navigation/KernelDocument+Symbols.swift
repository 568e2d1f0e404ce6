import KernelLanguage

extension KernelDocument {
    /// Returns the kernels, functions, globals and macros, in source order.
    package func symbols() -> [DocumentSymbol] {
        var symbols = names.functions.map { function in
            DocumentSymbol(
                name: function.name, detail: function.signature, kind: function.isKernel ? .kernel : .function,
                span: SourceSpan(start: function.span.start, end: min(function.span.end, text.bytes.count)),
                nameSpan: function.nameSpan)
        }
        for declaration in names.declarations where declaration.kind == .global || declaration.kind == .macro {
            let kind: DocumentSymbol.Kind =
                declaration.kind == .macro ? .macro : declaration.isConstant ? .constant : .variable
            symbols += declaration.nameSpans.map {
                DocumentSymbol(name: declaration.name, detail: declaration.text, kind: kind, span: $0, nameSpan: $0)
            }
        }
        return symbols.sorted { $0.nameSpan.start < $1.nameSpan.start }
    }
}
