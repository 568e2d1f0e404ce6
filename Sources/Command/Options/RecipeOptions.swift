import ArgumentParser
import CommandOutput
import CoreImage
import FilterChains
import Foundation
import PictureBatches
import UntrustedInput

/// Options for storing a recipe, and for using a stored one.
struct RecipeOptions: ParsableArguments {
    @Option(
        name: .customLong("save-recipe"),
        help: ArgumentHelp("The file to store the recipe in: .json or .plist.", valueName: "recipe"))
    var saved: String?

    @Option(
        name: .customLong("recipe"), help: ArgumentHelp("The recipe to use instead of filters.", valueName: "recipe"))
    var used: String?

    @Option(
        name: .customLong("image"),
        help: ArgumentHelp("A picture for one of the recipe's images.", valueName: "name=file"))
    var images: [String] = []

    @Option(
        name: .customLong("recipe-files"),
        help: ArgumentHelp("The folder in which the recipe may read pictures; none when left out.", valueName: "dir"))
    var folder: String?

    func validate() throws {
        if used == nil && (!images.isEmpty || folder != nil) {
            throw ValidationError("--image and --recipe-files go with --recipe")
        }
        for image in images where !image.dropFirst().contains("=") {
            throw ValidationError("--image \(image): write NAME=FILE, as in --image mask=mask.png")
        }
    }

    /// Reads the recipe to use, with the pictures from the options. Returns nil if no recipe is given.
    func usedRecipe(_ reader: PictureReader) throws -> UsedRecipe? {
        guard let used else { return nil }
        var given: [String: CIImage] = [:]
        for image in images {
            let parts = image.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            given[String(parts[0])] = try reader.picture(String(parts[1]))
        }
        let recipe: CIRecipe
        do { recipe = try CIRecipe(contentsOf: Self.url(used)) } catch { throw Refusal("\(used): \(error)") }
        let access = folder.map { CIRecipe.PictureAccess.folder(Self.url($0)) } ?? CIRecipe.PictureAccess.none
        return UsedRecipe(recipe: recipe, images: given, access: access)
    }

    /// Stores the recipe of a result, if the option is given.
    func save(_ result: CIImage, of source: CIImage?) throws {
        guard let saved else { return }
        var placeholders: [String: CIImage] = [:]
        placeholders[CIRecipe.imageName] = source
        try CIRecipe(result, placeholders: placeholders).write(to: Self.url(saved))
    }

    private static func url(_ path: String) -> URL {
        PathText(path).fileURL()
    }
}
