/// Kernels like those of published filters: they read far from their own pixel, although their region callbacks return
/// the rectangle unchanged.
enum LazyRegionKernels {
    /// Names, and statements that move the point `p`, in pixels. The picture is `size` wide and high.
    private static let points = """
        carnivalMirror: p += 30.0 * vec2(sin(p.y / 21.0), cos(p.x / 17.0));
        compoundEye: vec2 cell = floor(p / 40.0); p = (cell * 40.0 + 20.0) + (p - cell * 40.0 - 20.0) * 3.0;
        mirror: p.x = size.x - p.x;
        flip: p.y = size.y - p.y;
        quarters: p = mod(p * 2.0, size);
        swirl: vec2 d = p - size * 0.5; float a = 3.0 * exp(-length(d) / 90.0); p = size * 0.5 + vec2(d.x * cos(a) - d.y * sin(a), d.x * sin(a) + d.y * cos(a));
        polarPixellate: vec2 d = p - size * 0.5; float r = floor(length(d) / 16.0) * 16.0; float a = floor(atan(d.y, d.x) / 0.2) * 0.2; p = size * 0.5 + r * vec2(cos(a), sin(a));
        scatter: p += 45.0 * (fract(sin(vec2(dot(p, vec2(12.9898, 78.233)), dot(p, vec2(39.346, 11.135)))) * 437.5) - 0.5);
        refraction: p += 60.0 * vec2(sin(p.x * 0.05) * cos(p.y * 0.03), cos(p.x * 0.02));
        glassTile: p += 25.0 * sin(p / 12.0);
        kaleidoscope: vec2 d = p - size * 0.5; float a = abs(mod(atan(d.y, d.x), 1.0472) - 0.5236); p = size * 0.5 + length(d) * vec2(cos(a), sin(a));
        zoom: p = size * 0.5 + (p - size * 0.5) * 0.35;
        shuffle: vec2 cell = floor(p / 64.0); p = p + 64.0 * vec2(mod(cell.y, 3.0) - 1.0, mod(cell.x, 3.0) - 1.0);
        fishEye: vec2 d = (p - size * 0.5) / size; p = size * 0.5 + d * size * (0.4 + 1.6 * dot(d, d));
        wave: p.y += 40.0 * sin(p.x / 33.0);
        bigPixels: p = floor(p / 90.0) * 90.0 + 45.0;
        """

    /// Names, and statements that compute the colour `c` from pixels around `p`.
    private static let colors = """
        kuwahara: vec4 best = vec4(0.0); float least = 1000.0; for (int q = 0; q < 4; q++) { vec2 way = vec2(q < 2 ? 1.0 : -1.0, mod(float(q), 2.0) * 2.0 - 1.0); vec4 sum = vec4(0.0); float spread = 0.0; for (int i = 1; i < 5; i++) { vec4 s = at(src, p + way * float(i) * 3.0); sum += s * 0.25; spread += dot(s.rgb, s.rgb); } spread -= dot(sum.rgb, sum.rgb) * 4.0; if (spread < least) { least = spread; best = sum; } } vec4 c = best;
        longShadow: vec4 c = at(src, p); for (int i = 1; i < 24; i++) c = max(c * 0.98, at(src, p + vec2(-2.0, 2.0) * float(i)) * 0.9);
        ghost: vec4 c = (at(src, p) + at(src, p + vec2(70.0, 0.0)) + at(src, p - vec2(0.0, 70.0))) / 3.0;
        average: vec4 c = vec4(0.0); for (int i = 0; i < 16; i++) c += at(src, (vec2(mod(float(i), 4.0), floor(float(i) / 4.0)) + 0.5) * size * 0.25) / 16.0; c = mix(c, at(src, p), 0.5);
        """

    /// Every kernel's name and source.
    static let all: [(name: String, source: String)] =
        rows(points).map { ($0.name, source($0.name, $0.body + " vec4 c = at(src, p);")) }
        + rows(colors).map { ($0.name, source($0.name, $0.body)) }

    private static func rows(_ text: String) -> [(name: String, body: String)] {
        text.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), String(parts[1]))
        }
    }

    private static func source(_ name: String, _ body: String) -> String {
        """
        vec4 at(sampler s, vec2 p) { return sample(s, samplerTransform(s, p)); }
        kernel vec4 \(name)(sampler src, vec2 size) { vec2 p = destCoord(); \(body) return c; }
        """
    }
}
