import Foundation

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

extension FuzzTarget {
    /// Recipes in their text formats. Recipes that can be read are written again, and their images are created.
    static let recipes = FuzzTarget(name: "recipes", longestInput: 4096, changesPerSeed: 150) { bytes in
        do {
            let recipe = try CIRecipe(data: Data(bytes))
            // Text is compared instead of recipes, because NaN isn't equal to itself.
            let written = try recipe.data()
            try FuzzFinding.expect(
                CIRecipe(data: written).data() == written, "a recipe is another one when it is written and read again")
            let picture = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
            _ = try recipe.image(["image": picture])
        } catch let finding as FuzzFinding {
            throw finding
        } catch {
            try FuzzFinding.expectPrintable("\(error)", lines: true)
        }
    }

    /// Recipes in the binary format that a unit's process sends.
    static let recipeBytes = FuzzTarget(name: "recipe-bytes", longestInput: 4096, changesPerSeed: 400) { bytes in
        do {
            let recipe = try BinaryRecipe.recipe(from: bytes)
            let written = BinaryRecipe.bytes(of: recipe)
            try FuzzFinding.expect(
                BinaryRecipe.bytes(of: try BinaryRecipe.recipe(from: written)) == written,
                "a recipe has other bytes when it is written and read again")
            _ = try RecipeReader.image(
                of: recipe, context: StoredRecipeReadingContext(images: ["0": .empty()], pictures: .none))
        } catch let finding as FuzzFinding {
            throw finding
        } catch {
            try FuzzFinding.expectPrintable("\(error)", lines: true)
        }
    }

    /// Messages between a host and a unit's process. The first byte selects the direction.
    static let unitMessages = FuzzTarget(name: "unit-messages", longestInput: 1024, changesPerSeed: 400) { bytes in
        do {
            let words = Array(bytes.dropFirst())
            // Bytes are compared instead of messages, because NaN isn't equal to itself.
            if bytes.first == 0 {
                let written = try UnitRequest(words).bytes
                try FuzzFinding.expect(
                    UnitRequest(written).bytes == written, "a message has other bytes when it is written and read again"
                )
            } else {
                let written = try UnitReply(words).bytes
                try FuzzFinding.expect(
                    UnitReply(written).bytes == written, "an answer has other bytes when it is written and read again")
            }
        } catch let finding as FuzzFinding {
            throw finding
        } catch {
            try FuzzFinding.expectPrintable("\(error)")
        }
    }
}
