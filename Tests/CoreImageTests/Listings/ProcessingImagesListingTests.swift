import CoreImage
import Testing

/// The listings of the Core Image Programming Guide's chapter on processing images, with the same calls in Swift.
@Suite("Listings: processing images")
struct ProcessingImagesListingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func photo() throws -> URL {
        let url = folder.file("photo.png")
        try CIContext().writePNGRepresentation(
            of: Pictures.image(width: 40, height: 30) { x, y in SIMD4(Float(x) / 39, Float(y) / 29, 0.25, 1) }, to: url,
            format: .RGBA8, colorSpace: try #require(CGColorSpace(name: CGColorSpace.sRGB)))
        return url
    }

    @Test("1-1: the basics of applying a filter to an image")
    func basics() throws {
        let myURL = try photo()
        let context = CIContext()
        let filter = CIFilter(name: "CISepiaTone")!
        filter.setValue(0.8, forKey: kCIInputIntensityKey)
        let image = CIImage(contentsOf: myURL)
        filter.setValue(image, forKey: kCIInputImageKey)
        let result = filter.outputImage!
        let cgImage = context.createCGImage(result, from: result.extent)
        #expect(cgImage?.width == 40)
        #expect(cgImage?.height == 30)
        #expect(filter.value(forKey: kCIOutputImageKey) is CIImage)
        // Sepia pulls blue below red; the picture's left edge has no red at all.
        let before = Pictures.pixel(of: try #require(image), x: 0, y: 15)
        let after = Pictures.pixel(of: result, x: 0, y: 15)
        #expect(before.x < before.z)
        #expect(after.x > after.z)
    }

    @Test("1-2 of the newer chapter: a filter chain, in the spelling of its time")
    @available(*, deprecated, message: "tests deprecated spellings")
    func chain() {
        func applyFilterChain(to image: CIImage) -> CIImage {
            let colorFilter = CIFilter(
                name: "CIPhotoEffectProcess",
                withInputParameters: [kCIInputImageKey: image])!
            let bloomImage = colorFilter.outputImage!.applyingFilter(
                "CIBloom",
                withInputParameters: [
                    kCIInputRadiusKey: 10.0,
                    kCIInputIntensityKey: 1.0,
                ])
            let cropRect = CGRect(x: 350, y: 350, width: 150, height: 150)
            let croppedImage = bloomImage.cropping(to: cropRect)
            return croppedImage
        }
        let source = CIImage(color: CIColor(red: 0.2, green: 0.4, blue: 0.6)).cropped(
            to: CGRect(x: 0, y: 0, width: 600, height: 600))
        let result = applyFilterChain(to: source)
        #expect(result.extent == CGRect(x: 350, y: 350, width: 150, height: 150))
        let centre = Pictures.pixel(of: result, x: 425, y: 425)
        // Bloom adds light: no component falls below what the photo effect alone gives.
        let processed = Pictures.pixel(of: source.applyingFilter("CIPhotoEffectProcess"), x: 425, y: 425)
        for i in 0..<3 { #expect(centre[i] >= processed[i] - 0.001) }
        #expect(abs(centre.w - 1) < 0.001)
    }

    @Test("1-4 of the newer chapter: a frame of video, clamped before the blur and cropped after it")
    @available(*, deprecated, message: "tests deprecated spellings")
    func videoFrame() throws {
        let sourceImage = CIImage(color: CIColor(red: 0.2, green: 0.4, blue: 0.6)).cropped(
            to: CGRect(x: 0, y: 0, width: 40, height: 30))
        let filter = CIFilter(name: "CIGaussianBlur")!
        let seconds = 0.7
        let source = sourceImage.clampingToExtent()
        filter.setValue(source, forKey: kCIInputImageKey)
        filter.setValue(seconds * 10.0, forKey: kCIInputRadiusKey)
        let output = filter.outputImage!.cropping(to: sourceImage.extent)
        #expect(output.extent == sourceImage.extent)
        // No transparent pixel bleeds in from the edges.
        let colour = Pictures.pixel(of: sourceImage, x: 20, y: 15)
        #expect(Pictures.pixels(of: output, in: output.extent).allSatisfy { maximumDifference($0, colour) < 1e-4 })
    }

    @Test("hue adjust with setDefaults, then gloom (1-5) and bump distortion (1-6)")
    func hueGloomBump() throws {
        let size = 60
        let myCIImage = Pictures.scene(width: size, height: size)
        let hueAdjust = try #require(CIFilter(name: "CIHueAdjust"))
        hueAdjust.setDefaults()
        hueAdjust.setValue(myCIImage, forKey: kCIInputImageKey)
        hueAdjust.setValue(2.094 as Float, forKey: kCIInputAngleKey)
        var result = try #require(hueAdjust.value(forKey: kCIOutputImageKey) as? CIImage)
        let compact = try #require(
            CIFilter(name: "CIHueAdjust", parameters: [kCIInputImageKey: myCIImage, kCIInputAngleKey: 2.094 as Float]))
        #expect(
            Pictures.pixel(of: try #require(compact.outputImage), x: 7, y: 9) == Pictures.pixel(of: result, x: 7, y: 9))

        let gloom = try #require(CIFilter(name: "CIGloom"))
        gloom.setDefaults()
        gloom.setValue(result, forKey: kCIInputImageKey)
        gloom.setValue(25.0 as Float, forKey: kCIInputRadiusKey)
        gloom.setValue(0.75 as Float, forKey: kCIInputIntensityKey)
        let hued = result
        result = try #require(gloom.value(forKey: kCIOutputImageKey) as? CIImage)
        for (x, y) in [(5, 5), (50, 20), (30, 30)] {
            let before = Pictures.pixel(of: hued, x: x, y: y)
            let after = Pictures.pixel(of: result, x: x, y: y)
            #expect(
                after.x <= before.x + 0.02 && after.y <= before.y + 0.02 && after.z <= before.z + 0.02,
                "gloom dulls highlights")
        }

        let bumpDistortion = try #require(CIFilter(name: "CIBumpDistortion"))
        bumpDistortion.setDefaults()
        bumpDistortion.setValue(result, forKey: kCIInputImageKey)
        bumpDistortion.setValue(CIVector(x: 30, y: 30), forKey: kCIInputCenterKey)
        bumpDistortion.setValue(20.0 as Float, forKey: kCIInputRadiusKey)
        bumpDistortion.setValue(3.0 as Float, forKey: kCIInputScaleKey)
        let bumped = try #require(bumpDistortion.value(forKey: kCIOutputImageKey) as? CIImage)
        // Nothing moves outside the radius.
        #expect(
            maximumDifference(Pictures.pixel(of: bumped, x: 2, y: 2), Pictures.pixel(of: result, x: 2, y: 2)) < 0.001)
    }
}
