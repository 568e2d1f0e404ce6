import Foundation
import Pixels

extension CIImage {
    /// The output of the filter named `name` with this image as `inputImage`, and its other inputs as they are by
    /// default.
    public func applyingFilter(_ name: String) -> CIImage { applyingFilter(name, parameters: [:]) }

    /// The output of the filter named `name` with this image as `inputImage` and `parameters` for its other inputs.
    ///
    /// A filter that does not exist, a key that it does not have or a value that it can't take give an image whose
    /// rendering throws the reason.
    public func applyingFilter(_ name: String, parameters: [String: Any]) -> CIImage {
        do { return try filtered(by: name, parameters: parameters) } catch { return .failed(error) }
    }

    /// The output of the filter named `name`: the throwing twin of `applyingFilter(_:parameters:)`.
    ///
    /// - Throws: `CIFilterError`.
    public func filtered(by name: String, parameters: [String: Any] = [:]) throws -> CIImage {
        let filter = try CIFilter.named(name)
        if filter.inputKeys.contains(kCIInputImageKey), parameters[kCIInputImageKey] == nil {
            filter.setValue(self, forKey: kCIInputImageKey)
        }
        for (key, value) in parameters { filter.setValue(value, forKey: key) }
        return try filter.renderableOutput()
    }

    /// The image over `background`: premultiplied source-over compositing. The extent is the union of both.
    public func composited(over background: CIImage) -> CIImage {
        applyingFilter("CISourceOverCompositing", parameters: [kCIInputBackgroundImageKey: background])
    }

    /// The image blurred by a Gaussian of standard deviation `sigma` in pixels.
    public func applyingGaussianBlur(sigma: Double) -> CIImage {
        applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: sigma])
    }
}
