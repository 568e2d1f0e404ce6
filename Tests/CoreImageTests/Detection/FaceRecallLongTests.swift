import CoreImage
import Testing

/// Counts found faces and false ones in series of pictures of many people.
///
/// `DetectingFeatures.md` publishes the counts and names the sources of the pictures. COREIMAGE_RECORD=1 prints the
/// counts.
@Suite("Detectors: recall of faces, complete series")
struct FaceRecallLongTests {
    /// A change that makes a portrait harder to detect.
    enum Look: String, CaseIterable {
        case plain, dark, bright, noisy, blurred, mouthCovered, eyeCovered, lowerHalfCovered

        func applied(to portrait: FacePortrait) -> CIImage {
            let (image, unit) = (portrait.image, portrait.eyeDistance)
            func covered(_ middle: CGPoint, width: CGFloat, height: CGFloat) -> CIImage {
                let size = CGSize(width: width * unit, height: height * unit)
                let cover = CGRect(
                    origin: CGPoint(x: middle.x - size.width / 2, y: middle.y - size.height / 2), size: size)
                return CIImage(color: .gray).cropped(to: cover).composited(over: image).cropped(to: image.extent)
            }
            switch self {
            case .plain: return image
            case .dark: return image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -5])
            case .bright: return image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1.5])
            case .noisy:
                return DetectionScene.ground(width: 420, height: 420, lightness: 0, contrast: 0.3).cropped(
                    to: image.extent
                )
                .applyingFilter("CIAdditionCompositing", parameters: [kCIInputBackgroundImageKey: image])
            case .blurred:
                return image.clampedToExtent().applyingGaussianBlur(sigma: 0.08 * Double(unit)).cropped(
                    to: image.extent)
            case .mouthCovered: return covered(portrait.mouth, width: 1.2, height: 0.6)
            case .eyeCovered: return covered(portrait.leftEye, width: 0.7, height: 0.5)
            case .lowerHalfCovered:
                return covered(CGPoint(x: portrait.mouth.x, y: portrait.mouth.y - 0.8 * unit), width: 2.4, height: 2.5)
            }
        }
    }

    @Test(
        "Portraits: light, noise, blur, partly covered, each level and turned",
        .enabled(if: FacePictures.hasPortraits, FacePictures.withoutPortraits),
        arguments: [(CIDetectorAccuracyHigh, 73), (CIDetectorAccuracyLow, 69)])
    func portraits(accuracy: String, least: Int) throws {
        let detector = try CIDetector(checkingType: CIDetectorTypeFace, options: [CIDetectorAccuracy: accuracy])
        var all = RecallCount()
        for look in Look.allCases {
            var count = RecallCount()
            for portrait in FacePictures.portraits {
                for angle in [0, 8] as [CGFloat] {
                    let seen = portrait.centred(side: 420, eyeDistance: 75, angle: angle)
                    count.addPicture(try detector.detectedFeatures(in: look.applied(to: seen)), where: seen.isFound)
                }
            }
            count.record("\(look.rawValue), \(accuracy)")
            all.add(count)
        }
        all.expect(found: least, extra: 0, "portraits, \(accuracy)")
    }

    @Test(
        "Portraits turned beyond the cascades' range, with enough angles",
        .enabled(if: FacePictures.hasPortraits, FacePictures.withoutPortraits),
        arguments: [(CIDetectorAccuracyHigh, 20, 1), (CIDetectorAccuracyLow, 20, 0)])
    func turned(accuracy: String, least: Int, most: Int) throws {
        let detector = try CIDetector(checkingType: CIDetectorTypeFace, options: [CIDetectorAccuracy: accuracy])
        var count = RecallCount()
        for portrait in FacePictures.portraits {
            for (angle, angles) in [(-120, 9), (-45, 5), (30, 3), (75, 7)] as [(CGFloat, Int)] {
                let seen = portrait.centred(side: 420, eyeDistance: 75, angle: angle)
                let faces = try detector.detectedFeatures(in: seen.image, options: [CIDetectorNumberOfAngles: angles])
                count.addPicture(faces) { seen.isFound(by: $0) }
                if let face = faces.first(where: { seen.isFound(by: $0) }) as? CIFaceFeature {
                    #expect(abs(CGFloat(face.faceAngle) - seen.angle) < 16)
                }
            }
        }
        count.expect(found: least, extra: most, "turned portraits, \(accuracy)")
    }

    @Test(
        "Portraits in all orientations, with the places of the eyes",
        .enabled(if: FacePictures.hasPortraits, FacePictures.withoutPortraits), arguments: 1...8)
    func orientations(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        let detector = try CIDetector(checkingType: CIDetectorTypeFace)
        for portrait in FacePictures.portraits {
            let seen = portrait.centred(side: 420, eyeDistance: 75)
            let (stored, map) = DetectionScene.stored(seen.image, in: orientation)
            let faces = try detector.detectedFeatures(in: stored, options: [CIDetectorImageOrientation: number])
            #expect(faces.count == 1)
            let face = try #require(faces.first as? CIFaceFeature)
            #expect(
                largestDistance(
                    [face.leftEyePosition, face.rightEyePosition],
                    [seen.leftEye, seen.rightEye].map { $0.applying(map) })
                    < 0.2 * seen.eyeDistance)
        }
    }

    @Test(
        "Groups of twenty, small in the picture", .enabled(if: FacePictures.hasSmall, FacePictures.missing),
        arguments: [(CIDetectorAccuracyHigh, 99), (CIDetectorAccuracyLow, 98)])
    func groups(accuracy: String, least: Int) throws {
        let small = try #require(FacePictures.small)
        let detector = try CIDetector(
            checkingType: CIDetectorTypeFace,
            options: [CIDetectorAccuracy: accuracy, CIDetectorMinFeatureSize: 0.05])
        var all = RecallCount()
        for group in 0..<5 {
            var scene = DetectionScene.ground(width: 1000, height: 800)
            var faces: [CGRect] = []
            for place in 0..<20 {
                let side = CGFloat(70 + 37 * place % 90)
                let frame = CGRect(
                    x: CGFloat(20 + 195 * (place % 5)), y: CGFloat(20 + 195 * (place / 5)), width: side, height: side)
                scene = small.image(20 * group + place, side: side)
                    .transformed(by: CGAffineTransform(translationX: frame.minX, y: frame.minY)).composited(over: scene)
                faces.append(frame)
            }
            let found = try detector.detectedFeatures(in: scene)
            let seen = faces.filter { face in
                found.contains { hypot($0.bounds.midX - face.midX, $0.bounds.midY - face.midY) < 0.3 * $0.bounds.width }
            }
            all.add(RecallCount(pictures: faces.count, found: seen.count, extra: found.count - seen.count))
        }
        all.expect(found: least, extra: 0, "people in groups, \(accuracy)")
    }

    @Test(
        "Pictures without faces, for several minimum sizes and numbers of angles",
        .enabled(if: FacePictures.hasMoreFaceless, FacePictures.withoutMoreFaceless),
        arguments: [
            (CIDetectorAccuracyHigh, 0.15, 1, 0), (CIDetectorAccuracyLow, 0.15, 1, 0),
            (CIDetectorAccuracyHigh, 0.05, 1, 2),
            (CIDetectorAccuracyLow, 0.05, 1, 2), (CIDetectorAccuracyLow, 0.15, 5, 0),
        ])
    func nothing(accuracy: String, size: Double, angles: Int, most: Int) throws {
        let detector = try CIDetector(
            checkingType: CIDetectorTypeFace,
            options: [
                CIDetectorAccuracy: accuracy, CIDetectorMinFeatureSize: size, CIDetectorNumberOfAngles: angles,
            ])
        var count = RecallCount()
        for image in FacePictures.faceless + FacePictures.moreFaceless {
            count.addPicture(try detector.detectedFeatures(in: image)) { _ in false }
        }
        count.expect(found: 0, extra: most, "faceless, \(accuracy), size \(size), \(angles) angles")
    }

    @Test(
        "A hundred people, one per picture", .enabled(if: FacePictures.hasSmall, FacePictures.missing),
        arguments: [(CIDetectorAccuracyHigh, 1), (CIDetectorAccuracyLow, 2)])
    func people(accuracy: String, missed: Int) throws {
        try FaceRecallTests().expectPeople(every: 1, accuracy, missed: missed)
    }

    @Test(
        "A hundred small pictures without a whole face, some with a part of one",
        .enabled(if: FacePictures.hasSmall, FacePictures.missing),
        arguments: [CIDetectorAccuracyHigh, CIDetectorAccuracyLow])
    func otherPlaces(accuracy: String) throws {
        let small = try #require(FacePictures.small)
        let detector = try CIDetector(checkingType: CIDetectorTypeFace, options: [CIDetectorAccuracy: accuracy])
        var count = RecallCount()
        for index in SmallFaces.faceCount..<SmallFaces.count {
            count.addPicture(try detector.detectedFeatures(in: small.scene(index))) { _ in false }
        }
        count.expect(found: 0, extra: 0, "other places, \(accuracy)")
    }
}
