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
    _ text: String, _ world: PixelEvaluator.World = .init(), options: KernelOptions = KernelOptions(),
    location: SourceLocation = #_sourceLocation
) throws -> [Float] {
    let kernels = try compile(text, options: options, location: location)
    let kernel = try #require(kernels.last, sourceLocation: location)
    let outputs = try PixelEvaluator.run(kernel, world)
    let source = KernelSource(text: text)
    let plain = try #require(
        KernelCompiler.compile(source, options: options, limits: .standard, passes: []).kernels.last,
        sourceLocation: location)
    #expect(
        try PixelEvaluator.run(plain, world).map(\.bitPattern) == outputs.map(\.bitPattern), sourceLocation: location)
    return outputs
}

/// Returns the value of `statements`, the body of a function of type `type`. `a`, `b`, `c` and `d` are 1, 2, 3 and 4.
/// They are arguments of the kernel, so that the compiler can't fold them.
func value(
    of statements: String, type: String = "float", location: SourceLocation = #_sourceLocation
) throws -> [Float] {
    let spread =
        switch type {
        case "float", "int", "bool": "vec4(float(f(k.x, k.y, k.z, k.w)), 0.0, 0.0, 0.0)"
        case "vec2", "ivec2", "bvec2": "vec4(vec2(f(k.x, k.y, k.z, k.w)), 0.0, 0.0)"
        case "vec3", "ivec3", "bvec3": "vec4(vec3(f(k.x, k.y, k.z, k.w)), 0.0)"
        default: "vec4(f(k.x, k.y, k.z, k.w))"
        }
    let text = """
        \(type) f(float a, float b, float c, float d) { \(statements) }
        kernel vec4 test(vec4 k) { return \(spread); }
        """
    let outputs = try evaluate(text, .init(arguments: [[1, 2, 3, 4]]), location: location)
    switch type {
    case "float", "int", "bool": return [outputs[0]]
    case "vec2", "ivec2", "bvec2": return Array(outputs[..<2])
    case "vec3", "ivec3", "bvec3": return Array(outputs[..<3])
    default: return outputs
    }
}

/// The rendered diagnostics of a source that must not compile.
func errors(_ text: String, limits: KernelLimits = .standard, location: SourceLocation = #_sourceLocation) -> String {
    let result = KernelCompiler.compile(KernelSource(text: text, file: "test.cikernel"), limits: limits)
    #expect(!result.succeeded, sourceLocation: location)
    #expect(result.kernels.isEmpty, sourceLocation: location)
    #expect(result.diagnostics.count <= limits.diagnostics, sourceLocation: location)
    return result.rendered
}
