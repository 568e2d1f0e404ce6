import KernelLanguage
import Testing

/// Tests that `sample(s, samplerTransform(s, p))` becomes a sample at the working-space point p, and that other samples
/// use sampler space.
@Suite struct WorkingSpaceSamplingTests {
    private func sampling(_ statements: String) throws -> (points: Int, samplerSpace: Int) {
        let kernel = try compile("kernel vec4 k(sampler s, sampler t, vec2 p) { \(statements) }")[0]
        var counts = (points: 0, samplerSpace: 0)
        kernel.forEachInstruction { instruction in
            switch instruction.opcode {
            case .sampleAtPoint: counts.points += 1
            case .sample: counts.samplerSpace += 1
            default: break
            }
        }
        return counts
    }

    @Test(arguments: [
        "return sample(s, samplerTransform(s, p));",
        "return sample(s, samplerTransform(s, destCoord() + vec2(1.0, -2.0)));",
        "vec2 q = samplerTransform(s, p * 2.0); return p.x > 1.0 ? sample(s, q) : vec4(0.0);",
        "vec2 q = p; vec4 r = vec4(0.0); for (int i = 0; i < 3; i++) { q += 1.0; r += sample(s, samplerTransform(s, q)); } return r;",
    ]) func points(statements: String) throws { #expect(try sampling(statements) == (1, 0)) }

    @Test(arguments: [
        "return sample(s, p);", "return sample(s, samplerTransform(t, p));",
        "return sample(s, samplerTransform(s, p).yx);",
        "return sample(s, samplerTransform(s, p) + 1.0);",
        "return sample(s, vec2(samplerTransform(s, p).x, samplerTransform(s, p + 1.0).y));",
        // The point changes after its sampler coordinate was computed.
        "vec2 q = p; vec2 place = samplerTransform(s, q); vec4 r = vec4(0.0); "
            + "for (int i = 0; i < 3; i++) { r += sample(s, place); place = samplerTransform(s, q); q += 1.0; } return r;",
    ]) func samplerSpace(statements: String) throws { #expect(try sampling(statements) == (0, 1)) }
}
