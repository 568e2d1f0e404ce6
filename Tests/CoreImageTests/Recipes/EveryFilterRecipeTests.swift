import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Recipes of every built-in filter")
struct EveryFilterRecipeTests {
    private let picture = PixelGrid.colorful(x: -4, y: 3, width: 13, height: 11)

    // Every filter's recipe is written and read in all forms. Its pixels are compared in one of them, which changes
    // from one filter to the next. `ProvenanceLongTests` compares them in all forms.
    @Test(
        "Written and read in every form, a filter's image has the same extent and the same bits",
        arguments: EveryFilterTests.names.indices)
    func roundTrip(index: Int) throws {
        let form = RecipeForm.allCases[index % RecipeForm.allCases.count]
        try expectRoundTrip(EveryFilterTests.names[index], renderedForms: [form])
    }

    /// Writes and reads the recipe of a filter's image in all forms, and compares the pixels of some of them.
    func expectRoundTrip(_ name: String, renderedForms: [RecipeForm]) throws {
        let image = picture.image
        let sample = try SampleFilter(name, image: image)
        let output = try #require(sample.filter.outputImage)
        let recipe = try CIRecipe(output, placeholders: ["image": image])
        #expect(recipe.usedFilters == [.init(name: name, unitIdentifier: nil, unitVersion: nil)])
        #expect(recipe.placeholders == (sample.imageKeys.isEmpty ? [] : ["image"]))
        let window = picture.window(of: output)
        let expected = try pixelBits(output, window)
        for form in RecipeForm.allCases {
            let read = try form(recipe)
            #expect(read.usedFilters == recipe.usedFilters)
            let again = try read.image(["image": image])
            #expect(again.extent == output.extent, "\(form)")
            guard renderedForms.contains(form) else { continue }
            #expect(try pixelBits(again, window) == expected, "\(form)")
        }
    }
}
