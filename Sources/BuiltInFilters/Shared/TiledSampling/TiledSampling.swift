import CoreImageEssentials

/// Sampling of an image that is repeated over the plane, in the kernel language.
enum TiledSampling {
    /// `vec4 tiled(sampler image, vec2 p, vec4 tile, bool nearest)`, for the head of a general kernel's text: the
    /// bilinear mixture of the four pixels around p, or the nearest one.
    ///
    /// The place p is in pixels from the tile's lower left corner. `tile` holds the centre of the tile's lower left
    /// pixel in working space, then its width and height. Core Image puts the centres of the outermost pixels on the
    /// tile's edges, so that n pixels are stretched from n − 1 to n, and no pixels are mixed at a seam between copies.
    /// The image's sampler must read the nearest pixel.
    static let function = """
        vec4 tiled(sampler image, vec2 p, vec4 tile, bool nearest) {
            vec2 inside = mod(p, tile.zw);
            vec2 place = nearest ? floor(inside) : inside * (1.0 - 1.0 / tile.zw);
            vec2 last = tile.zw - 1.0;
            vec2 corner = min(floor(place), last);
            vec2 between = place - corner;
            vec2 low = corner + tile.xy;
            vec2 high = min(corner + 1.0, last) + tile.xy;
            vec4 bottom = mix(
                sample(image, samplerTransform(image, low)),
                sample(image, samplerTransform(image, vec2(high.x, low.y))), between.x);
            vec4 top = mix(
                sample(image, samplerTransform(image, vec2(low.x, high.y))),
                sample(image, samplerTransform(image, high)), between.x);
            return mix(bottom, top, between.y);
        }

        """
}
