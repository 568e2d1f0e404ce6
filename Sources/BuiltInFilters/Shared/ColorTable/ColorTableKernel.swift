import CoreImageEssentials

/// Kernels that look colours up in tables, with trilinear interpolation between entries.
struct ColorTableKernel {
    /// One table, whose colours are multiplied by the pixel's alpha.
    let single: CIKernel
    /// One table of opaque colours. The kernel writes the image's alpha, so that the optimiser sees that alpha is kept.
    let opaque: CIKernel
    /// Two tables and a mask.
    let mixture: CIKernel

    /// Colours outside 0…1 are those of the nearest face of the cube.
    static let clamping = ColorTableKernel(place: clamped)
    /// Colours outside 0…1 continue the outermost cells linearly.
    static let extrapolating = ColorTableKernel(place: extrapolated)

    private init(place: String) {
        single = CIKernel(Self.lookup + place + Self.single)
        opaque = CIKernel(Self.lookup + place + Self.opaque)
        mixture = CIKernel(Self.lookup + place + Self.mixture)
    }

    // Samples are taken at pixel centres and mixed here, because a sampler rounds places near a centre to the centre.
    private static let lookup = """
        vec4 entries(sampler table, vec3 place, vec3 scale) {
            vec3 cell = clamp(floor(place), 0.0, scale.x - 1.0);
            vec3 f = place - cell;
            float red0 = (cell.r + 0.5) * scale.y;
            float red1 = red0 + scale.y;
            float row00 = 1.0 - cell.b * scale.y - (cell.g + 0.5) * scale.z;
            float row10 = row00 - scale.z;
            float row01 = row00 - scale.y;
            float row11 = row10 - scale.y;
            vec4 a = sample(table, vec2(red0, row00));
            vec4 b = sample(table, vec2(red0, row10));
            vec4 c = sample(table, vec2(red0, row01));
            vec4 d = sample(table, vec2(red0, row11));
            a += (sample(table, vec2(red1, row00)) - a) * f.r;
            b += (sample(table, vec2(red1, row10)) - b) * f.r;
            c += (sample(table, vec2(red1, row01)) - c) * f.r;
            d += (sample(table, vec2(red1, row11)) - d) * f.r;
            a += (b - a) * f.g;
            c += (d - c) * f.g;
            return a + (c - a) * f.b;
        }

        """

    // NaN counts as 0: the maximum of NaN and a number is the number.
    private static let clamped = """
        vec3 place(vec4 c, float last) { return min(max(vec3(0.0), c.rgb), 1.0) * last; }

        """

    // Clamped because distant colours would overflow; beyond this limit floats lose their fractions.
    private static let extrapolated = """
        vec3 place(vec4 c, float last) {
            return clamp(mix(c.rgb, vec3(0.0), isnan(c.rgb)), -1000000.0, 1000000.0) * last;
        }

        """

    private static let single = """
        kernel vec4 colorTable(__sample image, __table table, vec3 scale) {
            return entries(table, place(unpremultiply(image), scale.x), scale) * image.a;
        }
        """

    private static let opaque = """
        kernel vec4 colorTable(__sample image, __table table, vec3 scale) {
            return premultiply(vec4(entries(table, place(unpremultiply(image), scale.x), scale).rgb, image.a));
        }
        """

    private static let mixture = """
        kernel vec4 colorTables(__sample image, __sample mask, __table first, __table second, vec3 scale) {
            vec3 p = place(unpremultiply(image), scale.x);
            return mix(entries(first, p, scale), entries(second, p, scale), mask.g) * image.a;
        }
        """
}
