import ImageGraph

extension CIImage {
    private static let limitAlpha = CIColorKernel(
        "kernel vec4 limitAlpha(__sample image) { return vec4(image.rgb, min(image.a, 1.0)); }")

    /// The image with alpha limited to 1, as in a premultiplied integer bitmap. Premultiplied colours stay as they are.
    /// Some filters, such as `CIAdditionCompositing`, give alpha above 1, which would subtract from the background in
    /// compositing.
    package var limitingAlpha: CIImage {
        node.isKnownOpaque || node.isAlphaKnownWithinOne ? self : Self.limitAlpha.apply(to: self)
    }
}
