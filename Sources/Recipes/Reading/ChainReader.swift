import CoreImageEssentials
import Foundation

/// Creates the filters of a recipe that is a filter chain.
struct ChainReader {
    package let recipe: ImageRecipe
    let context: any RecipeReadingContext

    /// Returns the filters in order, without their `inputImage`.
    func filters() throws -> [CIFilter] {
        try RecipeCheck.check(recipe)
        let chain = try chain()
        let isLink = Set(chain)
        // Only steps that other inputs use are evaluated. The chain's own steps, and its input placeholder, are
        // skipped.
        let beside = used(besides: isLink)
        var reader = RecipeReader(context: context)
        var filters: [CIFilter] = []
        for (index, step) in recipe.steps.enumerated() {
            if isLink.contains(index), case .filter(let filter) = step {
                filters.append(try reader.filter(filter, omitting: kCIInputImageKey))
            }
            if beside.contains(index) { try reader.read(step) } else { reader.skip() }
        }
        return filters
    }

    /// Returns the indices of the chain's filter steps, in order.
    private func chain() throws(CIRecipeError) -> [Int] {
        var places: [Int] = []
        var place: Int? = recipe.steps.count - 1
        while let index = place {
            switch recipe.steps[index] {
            case .filter(let filter):
                places.append(index)
                if case .image(let input) = filter.inputs.first(where: { $0.key == kCIInputImageKey })?.value {
                    place = input
                } else {
                    place = nil
                }
            case .image: place = nil
            default:
                throw .notAChain(
                    reason: "step \(index) is not a filter; use image(_:pictures:) for recipes with other steps")
            }
        }
        return places.reversed()
    }

    /// Returns the indices of the steps that the chain's other inputs are made from.
    private func used(besides links: Set<Int>) -> Set<Int> {
        var used: Set<Int> = []
        for index in recipe.steps.indices.reversed() {
            if links.contains(index), case .filter(let filter) = recipe.steps[index] {
                for input in filter.inputs where input.key != kCIInputImageKey {
                    used.formUnion(StepInputs(of: input.value).indices)
                }
            }
            if used.contains(index) { used.formUnion(StepInputs(of: recipe.steps[index]).indices) }
        }
        return used
    }
}
