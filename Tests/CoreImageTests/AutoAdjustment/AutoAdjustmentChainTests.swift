import Foundation
import Rendering
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Automatic adjustment: red eyes, level and crop together")
struct AutoAdjustmentChainTests {
    /// A face with red eyes before a tilted wall.
    private let picture: CIImage
    private let face = DrawnFace(glow: SIMD3(0.6, 0.03, 0.03))
    private let place = CGPoint(x: 260, y: 450)

    init() {
        let slope = tan(4 * Double.pi / 180)
        let wall = PixelGrid(width: 400, height: 300) { x, y in
            let line = Double(y) - slope * Double(x)
            let band = Int((line / 30).rounded(.down))
            let tone = 0.15 + 0.12 * Float(abs(band) % 4)
            return SIMD4(tone, tone, tone, 1)
        }
        let portrait = face.image.cropped(to: DrawnFace.bounds)
            .transformed(by: CGAffineTransform(translationX: place.x, y: place.y))
        let large = wall.image.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: 4])
        picture = portrait.composited(over: large)
    }

    private var options: [CIImageAutoAdjustmentOption: Any] {
        let feature = face.feature.moved(by: CGAffineTransform(translationX: place.x, y: place.y), turning: 0)
        return [.level: true, .crop: true, .enhance: false, .features: [feature]]
    }

    @Test("Eyes first, then the level, then the crop; the result has dark pupils where the faces have gone")
    func order() throws {
        let filters = try picture.checkedAutoAdjustmentFilters(options: options)
        #expect(filters.map(\.name) == ["CIRedEyeCorrection", "CIStraightenFilter", "CICrop"])
        #expect(filters.allSatisfy { $0.value(forKey: kCIInputImageKey) == nil })
        var (result, plain) = (picture, picture)
        for filter in filters {
            filter.setValue(result, forKey: kCIInputImageKey)
            result = try filter.renderableOutput()
            if filter.name == "CIRedEyeCorrection" { continue }
            filter.setValue(plain, forKey: kCIInputImageKey)
            plain = try filter.renderableOutput()
        }
        func redness(_ image: CIImage) throws -> Int {
            let pixels = try PixelGrid(rendering: image, in: image.extent)
            return (pixels.y..<pixels.y + pixels.height).reduce(0) { sum, y in
                sum + (pixels.x..<pixels.x + pixels.width).count { pixels[$0, y].y < 0.12 * pixels[$0, y].x }
            }
        }
        #expect(try redness(plain) > 60)
        #expect(try redness(result) < 4)
        #expect(try result.explain().passCount == 1)
    }

    @Test(
        "Stored as a recipe, the filters make the same picture without looking again",
        arguments: RecipeJourney.allCases)
    func recipe(journey: RecipeJourney) throws {
        let filters = try picture.checkedAutoAdjustmentFilters(options: options)
        let recipe = try journey(CIRecipe(filters: filters))
        var expected = picture
        for filter in filters {
            filter.setValue(expected, forKey: kCIInputImageKey)
            expected = try filter.renderableOutput()
        }
        let again = try recipe.image([CIRecipe.imageName: picture])
        #expect(again.extent == expected.extent)
        let part = CGRect(x: 330, y: 560, width: 150, height: 100)
        #expect(try pixelBits(again, part) == pixelBits(expected, part))
    }

    @Test("What isn't asked for isn't there")
    func parts() throws {
        for (left, names) in [
            (.redEye, ["CIStraightenFilter", "CICrop"]), (.level, ["CIRedEyeCorrection", "CICrop"]),
            (.crop, ["CIRedEyeCorrection", "CIStraightenFilter"]),
        ] as [(CIImageAutoAdjustmentOption, [String])] {
            let filters = try picture.checkedAutoAdjustmentFilters(options: options.merging([left: false]) { $1 })
            #expect(filters.map(\.name) == names)
        }
    }

    @Test("Options that can't be used and images that can't be looked at are errors")
    func errors() throws {
        #expect(throws: CIError.self) { try picture.checkedAutoAdjustmentFilters(options: [.crop: "yes"]) }
        #expect(throws: CIError.self) { try picture.checkedAutoAdjustmentFilters(options: [.features: [1]]) }
        for image in [CIImage(color: .red), CIImage.empty()] {
            #expect(throws: RenderingError.self) { try image.checkedAutoAdjustmentFilters(options: options) }
        }
    }
}
