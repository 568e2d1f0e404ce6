import KernelLanguage

extension KernelBenchmark {
    /// Returns all benchmarks: kernels with their arguments.
    static func all() throws -> [KernelBenchmark] {
        [
            try KernelBenchmark("copy", "kernel vec4 copy(__sample s) { return s; }", [[]]),
            try KernelBenchmark("sepia", sepia, [[], [0.8]]),
            try KernelBenchmark("transfer", transfer, [[]]),
            try KernelBenchmark("round and compare", rounding, [[]]),
            try KernelBenchmark("waves", waves, [[]]),
            try KernelBenchmark("resample", resample, [[]]),
            try KernelBenchmark("box blur 5 x 5", boxBlur, [[]]),
            try KernelBenchmark("escape time", escapeTime, [[]]),
        ]
    }

    private init(_ name: String, _ text: String, _ arguments: [[Float]]) throws {
        let result = KernelCompiler.compile(KernelSource(text: text, file: "<\(name)>"))
        guard let program = result.kernels.first else {
            throw CompilationFailure(messages: result.diagnostics.map(\.message))
        }
        self.init(name: name, program: program, arguments: arguments)
    }

    private struct CompilationFailure: Error {
        var messages: [String]
    }

    private static let sepia = """
        kernel vec4 sepia(__sample s, float intensity) {
            vec4 c = unpremultiply(s);
            vec3 toned = vec3(
                dot(c.rgb, vec3(0.393, 0.769, 0.189)), dot(c.rgb, vec3(0.349, 0.686, 0.168)), dot(c.rgb, vec3(0.272, 0.534, 0.131)));
            return premultiply(vec4(mix(c.rgb, toned, intensity), c.a));
        }
        """

    private static let transfer = "kernel vec4 transfer(__sample s) { return linear_to_srgb(s); }"

    private static let rounding = """
        kernel vec4 rounding(__sample s) {
            vec4 steps = floor(s * 8.0) / 8.0;
            int n = int(s.r * 100.0);
            return n > 30 ? steps : vec4(fract(s.rgb * 4.0), s.a);
        }
        """

    private static let waves = """
        kernel vec4 waves(__sample s) {
            vec2 p = destCoord() * 0.01;
            return vec4(s.rgb * (0.5 + 0.25 * sin(p.x) + 0.25 * cos(p.y)), s.a);
        }
        """

    private static let resample = """
        kernel vec4 resample(sampler image) {
            return sample(image, samplerTransform(image, destCoord() * 0.98 + vec2(3.3, 7.7)));
        }
        """

    private static let boxBlur = """
        kernel vec4 boxBlur(sampler image) {
            vec4 sum = vec4(0.0);
            for (int y = -2; y <= 2; y++)
                for (int x = -2; x <= 2; x++) sum += sample(image, samplerTransform(image, destCoord() + vec2(x, y)));
            return sum / 25.0;
        }
        """

    private static let escapeTime = """
        kernel vec4 escapeTime(__sample s) {
            vec2 c = destCoord() * 0.0005 - vec2(2.2, 1.0);
            vec2 z = vec2(0.0);
            int n = 0;
            while (n < 32 && dot(z, z) < 4.0) {
                z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
                n++;
            }
            return vec4(vec3(float(n) / 32.0), 1.0);
        }
        """
}
