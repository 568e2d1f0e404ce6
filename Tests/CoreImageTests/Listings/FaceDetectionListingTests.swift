import CoreImage
import Testing

/// Listings 2-1, 2-2, 5-4 and 5-5 of the Core Image Programming Guide: detecting faces and their parts, and filters
/// that use them.
@Suite("Listings: detecting faces", .enabled(if: FacePictures.isAvailable, FacePictures.missing))
struct FaceDetectionListingTests {
    private let myImage: CIImage

    init() throws { myImage = try #require(FacePictures.astronaut) }

    @Test("2-1, 2-2: a face detector; bounds of faces and places of eyes and mouth")
    func detector() throws {
        let context = CIContext()
        let opts = [CIDetectorAccuracy: CIDetectorAccuracyHigh]
        let detector = try #require(CIDetector(ofType: CIDetectorTypeFace, context: context, options: opts))

        let imageOpts = [
            CIDetectorImageOrientation: myImage.properties[kCGImagePropertyOrientation] ?? 1
        ]
        let features = detector.features(in: myImage, options: imageOpts)

        var printed: [String] = []
        for f in features {
            guard let f = f as? CIFaceFeature else { continue }
            printed.append("\(f.bounds)")
            if f.hasLeftEyePosition {
                printed.append("Left eye \(f.leftEyePosition.x), \(f.leftEyePosition.y)")
                #expect(largestDistance([f.leftEyePosition], [FacePictures.leftEye]) < 6)
            }
            if f.hasRightEyePosition {
                printed.append("Right eye \(f.rightEyePosition.x), \(f.rightEyePosition.y)")
                #expect(largestDistance([f.rightEyePosition], [FacePictures.rightEye]) < 6)
            }
            if f.hasMouthPosition {
                printed.append("Mouth \(f.mouthPosition.x), \(f.mouthPosition.y)")
                #expect(largestDistance([f.mouthPosition], [FacePictures.mouth]) < 12)
            }
        }
        #expect(printed.count == 4)
    }

    @Test("The same in the spelling of older guides")
    @available(*, deprecated)
    func olderNames() throws {
        let detector = try #require(CIDetector(ofType: CIDetectorTypeFace, context: nil, options: nil))
        #expect(detector.featuresInImage(myImage).count == 1)
        #expect(detector.featuresInImage(myImage, options: [CIDetectorImageOrientation: 1]).count == 1)
    }

    @Test("5-4: a white vignette leaves the face as it is and whitens the corners")
    func whiteVignette() throws {
        let detector = try #require(CIDetector(ofType: CIDetectorTypeFace, context: nil, options: nil))
        let faceArray = detector.features(in: myImage, options: nil)
        let face = try #require(faceArray.first)
        let xCenter = face.bounds.origin.x + face.bounds.size.width / 2.0
        let yCenter = face.bounds.origin.y + face.bounds.size.height / 2.0
        let center = CIVector(x: xCenter, y: yCenter)
        let shade = try #require(
            CIFilter(
                name: "CIRadialGradient",
                parameters: [
                    "inputRadius0": max(myImage.extent.width, myImage.extent.height),
                    "inputRadius1": face.bounds.size.height + 50,
                    "inputColor0": CIColor(red: 1, green: 1, blue: 1, alpha: 1),
                    "inputColor1": CIColor(red: 1, green: 1, blue: 1, alpha: 0),
                    kCIInputCenterKey: center,
                ])?.outputImage)
        let result = shade.composited(over: myImage).cropped(to: myImage.extent)
        let (x, y) = (Int(FacePictures.middle.x), Int(FacePictures.middle.y))
        #expect(
            maximumDifference(Pictures.pixel(of: result, x: x, y: y), Pictures.pixel(of: myImage, x: x, y: y)) < 1e-4)
        #expect(Pictures.pixel(of: result, x: 500, y: 5).min() > Pictures.pixel(of: myImage, x: 500, y: 5).min() + 0.3)
    }

    @Test("5-5: a mask of the faces, through which only they are pixellated")
    func anonymousFaces() throws {
        let detector = try #require(CIDetector(ofType: CIDetectorTypeFace, context: nil, options: nil))
        let faceArray = detector.features(in: myImage, options: nil)
        var maskImage: CIImage?
        for f in faceArray {
            let centerX = f.bounds.origin.x + f.bounds.size.width / 2.0
            let centerY = f.bounds.origin.y + f.bounds.size.height / 2.0
            let radius = min(f.bounds.size.width, f.bounds.size.height) / 1.5
            let radialGradient = CIFilter(
                name: "CIRadialGradient",
                parameters: [
                    "inputRadius0": radius, "inputRadius1": radius + 1.0,
                    "inputColor0": CIColor(red: 0.0, green: 1.0, blue: 0.0, alpha: 1.0),
                    "inputColor1": CIColor(red: 0.0, green: 0.0, blue: 0.0, alpha: 0.0),
                    kCIInputCenterKey: CIVector(x: centerX, y: centerY),
                ])
            let circleImage = radialGradient?.value(forKey: kCIOutputImageKey) as? CIImage
            maskImage = circleImage.map { circle in maskImage.map { circle.composited(over: $0) } ?? circle }
        }
        let pixellated = myImage.applyingFilter(
            "CIPixellate", parameters: [kCIInputScaleKey: max(myImage.extent.width, myImage.extent.height) / 60])
        let result = pixellated.applyingFilter(
            "CIBlendWithMask",
            parameters: [kCIInputBackgroundImageKey: myImage, kCIInputMaskImageKey: try #require(maskImage)])
        for point in [FacePictures.leftEye, FacePictures.rightEye, FacePictures.mouth] {
            let (x, y) = (Int(point.x), Int(point.y))
            #expect(
                maximumDifference(Pictures.pixel(of: result, x: x, y: y), Pictures.pixel(of: pixellated, x: x, y: y))
                    < 1e-4)
        }
        #expect(
            maximumDifference(Pictures.pixel(of: result, x: 400, y: 100), Pictures.pixel(of: myImage, x: 400, y: 100))
                < 1e-4)
    }

    /// The portrait twice side by side, so that loops over faces run more than once.
    private var couple: CIImage {
        let size = myImage.extent.size
        return myImage.transformed(by: CGAffineTransform(translationX: size.width, y: 0)).composited(over: myImage)
    }

    @Test("The talk on built-in filters: a halo around the first face, from its bounds and two radii")
    func talkWhiteVignette() throws {
        let detector = try #require(CIDetector(ofType: CIDetectorTypeFace, context: nil, options: nil))
        let features = detector.features(in: myImage)
        let face = try #require(features[0] as? CIFaceFeature)
        let center = CIVector(x: face.bounds.midX, y: face.bounds.midY)

        let gradient = try #require(CIFilter(name: "CIRadialGradient"))
        gradient.setDefaults()
        gradient.setValue(600, forKey: "inputRadius0")
        gradient.setValue(150, forKey: "inputRadius1")
        gradient.setValue(CIColor(red: 1, green: 1, blue: 1, alpha: 1), forKey: "inputColor0")
        gradient.setValue(CIColor(red: 1, green: 1, blue: 1, alpha: 0), forKey: "inputColor1")
        gradient.setValue(center, forKey: kCIInputCenterKey)

        let blend = try #require(CIFilter(name: "CISourceOverCompositing"))
        blend.setValue(gradient.outputImage, forKey: kCIInputImageKey)
        blend.setValue(myImage, forKey: kCIInputBackgroundImageKey)
        let result = try #require(blend.outputImage).cropped(to: myImage.extent)

        // Transparent within 150 pixels; 300 pixels away a third of the way to white: (300 − 150) / (600 − 150).
        let (x, y) = (Int(face.bounds.midX), Int(face.bounds.midY))
        #expect(
            maximumDifference(
                Pictures.pixel(of: result, x: x, y: y - 140), Pictures.pixel(of: myImage, x: x, y: y - 140)) < 1e-4
        )
        let before = Pictures.pixel(of: myImage, x: x, y: y - 300)
        let expected = before + (SIMD4<Float>(repeating: 1) - before) / 3
        #expect(maximumDifference(Pictures.pixel(of: result, x: x, y: y - 300), expected) < 0.01)
    }

    @Test("The talk's anonymous photographs: circles over all faces, one on top of the other, make the mask")
    @available(*, deprecated)
    func talkAnonymousFaces() throws {
        let image = couple
        let pixelate = try #require(CIFilter(name: "CIPixellate"))
        pixelate.setValue(image, forKey: kCIInputImageKey)
        pixelate.setValue(max(image.extent.width, image.extent.height) / 60, forKey: kCIInputScaleKey)
        let pixelated = try #require(pixelate.value(forKey: kCIOutputImageKey) as? CIImage)

        let detector = try #require(CIDetector(ofType: CIDetectorTypeFace, context: nil, options: nil))
        let faces = detector.features(in: image)
        #expect(faces.count == 2)
        var mask: CIImage?
        for face in faces {
            let radius = min(face.bounds.width, face.bounds.height) / 1.5
            let circle = CIFilter(
                name: "CIRadialGradient",
                withInputParameters: [
                    "inputRadius0": radius, "inputRadius1": radius + 1,
                    "inputColor0": CIColor(red: 0, green: 1, blue: 0, alpha: 1),
                    "inputColor1": CIColor(red: 0, green: 0, blue: 0, alpha: 0),
                    kCIInputCenterKey: CIVector(x: face.bounds.midX, y: face.bounds.midY),
                ])?.outputImage
            guard let lower = mask else {
                mask = circle
                continue
            }
            mask =
                CIFilter(
                    name: "CISourceOverCompositing",
                    withInputParameters: [
                        kCIInputImageKey: try #require(circle), kCIInputBackgroundImageKey: lower,
                    ])?.outputImage
        }
        let blend = try #require(CIFilter(name: "CIBlendWithMask"))
        blend.setValue(pixelated, forKey: kCIInputImageKey)
        blend.setValue(image, forKey: kCIInputBackgroundImageKey)
        blend.setValue(mask, forKey: kCIInputMaskImageKey)
        let result = try #require(blend.outputImage)
        for shift in [0, 512] {
            for point in [FacePictures.leftEye, FacePictures.rightEye, FacePictures.mouth] {
                let (x, y) = (Int(point.x) + shift, Int(point.y))
                #expect(
                    maximumDifference(Pictures.pixel(of: result, x: x, y: y), Pictures.pixel(of: pixelated, x: x, y: y))
                        < 1e-4)
            }
            let (x, y) = (400 + shift, 100)
            #expect(
                maximumDifference(Pictures.pixel(of: result, x: x, y: y), Pictures.pixel(of: image, x: x, y: y)) < 1e-4)
        }
    }
}
