import KernelLanguage
import Testing

/// Kernels of all kinds for random recipes.
enum TestKernels {
    /// Kernels that read one or more images at the pixel being computed.
    static let pointwise = programs(
        """
        kernel vec4 copy(__sample s) { return s; }
        kernel vec4 gain(__sample s, float g) { return vec4(s.rgb * g, s.a); }
        kernel vec4 invert(__sample s) { return vec4(s.a - s.rgb, s.a); }
        kernel vec4 straight(__sample s, vec3 v) { vec4 u = unpremultiply(s); u.rgb = u.rgb * v + 0.125; return premultiply(u); }
        kernel vec4 over(__sample f, __sample b) { return f + b * (1.0 - f.a); }
        kernel vec4 blend(__sample a, sampler b, float t) { return mix(a, sample(b, samplerCoord(b)), t); }
        kernel vec4 masked(__sample a, __sample b, __sample m) { return mix(a, b, m.r); }
        kernel vec4 threshold(__sample s, float t) { return s.r > t ? s : vec4(0.0, s.g, 0.0, 1.0); }
        kernel vec4 checked(__sample s) {
            vec2 p = destCoord();
            if (mod(floor(p.x) + floor(p.y), 2.0) > 0.5) { s = s.bgra; if (s.a > 0.75) { s.r = 0.25; } }
            return s;
        }
        kernel vec4 ramp(__sample s, vec2 d) { return s * dot(destCoord(), d); }
        kernel vec4 looped(__sample s, int n) {
            float sum = 0.0;
            for (int i = 0; i < n; i++) { if (sum > 2.0) { break; } sum = sum + s.r * 0.5 + 0.25; }
            return vec4(sum, s.gb, s.a);
        }
        kernel vec4 varyingLoop(__sample s) {
            vec4 r = s; int n = int(mod(destCoord().x, 4.0));
            while (n > 0) { r.rgb = r.rgb * 0.5 + r.gbr * 0.25; n = n - 1; }
            return r;
        }
        kernel vec4 early(__sample s) { if (s.a < 0.5) { return vec4(s.a); } s.g = sqrt(s.g); return s; }
        kernel vec4 tableLookup(__sample s, __table t) { vec4 v = sample(t, samplerCoord(t)); return s * v.a + v.bgra; }
        kernel vec4 tinted(__sample s, __color c) { return s * c; }
        kernel vec4 hidden(__sample a, __sample b) { if (a.r > 0.5) { return b; } return a; }
        kernel vec4 sorted(__sample s) {
            float v[3]; v[0] = s.r; v[1] = s.g; v[2] = s.b;
            for (int i = 0; i < 2; i++) { if (v[i] > v[i + 1]) { float t = v[i]; v[i] = v[i + 1]; v[i + 1] = t; } }
            return vec4(v[0], v[1], v[2], s.a);
        }
        kernel vec4 forgetful(__sample a, __sample b) { return vec4(a.rgb, 1.0); }
        kernel vec4 opaque(__sample s) { return vec4(s.rgb, 1.0); }
        kernel vec4 ceiling(__sample s, float h) { return clamp(s, 0.0, h); }
        """)
    /// Pointwise kernels whose results aren't continuous.
    static let discontinuous: Set = ["threshold", "checked", "looped", "early", "hidden", "unpremultiplied"]
    /// Kernels without images.
    static let generators = programs(
        """
        kernel vec4 stripes(float w) { return vec4(step(w, mod(destCoord().x, 2.0 * w)), 0.25, destCoord().y * 0.125, 1.0); }
        kernel vec4 flat(float v) { return vec4(v, v * 0.5, 0.0, 1.0); }
        """)
    /// Kernels that sample images at any point.
    static let samplers = programs(
        """
        kernel vec4 smear(sampler s, vec2 d) {
            vec2 p = destCoord();
            return (sample(s, samplerTransform(s, p - d)) + sample(s, samplerCoord(s)) + sample(s, samplerTransform(s, p + d))) / 3.0;
        }
        kernel vec4 displaced(sampler s, __sample m) { return sample(s, samplerTransform(s, destCoord() + (m.rg - 0.5) * 3.0)); }
        kernel vec4 sized(sampler s) { return sample(s, samplerCoord(s)) + vec4(samplerExtent(s).z * 0.01); }
        """)
    /// Warp kernels, which move pixels by at most about 4 pixels.
    static let warps = programs(
        """
        kernel vec2 shifted(vec2 d) { return destCoord() + d; }
        kernel vec2 turned(vec2 c) { vec2 p = destCoord() - c; return c + clamp(vec2(p.y, -p.x) - p, -3.0, 3.0) + p; }
        kernel vec2 wave(float k) { vec2 p = destCoord(); p.x = p.x + 2.0 * fract(p.y * k); return p; }
        """)

    private static func programs(_ text: String) -> [Program] {
        let result = KernelCompiler.compile(KernelSource(text: text))
        if !result.succeeded { Issue.record("\(result.rendered)") }
        return result.kernels
    }

    /// Compiles a text and returns its first kernel.
    static func program(_ text: String) throws -> Program {
        let result = KernelCompiler.compile(KernelSource(text: text))
        return try #require(result.kernels.first, "\(result.rendered)")
    }
}
