import Foundation
import ImageGraph
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("What images know of their filters")
struct ProvenanceTests {
    private let photograph = PixelGrid.colorful(width: 12, height: 10).image

    @Test("Values are those of the moment at which the image was made")
    func snapshot() throws {
        let sepia = CIFilter.sepiaTone()
        sepia.inputImage = photograph
        sepia.intensity = 0.25
        let image = try #require(sepia.outputImage)
        sepia.intensity = 0.75
        let provenance = try #require(image.node.origin as? FilterProvenance)
        #expect(provenance.filter == "CISepiaTone")
        #expect(provenance.keys == ["inputImage", "inputIntensity"])
        #expect(provenance.values[1] as? Float == 0.25)
        #expect(provenance.inputs.count == 1 && provenance.inputs[0] === photograph.node)
    }

    @Test("A note changes neither pixels nor what is computed, also where a filter hands its input on")
    func rendering() throws {
        let identity = photograph.applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 0])
        #expect(identity.node.origin != nil)
        #expect(photograph.node.origin == nil)
        #expect(try pixelBits(identity, photograph.extent) == pixelBits(photograph, photograph.extent))
        // The filter's output shares the node of its input, which is computed once for both.
        let blurred = photograph.applyingGaussianBlur(sigma: 3)
        let same = blurred.applyingFilter("CICrop", parameters: ["inputRectangle": CIVector(cgRect: blurred.extent)])
        let both = same.composited(over: blurred)
        let plain = blurred.composited(over: blurred)
        #expect(try both.explain().operations == plain.explain().operations)
        #expect(
            both.regionOfInterest(for: photograph, in: CGRect(x: 0, y: 0, width: 1, height: 1))
                == photograph.extent.intersection(
                    plain.regionOfInterest(for: photograph, in: CGRect(x: 0, y: 0, width: 1, height: 1))))
    }

    @Test(
        "A chain of 100 000 filters is built and released without overflowing the stack, in time",
        .timeLimit(.minutes(1)))
    func deep() throws {
        let sepia = try #require(CIFilter(name: "CISepiaTone"))
        func build() -> CIImage? {
            var image: CIImage? = photograph
            for _ in 0..<100_000 {
                sepia.setValue(image, forKey: kCIInputImageKey)
                image = sepia.outputImage
            }
            return image
        }
        var image = build()
        sepia.setValue(nil, forKey: kCIInputImageKey)
        #expect(image?.node.origin != nil)
        image = nil
        // The same with filters that return their input unchanged.
        image = photograph
        for _ in 0..<20_000 {
            image = image?.applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 0])
        }
        #expect(image?.extent == photograph.extent)
        image = nil
    }

    @Test("A recipe of 50 000 steps is written, sent, and read again in time", .timeLimit(.minutes(1)))
    func deepRecipe() throws {
        var image = photograph
        for index in 0..<25_000 {
            image = image.transformed(by: CGAffineTransform(translationX: index % 2 == 0 ? 1 : -1, y: 0))
                .applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 0.001])
        }
        let recipe = try CIRecipe(image, placeholders: ["image": photograph])
        #expect(recipe.recipe.steps.count == 50_001)
        for journey in [RecipeJourney.binary, .json] {
            let again = try journey(recipe).image(["image": photograph])
            #expect(again.extent == image.extent)
        }
        var more = image
        for _ in 0..<60_000 { more = more.premultiplyingAlpha() }
        #expect(throws: CIRecipeError.tooLarge(what: "steps", limit: 100_000)) { try CIRecipe(more) }
    }
}
