import CoreImage
import Testing

/// Chapter 5 of the Core Image Programming Guide: custom effects made of built-in filters.
@Suite("Listings: recipes for custom effects")
struct RecipeListingTests {
    /// Listings 5-1 and 5-2: a subclass with a plain property, written as the guide writes it.
    class ColorInvert: CIFilter {
        var inputImage: CIImage?

        override var outputImage: CIImage? {
            guard let inputImage else { return nil }
            return CIFilter(
                name: "CIColorMatrix",
                parameters: [
                    kCIInputImageKey: inputImage,
                    "inputRVector": CIVector(x: -1, y: 0, z: 0),
                    "inputGVector": CIVector(x: 0, y: -1, z: 0),
                    "inputBVector": CIVector(x: 0, y: 0, z: -1),
                    "inputBiasVector": CIVector(x: 1, y: 1, z: 1),
                ])?.outputImage
        }
    }

    @Test("5-1, 5-2: colour invert by subclassing, with key-value coding on a plain property")
    func colorInvert() throws {
        let filter = ColorInvert()
        #expect(filter.inputKeys == ["inputImage"])
        #expect(filter.outputImage == nil)
        filter.setValue(Pictures.scene(), forKey: kCIInputImageKey)
        #expect(filter.value(forKey: kCIInputImageKey) is CIImage)
        let inverted = try #require(filter.value(forKey: kCIOutputImageKey) as? CIImage)
        let builtIn = try #require(
            CIFilter(name: "CIColorInvert", parameters: [kCIInputImageKey: Pictures.scene()])?.outputImage)
        for (x, y) in [(3, 2), (20, 5), (12, 15)] {
            let before = Pictures.pixel(of: Pictures.scene(), x: x, y: y)
            let expected = SIMD4(before.w - before.x, before.w - before.y, before.w - before.z, before.w)
            #expect(maximumDifference(Pictures.pixel(of: inverted, x: x, y: y), expected) < 1e-5)
            #expect(maximumDifference(Pictures.pixel(of: builtIn, x: x, y: y), expected) < 1e-5)
        }
    }

    /// Returns the hue in degrees by the hexagon model; −1 for gray.
    private func hue(_ r: Float, _ g: Float, _ b: Float) -> Float {
        let high = max(r, g, b)
        let span = high - min(r, g, b)
        guard span > 0 else { return -1 }
        let sixth: Float =
            high == r
            ? ((g - b) / span).truncatingRemainder(dividingBy: 6) : high == g ? (b - r) / span + 2 : (r - g) / span + 4
        return (sixth < 0 ? sixth + 6 : sixth) * 60
    }

    @Test("5-3: chroma key by a cube of 64³")
    func chromaKey() throws {
        let size = 64
        let (minHueAngle, maxHueAngle): (Float, Float) = (90, 150)
        var cubeData = [Float]()
        cubeData.reserveCapacity(size * size * size * 4)
        for z in 0..<size {
            let blue = Float(z) / Float(size - 1)
            for y in 0..<size {
                let green = Float(y) / Float(size - 1)
                for x in 0..<size {
                    let red = Float(x) / Float(size - 1)
                    let angle = hue(red, green, blue)
                    let alpha: Float = (angle > minHueAngle && angle < maxHueAngle) ? 0 : 1
                    cubeData += [red * alpha, green * alpha, blue * alpha, alpha]
                }
            }
        }
        let data = cubeData.withUnsafeBytes { Data($0) }
        let colorCube = try #require(CIFilter(name: "CIColorCube"))
        colorCube.setValue(size, forKey: "inputCubeDimension")
        colorCube.setValue(data, forKey: "inputCubeData")
        let foreground = Pictures.image(width: 8, height: 4) { x, _ in
            x < 4 ? SIMD4(0.1, 0.9, 0.1, 1) : SIMD4(0.8, 0.2, 0.3, 1)
        }
        colorCube.setValue(foreground, forKey: kCIInputImageKey)
        let keyed = try #require(colorCube.value(forKey: kCIOutputImageKey) as? CIImage)
        let beach = CIImage(color: CIColor(red: 1, green: 1, blue: 0))
        let result = try #require(
            CIFilter(
                name: "CISourceOverCompositing",
                parameters: [kCIInputImageKey: keyed, kCIInputBackgroundImageKey: beach])?.outputImage)
        #expect(
            maximumDifference(Pictures.pixel(of: result, x: 1, y: 1), SIMD4(1, 1, 0, 1)) < 1e-4,
            "green gives way to the beach")
        #expect(
            maximumDifference(Pictures.pixel(of: result, x: 6, y: 2), SIMD4(0.8, 0.2, 0.3, 1)) < 1e-4, "the rest stays")
    }

    @Test("white vignette: the gradient part")
    func vignetteGradient() throws {
        let image = Pictures.scene(width: 100, height: 80)
        let center = CIVector(x: 50, y: 40)
        let shade = try #require(
            CIFilter(
                name: "CIRadialGradient",
                parameters: [
                    "inputRadius0": 200, "inputRadius1": 30,
                    "inputColor0": CIColor(red: 1, green: 1, blue: 1, alpha: 1),
                    "inputColor1": CIColor(red: 1, green: 1, blue: 1, alpha: 0),
                    kCIInputCenterKey: center,
                ])?.outputImage)
        #expect(shade.extent.isInfinite)
        #expect(Pictures.pixel(of: shade, x: 50, y: 40).w < 1e-5, "the face is untouched")
        let result = shade.composited(over: image).cropped(to: image.extent)
        #expect(
            maximumDifference(Pictures.pixel(of: result, x: 50, y: 40), Pictures.pixel(of: image, x: 50, y: 40)) < 1e-5)
        let corner = Pictures.pixel(of: result, x: 0, y: 0)
        let before = Pictures.pixel(of: image, x: 0, y: 0)
        #expect(corner.x > before.x && corner.y > before.y, "the corners are whiter")
    }

    @Test("5-5: a mask of green circles for faces, and the pixellated picture behind it")
    func anonymousFaces() throws {
        // The bounds that a detector would return.
        let faceArray = [CGRect(x: 10, y: 12, width: 24, height: 30), CGRect(x: 60, y: 20, width: 18, height: 18)]
        let image = Pictures.image(width: 100, height: 60) { x, y in
            (x + y) % 2 == 0 ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1)
        }
        var maskImage: CIImage?
        for f in faceArray {
            let centerX = f.origin.x + f.size.width / 2.0
            let centerY = f.origin.y + f.size.height / 2.0
            let radius = min(f.size.width, f.size.height) / 1.5
            let radialGradient = CIFilter(
                name: "CIRadialGradient",
                parameters: [
                    "inputRadius0": radius,
                    "inputRadius1": radius + 1.0,
                    "inputColor0": CIColor(red: 0.0, green: 1.0, blue: 0.0, alpha: 1.0),
                    // The guide prints alpha 1 here, with which the last circle would cover all others.
                    "inputColor1": CIColor(red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0),
                    kCIInputCenterKey: CIVector(x: centerX, y: centerY),
                ])
            let circleImage = radialGradient?.value(forKey: kCIOutputImageKey) as? CIImage
            if maskImage == nil {
                maskImage = circleImage
            } else {
                maskImage =
                    CIFilter(
                        name: "CISourceOverCompositing",
                        parameters: [
                            kCIInputImageKey: circleImage as Any, kCIInputBackgroundImageKey: maskImage as Any,
                        ])?.value(forKey: kCIOutputImageKey) as? CIImage
            }
        }
        let pixellated = image.applyingFilter("CIPixellate", parameters: [kCIInputScaleKey: 10])
        let mask = try #require(maskImage)
        let result = try #require(
            CIFilter(
                name: "CIBlendWithMask",
                parameters: [
                    kCIInputImageKey: pixellated, kCIInputBackgroundImageKey: image, kCIInputMaskImageKey: mask,
                ])?.outputImage)
        for face in faceArray {
            let (x, y) = (Int(face.midX), Int(face.midY))
            #expect(
                maximumDifference(Pictures.pixel(of: result, x: x, y: y), Pictures.pixel(of: pixellated, x: x, y: y))
                    < 1e-4)
        }
        for (x, y) in [(0, 0), (50, 30), (99, 59), (2, 55)] {
            #expect(
                maximumDifference(Pictures.pixel(of: result, x: x, y: y), Pictures.pixel(of: image, x: x, y: y)) < 1e-4)
        }
    }

    @Test("tilt-shift: sharp in the middle, blurred at top and bottom")
    func tiltShift() throws {
        let (w, h) = (40, 80)
        // Blurring removes the contrast of stripes two pixels wide.
        let image = Pictures.image(width: w, height: h) { x, _ in x % 4 < 2 ? SIMD4(1, 1, 1, 1) : SIMD4(0, 0, 0, 1) }
        let blurred = image.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 10.0])
            .cropped(to: image.extent)
        func gradient(from: CGFloat) throws -> CIImage {
            try #require(
                CIFilter(
                    name: "CILinearGradient",
                    parameters: [
                        "inputPoint0": CIVector(x: 0, y: from * CGFloat(h)),
                        "inputColor0": CIColor(red: 0, green: 1, blue: 0, alpha: 1),
                        "inputPoint1": CIVector(x: 0, y: 0.5 * CGFloat(h)),
                        "inputColor1": CIColor(red: 0, green: 1, blue: 0, alpha: 0),
                    ])?.outputImage)
        }
        let mask = try gradient(from: 0.75).applyingFilter(
            "CIAdditionCompositing", parameters: [kCIInputBackgroundImageKey: try gradient(from: 0.25)])
        let result = try #require(
            CIFilter(
                name: "CIBlendWithMask",
                parameters: [
                    kCIInputImageKey: blurred, kCIInputBackgroundImageKey: image, kCIInputMaskImageKey: mask,
                ])?.outputImage)
        func contrast(_ y: Int) -> Float {
            abs(Pictures.pixel(of: result, x: 17, y: y).x - Pictures.pixel(of: result, x: 19, y: y).x)
        }
        #expect(contrast(h / 2) > 0.9)
        #expect(contrast(1) < 0.1)
        #expect(contrast(h - 2) < 0.1)
    }

    @Test("pixellate transition")
    func pixellateTransition() throws {
        let bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
        let source = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(to: bounds)
        let target = CIImage(color: CIColor(red: 0, green: 1, blue: 0)).cropped(to: bounds)
        func frame(_ time: Double) throws -> CIImage {
            let dissolve = try #require(
                CIFilter(
                    name: "CIDissolveTransition",
                    parameters: [
                        kCIInputImageKey: source, kCIInputTargetImageKey: target,
                        kCIInputTimeKey: min(max(2 * (time - 0.25), 0), 1),
                    ])?.outputImage)
            return dissolve.applyingFilter(
                "CIPixellate", parameters: [kCIInputScaleKey: 90 * (1 - 2 * abs(time - 0.5))]
            ).cropped(to: bounds)
        }
        #expect(maximumDifference(Pictures.pixel(of: try frame(0.02), x: 30, y: 30), SIMD4(1, 0, 0, 1)) < 1e-4)
        #expect(maximumDifference(Pictures.pixel(of: try frame(0.98), x: 30, y: 30), SIMD4(0, 1, 0, 1)) < 1e-4)
        let middle = Pictures.pixel(of: try frame(0.5), x: 30, y: 30)
        #expect(abs(middle.x - middle.y) < 0.02 && middle.x > 0.2)
    }

    @Test("old film: sepia, white specks, dark scratches")
    func oldFilm() throws {
        let image = Pictures.image(width: 64, height: 64) { x, y in SIMD4(0.6, 0.5, 0.4, 1) }
        let sepia = image.applyingFilter("CISepiaTone", parameters: [kCIInputIntensityKey: 1.0])
        let noise = try #require(CIFilter(name: "CIRandomGenerator")?.outputImage)
        let one = CIVector(x: 0, y: 1, z: 0, w: 0)
        let specks = noise.applyingFilter(
            "CIColorMatrix",
            parameters: [
                "inputRVector": one, "inputGVector": one, "inputBVector": one,
                "inputBiasVector": CIVector(x: 0, y: 0, z: 0, w: 0),
            ])
        let speckled = specks.applyingFilter("CISourceOverCompositing", parameters: [kCIInputBackgroundImageKey: sepia])
        let nothing = CIVector(x: 0, y: 0, z: 0, w: 0)
        let scratches = noise.transformed(by: CGAffineTransform(scaleX: 1.5, y: 25)).applyingFilter(
            "CIColorMatrix",
            parameters: [
                "inputRVector": CIVector(x: 4, y: 0, z: 0, w: 0), "inputGVector": nothing, "inputBVector": nothing,
                "inputAVector": nothing, "inputBiasVector": CIVector(x: 0, y: 1, z: 1, w: 1),
            ]
        ).applyingFilter("CIMinimumComponent")
        let film = scratches.applyingFilter("CIMultiplyCompositing", parameters: [kCIInputBackgroundImageKey: speckled])
            .cropped(to: image.extent)
        #expect(film.extent == image.extent)
        let pixels = Pictures.pixels(of: film, in: image.extent)
        #expect(pixels.allSatisfy { $0.w > 0.99 && $0.x >= -0.001 && !$0.x.isNaN })
        // Scratches: some pixels are darker than the sepia picture, most are not; specks: the brightness varies.
        let plain = Pictures.pixel(of: sepia, x: 5, y: 5).x
        #expect(pixels.contains { $0.x < plain * 0.5 })
        #expect(Set(pixels.map { Int($0.x * 100) }).count > 10)
        // The scratches are tall: neighbours above one another are alike more often than neighbours side by side.
        let gray = Pictures.pixels(of: scratches, in: image.extent)
        func difference(_ dx: Int, _ dy: Int) -> Float {
            var sum: Float = 0
            for y in 0..<60 { for x in 0..<60 { sum += abs(gray[y * 64 + x].x - gray[(y + dy) * 64 + x + dx].x) } }
            return sum
        }
        #expect(difference(0, 1) < difference(1, 0) * 0.5)
    }
}
