import Foundation

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// A form of recipes. Calling it writes a recipe in that form and reads it back.
enum RecipeForm: String, CaseIterable, Sendable {
    case json, propertyList, binary

    func callAsFunction(_ recipe: CIRecipe) throws -> CIRecipe {
        switch self {
        case .json: try CIRecipe(data: recipe.data(.json))
        case .propertyList: try CIRecipe(data: recipe.data(.propertyList))
        case .binary: CIRecipe(try BinaryRecipe.recipe(from: BinaryRecipe.bytes(of: recipe.recipe)))
        }
    }
}
