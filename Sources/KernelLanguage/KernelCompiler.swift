/// Compiles kernel text to programs. All functions are pure and can be called from any thread.
///
/// The stages are folders of this module: `Syntax` makes tokens and a syntax tree, `Semantics` resolves types,
/// `Lowering` inlines functions and emits scalar instructions, and `IR` optimises and validates the programs.
package enum KernelCompiler {
    /// Compiles every kernel of a source. `limits` bounds the time and memory, so hostile text soon ends in an error.
    package static func compile(
        _ source: KernelSource, options: KernelOptions = KernelOptions(), limits: KernelLimits = .standard
    ) -> CompilationResult {
        compile(source, options: options, limits: limits, passes: Passes.list.map(\.run))
    }

    /// Compiles like `compile(_:options:limits:)`, but skips the optimisation passes.
    ///
    /// For callers that only need the diagnostics and the kernels' parameters. The passes report no errors and take as
    /// long as all earlier stages together.
    package static func check(_ source: KernelSource) -> CompilationResult {
        compile(source, options: KernelOptions(), limits: .standard, passes: [])
    }

    /// Runs the optimisation passes on a program of `check(_:)`. The result is the same as that of
    /// `compile(_:options:limits:)`.
    ///
    /// - Throws: the diagnostics, if a pass produced an invalid program, which is a fault of the compiler.
    package static func optimized(_ checked: Program) throws(KernelCompilationError) -> Program {
        var sink = DiagnosticSink(limit: KernelLimits.standard.diagnostics)
        let program = finished(checked, Passes.list.map(\.run), &sink)
        if sink.hasErrors { throw KernelCompilationError(source: checked.source, diagnostics: sink.sorted) }
        return program
    }

    /// Compiles with the given passes. Tests use it to compare a program before and after a pass.
    static func compile(
        _ source: KernelSource, options: KernelOptions, limits: KernelLimits, passes: [Passes.Pass]
    ) -> CompilationResult {
        var sink = DiagnosticSink(limit: limits.diagnostics)
        var kernels: [Program] = []
        if let tree = parse(source, limits: limits, sink: &sink) {
            let typed = Checker.check(tree, options: options, limits: limits, sink: &sink)
            var instructionCount = 0
            for kernel in typed.kernels where !sink.hasErrors {
                let lowered = Lowering.lower(
                    kernel, of: typed, source: source, limits: limits, sink: &sink, instructionCount: &instructionCount)
                if let lowered { kernels.append(finished(lowered, passes, &sink)) }
            }
        }
        return CompilationResult(kernels: sink.hasErrors ? [] : kernels, diagnostics: sink.sorted, source: source)
    }

    /// Returns the tokens of a source after preprocessing, one per line as `line:column kind text`.
    ///
    /// - Throws: the diagnostics, if tokens or directives are invalid.
    package static func tokens(
        _ source: KernelSource, limits: KernelLimits = .standard
    ) throws(KernelCompilationError) -> String {
        var sink = DiagnosticSink(limit: limits.diagnostics)
        let renderer = DiagnosticRenderer(source: source)
        guard let tokens = preprocessedTokens(source, limits: limits, sink: &sink) else {
            throw KernelCompilationError(source: source, diagnostics: sink.sorted)
        }
        return tokens.map { token in
            let (line, column) = renderer.location(of: token.span.start)
            return "\(line):\(column) \(token.kind.rawValue) \(token.text)\n"
        }.joined()
    }

    /// Returns the syntax tree of a source as indented text.
    ///
    /// - Throws: the diagnostics, if there are syntax errors.
    package static func tree(
        _ source: KernelSource, limits: KernelLimits = .standard
    ) throws(KernelCompilationError) -> String {
        var sink = DiagnosticSink(limit: limits.diagnostics)
        guard let tree = parse(source, limits: limits, sink: &sink) else {
            throw KernelCompilationError(source: source, diagnostics: sink.sorted)
        }
        return SyntaxDump.text(of: tree)
    }

    /// Returns the syntax tree of a source, or nil if there are syntax errors.
    static func tree(of source: KernelSource) -> SyntaxTree? {
        var sink = DiagnosticSink(limit: KernelLimits.standard.diagnostics)
        return parse(source, limits: .standard, sink: &sink)
    }

    /// Returns the programs of a source's kernels as text.
    ///
    /// - Throws: the diagnostics, if there are errors.
    package static func programs(
        _ source: KernelSource, options: KernelOptions = KernelOptions(), limits: KernelLimits = .standard
    ) throws(KernelCompilationError) -> String {
        try compile(source, options: options, limits: limits).get().map(\.dump).joined(separator: "\n")
    }

    /// Runs the passes and validates the result once. Backends rely on this and don't validate again.
    private static func finished(_ lowered: Program, _ passes: [Passes.Pass], _ sink: inout DiagnosticSink) -> Program {
        var program = lowered
        for pass in passes { pass(&program) }
        if let problem = ProgramValidator.problem(in: program) {
            sink.error(
                "internal error: the compiler produced an invalid program for kernel '\(program.name)': \(problem)",
                program.span,
                help: "this is a fault of the compiler; please report it with the kernel's text")
        }
        return program
    }

    /// Returns the syntax tree of a source, or nil after errors.
    private static func parse(_ source: KernelSource, limits: KernelLimits, sink: inout DiagnosticSink) -> SyntaxTree? {
        guard let tokens = preprocessedTokens(source, limits: limits, sink: &sink) else { return nil }
        var parser = Parser(tokens, limits: limits, sink: sink)
        parser.declarations()
        sink = parser.sink
        return sink.hasErrors ? nil : parser.tree
    }

    /// Returns the tokens of a source after preprocessing, or nil after errors.
    private static func preprocessedTokens(_ source: KernelSource, limits: KernelLimits, sink: inout DiagnosticSink)
        -> [Token]?
    {
        guard source.text.utf8.count <= limits.sourceBytes else {
            sink.error(
                "the source has \(source.text.utf8.count) bytes, and \(limits.sourceBytes) are allowed",
                SourceSpan(start: 0, end: 0),
                help: "split the kernels into several sources")
            return nil
        }
        let beforeErrors = sink
        let tokens = Lexer.tokens(of: source, limits: limits, sink: &sink)
        if let word = MetalSourceDetector.firstWord(in: tokens, of: source) {
            // Report this one cause instead of an error for every character that the kernel language lacks.
            sink = beforeErrors
            MetalSourceDetector.report(word, to: &sink)
        } else if let word = ShaderSourceDetector.firstWord(in: tokens) {
            sink = beforeErrors
            ShaderSourceDetector.report(word, to: &sink)
        }
        if sink.hasErrors { return nil }
        let processed = Preprocessor.process(tokens, limits: limits, sink: &sink)
        return sink.hasErrors ? nil : processed
    }
}
