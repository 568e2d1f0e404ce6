/// Kernel functions for the hue, saturation and lightness of colours, on which the hue, saturation, colour and
/// luminosity blend modes are based.
///
/// With the largest and the smallest component of an unpremultiplied linear colour: the lightness is
/// `L = (max + min) / 2`, the saturation `S = (max − min) / (1 − |2L − 1|)`, and the hue the colour's direction from L,
/// `(c − L) / (max − min)`. Grey has the hue of red. A colour with the three is `L + hue · S · (1 − |2L − 1|)`. The
/// saturation is clamped to 0…1, and is 0 for a lightness that isn't between 0 and 1, so that colours out of range give
/// finite results.
///
/// This is HSL, not what ISO 32000-1 defines under the same names. Source: fitted to lossless pictures of Core Image
/// (iOS 7). Colour matches with mean 0.00, saturation with mean 0.11, both with a 99th percentile of 1 of 255; the
/// difference is the hue of greys. There are no pictures of hue and luminosity, which follow from the same definition.
enum NonseparableBlending {
    static let functions = """
        float least(vec3 c) { return min(min(c.r, c.g), c.b); }
        float largest(vec3 c) { return max(max(c.r, c.g), c.b); }
        float lightness(vec3 c) { return 0.5 * (largest(c) + least(c)); }
        float room(float lightness) { return max(1.0 - abs(2.0 * lightness - 1.0), 0.0); }
        float saturation(vec3 c) {
            float most = room(lightness(c));
            return most > 0.0 ? min((largest(c) - least(c)) / most, 1.0) : 0.0;
        }
        vec3 hue(vec3 c) {
            float range = largest(c) - least(c);
            return range > 0.000001 ? (c - lightness(c)) / range : vec3(0.5, -0.5, -0.5);
        }
        vec3 colorOf(vec3 hue, float saturation, float lightness) {
            return lightness + hue * saturation * room(lightness);
        }

        """
}
