import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Recipes of images")
struct RecipeImageTests {
    private let photograph = PixelGrid.colorful(width: 24, height: 18).image
    private let frame = CGRect(x: -2, y: -2, width: 28, height: 22)

    /// Expects the image to have the same extent and bits in every form.
    private func expectSame(
        _ image: CIImage, _ placeholders: [String: CIImage] = [:], steps: Int? = nil, in rect: CGRect? = nil
    ) throws {
        let recipe = try CIRecipe(image, placeholders: placeholders)
        if let steps { #expect(recipe.recipe.steps.count == steps) }
        let expected = try pixelBits(image, rect ?? frame)
        for form in RecipeForm.allCases {
            let read = try form(recipe)
            #expect(read.recipe.steps.count == recipe.recipe.steps.count)
            let again = try read.image(placeholders)
            #expect(again.extent == image.extent, "\(form)")
            #expect(try pixelBits(again, rect ?? frame) == expected, "\(form)")
        }
    }

    @Test("Crops, clamps, transforms, alpha, spaces, sampling, headroom and intermediates are read back")
    func operations() throws {
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        let placeholders = ["image": photograph]
        let turned = photograph.samplingNearest().transformed(
            by: CGAffineTransform(a: 0.8, b: 0.3, c: -0.3, d: 0.9, tx: 4, ty: 1))
        try expectSame(turned, placeholders)
        try expectSame(photograph.cropped(to: CGRect(x: 3, y: 4, width: 9, height: 5)), placeholders)
        try expectSame(photograph.clamped(to: CGRect(x: 3, y: 4, width: 9, height: 5)), placeholders)
        try expectSame(photograph.premultiplyingAlpha().unpremultiplyingAlpha(), placeholders)
        try expectSame(try #require(photograph.matchedFromWorkingSpace(to: space)), placeholders)
        try expectSame(photograph.convertingWorkingSpaceToLab(), placeholders)
        try expectSame(photograph.insertingIntermediate().applyingGaussianBlur(sigma: 1), placeholders)
        try expectSame(
            photograph.transformed(by: CGAffineTransform(scaleX: 0.3, y: 0.3), highQualityDownsample: true),
            placeholders)
        try expectSame(
            photograph.samplingNearest().applyingFilter(
                "CIAffineTransform", parameters: ["inputTransform": CGAffineTransform(scaleX: 1.4, y: 1.4)]),
            placeholders)
        try expectSame(
            photograph.settingContentHeadroom(4).applyingFilter("CISystemToneMap"), placeholders)
        try expectSame(CIImage(color: CIColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5)))
        try expectSame(CIImage.empty().composited(over: photograph), placeholders)
    }

    @Test("A headroom is written where it was set, and otherwise comes with the image that is given")
    func headroom() throws {
        let bright = photograph.settingContentHeadroom(4)
        func chain(_ image: CIImage) -> CIImage {
            image.applyingFilter("CISepiaTone").cropped(to: frame.insetBy(dx: 4, dy: 4))
                .applyingFilter("CISystemToneMap")
        }
        let recipe = try CIRecipe(chain(bright), placeholders: ["image": bright])
        #expect(recipe.recipe.steps.count == 4)
        let other = photograph.settingContentHeadroom(2)
        #expect(try pixelBits(recipe.image(["image": other]), frame) == pixelBits(chain(other), frame))
        #expect(try pixelBits(chain(other), frame) != pixelBits(chain(bright), frame))
        let set = photograph.applyingFilter("CISepiaTone").settingContentHeadroom(3).applyingFilter("CISystemToneMap")
        try expectSame(set, ["image": photograph], steps: 4)
    }

    @Test("An image that several filters read is one step")
    func shared() throws {
        let soft = photograph.applyingGaussianBlur(sigma: 2)
        let both = soft.applyingFilter("CISepiaTone").composited(over: soft.applyingFilter("CIColorInvert"))
        // The picture, the blur, both filters and the composite.
        try expectSame(both, ["image": photograph], steps: 5)
        let back = try CIRecipe(both, placeholders: ["image": photograph]).image(["image": photograph])
        #expect(try CIRecipe(back, placeholders: ["image": photograph]).recipe.steps.count == 5)
    }

    @Test("Kernels keep numbers (also NaN), colours, samplers and regions")
    func kernels() throws {
        let general = CIKernel(
            """
            vec4 unused(vec4 a) { return a; }
            kernel vec4 nearby(sampler image, __color tint, vec2 offset, float poison) {
                vec4 there = sample(image, samplerTransform(image, destCoord() + offset));
                return poison > 0.0 ? vec4(1.0) : there * tint;
            }
            """)
        let sampler = CISampler(
            image: photograph,
            options: [
                kCISamplerWrapMode: kCISamplerWrapClamp, kCISamplerFilterMode: kCISamplerFilterNearest,
                kCISamplerAffineMatrix: [1, 0.25, 0, 1, 2, 0],
            ])
        let image = general.apply(
            extent: photograph.extent, region: .inset(-5), sampler, CIColor(red: 1, green: 0.5, blue: 0.25),
            CIVector(x: 2, y: -1), Double.nan)
        try expectSame(image, ["image": photograph])
        let warp = CIWarpKernel("kernel vec2 shift(float by) { return destCoord() + vec2(by, 0.5); }")
        for region in [
            CIKernelRegion.inset(dx: -3, dy: -1), .mapped(by: CGAffineTransform(translationX: 2.5, y: 0.5)),
            .everything,
            .fixed(photograph.extent),
        ] {
            try expectSame(warp.apply(to: photograph, region: region, 2.5), ["image": photograph])
        }
        let color = CIColorKernel("kernel vec4 swap(__sample s) { return s.bgra; }")
        try expectSame(try color.applying(extent: photograph.extent, arguments: [photograph]), ["image": photograph])
    }

    @Test("A region function can't be serialized; the error has the remedy")
    func functionRegion() throws {
        let kernel = CIKernel("kernel vec4 copy(sampler s) { return sample(s, samplerCoord(s)); }")
        let image = try kernel.applying(extent: photograph.extent, roiCallback: { $1 }, arguments: [photograph])
        do {
            _ = try CIRecipe(image, placeholders: ["image": photograph])
            Issue.record("it was written")
        } catch let error as CIRecipeError {
            #expect("\(error)".contains("kernel copy") && "\(error)".contains("CIKernelRegion"))
        }
        // A placeholder isn't written, so its region may be a function.
        let sepia = image.applyingFilter("CISepiaTone")
        let recipe = try CIRecipe(sepia, placeholders: ["copy": image])
        #expect(recipe.placeholders == ["copy"])
        #expect(try pixelBits(recipe.image(["copy": image]), frame) == pixelBits(sepia, frame))
    }

    @Test("Small bitmaps are written with their pixels; large ones are refused with the remedy")
    func bitmaps() throws {
        try expectSame(photograph.applyingFilter("CISepiaTone"))
        let bytes = Data((0..<60).map { UInt8($0 * 4) })
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        for (format, perPixel) in [(CIFormat.RGBA8, 4), (.L8, 1), (.LA8, 2), (.RG16, 4)] {
            // Rows are longer than their pixels.
            let image = CIImage(
                bitmapData: bytes, bytesPerRow: 5 * perPixel / 2 * 2, size: CGSize(width: 2, height: 3), format: format,
                colorSpace: format == .L8 ? nil : space)
            try expectSame(image, in: CGRect(x: -1, y: -1, width: 4, height: 5))
        }
        let big = CIImage(
            bitmapData: Data(count: 4 * 5000 * 5000), bytesPerRow: 20000, size: CGSize(width: 5000, height: 5000),
            format: .RGBA8, colorSpace: nil)
        do {
            _ = try CIRecipe(big)
            Issue.record("it was written")
        } catch let error as CIRecipeError {
            #expect("\(error)".contains("5000 × 5000") && "\(error)".contains("placeholder"))
        }
    }

    @Test("Images of image providers and failed images are read back")
    func sources() throws {
        final class Stripes: CIImageProvider {
            func provideImageData(
                _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int,
                _ height: Int, userInfo info: Any?
            ) {
                for row in 0..<height {
                    for byte in 0..<width * 4 {
                        data.storeBytes(
                            of: UInt8((y + row) * 20 + byte), toByteOffset: row * rowbytes + byte, as: UInt8.self)
                    }
                }
            }
        }
        try expectSame(CIImage(imageProvider: Stripes(), size: 7, 5, format: .RGBA8, colorSpace: nil))
        let failing = photograph.applyingFilter("CINoSuchFilter")
        let back = try CIRecipe(failing).image()
        do {
            _ = try pixelBits(back, frame)
            Issue.record("it was rendered")
        } catch {
            #expect("\(error)".contains("CINoSuchFilter"))
        }
    }

    @Test("Picture files are written by path, and read only where that is allowed")
    func files() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("small.png")
        try CIContext().writePNGRepresentation(of: photograph, to: url, format: .RGBA8, colorSpace: .standard)
        let picture = try CIImage(loading: url)
        let image = picture.applyingFilter("CIColorInvert")
        let recipe = try CIRecipe(image)
        #expect(recipe.files == [url.path])
        func error(_ pictures: CIRecipe.PictureAccess) -> CIRecipeError? {
            do { _ = try recipe.image(pictures: pictures) } catch { return error as? CIRecipeError }
            return nil
        }
        #expect(error(.none) == .fileNotAllowed(path: url.path))
        #expect(error(.folder(URL(fileURLWithPath: "/usr"))) == .fileNotAllowed(path: url.path))
        for pictures in [CIRecipe.PictureAccess.anywhere, .folder(folder.url)] {
            #expect(try pixelBits(recipe.image(pictures: pictures), frame) == pixelBits(image, frame))
        }
        // A link out of the folder is not followed.
        let inner = folder.url.appendingPathComponent("inner")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: inner.appendingPathComponent("link.png"), withDestinationURL: url)
        for path in ["link.png", "../small.png", url.path] {
            let other = CIRecipe(ImageRecipe(steps: [.file(RecipeFile(path: path, colorSpace: nil))]))
            #expect(throws: CIRecipeError.fileNotAllowed(path: path)) { try other.image(pictures: .folder(inner)) }
        }
        // Both a replaced and a removed colour space are kept.
        let tagged = try CIImage(loading: url, options: [.colorSpace: try namedColorSpace(CGColorSpace.displayP3)])
        let raw = try CIImage(loading: url, options: [.colorSpace: NSNull()])
        for image in [tagged, raw] {
            let again = try CIRecipe(image).image(pictures: .anywhere)
            #expect(try pixelBits(again, frame) == pixelBits(image, frame))
        }
        #expect(try pixelBits(tagged, frame) != pixelBits(raw, frame))
        try FileManager.default.removeItem(at: url)
        #expect("\(try #require(error(.anywhere)))".contains(url.path))
    }
}
