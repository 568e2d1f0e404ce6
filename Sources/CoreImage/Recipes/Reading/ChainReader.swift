import Foundation

/// Takes a recipe that is a chain of filters apart again.
struct ChainReader {
    let recipe: ImageRecipe
    let context: any RecipeReadingContext

    /// The filters in order, without their `inputImage`.
    func filters() throws -> [CIFilter] {
        try RecipeCheck.check(recipe)
        let chain = try chain()
        let isLink = Set(chain)
        // Images beside the chain are made; its own steps, and the placeholder that it begins with, only hold their places.
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

    /// Places of the chain's filters, the first one first.
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
            case .image where !places.isEmpty: place = nil
            default:
                throw .notAChain(
                    reason: "step \(index) is not a filter; use image(_:pictures:) for recipes with other steps")
            }
        }
        return places.reversed()
    }

    /// Places of the steps that the chain's other inputs are made from.
    private func used(besides links: Set<Int>) -> Set<Int> {
        var used: Set<Int> = []
        for index in recipe.steps.indices.reversed() {
            if links.contains(index), case .filter(let filter) = recipe.steps[index] {
                for input in filter.inputs where input.key != kCIInputImageKey {
                    input.value.forEachImage { used.insert($0) }
                }
            }
            if used.contains(index) { recipe.steps[index].forEachInput { used.insert($0) } }
        }
        return used
    }
}
