extension UnitScaffold {
    /// The kernel of a nonexecutable filter.
    var kernelSource: String {
        """
        // Draws the picture in shades of one colour. The parameters are Description.plist's inputs, in the same order.
        kernel vec4 \(name.functionName)(sampler image, __color tint, float amount)
        {
            // Colours come premultiplied by their alpha, in linear light. A unit's kernel sees only its own pixel.
            vec4 pixel = unpremultiply(sample(image, samplerCoord(image)));
            float light = dot(pixel.rgb, vec3(0.2126, 0.7152, 0.0722));
            return premultiply(vec4(mix(pixel.rgb, tint.rgb * light, amount), pixel.a));
        }

        """
    }
}
