/// How filters read an image that is repeated over the plane, in the kernel language.
enum TiledSampling {
    /// `vec4 tiled(sampler image, vec2 p, vec4 tile, bool nearest)`, for the head of a general kernel's text: the pixel between the four around p, or the nearest one.
    ///
    /// The place p is counted in pixels from the centre of the tile's lower left one; `tile` holds that centre in working space, and width and height. At a seam between copies the neighbours
    /// are the last and the first pixel. The image's sampler must read the nearest pixel.
    static let function = """
        vec4 tiled(sampler image, vec2 p, vec4 tile, bool nearest) {
            vec2 corner = floor(p);
            vec2 between = nearest ? step(0.5, p - corner) : p - corner;
            vec2 low = mod(corner, tile.zw) + tile.xy;
            vec2 high = mod(corner + 1.0, tile.zw) + tile.xy;
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
