import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Recipes of filters and chains")
struct CIRecipeTests {
    private let photograph = PixelGrid.colorful(width: 12, height: 10).image
    private let frame = CGRect(x: -1, y: -1, width: 14, height: 12)

    private func error(_ body: () throws -> Void) -> CIRecipeError? {
        do { try body() } catch { return error as? CIRecipeError }
        return nil
    }

    private func chain() throws -> [CIFilter] {
        let blend = try #require(CIFilter(name: "CIBlendWithMask"))
        blend.setValue(CIImage(color: CIColor(red: 1, green: 0, blue: 0)), forKey: kCIInputBackgroundImageKey)
        blend.setValue(CIImage(color: .gray), forKey: kCIInputMaskImageKey)
        return [
            try #require(CIFilter(name: "CISepiaTone", parameters: [kCIInputIntensityKey: 0.7])),
            try #require(CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: 1.5])), blend,
        ]
    }

    private func applied(_ filters: [CIFilter]) throws -> CIImage {
        try filters.reduce(photograph) { image, filter in
            filter.setValue(image, forKey: kCIInputImageKey)
            return try #require(filter.outputImage)
        }
    }

    @Test("Folders and endless devices are refused as recipe files")
    func files() throws {
        let recipe = try CIRecipe(filters: try chain())
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("recipe-\(UUID().uuidString)")
        let written = error { try recipe.write(to: folder.appendingPathComponent("look.json", isDirectory: true)) }
        #expect(written?.description.contains("its path is a folder's; name a file") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        let folderRead = error { _ = try CIRecipe(contentsOf: FileManager.default.temporaryDirectory) }
        #expect(folderRead?.description.contains("Is a directory") == true)
        let endless = error { _ = try CIRecipe(contentsOf: URL(fileURLWithPath: "/dev/zero")) }
        #expect(endless?.description.contains("it has more than 64 MB") == true)
    }

    @Test("A chain's recipe does what the filters do, and gives the filters back")
    func chains() throws {
        let recipe = try CIRecipe(filters: try chain())
        #expect(recipe.placeholders == ["image"])
        #expect(recipe.usedFilters.map(\.name) == ["CISepiaTone", "CIGaussianBlur", "CIBlendWithMask"])
        let expected = try pixelBits(try applied(try chain()), frame)
        for form in RecipeForm.allCases {
            let read = try form(recipe)
            #expect(try pixelBits(read.image(["image": photograph]), frame) == expected)
            let filters = try read.filters()
            #expect(filters.map(\.name) == ["CISepiaTone", "CIGaussianBlur", "CIBlendWithMask"])
            #expect(filters.allSatisfy { $0.value(forKey: kCIInputImageKey) == nil })
            #expect(try pixelBits(try applied(filters), frame) == expected)
        }
        let generator = try #require(CIFilter(name: "CICheckerboardGenerator"))
        #expect(try CIRecipe(filters: [generator] + chain()).placeholders == [])
        #expect(throws: CIRecipeError.self) { try CIRecipe(filters: try chain() + [generator]) }
        let cropped = try CIRecipe(photograph.applyingFilter("CISepiaTone").cropped(to: frame.insetBy(dx: 4, dy: 4)))
        #expect("\(try #require(error { _ = try cropped.filters() }))".contains("not a filter"))
    }

    @Test("A chain of no filters is written, read, and leaves the picture as it is")
    func emptyChain() throws {
        let recipe = try CIRecipe(filters: [])
        #expect(recipe.placeholders == ["image"] && recipe.usedFilters.isEmpty)
        for form in RecipeForm.allCases {
            let read = try form(recipe)
            #expect(try read.filters().isEmpty)
            #expect(try pixelBits(read.image(["image": photograph]), frame) == pixelBits(photograph, frame))
        }
        let packet = try CIFilter.xmp(from: [], inputImageExtent: frame)
        #expect(try CIFilter.filterArray(fromSerializedXMP: packet, inputImageExtent: frame).isEmpty)
    }

    @Test("A filter's recipe takes its image as a placeholder where none is set")
    func filter() throws {
        let sepia = CIFilter.sepiaTone()
        sepia.intensity = 0.3
        let recipe = try CIRecipe(sepia)
        #expect(recipe.placeholders == ["image"])
        sepia.inputImage = photograph
        let expected = try pixelBits(try #require(sepia.outputImage), frame)
        #expect(try pixelBits(recipe.image(["image": photograph]), frame) == expected)
        #expect(try pixelBits(CIRecipe(sepia).image(), frame) == expected)
        #expect(
            error { _ = try recipe.image(["picture": photograph]) } == .missingImage(name: "image", given: ["picture"]))
        sepia.setValue("much", forKey: kCIInputIntensityKey)
        #expect(throws: CIFilterError.self) { try CIRecipe(sepia) }
    }

    @Test("Filters without effect on this picture are written too, because they may affect another one")
    func identities() throws {
        let crop = photograph.applyingFilter(
            "CICrop", parameters: ["inputRectangle": CIVector(x: -50, y: -50, z: 56, w: 200)])
        let wide = photograph.applyingFilter(
            "CICrop", parameters: ["inputRectangle": CIVector(x: -9, y: -9, z: 99, w: 99)])
        #expect(crop.extent != photograph.extent && wide.extent == photograph.extent)
        let recipe = try CIRecipe(wide, placeholders: ["image": photograph])
        #expect(recipe.usedFilters.map(\.name) == ["CICrop"])
        let large = CIImage(color: .red)
        #expect(try recipe.image(["image": large]).extent == CGRect(x: -9, y: -9, width: 99, height: 99))
    }

    @Test("An application's filter is written by its name once it is registered, and as its parts before")
    func application() throws {
        let filter = RecipeTestFilter()
        filter.inputImage = photograph
        let parts = try CIRecipe(filter, placeholders: ["image": photograph])
        #expect(parts.usedFilters.map(\.name) == ["CIColorInvert"])
        CIFilter.registerName("RecipeTestFilter", constructor: RecipeTestConstructor())
        let recipe = try CIRecipe(filter, placeholders: ["image": photograph])
        #expect(recipe.usedFilters.map(\.name) == ["RecipeTestFilter"])
        let applied = photograph.applyingFilter("RecipeTestFilter", parameters: ["inputAmount": 0.25])
        let again = try CIRecipe(applied, placeholders: ["image": photograph])
        #expect(again.usedFilters.map(\.name) == ["RecipeTestFilter"])
        #expect(try pixelBits(again.image(["image": photograph]), frame) == pixelBits(applied, frame))
    }

    @Test("A missing filter is an error that names it, its unit and the nearest name; never a picture")
    func missing() throws {
        let recipe = CIRecipe(
            ImageRecipe(steps: [
                .image(name: "image"),
                .filter(
                    RecipeFilter(
                        name: "CISepiaTome",
                        unit: RecipeUnit(identifier: "org.example.old", version: VersionRequirement("1.2")),
                        inputs: [RecipeField(key: "inputImage", value: .image(0))])),
            ]))
        let found = try #require(error { _ = try recipe.image(["image": photograph]) })
        #expect(
            found
                == .missingFilter(
                    name: "CISepiaTome", unit: "org.example.old", version: "1.2", suggestion: "CISepiaTone"))
        #expect(
            "\(found)"
                == "the recipe's filter CISepiaTome of unit org.example.old 1.2 is not loaded; install the unit and load it; "
                + "did you mean CISepiaTone?")
        #expect(throws: CIRecipeError.self) { try recipe.filters() }
    }

    @Test("The unit and its version must be those that the recipe asks for")
    func versions() throws {
        func register(_ version: String?, as name: String = "RecipeUnitFilter") {
            FilterRegistry.shared.register(
                .init(
                    name: name, attributes: [:], origin: .imageUnit(URL(fileURLWithPath: "/units/Recipe.plugin")),
                    unit: UnitRelease(identifier: "org.example.recipe", version: version)
                ) { RecipeTestFilter() })
        }
        let origin = CIFilterOrigin.imageUnit(URL(fileURLWithPath: "/units/Recipe.plugin"))
        defer { FilterRegistry.shared.replace(["RecipeUnitFilter"], from: origin, with: []) }
        register("1.4.2")
        let image = photograph.applyingFilter("RecipeUnitFilter")
        let recipe = try CIRecipe(image, placeholders: ["image": photograph])
        #expect(
            recipe.usedFilters == [
                .init(name: "RecipeUnitFilter", unitIdentifier: "org.example.recipe", unitVersion: "1.4.2..<2")
            ])
        let again = try CIRecipe(data: recipe.data())
        #expect(again == recipe)
        #expect(try pixelBits(again.image(["image": photograph]), frame) == pixelBits(image, frame))
        register("1.10")
        #expect(throws: Never.self) { try again.image(["image": photograph]) }
        for version in ["1.4.1", "2.0", "0.9", nil] {
            register(version)
            let found = try #require(error { _ = try again.image(["image": photograph]) })
            #expect(
                found
                    == .unitVersion(
                        filter: "RecipeUnitFilter", unit: "org.example.recipe", required: "1.4.2..<2", found: version))
        }
        // The range can be edited in the file.
        let text = String(decoding: try recipe.data(), as: UTF8.self)
        let wider = text.replacingOccurrences(of: "1.4.2..<2", with: "0.9...2.0")
        #expect(wider != text)
        register("2.0")
        #expect(throws: Never.self) { try CIRecipe(data: Data(wider.utf8)).image(["image": photograph]) }
        let other = text.replacingOccurrences(of: "org.example.recipe", with: "org.example.other")
        #expect(
            error { _ = try CIRecipe(data: Data(other.utf8)).image(["image": photograph]) }
                == .otherUnit(filter: "RecipeUnitFilter", expected: "org.example.other", found: "org.example.recipe"))
    }

    @Test("A value that an input can't take is an error that names filter and input")
    func wrongClass() throws {
        for (key, value) in [("inputIntensity", "\"much\""), ("inputIntensitty", "1")] {
            let text = """
                {"format": 1, "steps": [{"image": "image"}, {"filter": "CISepiaTone", "inputs": {"inputImage": {"step": 0}, "\(key)": \(value)}}]}
                """
            let recipe = try CIRecipe(data: Data(text.utf8))
            let found = try #require(error { _ = try recipe.image(["image": photograph]) })
            #expect("\(found)".contains("CISepiaTone") && "\(found)".contains("inputIntensity"))
        }
    }

    @Test("XMP keeps a chain, beside other programs' elements; positions move with the picture's corner")
    func xmp() throws {
        let filters = [
            try #require(CIFilter(name: "CISepiaTone", parameters: [kCIInputIntensityKey: 0.7])),
            try #require(CIFilter(name: "CIBumpDistortion", parameters: [kCIInputCenterKey: CIVector(x: 6, y: 5)])),
        ]
        let data = try #require(CIFilter.serializedXMP(from: filters, inputImageExtent: photograph.extent))
        let edited = String(decoding: data, as: UTF8.self)
            .replacingOccurrences(
                of: "</rdf:Description>", with: "<a:b xmlns:a=\"urn:other\">Recipe</a:b></rdf:Description>")
        for packet in [data, Data(edited.utf8)] {
            let read = try CIFilter.filterArray(fromSerializedXMP: packet, inputImageExtent: photograph.extent)
            #expect(read.map(\.name) == ["CISepiaTone", "CIBumpDistortion"])
            #expect((read[0].value(forKey: kCIInputIntensityKey) as? NSNumber)?.doubleValue == 0.7)
            #expect(read[1].value(forKey: kCIInputCenterKey) as? CIVector == CIVector(x: 6, y: 5))
        }
        let moved = try CIFilter.filterArray(
            fromSerializedXMP: data, inputImageExtent: photograph.extent.offsetBy(dx: 100, dy: -20))
        #expect(moved[1].value(forKey: kCIInputCenterKey) as? CIVector == CIVector(x: 106, y: -15))
        for bad in ["", "<x", "<x/>", String(edited.prefix(400))] {
            #expect(throws: CIRecipeError.self) {
                try CIFilter.filterArray(fromSerializedXMP: Data(bad.utf8), inputImageExtent: .infinite)
            }
        }
        #expect(CIFilter.serializedXMP(from: [RecipeLooseFilter()], inputImageExtent: .infinite) == nil)
    }
}

/// A filter as an application writes it.
final class RecipeTestFilter: CIFilter {
    @CIInput var inputImage: CIImage?
    @CIInput(default: 0.5) var inputAmount: Double

    private static let kernel = CIKernel(
        "kernel vec4 fade(sampler s, float a) { return sample(s, samplerCoord(s)) * a; }")

    override var outputImage: CIImage? {
        guard let inputImage else { return nil }
        let inverted = inputImage.applyingFilter("CIColorInvert")
        return Self.kernel.apply(to: inverted, region: .same, inputAmount)
    }
}

/// A filter that is never registered.
final class RecipeLooseFilter: CIFilter {}

private struct RecipeTestConstructor: CIFilterConstructor {
    func filter(withName name: String) -> CIFilter? { RecipeTestFilter() }
}
