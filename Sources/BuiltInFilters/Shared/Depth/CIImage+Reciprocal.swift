import CoreImageEssentials

extension CIImage {
    private static let reciprocalKernel = CIColorKernel(
        """
        kernel vec4 reciprocal(__sample image) {
            vec4 c = unpremultiply(image);
            return premultiply(vec4(compare(1.0e-30 - abs(c.rgb), 1.0 / c.rgb, vec3(0.0)), c.a));
        }
        """)

    /// The image with the reciprocals of its unpremultiplied red, green and blue; 0 where an absolute value is below
    /// 10⁻³⁰ or NaN.
    var reciprocal: CIImage { Self.reciprocalKernel.apply(to: self) }
}
