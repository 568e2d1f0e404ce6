import CoreImage

/// Two landscapes drawn by a kernel: the default picture of the gallery, and the target picture of its transitions.
///
/// Both contain typical material for filters: smooth gradients, fine texture, edges, saturated colours beside gray
/// ones. They are opaque.
enum Landscape: Float {
    /// A mountain lake at noon, with balloons.
    case day = 0
    /// The same view at dusk, from farther along the shore, with lanterns.
    case dusk = 1

    /// Returns the landscape in a frame.
    func image(in frame: CGRect) -> CIImage {
        Self.kernel.apply(extent: frame, arguments: [CIVector(cgRect: frame), rawValue]) ?? CIImage.empty()
    }

    private static let kernel = CIColorKernel(
        """
        float hash(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }

        float ridge(float x, float seed) {
            return 0.5 * sin(x * 7.0 + seed) + 0.3 * sin(x * 17.0 + 2.3 * seed) + 0.14 * sin(x * 41.0 + 3.1 * seed)
                + 0.06 * sin(x * 97.0 + 5.7 * seed);
        }

        vec3 cover(vec3 below, vec3 above, float distance) { return mix(below, above, clamp(0.5 - distance, 0.0, 1.0)); }

        vec3 balloon(vec3 below, vec2 p, vec2 center, float radius, vec3 one, vec3 other, float glow) {
            vec2 d = (p - center) / radius;
            float width = 1.0 - 0.35 * clamp(-d.y - 0.1, 0.0, 1.0);
            float distance = (length(vec2(d.x / width, d.y > 0.0 ? d.y : d.y * 0.82)) - 1.0) * radius;
            float turn = asin(clamp(d.x / width, -1.0, 1.0)) * 2.2;
            vec3 stripe = mod(floor(turn + 8.0), 2.0) < 1.0 ? one : other;
            float light = 1.1 - 0.45 * length(d - vec2(-0.35, 0.4));
            vec3 envelope = stripe * mix(light, 1.25 - 0.5 * length(d + vec2(0.0, 0.6)), glow);
            vec2 basket = abs(p - center + vec2(0.0, radius * 1.5)) - radius * vec2(0.16, 0.12);
            vec3 result = cover(below, envelope, distance);
            return cover(result, vec3(0.45, 0.27, 0.12), max(basket.x, basket.y));
        }

        kernel vec4 landscape(vec4 frame, float dusk) {
            vec2 p = destCoord() - frame.xy;
            vec2 size = frame.zw;
            float x = p.x / size.y + dusk * 3.7;
            float y = p.y / size.y;
            float shore = 0.42;
            float mirrored = y < shore && y > 0.2 ? 1.0 : 0.0;
            float wave = mirrored * 0.012 * sin(y * 190.0 + 4.0 * sin(x * 9.0));
            float h = mirrored > 0.5 ? 2.0 * shore - y + wave : y;
            float u = x + wave * 2.0;

            vec3 low = mix(vec3(0.98, 0.90, 0.78), vec3(0.99, 0.55, 0.25), dusk);
            vec3 high = mix(vec3(0.25, 0.48, 0.82), vec3(0.12, 0.10, 0.32), dusk);
            vec3 color = mix(low, high, smoothstep(0.35, 1.0, h));
            vec2 sun = mix(vec2(0.95, 0.82), vec2(4.15, 0.62), dusk);
            float away = length(vec2(u, h) - sun) * size.y;
            color += mix(vec3(0.30, 0.26, 0.16), vec3(0.45, 0.16, 0.05), dusk) * exp(-away / (0.13 * size.y));
            color = cover(color, mix(vec3(1.0, 0.97, 0.85), vec3(1.0, 0.80, 0.45), dusk), away - 0.055 * size.y);

            vec3 haze = mix(vec3(0.62, 0.68, 0.82), vec3(0.70, 0.35, 0.35), dusk);
            vec3 rock = mix(vec3(0.10, 0.22, 0.26), vec3(0.10, 0.06, 0.14), dusk);
            float far = 0.63 + 0.055 * ridge(u, 1.0);
            float snow = smoothstep(0.03, 0.0, far - h) * step(0.45, hash(floor(vec2(u * 60.0, h * 90.0))));
            color = cover(color, mix(haze, vec3(0.92, 0.94, 0.98) - dusk * vec3(0.1, 0.35, 0.4), snow * 0.8), (h - far) * size.y);
            color = cover(color, mix(haze, rock, 0.45), (h - 0.54 - 0.05 * ridge(u, 4.2)) * size.y);
            color = cover(color, mix(haze, rock, 0.85), (h - 0.455 - 0.02 * ridge(u * 2.0, 7.9)) * size.y);
            if (mirrored > 0.5) {
                color = mix(color, mix(vec3(0.10, 0.28, 0.40), vec3(0.16, 0.08, 0.20), dusk), 0.45);
            }

            float bank = 0.235 + 0.02 * ridge(x, 2.7);
            float blade = hash(floor(vec2(p.x * 0.9 + 3.0 * sin(p.y * 0.4), p.y * 0.18)));
            vec3 grass = mix(vec3(0.16, 0.36, 0.08), vec3(0.48, 0.62, 0.20), blade * clamp(y / 0.24, 0.2, 1.0));
            vec3 meadow = mix(grass, grass.rrr * vec3(0.30, 0.22, 0.30) + grass * 0.2, dusk);
            vec2 cell = floor(p / 9.0);
            vec2 bloom = (cell + 0.3 + 0.4 * vec2(hash(cell), hash(cell + 7.0))) * 9.0;
            float chance = hash(cell + 3.0);
            vec3 petal = chance < 0.06 ? vec3(0.95, 0.15, 0.10) : chance < 0.12 ? vec3(1.0, 0.85, 0.10) : vec3(0.95);
            float flower = chance < 0.18 ? length(p - bloom) - 1.8 : 9.0;
            meadow = cover(meadow, petal * mix(1.0, 0.5, dusk), flower);
            color = cover(color, meadow, (y - bank) * size.y);

            vec2 first = size.y * mix(vec2(0.25, 0.78), vec2(0.95, 0.74), dusk);
            vec2 second = size.y * mix(vec2(0.72, 0.66), vec2(0.48, 0.86), dusk);
            color = balloon(color, p, first, 0.13 * size.y,
                mix(vec3(0.90, 0.12, 0.10), vec3(1.0, 0.62, 0.15), dusk), mix(vec3(0.98, 0.83, 0.10), vec3(0.95, 0.35, 0.10), dusk),
                dusk);
            color = balloon(color, p, second, 0.065 * size.y,
                mix(vec3(0.10, 0.40, 0.85), vec3(0.95, 0.85, 0.40), dusk), mix(vec3(0.95), vec3(0.35, 0.75, 0.70), dusk), dusk);
            return vec4(srgb_to_linear(clamp(color, 0.0, 1.0)), 1.0);
        }
        """)
}
