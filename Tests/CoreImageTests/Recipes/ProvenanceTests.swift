import Foundation
import ImageGraph
import TestSupport
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Provenance of images")
struct ProvenanceTests {
    private let photograph = PixelGrid.colorful(width: 12, height: 10).image

    @Test("Provenance has the values at the image's creation")
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

    @Test("Provenance changes neither pixels nor operations, also of filters that return their input")
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

    // A recursion over so many filters or steps would overflow a stack of 8 MB with frames of 210 and 840 bytes, and
    // those of a debug build are larger. `ProvenanceLongTests` has the full numbers.
    @Test("A chain of 40 000 filters is built and released without overflowing the stack, in time") func deep() throws {
        try expectProcessorTime(below: .seconds(60)) {
            try buildChain(of: 40_000, unchanged: 10_000)
        }
    }

    @Test("A recipe of 10 000 steps is written, sent, and read again in time") func deepRecipe() throws {
        try expectProcessorTime(below: .seconds(60)) {
            try writeAndRead(pairs(5_000), stepCount: 10_001)
        }
    }

    /// Builds and releases a chain of filters, and a chain of filters that return their input unchanged.
    func buildChain(of count: Int, unchanged: Int) throws {
        let sepia = try #require(CIFilter(name: "CISepiaTone"))
        func build() -> CIImage? {
            var image: CIImage? = photograph
            for _ in 0..<count {
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
        for _ in 0..<unchanged {
            image = image?.applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 0])
        }
        #expect(image?.extent == photograph.extent)
        image = nil
    }

    /// Returns the photograph after a translation and a filter, that many times.
    func pairs(_ count: Int) -> CIImage {
        var image = photograph
        for index in 0..<count {
            image = image.transformed(by: CGAffineTransform(translationX: index % 2 == 0 ? 1 : -1, y: 0))
                .applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: 0.001])
        }
        return image
    }

    /// Writes the recipe of an image made of the photograph, and reads it again.
    func writeAndRead(_ image: CIImage, stepCount: Int) throws {
        let recipe = try CIRecipe(image, placeholders: ["image": photograph])
        #expect(recipe.recipe.steps.count == stepCount)
        for form in [RecipeForm.binary, .json] {
            let again = try form(recipe).image(["image": photograph])
            #expect(again.extent == image.extent)
        }
    }
}
