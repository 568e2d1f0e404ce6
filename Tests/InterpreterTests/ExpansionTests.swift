import ImageGraph
import KernelLanguage
import Pixels
import Testing

/// Tests the structure of programs after `Program.expandingTranscendentals`. `TranscendentalAccuracyTests` checks their
/// values.
@Suite struct ExpansionTests {
    private func opcodes(_ statements: [Statement]) -> [Opcode] {
        statements.flatMap { statement -> [Opcode] in
            switch statement {
            case .compute(let instruction): [instruction.opcode]
            case .branch(_, let then, let otherwise, _): opcodes(then) + opcodes(otherwise)
            case .block(_, let body, _), .loop(let body, _): opcodes(body)
            case .exit: []
            }
        }
    }

    private static let everyFunction = """
        kernel vec4 every(__sample s, float u, vec4 v) {
            vec4 c = exp(s) + exp2(s) + log(s) + log2(s) + pow(s, v) + pow(s, s) + sin(s) + cos(s) + tan(s);
            for (int i = 0; i < int(u); i++) {
                if (s.r > 0.5) c += asin(s) + acos(s) + atan(s) + atan(s, v); else c *= sinh(s) + cosh(s) + tanh(s);
                float x = sin(u + float(i));
                c *= asinh(s) + acosh(s) + atanh(x);
            }
            return c * sin(u) + pow(v, vec4(2.2));
        }
        """

    @Test func everythingIsWrittenOut() throws {
        let program = try compile(Self.everyFunction)
        let expanded = program.expandingTranscendentals()
        #expect(ProgramValidator.problem(in: expanded) == nil)
        let left = (expanded.prologue.map(\.opcode) + opcodes(expanded.body)).filter {
            $0.isTranscendental || $0 == .fusedMultiplyAdd
        }
        #expect(left.isEmpty)
        #expect(expanded.parameters == program.parameters)
        #expect(expanded.outputs.count == 4)
    }

    /// What depends on arguments alone is still computed once, in the prologue.
    @Test func uniformFunctionsStayUniform() throws {
        let text = "kernel vec4 uniform(__sample s, float u) { return s * sin(u) * pow(u, 2.2); }"
        let expanded = try compile(text).expandingTranscendentals()
        #expect(opcodes(expanded.body).count == 9, "\(expanded.dump)")
        #expect(expanded.prologue.count > 50)
    }

    /// Common parts of several calls are computed once.
    @Test func workIsShared() throws {
        let one = try compile("kernel vec4 one(__sample s) { return vec4(pow(s.r, 2.2)); }")
        let two = try compile("kernel vec4 two(__sample s) { return vec4(pow(s.r, 2.2), pow(s.r, 1.1), s.ba); }")
        let counts = [one, two].map { opcodes($0.expandingTranscendentals().body).count }
        #expect(counts[1] < counts[0] * 3 / 2)
    }

    @Test func programsWithoutFunctionsStay() throws {
        let program = try compile("kernel vec4 plain(__sample s, float u) { return s * u + 1.0 - 1.0; }")
        let expanded = program.expandingTranscendentals()
        #expect(expanded.registers == program.registers && expanded.body == program.body)
    }

    /// Assigns a function's result to an existing variable, in some of the pixels only.
    @Test func variablesKeepTheirOtherValues() throws {
        let text = """
            kernel vec4 variable(__sample s) {
                float x = s.r;
                if (s.r > 0.5) x = sqrt(exp2(x)) * exp2(x);
                return vec4(x);
            }
            """
        let row = [SIMD4<Float>(0.25, 0, 0, 1), SIMD4<Float>(2, 0, 0, 1)]
        let results = try row.map { try value(of: text, at: $0) }
        #expect(results == [0.25, 8])
    }

    private func value(of text: String, at pixel: SIMD4<Float>) throws -> Float {
        let image = Raster(bounds: PixelRect(x: 0, y: 0, width: 1, height: 1))
        image.row(0)[0] = pixel
        let binding = SamplerBinding(raster: image, extent: image.bounds.cgRect)
        return values(try render(try compile(text), [[]], images: [binding], region: image.bounds))[0].x
    }
}
