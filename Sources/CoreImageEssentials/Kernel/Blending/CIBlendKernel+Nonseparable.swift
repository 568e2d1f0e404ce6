/// Blend modes that mix hue, saturation and luminosity of whole colours, or choose between colours by their luminosity.
extension CIBlendKernel {
    /// A kernel that combines the hue of the foreground with the saturation and luminosity of the background.
    public static let hue = CIBlendKernel(
        NonseparableBlending.functions + """
            kernel vec4 hueBlendMode(__sample s, __sample b) {
                vec3 image = unpremultiply(s).rgb;
                vec3 back = unpremultiply(b).rgb;
                vec3 both = s.a * b.a * colorOf(hue(image), saturation(back), lightness(back));
                return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
            }
            """)

    /// A kernel that combines the saturation of the foreground with the hue and luminosity of the background.
    public static let saturation = CIBlendKernel(
        NonseparableBlending.functions + """
            kernel vec4 saturationBlendMode(__sample s, __sample b) {
                vec3 image = unpremultiply(s).rgb;
                vec3 back = unpremultiply(b).rgb;
                vec3 both = s.a * b.a * colorOf(hue(back), saturation(image), lightness(back));
                return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
            }
            """)

    /// A kernel that combines the hue and saturation of the foreground with the luminosity of the background.
    public static let color = CIBlendKernel(
        NonseparableBlending.functions + """
            kernel vec4 colorBlendMode(__sample s, __sample b) {
                vec3 image = unpremultiply(s).rgb;
                vec3 back = unpremultiply(b).rgb;
                vec3 both = s.a * b.a * colorOf(hue(image), saturation(image), lightness(back));
                return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
            }
            """)

    /// A kernel that combines the luminosity of the foreground with the hue and saturation of the background.
    public static let luminosity = CIBlendKernel(
        NonseparableBlending.functions + """
            kernel vec4 luminosityBlendMode(__sample s, __sample b) {
                vec3 image = unpremultiply(s).rgb;
                vec3 back = unpremultiply(b).rgb;
                vec3 both = s.a * b.a * colorOf(hue(back), saturation(back), lightness(image));
                return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
            }
            """)

    /// A kernel that takes the colour with the smaller luminosity, `0.30 r + 0.59 g + 0.11 b`; the background where
    /// they are equal.
    public static let darkerColor = choosing("darkerColor", "luminosity(image) < luminosity(back) ? image : back")

    /// A kernel that takes the colour with the larger luminosity, `0.30 r + 0.59 g + 0.11 b`; the background where they
    /// are equal.
    public static let lighterColor = choosing("lighterColor", "luminosity(image) > luminosity(back) ? image : back")

    /// The kernel whose colour where both images are is `both`, an expression of the colours `image` and `back`. Each
    /// of them is premultiplied by the alpha of both images.
    static func choosing(_ name: String, _ both: String) -> CIBlendKernel {
        CIBlendKernel(
            "float luminosity(vec3 c) { return dot(c, vec3(0.30, 0.59, 0.11)); }\n" + """
                kernel vec4 \(name)(__sample s, __sample b) {
                    vec3 image = s.rgb * b.a;
                    vec3 back = b.rgb * s.a;
                    vec3 both = \(both);
                    return vec4(b.rgb * (1.0 - s.a) + s.rgb * (1.0 - b.a) + both, s.a + b.a - s.a * b.a);
                }
                """)
    }
}
