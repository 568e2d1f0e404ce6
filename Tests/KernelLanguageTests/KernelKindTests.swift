import KernelLanguage
import Testing

@Suite struct KernelKindTests {
    @Test func kindsFollowTheSignature() throws {
        let text = """
            kernel vec4 flat() { return vec4(1.0); }
            kernel vec4 tinted(__sample s, __color c) { return s * c; }
            kernel vec2 warp(float x) { return destCoord() * x; }
            kernel vec4 general(sampler s) { return sample(s, samplerCoord(s)); }
            kernel vec4 mixed(__sample s, sampler t) { return s + sample(t, samplerCoord(t)); }
            kernel vec4 table(__sample s, __table sampler t, __number n) { return sample(t, vec2(s.r * n, 0.5)); }
            """
        let kernels = try compile(text)
        #expect(kernels.map(\.kind) == [.color, .color, .warp, .general, .general, .general])
        #expect(kernels[1].parameters.map(\.type) == [.sample, .color])
        #expect(kernels[5].parameters.map(\.type) == [.sample, .table, .float])
        #expect(kernels[4].samplerCount == 2)
        #expect(kernels[2].outputs.count == 2)
    }

    @Test func parameterTypes() throws {
        let text = """
            kernel vec4 k(float a, int b, bool c, vec2 d, float3 e, ivec2 f, bvec3 g, mat2 h, mat4 i) { return vec4(a); }
            """
        #expect(
            try compile(text)[0].parameters.map(\.type) == [
                .float, .int, .bool, .vector(2), .vector(3), .intVector(2), .boolVector(3), .matrix(2), .matrix(4),
            ])
    }

    @Test func samplingIsTold() throws {
        let plain = try compile("kernel vec4 k(sampler s) { return sample(s, samplerCoord(s)); }")
        #expect(plain[0].freeSampling.isEmpty)
        let text = "kernel vec4 k(sampler s) { vec2 p = samplerCoord(s); return sample(s, p); }"
        let free = try compile(text)[0].freeSampling
        #expect(free.map { String(decoding: Array(text.utf8)[$0.start..<$0.end], as: UTF8.self) } == ["sample(s, p)"])
    }

    @Test func uniformCodeRunsOnce() throws {
        let kernel = try compile("kernel vec4 k(__sample s, float x) { float g = exp(x) * 2.0; return s * g; }")[0]
        #expect(kernel.prologue.contains { $0.opcode == .exp })
        for case .compute(let instruction) in kernel.body { #expect(instruction.opcode != .exp) }
        #expect(kernel.prologue.allSatisfy { $0.results.allSatisfy { kernel.registers[$0.index].isUniform } })
    }

    @Test func loopsOverUniformCountsAreUniform() throws {
        let kernel = try compile(
            """
            kernel vec4 k(sampler s, int n) {
                vec4 sum = vec4(0.0);
                for (int i = 0; i < n; i++) sum += sample(s, destCoord() + vec2(float(i), 0.0));
                return sum;
            }
            """)[0]
        let counter = kernel.registers.first { $0.name == "i" && $0.isVariable }
        #expect(counter?.isUniform == true)
        let parted = try compile(
            """
            kernel vec4 k(sampler s, int n) {
                vec4 sum = vec4(0.0);
                int i = 0;
                for (; i < n; i++) { sum += sample(s, destCoord()); if (sum.r > 1.0) break; }
                return sum * float(i);
            }
            """)[0]
        #expect(parted.registers.first { $0.name == "i" && $0.isVariable }?.isUniform == false)
    }

    @Test func namesAreKept() throws {
        let dump = try compile("kernel vec4 k(__sample pixel, float gain) { return pixel * gain; }")[0].dump
        let expected = """
            color kernel k(__sample pixel, float gain)
            once:
              u$0:gain = argument 1.0
            per pixel:
              $1:pixel.x, $2:pixel.y, $3:pixel.z, $4:pixel.w = sampleAtDestination image 0
              $5 = multiplyFloat $1:pixel.x, u$0:gain
              $6 = multiplyFloat $2:pixel.y, u$0:gain
              $7 = multiplyFloat $3:pixel.z, u$0:gain
              $8 = multiplyFloat $4:pixel.w, u$0:gain
              return $5, $6, $7, $8

            """
        #expect(dump == expected)
    }
}
