import Foundation
import Pixels

/// Replaces two conversions by one, or by none if the second reverses the first.
///
/// Reading a source is a conversion too. It may be dropped, but not joined with another one, because sources are
/// decoded faster separately. The intermediate spaces must be able to represent every colour. RGB spaces defined by
/// formulas can, because their curves continue beyond 0…1.
///
/// A conversion into an integer format clamps colours to 0…1. Colours of integer sources aren't negative, so what
/// remains of a conversion and its reverse is that premultiplied colours don't exceed alpha.
struct CancelColorPairs: GraphRule {
    let name = "cancel colour conversions"
    let law =
        "(B→C)((A→B) x) = (A→C) x, and (B→A)((A→B) x) = x where colour vanishes with alpha, or min(x, α) "
        + "from integers to integers"
    let exactness = RuleExactness.within(0x1p-12)
    // Readers come first, so that conversions from a source's space and back end at the unconverted source.
    let order = RuleOrder.readersFirst

    func rewrite(_ node: ImageNode, in context: OptimisationContext) throws -> ImageNode? {
        guard case .convert(let inner, let secondFrom, let secondTo) = node.operation,
            let (image, firstFrom, firstTo) = conversion(inner, context)
        else { return nil }
        let first = SpacePair(from: firstFrom, to: firstTo, working: context.workingColorSpace)
        let second = SpacePair(from: secondFrom, to: secondTo, working: context.workingColorSpace)
        guard let start = first.from, let middle = first.to, let again = second.from, let end = second.to,
            middle.hasSameColors(as: again),
            [start, middle, end].allSatisfy({ $0.model == .rgb && $0.supportsExtendedRange })
        else { return nil }
        if start.hasSameColors(as: end), AlphaAnalysis.vanishesWithAlpha(image) {
            return image.restricted(to: node.extent)
        }
        if start.hasSameColors(as: end), storesIntegers(node, context), AlphaAnalysis.isMixtureOfIntegers(image),
            let part = image.restricted(to: node.extent)
        {
            return AlphaLimitKernel.node(part, extent: node.extent)
        }
        // A conversion between equal spaces would do nothing, and would keep colours with alpha 0.
        if start.hasSameColors(as: end) { return nil }
        if case .source = inner.operation { return nil }
        return ImageNode(.convert(image, from: firstFrom, to: secondTo), extent: node.extent)
    }

    /// Whether a node is the recipe's result, and its premultiplied colours are stored in an integer format.
    private func storesIntegers(_ node: ImageNode, _ context: OptimisationContext) -> Bool {
        context.root == ObjectIdentifier(node) && !context.output.isFloat
    }

    /// Returns the conversion that a node performs; nil if it is none.
    private func conversion(
        _ node: ImageNode, _ context: OptimisationContext
    ) -> (image: ImageNode, from: CGColorSpace?, to: CGColorSpace?)? {
        switch node.operation {
        case .convert(let image, let from, let to): return (image, from, to)
        // A source with other readers would be read twice.
        case .source(let source, colorManaged: true) where context.readers[node] == 1:
            guard let space = source.colorSpace else { return nil }
            return (ImageNode(.source(source, colorManaged: false), extent: node.extent), space, nil)
        default: return nil
        }
    }
}
