import CoreImageEssentials

extension CIImage {
    /// The image with its colours converted to L\*a\*b\*.
    var inLab: CIImage { Self.labKernel.apply(to: inLinearLight) }

    /// The inverse of `inLab`.
    var fromLab: CIImage { Self.lightKernel.apply(to: self).fromLinearLight }

    private static let labKernel = CIColorKernel(
        LabFunctions.source + """
            kernel vec4 lab(__sample image) {
                vec4 c = unpremultiply(image);
                return premultiply(vec4(labFromLight(c.rgb), c.a));
            }
            """)

    private static let lightKernel = CIColorKernel(
        LabFunctions.source + """
            kernel vec4 light(__sample image) {
                vec4 c = unpremultiply(image);
                return premultiply(vec4(lightFromLab(c.rgb), c.a));
            }
            """)
}
