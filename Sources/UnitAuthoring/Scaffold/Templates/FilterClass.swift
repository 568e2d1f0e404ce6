extension UnitScaffold {
    /// The filter's class in Swift.
    var filterClass: String {
        """
        import CoreImage

        /// Mixes a soft, coloured copy into the picture.
        ///
        /// Inputs are declared here; Description.plist repeats them for hosts that look at units without running their
        /// code.
        final class \(name): CIFilter {
            @CIInput var inputImage: CIImage?
            @CIInput("inputColor", default: CIColor(red: 1, green: 0.8, blue: 0.5), type: kCIAttributeTypeOpaqueColor)
            var color: CIColor
            @CIInput("inputAmount", default: 0.8, range: 0...1, identity: 0) var amount: Float

            private static let kernel = CIColorKernel(source: \"""
                kernel vec4 \(name.functionName)(__sample sharp, __sample soft, __color tint, float amount)
                {
                    // Colours come premultiplied by their alpha. The soft copy gets the alpha of the picture.
                    float light = dot(unpremultiply(soft).rgb, vec3(0.2126, 0.7152, 0.0722));
                    return vec4(mix(sharp.rgb, tint.rgb * light * sharp.a, amount), sharp.a);
                }
                \""")!

            override var outputImage: CIImage? {
                guard let image = inputImage else { return nil }
                // The blur works out which pixels around the picture it needs, so that nothing has to be said about
                // regions here.
                let soft = image.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 4])
                return Self.kernel.apply(extent: image.extent, arguments: [image, soft, color, amount])
            }
        }

        """
    }
}
