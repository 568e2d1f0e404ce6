import CoreImageEssentials

/// Noise that depends only on the position, in the kernel language. It is the same in every rendering and for any
/// tiles.
enum PositionNoise {
    /// `vec3 positionNoise(vec2 point)`, for the head of a kernel's text: three independent numbers, uniformly
    /// distributed between −½ and ½, for the pixel that contains the point.
    ///
    /// The pixel's coordinates go through Wellons's public-domain integer hash "lowbias32", once for each number. The
    /// kernel language has only signed shifts, so the copies of the sign bit are masked away.
    static let source = """
        int hashed(int h) {
            h = (h ^ ((h >> 16) & 65535)) * 2146121005;
            h = (h ^ ((h >> 15) & 131071)) * -2073254261;
            return h ^ ((h >> 16) & 65535);
        }
        vec3 positionNoise(vec2 point) {
            int red = hashed(hashed(int(floor(point.x))) + int(floor(point.y)));
            int green = hashed(red + 1013904223);
            int blue = hashed(green + 1013904223);
            return (vec3(float(red & 65535), float(green & 65535), float(blue & 65535)) + 0.5) / 65536.0 - 0.5;
        }

        """
}
