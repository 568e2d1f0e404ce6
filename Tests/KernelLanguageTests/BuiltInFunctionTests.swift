import KernelLanguage
import Testing

/// Tests of built-in functions beside the cases in `Cases/Results`.
@Suite struct BuiltInFunctionTests {
    @Test func everyPreludeFunctionCompiles() throws {
        // Calls each signature that other tests don't call. An error in its body would stay unnoticed otherwise.
        for type in ["float", "vec2", "vec3", "vec4"] {
            for call in [
                "mod(x, x)", "min(x, x)", "max(x, x)", "clamp(x, x, x)", "mix(x, x, x)", "step(x, x)",
                "smoothstep(x, x, x)", "pow(x, x)",
                "atan(x, x)", "faceforward(x, x, x)", "reflect(x, x)", "refract(x, x, 1.0)", "normalize(x)",
                "compare(x, x, x)", "modf(x, y)",
            ] {
                _ = try compile(
                    "\(type) f(\(type) x) { \(type) y; return \(call); } kernel vec4 k(\(type) x) { return vec4(length(f(x))); }"
                )
            }
        }
    }
}
