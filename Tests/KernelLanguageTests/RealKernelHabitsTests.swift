import KernelLanguage
import Testing

/// Tests of unusual constructs that occur in published kernels.
@Suite struct RealKernelHabitsTests {
    @Test func userNamesShadowFunctions() throws {
        #expect(
            try evaluate("kernel vec4 k() { vec2 destCoord = destCoord(); return vec4(destCoord, 0.0, 0.0); }") == [
                10.5, 20.5, 0, 0,
            ])
        let own =
            "float smoothstep(float x) { return x * 10.0; } kernel vec4 k(float x) { return vec4(smoothstep(x), smoothstep(0.0, 2.0, x), 0.0, 0.0); }"
        #expect(try evaluate(own, .init(arguments: [[1]])) == [10, 0.5, 0, 0])
        let parameter = "kernel vec4 k(float distance, float mix) { return vec4(distance * mix); }"
        #expect(try evaluate(parameter, .init(arguments: [[3], [4]]))[0] == 12)
    }

    @Test func userOverloadOfABuiltInWins() throws {
        let text =
            "float sin(float x) { return 7.0; } kernel vec4 k(float x) { return vec4(sin(x), sin(vec2(0.0)), 0.0); }"
        #expect(try evaluate(text, .init(arguments: [[1]])) == [7, 0, 0, 0])
    }

    @Test func namesThatBackEndsReserve() throws {
        let names = [
            "centroid", "patch", "input", "rect", "main", "target", "mul", "image", "in1", "define", "double_", "label",
            "entry",
        ]
        for name in names {
            let text = "kernel vec4 \(name)k(float \(name)) { float \(name)2 = \(name); return vec4(\(name)2); }"
            #expect(try evaluate(text, .init(arguments: [[5]]))[0] == 5)
        }
        #expect(try evaluate("kernel vec4 main(float input) { return vec4(input); }", .init(arguments: [[2]]))[0] == 2)
    }

    @Test func otherSpellingsAndGlobals() throws {
        let text = """
            uniform float A = 0.25; uniform float B = (1.0 - A);
            const float PI = 3.0;
            const int N = 3;
            float2 twice(float2 v) { return v * 2.0; }
            kernel float4 k(float3 c, float2x2 m) {
                float weights[N];
                for (int i = 0; i < N; i++) weights[i] = PI;
                float4 r = float4(twice(c.xy), weights[2], B);
                return r + float4(m[0], m[1]);
            }
            """
        #expect(try evaluate(text, .init(arguments: [[1, 2, 3], [10, 20, 30, 40]])) == [12, 24, 33, 40.75])
    }

    @Test func statementsOfAllSorts() throws {
        let declarations = "kernel vec4 k(vec2 v) { vec2 d = destCoord(), o = -v; return vec4(d, o); };;"
        #expect(try evaluate(declarations, .init(arguments: [[1, 2]])) == [10.5, 20.5, -1, -2])
        let prototype = """
            precision mediump float;
            float later(float x);
            kernel vec4 k(float x) { return vec4(later(x)); }
            float later(float y) { return y + 1.0; };
            """
        #expect(try evaluate(prototype, .init(arguments: [[1]]))[0] == 2)
    }

    @Test func componentsOfAnything() throws {
        #expect(
            try evaluate("kernel vec4 k(sampler s) { return vec4(sample(s, samplerCoord(s)).rgb, destCoord().y); }")
                == [0.1, 0.2, 0.3, 20.5])
    }

    @Test func samplingElsewhere() throws {
        let inputs = PixelEvaluator.Inputs(sample: { image, point in
            guard let point else { return [-1, -1, -1, Float(image)] }
            return [point.0, point.1, 0, Float(image)]
        })
        // The transform of the test's inputs is 0.01·x − 0.1, 0.02·y − 0.2; the place is 10.5, 20.5.
        func near(_ a: [Float], _ b: [Float]) -> Bool { zip(a, b).allSatisfy { abs($0 - $1) < 1e-5 } }
        #expect(
            near(
                try evaluate(
                    "kernel vec4 k(sampler s) { return sample(s, samplerCoord(s) + vec2(1.0, 0.0)); }", inputs),
                [1.005, 0.21, 0, 0]))
        #expect(
            near(
                try evaluate("kernel vec4 k(sampler s) { return sample(s, destCoord()); }", inputs), [10.5, 20.5, 0, 0])
        )
        #expect(
            near(
                try evaluate("kernel vec4 k(sampler s, sampler t) { return sample(t, samplerCoord(s)); }", inputs),
                [0.005, 0.21, 0, 1]))
        #expect(
            try evaluate("kernel vec4 k(sampler s, sampler t) { return sample(t, ((samplerCoord(t)))); }", inputs) == [
                -1, -1, -1, 1,
            ])
        #expect(
            near(
                try evaluate(
                    "kernel vec4 k(sampler s) { return vec4(samplerTransform(s, destCoord()) - samplerCoord(s), samplerSize(s)); }",
                    inputs), [0, 0, 100, 50]))
        #expect(
            try evaluate(
                "kernel vec4 k(sampler s) { return samplerExtent(s) + vec4(samplerOrigin(s), 0.0, 0.0); }", inputs) == [
                    20, 20, 100, 50,
                ])
    }

    @Test func layoutAndForeignText() throws {
        let text = """
            // Größe, 大きさ
            kernel
            vec4 (k) (float x)
            """
        #expect(errors(text).contains("expected a name"))
        let loose = "/* é */ kernel vec4\nk ( float\nx )\n\n{\n return vec4 (x) ; // ünïcödé\n}"
        #expect(try evaluate(loose, .init(arguments: [[3]]))[0] == 3)
        #expect(
            try evaluate("kernel vec4 k() { return vec4(1.) * .5 + vec4(1.0f) + vec4(0x10) + vec4(010) + vec4(1e1); }")[
                0] == 35.5)
        #expect(try evaluate("\u{FEFF}kernel vec4 k() {\r\n return vec4(1.0);\r\n}\r\n")[0] == 1)
    }

    @Test func kernelsCallKernelsAndHelpers() throws {
        let text = """
            vec4 fetch(sampler s, vec2 offset) { return sample(s, samplerTransform(s, destCoord() + offset)); }
            vec4 two(sampler a, sampler b) { return fetch(a, vec2(0.0)) + fetch(b, vec2(1.0)); }
            kernel vec4 tint(__sample s, float k) { return s * k; }
            kernel vec4 all(sampler a, sampler b, float k) { return tint(two(a, b), k); }
            """
        let kernels = try compile(text)
        #expect(kernels.map(\.name) == ["tint", "all"])
        #expect(kernels.map(\.kind) == [.color, .general])
        let inputs = PixelEvaluator.Inputs(
            arguments: [[], [], [2]], sample: { image, _ in [Float(image + 1), 0, 0, 1] })
        #expect(try PixelEvaluator.run(kernels[1], inputs) == [6, 0, 0, 4])
    }

    /// Some published kernels call `samplerCoord` and `sample` for a `__sample` parameter.
    @Test func coordinateAndColorOfASample() throws {
        let text = """
            kernel vec4 k(__sample s, float width) {
                float column = floor(samplerCoord(s).x / width);
                return vec4(column, samplerCoord(s).y, sample(s, samplerCoord(s)).r, s.g);
            }
            """
        let kernels = try compile(text)
        #expect(kernels[0].kind == .color)
        #expect(kernels[0].parameters[0].type == .sample)
        #expect(kernels[0].freeSampling.isEmpty)
        let inputs = PixelEvaluator.Inputs(
            place: (20.5, 7.5), arguments: [[], [8]], sample: { _, _ in [0.25, 0.5, 0.75, 1] })
        #expect(try PixelEvaluator.run(kernels[0], inputs) == [2, 7.5, 0.25, 0.5])
        let extent = errors("kernel vec4 k(__sample s) { return samplerExtent(s); }")
        #expect(extent.contains("'s' is a __sample"))
        let other = errors("kernel vec4 k(__sample s, __sample t) { return sample(s, samplerCoord(t)); }")
        #expect(other.contains("'s' is a __sample"))
    }

    @Test func samplerFunctionsOnASample() throws {
        let text = "kernel vec4 k(__sample s) { return sample(s, samplerCoord(s) + vec2(1.0)) + s; }"
        let message = errors(text)
        #expect(message.contains("'s' is a __sample"))
        #expect(message.contains("declare it as sampler s"))
        let kernels = try compile(text, options: KernelOptions(acceptsSamplerFunctionsOnSamples: true))
        #expect(kernels[0].kind == .general)
        #expect(kernels[0].parameters[0].type == .sampler)
        #expect(kernels[0].freeSampling.count == 1)
        let inputs = PixelEvaluator.Inputs(sample: { _, point in point == nil ? [1, 1, 1, 1] : [2, 2, 2, 2] })
        #expect(try PixelEvaluator.run(kernels[0], inputs) == [3, 3, 3, 3])
    }

    @Test func samplerFunctionsOnOneOfTwoSamples() throws {
        let text = "kernel vec4 k(__sample a, __sample s) { return sample(s, samplerCoord(s) + vec2(1.0)) + s + a; }"
        let kernels = try compile(text, options: KernelOptions(acceptsSamplerFunctionsOnSamples: true))
        #expect(kernels[0].parameters.map(\.type) == [.sample, .sampler])
        #expect(kernels[0].freeSampling.count == 1)
        let inputs = PixelEvaluator.Inputs(sample: { image, point in
            image == 0 ? [10, 10, 10, 10] : point == nil ? [1, 1, 1, 1] : [2, 2, 2, 2]
        })
        #expect(try PixelEvaluator.run(kernels[0], inputs) == [13, 13, 13, 13])
    }

    @Test func macros() throws {
        let text = """
            #version 120
            #extension all : enable
            #define PI 3.0
            #define AREA(r) (PI * (r) * (r))
            #define LONG(a, b) \\
                ((a) + (b))
            #ifdef PI
            #if defined(AREA) && (2 > 1)
            #define SCALE 2.0
            #else
            #error no
            #endif
            #elif 1
            #define SCALE 3.0
            #endif
            #undef PI
            #define PI 5.0
            #ifndef MISSING
            kernel vec4 k(float r) { return vec4(AREA(r + 1.0), SCALE, LONG(PI, r), 0.0); }
            #endif
            """
        #expect(try evaluate(text, .init(arguments: [[1]])) == [20, 2, 6, 0])
    }
}
