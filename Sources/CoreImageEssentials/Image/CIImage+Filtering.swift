import Foundation
import Pixels

extension CIImage {
    /// Returns the output of the filter named `name`, with this image as `inputImage` and its other inputs at their
    /// defaults.
    ///
    /// Errors are those of `applyingFilter(_:parameters:)`.
    public func applyingFilter(_ name: String) -> CIImage { applyingFilter(name, parameters: [:]) }

    /// Returns the output of the filter named `name`, with this image as `inputImage` and `parameters` for its other
    /// inputs.
    ///
    /// An unknown filter, an unknown key or a value that the filter cannot use gives an image whose rendering throws
    /// the reason. `filtered(by:parameters:)` throws it at once.
    ///
    /// - Parameters:
    ///   - name: The registered name of the filter, such as `CISepiaTone`.
    ///   - parameters: Values of inputs by their keys.
    public func applyingFilter(_ name: String, parameters: [String: Any]) -> CIImage {
        do { return try filtered(by: name, parameters: parameters) } catch { return .failed(error) }
    }

    /// Returns the output of the filter named `name`.
    ///
    /// The throwing variant of `applyingFilter(_:parameters:)`, with the same parameters.
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

    /// Returns the image composited over `background`, with premultiplied source-over. The extent is the smallest
    /// rectangle around both extents.
    public func composited(over background: CIImage) -> CIImage {
        applyingFilter("CISourceOverCompositing", parameters: [kCIInputBackgroundImageKey: background])
    }

    /// Returns the image blurred by a Gaussian with a standard deviation of `sigma` pixels.
    public func applyingGaussianBlur(sigma: Double) -> CIImage {
        applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: sigma])
    }
}
