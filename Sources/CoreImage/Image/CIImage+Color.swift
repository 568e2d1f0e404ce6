import Foundation
import ImageGraph
import Pixels

extension CIImage {
    /// Colours multiplied by their alpha: for images whose colours are not premultiplied yet.
    public func premultiplyingAlpha() -> CIImage {
        replacing(node: node.premultiplied())
    }

    /// Colours divided by their alpha; where alpha is 0 the colour is 0. Kernels and filters expect premultiplied
    /// colour.
    public func unpremultiplyingAlpha() -> CIImage {
        replacing(node: node.unpremultiplied())
    }

    /// Takes the image's numbers for colours in `colorSpace` and converts them to the context's working space.
    ///
    /// nil, with the reason in the log, when the space does not have three RGB components.
    public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
        guard Self.canMatch(colorSpace, for: "matchedToWorkingSpace(from:)") else { return nil }
        return replacing(node: node.converted(from: colorSpace, to: nil))
    }

    /// Converts the image's colours from the context's working space to `colorSpace`: what follows computes with that
    /// space's numbers.
    ///
    /// nil, with the reason in the log, when the space does not have three RGB components.
    public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
        guard Self.canMatch(colorSpace, for: "matchedFromWorkingSpace(to:)") else { return nil }
        return replacing(node: node.converted(from: nil, to: colorSpace))
    }

    /// The image in CIE L\*a\*b\* relative to D50: L (0…100) in the red channel, a and b (−128…128) in green and blue.
    /// Alpha is kept, and multiplies the channels.
    ///
    /// Without colour management the numbers stay as they are.
    public func convertingWorkingSpaceToLab() -> CIImage { replacing(node: node.converted(from: nil, to: .lab)) }

    /// The inverse of `convertingWorkingSpaceToLab()`.
    public func convertingLabToWorkingSpace() -> CIImage { replacing(node: node.converted(from: .lab, to: nil)) }

    /// The image with alpha 1 inside `extent` and nothing outside it. Premultiplied colours stay as they are, so that
    /// what was transparent becomes black.
    public func settingAlphaOne(in extent: CGRect) -> CIImage {
        OpaqueAlpha.kernel.apply(to: self, extent: extent)
    }

    private static func canMatch(_ space: CGColorSpace, for operation: String) -> Bool {
        if space.model == .rgb { return true }
        logRefusal(
            CIError.unsupportedColorSpace(
                operation: operation, reason: "\(space) does not have red, green and blue; use an RGB space"))
        return false
    }
}
