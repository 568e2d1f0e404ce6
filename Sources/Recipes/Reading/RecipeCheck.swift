import CoreImageEssentials
import Foundation

/// Validates a recipe: steps use only earlier steps, all sizes are within the limits, and numbers are finite where
/// needed. Every reader of recipes calls this first.
struct RecipeCheck: RecipeVisitor {
    typealias Failure = CIRecipeError

    private var values = 0
    private var dataBytes = 0
    private var valueDepth = 0
    /// The index of the step that is checked.
    private var index = 0

    /// - Throws: `CIRecipeError.malformed` or `.tooLarge`.
    static func check(_ recipe: ImageRecipe) throws(CIRecipeError) {
        guard !recipe.steps.isEmpty else { throw .malformed(place: "its steps", reason: "there are none") }
        guard recipe.steps.count <= RecipeLimits.steps else {
            throw .tooLarge(what: "steps", limit: RecipeLimits.steps)
        }
        var check = RecipeCheck()
        for (index, step) in recipe.steps.enumerated() {
            check.index = index
            try step.visitParts(&check)
        }
    }

    // MARK: Fields

    mutating func field<Element: RecipeElement>(
        _ value: inout Element, _ key: TextKey?, default fallback: Element?, isOmitted: Bool
    ) throws(CIRecipeError) {
        try value.check(with: &self)
        try value.visitParts(&self)
    }

    mutating func optionalField<Element: RecipeElement>(
        _ value: inout Element?, _ key: TextKey?
    ) throws(CIRecipeError) {
        guard var present = value else { return }
        try field(&present, key)
    }

    mutating func reference(toStep step: Int) throws(CIRecipeError) {
        guard (0..<index).contains(step) else { throw malformed("it uses step \(step), which is not before it") }
    }

    mutating func require(
        _ condition: @autoclosure () -> Bool, _ reason: @autoclosure () -> String
    ) throws(CIRecipeError) {
        guard condition() else { throw malformed(reason()) }
    }

    mutating func beginValue() throws(CIRecipeError) {
        guard valueDepth <= RecipeLimits.depth else { throw malformed("its values are nested too deeply") }
        valueDepth += 1
    }

    mutating func endValue() { valueDepth -= 1 }

    // MARK: Values

    /// Returns an error with the place of the step that is checked.
    func malformed(_ reason: String) -> CIRecipeError {
        .malformed(place: CIRecipeError.step(index), reason: reason)
    }

    /// Checks the size of a string.
    func text(_ text: String) throws(CIRecipeError) {
        guard text.utf8.count <= RecipeLimits.textBytes else {
            throw .tooLarge(what: "bytes in a text", limit: RecipeLimits.textBytes)
        }
    }

    /// Adds data, and checks the total size.
    mutating func data(_ data: Data) throws(CIRecipeError) {
        dataBytes += data.count
        guard dataBytes <= RecipeLimits.dataBytes else {
            throw .tooLarge(what: "bytes of pixels and data", limit: RecipeLimits.dataBytes)
        }
    }

    /// Adds elements of an array, and checks the total number.
    mutating func count(_ number: Int) throws(CIRecipeError) {
        values += number
        guard values <= RecipeLimits.values else { throw .tooLarge(what: "values", limit: RecipeLimits.values) }
    }
}
