import Foundation
import ImageGraph
import Interpreter
import KernelLanguage
import Pixels
import Testing

/// Control flow and storage as kernels write them, against the same computed in Swift for each pixel.
@Suite struct KernelTextTests {
    let region = PixelRect(x: 0, y: 0, width: 23, height: 9)

    /// Compares the first component of every pixel with `formula` of its column and row.
    private func check(_ body: String, helpers: String = "", _ formula: (Int, Int) -> Float) throws {
        let text = """
            \(helpers)
            kernel vec4 probe(float one) {
                int x = int(floor(destCoord().x * one));
                int y = int(floor(destCoord().y * one));
            \(body)
            }
            """
        let output = try render(try compile(text), [[1]], region: region)
        for y in 0..<region.height {
            for x in 0..<region.width {
                let (result, expected) = (output[x, y].x, formula(x, y))
                #expect(identical(result, expected), "(\(x), \(y)): \(result), not \(expected)")
            }
        }
    }

    @Test func breakAndContinue() throws {
        try check(
            """
            float sum = 0.0;
            for (int i = 0; i < 20; i++) {
                if (i == y) continue;
                if (i > x) break;
                sum += float(i);
            }
            return vec4(sum);
            """
        ) { x, y in (0..<20).filter { $0 != y && $0 <= x }.reduce(0) { $0 + Float($1) } }
    }

    @Test func nestedLoops() throws {
        try check(
            """
            int sum = 0;
            for (int i = 0; i < x; i++) {
                int j = y;
                while (j > 0) {
                    j -= 2;
                    if (i + j == 5) break;
                    do { sum += i * (j + 2); } while (sum > 0 && sum < 9);
                }
            }
            return vec4(float(sum));
            """
        ) { x, y in
            var sum = 0
            for i in 0..<x {
                var j = y
                while j > 0 {
                    j -= 2
                    if i + j == 5 { break }
                    repeat { sum += i * (j + 2) } while sum > 0 && sum < 9
                }
            }
            return Float(sum)
        }
    }

    @Test func earlyReturn() throws {
        try check(
            """
            if (x < 3) return vec4(1.0);
            for (int i = 0; i < 10; i++) {
                if (i * y > x) return vec4(float(i));
            }
            return vec4(-1.0);
            """
        ) { x, y in
            if x < 3 { return 1 }
            return (0..<10).first { $0 * y > x }.map { Float($0) } ?? -1
        }
    }

    /// A helper that returns from inside its loop, called in varying control flow, with an inout parameter.
    @Test func helperFunctions() throws {
        try check(
            """
            int calls = 0;
            int total = 0;
            if (x > 4) total = firstDivisor(x, calls);
            else total = firstDivisor(x + y, calls) * 100;
            return vec4(float(total + 1000 * calls));
            """,
            helpers: """
                int firstDivisor(int n, inout int calls) {
                    calls++;
                    for (int d = 2; d < n; d++) { if (n / d * d == n) return d; }
                    return 0;
                }
                """
        ) { x, y in
            func divisor(_ n: Int) -> Int { n > 2 ? (2..<n).first { n % $0 == 0 } ?? 0 : 0 }
            return Float((x > 4 ? divisor(x) : divisor(x + y) * 100) + 1000)
        }
    }

    @Test func arraysWithVaryingIndex() throws {
        try check(
            """
            float heap[7];
            for (int i = 0; i < 7; i++) heap[i] = float(i * i);
            heap[x] += 0.5;
            if (y > 4) heap[y - 4] = -1.0;
            return vec4(heap[y] + heap[3] * 100.0 + heap[x - 5]);
            """
        ) { x, y in
            func index(_ i: Int) -> Int { min(max(i, 0), 6) }
            var heap = (0..<7).map { Float($0 * $0) }
            heap[index(x)] += 0.5
            if y > 4 { heap[index(y - 4)] = -1 }
            return heap[index(y)] + heap[3] * 100 + heap[index(x - 5)]
        }
    }

    /// The right operand of && and || is evaluated only if the left one doesn't decide the result.
    @Test func shortCircuit() throws {
        try check(
            """
            int calls = 0;
            bool both = x > 5 && note(calls, y > 3);
            bool either = x > 10 || note(calls, y > 6);
            return vec4(float(calls * 4 + (both ? 2 : 0) + (either ? 1 : 0)));
            """, helpers: "bool note(inout int calls, bool value) { calls++; return value; }"
        ) { x, y in
            let calls = (x > 5 ? 1 : 0) + (x > 10 ? 0 : 1)
            return Float(calls * 4 + (x > 5 && y > 3 ? 2 : 0) + (x > 10 || y > 6 ? 1 : 0))
        }
    }

    @Test func ternaryAndSwizzles() throws {
        try check(
            """
            vec4 v = vec4(float(x), float(y), 3.0, 4.0);
            v.zx = v.xy * 2.0;
            v.w = x > y ? v.x : x == y ? -1.0 : v.z;
            vec2 p = v.wy;
            p[x / 12] += 1000.0;
            return vec4(p.x + p.y * 0.5);
            """
        ) { x, y in
            let (vx, vz) = (Float(y) * 2, Float(x) * 2)
            var p = [x > y ? vx : x == y ? -1 : vz, Float(y)]
            p[min(x / 12, 1)] += 1000
            return p[0] + p[1] * 0.5
        }
    }

    /// A loop whose bound is an argument has the same results as one whose bound is computed for each pixel.
    @Test func uniformAndVaryingLoopsAgree() throws {
        let loop = """
                float sum = 0.0;
                for (int i = 0; i < n; i++) {
                    if (i == 4) continue;
                    sum = sum * 0.5 + sin(float(i) * step);
                    if (sum > 1.4) break;
                }
                return vec4(sum);
            """
        let uniform = try compile("kernel vec4 f(int n, float step) {\n\(loop)\n}")
        let varying = try compile("kernel vec4 f(__sample s) { int n = int(s.x); float step = s.y;\n\(loop)\n}")
        let raster = Raster(bounds: region)
        for (n, step) in [(0, 1 as Float), (3, 0.7), (12, 0.3), (30, 0.9)] {
            raster.fill(region, with: SIMD4(Float(n), step, 0, 0))
            let one = try render(uniform, [[Float(n)], [step]], region: region)
            let binding = SamplerBinding(raster: raster, extent: region.cgRect)
            let many = try render(varying, [[]], images: [binding], region: region)
            #expect(bits(one) == bits(many))
            var sum: Float = 0
            for i in 0..<n where i != 4 {
                sum = sum * 0.5 + Float(sin(Double(Float(i) * step)))
                if sum > 1.4 { break }
            }
            #expect(abs(one[0, 0].x - sum) < 1e-5)
        }
    }

    @Test func endlessLoopEnds() throws {
        let program = try compile(
            "kernel vec4 spin(__sample s) { float a = s.x; while (a < 1.0) { a = a * 0.5; } return vec4(a); }")
        let raster = Raster(bounds: region)
        raster.fill(region, with: SIMD4(repeating: 2))
        let backend = InterpreterBackend(stepBudget: 500)
        let binding = SamplerBinding(raster: raster, extent: region.cgRect)
        #expect(throws: Never.self) { try render(program, [[]], images: [binding], region: region, backend: backend) }
        raster[4, 2] = .zero
        let error = #expect(throws: KernelRunError.self) {
            try render(program, [[]], images: [binding], region: region, backend: backend)
        }
        #expect(error == .stepBudgetExceeded(kernel: "spin", file: "<kernel>", x: 4, y: 2, budget: 500))
    }

    @Test func warpKernel() throws {
        let program = try compile(
            "kernel vec2 mirror(float width) { return vec2(width - destCoord().x, destCoord().y); }")
        let output = try render(program, [[23]], region: region)
        #expect(output[0, 0] == SIMD4(22.5, 0.5, 0, 0))
        #expect(output[22, 8] == SIMD4(0.5, 8.5, 0, 0))
    }

    /// The formula of a well-known kernel, for every pixel of a picture with transparency.
    @Test func sepia() throws {
        let program = try compile(
            """
            kernel vec4 sepia(__sample s, float intensity) {
                vec4 c = unpremultiply(s);
                float grey = dot(c.rgb, vec3(0.299, 0.587, 0.114));
                return premultiply(vec4(mix(c.rgb, grey * vec3(1.2, 1.0, 0.8), intensity), c.a));
            }
            """)
        let image = TilingTests.image
        let output = try render(program, [[], [0.75]], images: [image], region: image.pixels.bounds)
        for (pixel, result) in zip(values(try #require(image.pixels.raster)), values(output)) {
            let alpha = Double(pixel.w)
            let color = (0..<3).map { alpha > 0 ? Double(pixel[$0]) / alpha : Double(pixel[$0]) }
            let grey = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2]
            for (component, tint) in [1.2, 1.0, 0.8].enumerated() {
                let expected = (color[component] * 0.25 + grey * tint * 0.75) * alpha
                #expect(abs(Double(result[component]) - expected) <= 1e-5 * max(1, abs(expected)))
            }
            #expect(result.w == pixel.w)
        }
    }
}
