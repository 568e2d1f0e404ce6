import ImageGraph

extension CIImage {
    private static let limitAlpha = CIColorKernel(
        "kernel vec4 limitAlpha(__sample image) { return vec4(image.rgb, min(image.a, 1.0)); }")

    /// The image with alpha of at most 1, its colours still multiplied by what alpha was, as a premultiplied bitmap has
    /// it. Some filters give alpha above 1, such as `CIAdditionCompositing`; over a background it would take that away.
    var limitingAlpha: CIImage {
        node.isKnownOpaque || node.isAlphaKnownWithinOne ? self : Self.limitAlpha.apply(to: self)
    }
}
