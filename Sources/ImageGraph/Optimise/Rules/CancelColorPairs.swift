import Foundation
import Pixels

/// Makes one conversion of two, or none of a pair that leads back.
///
/// Reading a source is a conversion too: it may be left out, but not be joined with another one, as sources are decoded faster by
/// themselves. Spaces on the way must hold every colour: RGB spaces that are formulas do, as their curves go on beyond 0…1.
struct CancelColorPairs: GraphRule {
    let name = "cancel colour conversions"
    let law = "(B→C)((A→B) x) = (A→C) x, and (B→A)((A→B) x) = x where colour vanishes with alpha"
    let exactness = RuleExactness.within(0x1p-12)
    // What leads away from a source and back again should end at the source as it was.
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
        // A conversion between equal spaces would be no conversion at all, and keep colour without alpha.
        if start.hasSameColors(as: end) { return nil }
        if case .source = inner.operation { return nil }
        return ImageNode(.convert(image, from: firstFrom, to: secondTo), extent: node.extent)
    }

    /// The conversion that a node is, if it is one.
    private func conversion(
        _ node: ImageNode, _ context: OptimisationContext
    ) -> (image: ImageNode, from: CGColorSpace?, to: CGColorSpace?)? {
        switch node.operation {
        case .convert(let image, let from, let to): return (image, from, to)
        // A source that others read as well would be read twice.
        case .source(let source, colorManaged: true) where context.readers[node] == 1:
            guard let space = source.colorSpace else { return nil }
            return (ImageNode(.source(source, colorManaged: false), extent: node.extent), space, nil)
        default: return nil
        }
    }
}
