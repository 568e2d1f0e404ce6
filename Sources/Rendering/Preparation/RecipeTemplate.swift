import ImageGraph
import Pixels

/// A prepared recipe without the pixels of its sources, for all recipes of one shape.
struct RecipeTemplate: Sendable {
    private let recipe: PreparedRecipe
    /// The steps that read sources, with the numbers of these.
    private let readers: [(step: Int, source: Int)]

    /// Makes a template from a recipe.
    ///
    /// - Parameters:
    ///   - shape: The recipe's shape.
    ///   - sources: The recipe's sources, in the order of the shape's.
    ///   - prepare: Prepares a recipe.
    init(
        _ root: ImageNode, _ shape: RecipeShape, sources: [any PixelSource],
        prepare: (ImageNode) throws -> PreparedRecipe
    ) rethrows {
        recipe = try prepare(shape.replacing(sources, of: root) { PlaceholderSource($0, $1) })
        readers = recipe.steps.enumerated().compactMap { index, step in
            (step.source as? PlaceholderSource).map { (index, $0.number) }
        }
    }

    /// Returns the recipe with sources of its shape.
    func bound(to sources: [any PixelSource]) throws -> PreparedRecipe {
        var steps = recipe.steps
        for (step, source) in readers { steps[step] = try steps[step].reading(sources[source]) }
        return PreparedRecipe(steps: steps, passes: recipe.passes, keys: recipe.keys)
    }
}

extension RenderStep {
    /// The source that the step reads; nil for other steps.
    fileprivate var source: (any PixelSource)? {
        switch imageOperation {
        case .source(let source, _)?, .rawSource(let source)?: source
        default: nil
        }
    }

    /// Returns the same step for another source of the same shape.
    fileprivate func reading(_ source: any PixelSource) throws -> RenderStep {
        let operation: StepOperation
        switch self.operation {
        case .bitmap: operation = try source.storageWithinDeadline().map { .bitmap($0) } ?? .rawSource(source)
        case .texture: operation = .texture(source)
        case .source(_, let conversion): operation = .source(source, conversion)
        case .rawSource: operation = .rawSource(source)
        default: return self
        }
        let imageOperation: ImageOperation? =
            switch self.imageOperation {
            case .source(_, let colorManaged)?: .source(source, colorManaged: colorManaged)
            default: .rawSource(source)
            }
        return RenderStep(operation, of: imageOperation, inputs: inputs, bounds: bounds, name: name)
    }
}
