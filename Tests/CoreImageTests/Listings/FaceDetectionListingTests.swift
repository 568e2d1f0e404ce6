import CoreImage
import Testing

/// Listings 2-1, 2-2, 5-4 and 5-5: faces, their parts, and what is done with them.
@Suite("Listings: detecting faces", .enabled(if: FacePictures.isThere, FacePictures.missing))
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
        #expect(distance(Pictures.pixel(of: result, x: x, y: y), Pictures.pixel(of: myImage, x: x, y: y)) < 1e-4)
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
            #expect(distance(Pictures.pixel(of: result, x: x, y: y), Pictures.pixel(of: pixellated, x: x, y: y)) < 1e-4)
        }
        #expect(
            distance(Pictures.pixel(of: result, x: 400, y: 100), Pictures.pixel(of: myImage, x: 400, y: 100)) < 1e-4)
    }
}
