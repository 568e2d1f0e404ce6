import Foundation
import Pixels

/// Makes one transform of two, so that an image is resampled once.
///
/// Where one of the two moves by whole pixels the result is the same. Two resamplings become one by definition: as Core Image does,
/// transforms are concatenated, and the image is read through the product.
struct JoinTransforms: GraphRule {
    let name = "join transforms"
    let law = "T₂(T₁ x) = (T₁·T₂) x"
    let exactness = RuleExactness.byDefinition

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard case .transform(let inner, let second, let secondInterpolation) = node.operation,
            case .transform(let image, let first, let firstInterpolation) = inner.operation
        else { return nil }
        // An extent that has been cut shows a part of the image, which the product would show more of, unless pixels stay pixels.
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

    /// The product, with whole-pixel moves kept whole.
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
