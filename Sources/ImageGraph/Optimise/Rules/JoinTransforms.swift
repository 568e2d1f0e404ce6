import Foundation
import Pixels

/// Replaces two transforms by one, so that an image is resampled once.
///
/// If one of the two moves by whole pixels, the result is the same. Otherwise, two resamplings become one by
/// definition: as in Apple's Core Image, transforms are concatenated, and the image is sampled through the product.
struct JoinTransforms: GraphRule {
    let name = "join transforms"
    let law = "T₂(T₁ x) = (T₁·T₂) x"
    let exactness = RuleExactness.byDefinition

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard case .transform(let inner, let second, let secondInterpolation) = node.operation,
            case .transform(let image, let first, let firstInterpolation) = inner.operation
        else { return nil }
        // If the inner extent has been cropped, the product would show more of the image, unless the second transform
        // moves by whole pixels.
        let isWhole = inner.extent.encloses(image.extent.mapped(by: first))
        let interpolation: Interpolation
        if second.wholePixelTranslation != nil {
            interpolation = firstInterpolation
        } else if first.wholePixelTranslation != nil, isWhole {
            interpolation = secondInterpolation
        } else if isWhole, firstInterpolation == secondInterpolation {
            interpolation = firstInterpolation
        } else {
            return nil
        }
        let product = Self.product(first, second)
        guard product.isInvertible else { return nil }
        return ImageNode(.transform(image, product, interpolation), extent: node.extent)
    }

    /// Returns the product; translations by whole pixels are rounded first.
    static func product(_ first: CGAffineTransform, _ second: CGAffineTransform) -> CGAffineTransform {
        if let (x, y) = first.wholePixelTranslation {
            return CGAffineTransform(translationX: CGFloat(x), y: CGFloat(y)).concatenating(rounded(second))
        }
        return first.concatenating(rounded(second))
    }

    private static func rounded(_ transform: CGAffineTransform) -> CGAffineTransform {
        guard let (x, y) = transform.wholePixelTranslation else { return transform }
        return CGAffineTransform(translationX: CGFloat(x), y: CGFloat(y))
    }
}
