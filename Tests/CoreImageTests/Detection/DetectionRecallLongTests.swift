import CoreImage
import Testing

/// Counts found features and false ones in series of pictures, each of which varies one property after the other.
///
/// `DetectingFeatures.md` publishes the counts. The tests fail if a detector finds fewer features, or more false ones.
/// COREIMAGE_RECORD=1 prints the counts.
@Suite("Detectors: recall", .enabled(if: DetectionScene.hasEngines, DetectionScene.withoutEngines))
struct DetectionRecallLongTests {
    private let ground = DetectionScene.ground(width: 640, height: 480)

    private static func softened(_ image: CIImage, _ sigma: Double) -> CIImage {
        sigma == 0 ? image : image.clampedToExtent().applyingGaussianBlur(sigma: sigma).cropped(to: image.extent)
    }

    @Test("Rectangles: turned, blurred, partly covered", arguments: [CIDetectorAccuracyHigh, CIDetectorAccuracyLow])
    func rectangles(accuracy: String) throws {
        let detector = try CIDetector(
            checkingType: CIDetectorTypeRectangle,
            options: [CIDetectorAccuracy: accuracy, CIDetectorMaxFeatureCount: 16])
        let covers = [
            CGRect.null, CGRect(x: 150, y: 300, width: 90, height: 80), CGRect(x: 290, y: 80, width: 70, height: 110),
        ]
        var count = RecallCount()
        for angle in [-35, -12, 0, 20, 42] as [CGFloat] {
            for sigma in [0, 2.5] {
                for cover in covers {
                    var corners = DetectionScene.corners(
                        width: 320, height: 200, at: CGPoint(x: 330, y: 240), angle: angle)
                    corners[1].y -= 20
                    let card = DetectionScene.card(CIColor(red: 0.8, green: 0.75, blue: 0.6), at: corners)
                    var scene = card.composited(over: ground)
                    if !cover.isNull {
                        scene = DetectionScene.ground(width: 640, height: 480, lightness: 0.2).cropped(to: cover)
                            .composited(over: scene)
                    }
                    let found = try detector.detectedFeatures(in: Self.softened(scene, sigma))
                    count.addPicture(found) {
                        ($0 as? CIRectangleFeature).map { largestDistance($0.corners, corners) < 6 } ?? false
                    }
                }
            }
        }
        count.expect(found: accuracy == CIDetectorAccuracyHigh ? 27 : 15, extra: 0, "rectangles, \(accuracy)")
    }

    @Test("Text: sizes, colours, slopes, blur", arguments: [CIDetectorAccuracyHigh, CIDetectorAccuracyLow])
    func text(accuracy: String) throws {
        let detector = try CIDetector(checkingType: CIDetectorTypeText, options: [CIDetectorAccuracy: accuracy])
        var count = RecallCount()
        for size in [16, 28, 56] as [Float] {
            let words = DetectionScene.text("Recall 2026", size: size)
            let centred = words.transformed(
                by: CGAffineTransform(translationX: -words.extent.midX, y: -words.extent.midY))
            for angle in [-10, 0, 6] as [CGFloat] {
                let turned = centred.transformed(by: CGAffineTransform(rotationAngle: angle * .pi / 180))
                    .transformed(by: CGAffineTransform(translationX: 320, y: 240))
                for (paper, sigma) in [(0.95, 0), (0.55, 0), (0.95, 1)] as [(CGFloat, Double)] {
                    let sheet = CIImage(color: CIColor(red: paper, green: paper, blue: paper)).cropped(
                        to: ground.extent)
                    let found = try detector.detectedFeatures(in: Self.softened(turned.composited(over: sheet), sigma))
                    count.addPicture(found) {
                        hypot($0.bounds.midX - 320, $0.bounds.midY - 240) < CGFloat(size)
                            && $0.bounds.width > 0.7 * words.extent.width
                    }
                }
            }
        }
        count.expect(found: accuracy == CIDetectorAccuracyHigh ? 27 : 25, extra: 1, "text, \(accuracy)")
    }

    @Test(
        "Textures and objects: no false detections", .enabled(if: FacePictures.isAvailable, FacePictures.missing),
        arguments: [
            (CIDetectorTypeFace, 0), (CIDetectorTypeQRCode, 0), (CIDetectorTypeRectangle, 1), (CIDetectorTypeText, 0),
        ])
    func nothing(type: String, most: Int) throws {
        let detector = try CIDetector(checkingType: type, options: [CIDetectorMaxFeatureCount: 256])
        var count = RecallCount()
        #expect(FacePictures.faceless.count == 6)
        for image in FacePictures.faceless { count.addPicture(try detector.detectedFeatures(in: image)) { _ in false } }
        count.expect(found: 0, extra: most, "\(type) where there is none")
    }

    @Test(
        "QR codes: turned, small, blurred, partly covered", arguments: [CIDetectorAccuracyHigh, CIDetectorAccuracyLow])
    func codes(accuracy: String) throws {
        let detector = try CIDetector(checkingType: CIDetectorTypeQRCode, options: [CIDetectorAccuracy: accuracy])
        let code = DetectionScene.code("recall of codes", level: "Q")
        let modules = code.extent.width
        var count = RecallCount()
        for angle in stride(from: 0, to: 360, by: 40).map({ CGFloat($0) }) {
            for (moduleSize, sigma, isCovered) in [(7, 0, false), (3, 0, false), (7, 2, false), (7, 0, true)]
                as [(CGFloat, Double, Bool)]
            {
                let side = modules * moduleSize
                let corners = DetectionScene.corners(
                    width: side, height: side, at: CGPoint(x: 320, y: 240), angle: angle)
                var scene = DetectionScene.placedCode(code, at: corners).image.composited(over: ground)
                if isCovered {
                    scene = CIImage(color: .gray).cropped(to: CGRect(x: 315, y: 235, width: 30, height: 26))
                        .composited(over: scene)
                }
                let found = try detector.detectedFeatures(in: Self.softened(scene, sigma))
                count.addPicture(found) { ($0 as? CIQRCodeFeature)?.messageString == "recall of codes" }
            }
        }
        count.expect(found: count.pictures, extra: 0, "codes, \(accuracy)")
    }

    @Test(
        "Faces: sizes, turns, light, noise, blur, partly covered",
        .enabled(if: FacePictures.isAvailable, FacePictures.missing),
        arguments: [CIDetectorAccuracyHigh, CIDetectorAccuracyLow])
    func faces(accuracy: String) throws {
        let portrait = try #require(FacePictures.astronaut)
        let detector = try CIDetector(checkingType: CIDetectorTypeFace, options: [CIDetectorAccuracy: accuracy])
        let grain = DetectionScene.ground(width: 512, height: 512, lightness: 0, contrast: 0.3)
        let looks: [(CIImage) -> CIImage] = [
            { $0 }, { $0.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -2]) },
            { grain.applyingFilter("CIAdditionCompositing", parameters: [kCIInputBackgroundImageKey: $0]) },
            { Self.softened($0, 2) },
            // Gray covers the mouth, then one eye.
            { CIImage(color: .gray).cropped(to: CGRect(x: 190, y: 345, width: 70, height: 35)).composited(over: $0) },
            { CIImage(color: .gray).cropped(to: CGRect(x: 190, y: 398, width: 28, height: 26)).composited(over: $0) },
        ]
        var count = RecallCount()
        for look in looks {
            for angle in [-12, 0, 12] as [CGFloat] {
                for scale in [1, 2.5] as [CGFloat] {
                    let map = CGAffineTransform(scaleX: scale, y: scale).translatedBy(x: 225, y: 397)
                        .rotated(by: angle * .pi / 180).translatedBy(x: -225, y: -397)
                    let bounds = portrait.extent.applying(CGAffineTransform(scaleX: scale, y: scale))
                    let picture = look(portrait).clampedToExtent().transformed(by: map).cropped(to: bounds)
                    let middle = FacePictures.middle.applying(map)
                    count.addPicture(try detector.detectedFeatures(in: picture)) {
                        hypot($0.bounds.midX - middle.x, $0.bounds.midY - middle.y) < 0.3 * $0.bounds.width
                    }
                }
            }
        }
        count.expect(found: accuracy == CIDetectorAccuracyHigh ? 34 : 31, extra: 0, "faces, \(accuracy)")
    }
}
