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
    /// A face with red eyes before a tilted wall; drawn once for all tests.
    private static let picture: CIImage = {
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
        return portrait.composited(over: large)
    }()
    private static let face = DrawnFace(glow: SIMD3(0.6, 0.03, 0.03))
    private static let place = CGPoint(x: 260, y: 450)
    private let picture = Self.picture

    private var options: [CIImageAutoAdjustmentOption: Any] {
        let feature = Self.face.feature.moved(
            by: CGAffineTransform(translationX: Self.place.x, y: Self.place.y), turning: 0)
        return [.level: true, .crop: true, .enhance: false, .features: [feature]]
    }

    @Test("Red eyes, level and crop, in this order; pupils are dark where the faces end up")
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
        let levelled = try #require((filters[1] as? any PointTransformingFilter)?.pointTransform)
        // The wall is gray, so that only the face needs to be rendered.
        let place = DrawnFace.bounds.offsetBy(dx: Self.place.x, dy: Self.place.y).applying(levelled).integral
        func redness(_ image: CIImage) throws -> Int {
            let pixels = try PixelGrid(rendering: image, in: image.extent.intersection(place))
            return (pixels.y..<pixels.y + pixels.height).reduce(0) { sum, y in
                sum + (pixels.x..<pixels.x + pixels.width).count { pixels[$0, y].y < 0.12 * pixels[$0, y].x }
            }
        }
        #expect(try redness(plain) > 60)
        #expect(try redness(result) < 4)
        #expect(try result.explain().passCount == 1)
    }

    @Test("Filters stored in a recipe give the same picture without another analysis")
    func recipe() throws {
        let filters = try picture.checkedAutoAdjustmentFilters(options: options)
        let recipe = try CIRecipe(filters: filters)
        var expected = picture
        for filter in filters {
            filter.setValue(expected, forKey: kCIInputImageKey)
            expected = try filter.renderableOutput()
        }
        let part = CGRect(x: 330, y: 560, width: 150, height: 100)
        let bits = try pixelBits(expected, part)
        for form in RecipeForm.allCases {
            let again = try form(recipe).image([CIRecipe.imageName: picture])
            #expect(again.extent == expected.extent, "\(form)")
            #expect(try pixelBits(again, part) == bits, "\(form)")
        }
    }

    @Test("Adjustments that the options disable are left out")
    func parts() throws {
        for (left, names) in [
            (.redEye, ["CIStraightenFilter", "CICrop"]), (.level, ["CIRedEyeCorrection", "CICrop"]),
            (.crop, ["CIRedEyeCorrection", "CIStraightenFilter"]),
        ] as [(CIImageAutoAdjustmentOption, [String])] {
            let filters = try picture.checkedAutoAdjustmentFilters(options: options.merging([left: false]) { $1 })
            #expect(filters.map(\.name) == names)
        }
    }

    @Test("Invalid options and infinite or empty images throw")
    func errors() throws {
        #expect(throws: CIError.self) { try picture.checkedAutoAdjustmentFilters(options: [.crop: "yes"]) }
        #expect(throws: CIError.self) { try picture.checkedAutoAdjustmentFilters(options: [.features: [1]]) }
        for image in [CIImage(color: .red), CIImage.empty()] {
            #expect(throws: RenderingError.self) { try image.checkedAutoAdjustmentFilters(options: options) }
        }
    }
}
