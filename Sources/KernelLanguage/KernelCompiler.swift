/// Kernel text → programs. Pure functions without state; call them from any thread.
///
/// The stages are folders of this module: `Syntax` makes tokens and a tree, `Semantics` settles types, `Lowering` inlines functions and
/// makes scalar code, `IR` checks and improves it.
public enum KernelCompiler {
    /// Compiles every kernel of a source. Hostile text ends quickly in an error, bounded by `limits`.
    public static func compile(
        _ source: KernelSource, options: KernelOptions = KernelOptions(), limits: KernelLimits = .standard
    ) -> CompilationResult {
        compile(source, options: options, limits: limits, passes: Passes.list.map(\.run))
    }

    /// As `compile(_:options:limits:)`, without improving the programs: for whoever wants to know that a source compiles, and what its kernels
    /// take. Passes find no errors, and take as long as all that comes before them.
    package static func check(_ source: KernelSource) -> CompilationResult {
        compile(source, options: KernelOptions(), limits: .standard, passes: [])
    }

    /// With chosen passes, so that tests can compare a program before and after them.
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

    /// The tokens of a source after its directives, one a line as `line:column kind text`.
    ///
    /// - Throws: the diagnostics, when the text has errors of spelling or directives.
    public static func tokens(
        _ source: KernelSource, limits: KernelLimits = .standard
    ) throws(KernelCompilationError) -> String {
        var sink = DiagnosticSink(limit: limits.diagnostics)
        let renderer = DiagnosticRenderer(source: source)
        guard let tokens = words(source, limits: limits, sink: &sink) else {
            throw KernelCompilationError(source: source, diagnostics: sink.sorted)
        }
        return tokens.map { token in
            let (line, column) = renderer.location(of: token.span.start)
            return "\(line):\(column) \(token.kind.rawValue) \(token.text)\n"
        }.joined()
    }

    /// The syntax tree of a source, indented.
    ///
    /// - Throws: the diagnostics, when there are errors of syntax.
    public static func tree(
        _ source: KernelSource, limits: KernelLimits = .standard
    ) throws(KernelCompilationError) -> String {
        var sink = DiagnosticSink(limit: limits.diagnostics)
        guard let tree = parse(source, limits: limits, sink: &sink) else {
            throw KernelCompilationError(source: source, diagnostics: sink.sorted)
        }
        return SyntaxDump.text(of: tree)
    }

    /// The programs of a source's kernels as text.
    ///
    /// - Throws: the diagnostics, when there are errors.
    public static func programs(
        _ source: KernelSource, options: KernelOptions = KernelOptions(), limits: KernelLimits = .standard
    ) throws(KernelCompilationError) -> String {
        try compile(source, options: options, limits: limits).get().map(\.dump).joined(separator: "\n")
    }

    /// The program after all passes, checked once; back ends trust it from here on.
    private static func finished(_ lowered: Program, _ passes: [Passes.Pass], _ sink: inout DiagnosticSink) -> Program {
        var program = lowered
        for pass in passes { pass(&program) }
        if let problem = ProgramValidator.problem(in: program) {
            sink.error(
                "the compiler made a wrong program of '\(program.name)': \(problem)", program.span,
                help: "this is a fault of the compiler; please report it with the kernel's text")
        }
        return program
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
                "the source has \(source.text.utf8.count) bytes, and \(limits.sourceBytes) are allowed",
                SourceSpan(start: 0, end: 0),
                help: "split the kernels into several sources")
            return nil
        }
        let beforeErrors = sink
        let tokens = Lexer.tokens(of: source, limits: limits, sink: &sink)
        if let word = MetalText.firstWord(in: tokens, of: source) {
            // The one cause, instead of every character that the kernel language lacks.
            sink = beforeErrors
            MetalText.report(word, to: &sink)
        }
        if sink.hasErrors { return nil }
        let processed = Preprocessor.process(tokens, limits: limits, sink: &sink)
        return sink.hasErrors ? nil : processed
    }
}
