import CoreImage
import Testing

/// Listing 3-1 of the Core Image Programming Guide, and slides about automatic adjustment from one of Apple's talks.
@Suite("Listings: automatic adjustment")
struct AutoAdjustmentListingTests {
    /// The tests' scene, two stops too dark, and smaller, as its size isn't the point.
    private static func darkScene() throws -> CIImage {
        let scene = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Fixtures/scene.jpg").standardizedFileURL
        return try #require(CIImage(contentsOf: scene)).transformed(by: CGAffineTransform(scaleX: 0.375, y: 0.375))
            .applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: -2])
    }

    private static func mean(_ image: CIImage) throws -> Float {
        let extent = image.extent
        let pixels = try RenderedPixels(
            image.applyingFilter("CIAreaAverage", parameters: [kCIInputExtentKey: CIVector(cgRect: extent)]),
            CGRect(x: 0, y: 0, width: 1, height: 1))
        return pixels[0, 0].y
    }

    @Test("3-1: the filters are asked for with the orientation, and chained")
    func chain() throws {
        var myImage = try Self.darkScene().settingProperties([kCGImagePropertyOrientation: 1])
        let before = try Self.mean(myImage)
        let options: [CIImageAutoAdjustmentOption: Any] = [
            .init(rawValue: CIDetectorImageOrientation): try #require(myImage.properties[kCGImagePropertyOrientation])
        ]
        let adjustments = myImage.autoAdjustmentFilters(options: options)
        #expect(!adjustments.isEmpty)
        for filter in adjustments {
            filter.setValue(myImage, forKey: kCIInputImageKey)
            myImage = try #require(filter.outputImage)
        }
        #expect(try Self.mean(myImage) > 1.5 * before)
    }

    @Test("In the talk's spelling: an orientation as text's key, filters chained by key-value coding")
    @available(*, deprecated)
    func olderNames() throws {
        let dark = try Self.darkScene()
        let opts: [String: Any] = [CIDetectorImageOrientation: 1]
        var image = dark
        for filter in image.autoAdjustmentFiltersWithOptions(opts) {
            filter.setValue(image, forKey: kCIInputImageKey)
            image = try #require(filter.value(forKey: kCIOutputImageKey) as? CIImage)
        }
        #expect(try Self.mean(image) > 1.5 * Self.mean(dark))
        #expect(dark.autoAdjustmentFilters().map(\.name) == dark.autoAdjustmentFiltersWithOptions(nil).map(\.name))
    }

    @Test("Only red eyes, or everything but them")
    func parts() throws {
        let myImage = try Self.darkScene()
        let redEyesOnly = myImage.autoAdjustmentFilters(options: [kCIImageAutoAdjustEnhance: false])
        #expect(redEyesOnly.isEmpty, "nobody is in the picture")
        let others = myImage.autoAdjustmentFilters(options: [kCIImageAutoAdjustRedEye: false])
        #expect(!others.isEmpty && !others.contains { $0.name == "CIRedEyeCorrection" })
    }

    @Test("Names and values are saved, and the picture is enhanced later without looking at it again")
    func saved() throws {
        let myImage = try Self.darkScene()
        let adjustments = myImage.autoAdjustmentFilters()
        let now = adjustments.reduce(myImage) { image, filter in
            image.applyingFilter(
                filter.name,
                parameters: Dictionary(
                    uniqueKeysWithValues: filter.inputKeys.filter { $0 != kCIInputImageKey }
                        .compactMap { key in filter.value(forKey: key).map { (key, $0) } }))
        }
        let data = try JSONEncoder().encode(CIRecipe(filters: adjustments))
        let later = try JSONDecoder().decode(CIRecipe.self, from: data).image([CIRecipe.imageName: myImage])
        let (first, second) = (try RenderedPixels(now, now.extent), try RenderedPixels(later, later.extent))
        for (x, y) in [(0, 0), (100, 50), (120, 90), (200, 150), (239, 179)] { #expect(first[x, y] == second[x, y]) }
    }
}
