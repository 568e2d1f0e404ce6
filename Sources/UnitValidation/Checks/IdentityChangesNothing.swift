import CoreImage
import Pixels

extension ValidationCheck {
    /// Checks that the result equals the input picture at the identity values.
    static let identityChangesNothing = ValidationCheck(
        filter: "identity-changes-nothing", level: 4, needs: [.rendersAtDefaults],
        reason: "Programs skip a filter whose inputs have their identity values, so it must not change the image then."
    ) { filter, context in
        let inputs = InputProfile.all(of: try filter.make())
        guard let settings = FilterSettings.identity(of: inputs) else {
            return .skipped("no input states a CIAttributeIdentity")
        }
        guard inputs.contains(where: { $0.key == kCIInputImageKey && $0.isImage }) else {
            return .skipped("the filter has no inputImage")
        }
        let images = ImageInputs.small
        context.note("rendering with \(settings.text)")
        let made = try filter.make(settings, images: images)
        guard let picture = made.value(forKey: kCIInputImageKey) as? CIImage else {
            return .failed([Finding("inputImage doesn't keep the image that was set")])
        }
        let region = PixelRect(enclosing: images.frame)
        let result = try ValidationRenderer.usual.pixels(of: try made.renderableOutput(), in: region)
        let difference = PixelDifference(
            try ValidationRenderer.usual.pixels(of: picture, in: region), result, in: region,
            // Dividing colours by alpha and multiplying them again causes rounding errors. A step of 1/255 is four
            // times this tolerance.
            tolerance: 1e-3)
        if difference.isNone { return .passed([]) }
        return .failed([
            Finding(
                "with \(settings.text) the result is not the picture: \(difference.text)",
                remedy: "correct the identity values, or leave CIAttributeIdentity out")
        ])
    }
}
