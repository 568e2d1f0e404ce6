extension UnitScaffold {
    /// The pixel processor of a unit in C.
    var processorFunction: String {
        """
        #include <coreimage_unit.h>

        // Draws the picture in shades of one colour.
        //
        // Arguments are the images among the inputs of Description.plist, the result, then the other inputs in their
        // order. The host calls this from many threads at once, each with a part of the picture to compute. Pixels are
        // red, green, blue and alpha, the colour multiplied by alpha, in linear light; coreimage_unit.h says the rest.
        CI_EXPORT int \(name.symbolName)(const ci_image *image, ci_image *out, ci_vec4 tint, double amount)
        {
            float share = (float)amount;
            for (int64_t y = out->y; y < out->y + out->height; y++) {
                const float *from = ci_input_pixel(image, out->x, y);
                float *to = ci_output_pixel(out, out->x, y);
                for (int64_t column = 0; column < out->width; column++, from += 4, to += 4) {
                    float light = 0.2126f * from[0] + 0.7152f * from[1] + 0.0722f * from[2];
                    to[0] = from[0] + ((float)tint.x * light - from[0]) * share;
                    to[1] = from[1] + ((float)tint.y * light - from[1]) * share;
                    to[2] = from[2] + ((float)tint.z * light - from[2]) * share;
                    to[3] = from[3];
                }
            }
            return CI_OK;
        }

        """
    }
}
