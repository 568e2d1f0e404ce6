/// Kernel text → programs. Pure functions without state; call them from any thread.
///
/// The stages are folders of this module: `Syntax` makes tokens and a tree, `Semantics` settles types, `Lowering` inlines functions and
/// makes scalar code, `IR` checks and improves it.
public enum KernelCompiler {
    /// Compiles every kernel of a source. Hostile text ends quickly in an error, bounded by `limits`.
    public static func compile(
        _ source: KernelSource, options: KernelOptions = KernelOptions(), limits: KernelLimits = .standard
    ) -> CompilationResult {
        var sink = DiagnosticSink(limit: limits.diagnostics)
        var kernels: [Program] = []
        if let tree = parse(source, limits: limits, sink: &sink) {
            let typed = Checker.check(tree, options: options, limits: limits, sink: &sink)
            var instructionCount = 0
            for kernel in typed.kernels where !sink.hasErrors {
                let lowered = Lowering.lower(
                    kernel, of: typed, source: source, limits: limits, sink: &sink, instructionCount: &instructionCount)
                if let lowered { kernels.append(Passes.run(lowered)) }
            }
        }
        return CompilationResult(kernels: sink.hasErrors ? [] : kernels, diagnostics: sink.sorted, source: source)
    }

    /// The syntax tree of a source; nil after errors.
    private static func parse(_ source: KernelSource, limits: KernelLimits, sink: inout DiagnosticSink) -> SyntaxTree? {
        guard let tokens = words(source, limits: limits, sink: &sink) else { return nil }
        var parser = Parser(tokens, limits: limits, sink: sink)
        parser.declarations()
        sink = parser.sink
        return sink.hasErrors ? nil : parser.tree
    }

    /// The tokens of a source after its directives; nil after errors that leave no useful text.
    private static func words(_ source: KernelSource, limits: KernelLimits, sink: inout DiagnosticSink) -> [Token]? {
        guard source.text.utf8.count <= limits.sourceBytes else {
            sink.error(
                "the source has \(source.text.utf8.count) bytes, and \(limits.sourceBytes) are allowed", SourceSpan(start: 0, end: 0),
                help: "split the kernels into several sources")
            return nil
        }
        let tokens = Lexer.tokens(of: source, limits: limits, sink: &sink)
        if sink.hasErrors { return nil }
        let processed = Preprocessor.process(tokens, limits: limits, sink: &sink)
        return sink.hasErrors ? nil : processed
    }
}
