import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// Returns the image with its colours multiplied by alpha, for an image whose colours are not premultiplied.
    public func premultiplyingAlpha() -> CIImage {
        replacing(node: node.premultiplied())
    }

    /// Returns the image with its colours divided by alpha. Where alpha is 0, the colour is 0.
    ///
    /// Kernels and filters expect premultiplied colours.
    public func unpremultiplyingAlpha() -> CIImage {
        replacing(node: node.unpremultiplied())
    }

    /// Returns the image with its colours converted from `colorSpace` to the context's working space.
    ///
    /// - Parameter colorSpace: The RGB space that the image's present numbers belong to.
    /// - Returns: The image, or nil with the reason in the log when the space isn't RGB.
    public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
        guard Self.canMatch(colorSpace, for: "matchedToWorkingSpace(from:)") else { return nil }
        return replacing(node: node.converted(from: colorSpace, to: nil))
    }

    /// Returns the image with its colours converted from the context's working space to `colorSpace`. Filters that
    /// follow compute with the numbers of that space.
    ///
    /// - Parameter colorSpace: An RGB space.
    /// - Returns: The image, or nil with the reason in the log when the space isn't RGB.
    public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
        guard Self.canMatch(colorSpace, for: "matchedFromWorkingSpace(to:)") else { return nil }
        return replacing(node: node.converted(from: nil, to: colorSpace))
    }

    /// Returns the image converted from the working space to CIE L\*a\*b\* relative to D50.
    ///
    /// L (0…100) is in the red channel, a and b (−128…128) in green and blue. Alpha is kept, and the channels are
    /// premultiplied by it. Without colour management the numbers stay as they are.
    public func convertingWorkingSpaceToLab() -> CIImage { replacing(node: node.converted(from: nil, to: .lab)) }

    /// Returns the image converted from CIE L\*a\*b\* to the working space: the inverse of
    /// `convertingWorkingSpaceToLab()`.
    public func convertingLabToWorkingSpace() -> CIImage { replacing(node: node.converted(from: .lab, to: nil)) }

    /// Returns the image with alpha 1 inside `extent`, and transparent outside it.
    ///
    /// Premultiplied colours stay as they are, so that transparent pixels become black.
    public func settingAlphaOne(in extent: CGRect) -> CIImage {
        Self.opaque.apply(to: self, extent: extent)
    }

    private static let opaque = CIColorKernel("kernel vec4 opaqueAlpha(__sample s) { return vec4(s.rgb, 1.0); }")

    private static func canMatch(_ space: CGColorSpace, for operation: String) -> Bool {
        if space.model == .rgb { return true }
        logError(
            CIError.unsupportedColorSpace(
                operation: operation, reason: "\(space) does not have red, green and blue; use an RGB space"))
        return false
    }
}
