/// PDF's functions on whole colours, of which the blend modes hue, saturation, colour and luminosity consist, in the kernel language.
///
/// `Lum(c) = 0.30 r + 0.59 g + 0.11 b` and `Sat(c) = max − min` of the three components; `SetLum` moves a colour along the greys to a luminosity, and then towards grey
/// until its components lie between 0 and 1; `SetSat` spreads the components so that the least is 0 and the largest the saturation. A luminosity that
/// is itself below 0 or above 1 takes the place of that limit, which PDF doesn't define: the result is then grey, never without a value. Source: ISO 32000-1, 11.3.5.3.
enum NonseparableBlending {
    static let functions = """
        float luminosity(vec3 c) { return dot(c, vec3(0.30, 0.59, 0.11)); }
        float least(vec3 c) { return min(min(c.r, c.g), c.b); }
        float largest(vec3 c) { return max(max(c.r, c.g), c.b); }
        float saturation(vec3 c) { return largest(c) - least(c); }
        vec3 withLuminosity(vec3 c, float level) {
            vec3 offset = c - luminosity(c);
            float below = level - min(level, 0.0);
            float above = max(level, 1.0) - level;
            float low = -least(offset);
            float high = largest(offset);
            float share = low > below ? below / low : 1.0;
            float shareAbove = high > above ? above / high : 1.0;
            return level + offset * share * shareAbove;
        }
        vec3 withSaturation(vec3 c, float amount) {
            float range = saturation(c);
            return range > 0.0 ? (c - least(c)) / range * amount : vec3(0.0);
        }

        """
}
