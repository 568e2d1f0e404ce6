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

    private func window(_ image: CIImage) -> CGRect {
        let around = picture.bounds.insetBy(dx: -3, dy: -2)
        let extent = image.extent
        guard !extent.isNull, !extent.isInfinite, !extent.intersects(around), abs(extent.minX) < 1e6,
            abs(extent.minY) < 1e6
        else { return around }
        return CGRect(origin: CGPoint(x: extent.minX.rounded(.down), y: extent.minY.rounded(.down)), size: around.size)
    }

    @Test(
        "Written and read in every form, a filter's image has the same extent and the same bits",
        arguments: EveryFilterTests.names)
    func roundTrip(name: String) throws {
        let image = picture.image
        let sample = try SampleFilter(name, image: image)
        let output = try #require(sample.filter.outputImage)
        let recipe = try CIRecipe(output, placeholders: ["image": image])
        #expect(recipe.usedFilters == [.init(name: name, unitIdentifier: nil, unitVersion: nil)])
        #expect(recipe.placeholders == (sample.imageKeys.isEmpty ? [] : ["image"]))
        let expected = try pixelBits(output, window(output))
        for journey in RecipeJourney.allCases {
            let read = try journey(recipe)
            #expect(read.usedFilters == recipe.usedFilters)
            let again = try read.image(["image": image])
            #expect(again.extent == output.extent, "\(journey)")
            #expect(try pixelBits(again, window(output)) == expected, "\(journey)")
        }
    }
}
