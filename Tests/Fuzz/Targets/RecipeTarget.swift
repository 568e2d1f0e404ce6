import Foundation

@testable import CoreImage

extension FuzzTarget {
    /// Recipes as text, as people keep them in files; what is read is made into an image.
    static let recipes = FuzzTarget(name: "recipes", longestInput: 4096, changesPerSeed: 150) { bytes in
        do {
            let recipe = try CIRecipe(data: Data(bytes))
            // Numbers that are no numbers are not equal to themselves, but their text is.
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

    /// Recipes as bytes, as a unit's process sends them.
    static let recipeBytes = FuzzTarget(name: "recipe-bytes", longestInput: 4096, changesPerSeed: 400) { bytes in
        do {
            let recipe = try BinaryRecipe.recipe(from: bytes)
            let written = BinaryRecipe.bytes(of: recipe)
            try FuzzFinding.expect(
                BinaryRecipe.bytes(of: try BinaryRecipe.recipe(from: written)) == written,
                "a recipe has other bytes when it is written and read again")
            _ = try RecipeReader.image(of: recipe, context: UsedRecipeContext(images: ["0": .empty()], pictures: .none))
        } catch let finding as FuzzFinding {
            throw finding
        } catch {
            try FuzzFinding.expectPrintable("\(error)", lines: true)
        }
    }

    /// What a host and a unit's process say to each other: the first byte chooses whose words these are.
    static let unitMessages = FuzzTarget(name: "unit-messages", longestInput: 1024, changesPerSeed: 400) { bytes in
        do {
            let words = Array(bytes.dropFirst())
            // Numbers that are no numbers are not equal to themselves, but their bytes are.
            if bytes.first == 0 {
                let written = try UnitMessage(words).bytes
                try FuzzFinding.expect(
                    UnitMessage(written).bytes == written, "a message has other bytes when it is written and read again"
                )
            } else {
                let written = try UnitAnswer(words).bytes
                try FuzzFinding.expect(
                    UnitAnswer(written).bytes == written, "an answer has other bytes when it is written and read again")
            }
        } catch let finding as FuzzFinding {
            throw finding
        } catch {
            try FuzzFinding.expectPrintable("\(error)")
        }
    }
}
