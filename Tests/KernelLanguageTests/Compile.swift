import Testing

@testable import KernelLanguage

/// Compiles `text` and returns its kernels; a failure shows the whole diagnostics.
func compile(
    _ text: String, options: KernelOptions = KernelOptions(), location: SourceLocation = #_sourceLocation
) throws -> [Program] {
    let result = KernelCompiler.compile(KernelSource(text: text, file: "test.cikernel"), options: options)
    if !result.succeeded { Issue.record("\(result.rendered)", sourceLocation: location) }
    for kernel in result.kernels {
        if let problem = ProgramValidator.problem(in: kernel) { Issue.record("\(problem)", sourceLocation: location) }
    }
    return try result.get()
}

/// Returns the outputs of the last kernel of `text` for one pixel. The optimising passes must not change their bits.
func evaluate(
    _ text: String, _ inputs: PixelEvaluator.Inputs = .init(), options: KernelOptions = KernelOptions(),
    location: SourceLocation = #_sourceLocation
) throws -> [Float] {
    let kernels = try compile(text, options: options, location: location)
    let kernel = try #require(kernels.last, sourceLocation: location)
    let outputs = try PixelEvaluator.run(kernel, inputs)
    let source = KernelSource(text: text)
    let plain = try #require(
        KernelCompiler.compile(source, options: options, limits: .standard, passes: []).kernels.last,
        sourceLocation: location)
    #expect(
        try PixelEvaluator.run(plain, inputs).map(\.bitPattern) == outputs.map(\.bitPattern), sourceLocation: location)
    return outputs
}

/// The rendered diagnostics of a source that must not compile.
func errors(_ text: String, limits: KernelLimits = .standard, location: SourceLocation = #_sourceLocation) -> String {
    let result = KernelCompiler.compile(KernelSource(text: text, file: "test.cikernel"), limits: limits)
    #expect(!result.succeeded, sourceLocation: location)
    #expect(result.kernels.isEmpty, sourceLocation: location)
    #expect(result.diagnostics.count <= limits.diagnostics, sourceLocation: location)
    return result.rendered
}
