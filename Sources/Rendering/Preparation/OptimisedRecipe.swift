import ImageGraph
import Pixels

/// An optimised recipe without its sources, for all recipes of one shape.
struct OptimisedRecipe: Sendable {
    private let root: ImageNode

    /// Optimises a recipe.
    ///
    /// - Parameters:
    ///   - shape: The recipe's shape.
    ///   - sources: The recipe's sources, in the order of the shape's.
    ///   - optimise: Returns an equivalent, cheaper recipe. Only what the shape has of the sources can be used.
    init(
        _ node: ImageNode, _ shape: RecipeShape, sources: [any PixelSource],
        optimise: (ImageNode) throws -> ImageNode
    ) rethrows {
        root = try optimise(shape.replacing(sources, of: node) { PlaceholderSource($0, $1) })
    }

    /// Returns the recipe with sources of its shape.
    func bound(to sources: [any PixelSource]) -> ImageNode {
        root.replacingSources { source in
            (source as? PlaceholderSource)?.source(among: sources) ?? source
        }
    }
}
