import CoreImage
import Testing

/// Each option, in a picture whose result depends on it. The tests of the features cover minimum sizes, counts,
/// orientations, sub-features and the aspect ratios of cards without perspective.
@Suite("Detectors: options", .enabled(if: DetectionScene.hasEngines, DetectionScene.withoutEngines))
struct DetectorOptionTests {
    private let ground = DetectionScene.ground(width: 640, height: 480)

    private func features(
        _ type: String, in image: CIImage, made: [String: Any] = [:], call: [String: Any] = [:]
    ) throws -> [CIFeature] {
        try CIDetector(checkingType: type, options: made).detectedFeatures(in: image, options: call)
    }

    /// A card that is only slightly lighter than its background.
    private var faintCard: CIImage {
        let corners = DetectionScene.corners(width: 340, height: 210, at: CGPoint(x: 330, y: 240), angle: 7)
        return DetectionScene.card(CIColor(red: 0.51, green: 0.51, blue: 0.51), at: corners)
            .composited(over: CIImage(color: CIColor(red: 0.43, green: 0.43, blue: 0.43)).cropped(to: ground.extent))
    }

    @Test("High accuracy finds a faint rectangle, which low accuracy misses")
    func rectangles() throws {
        let scene = faintCard
        #expect(
            try features(CIDetectorTypeRectangle, in: scene, made: [CIDetectorAccuracy: CIDetectorAccuracyHigh]).count
                == 1)
        #expect(
            try features(CIDetectorTypeRectangle, in: scene, made: [CIDetectorAccuracy: CIDetectorAccuracyLow]).isEmpty)
    }

    @Test("High accuracy reads codes and finds text that are too small for low accuracy in a large picture")
    func small() throws {
        let white = CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 2400, height: 1800))
        let code = DetectionScene.code("small").transformed(by: CGAffineTransform(scaleX: 3.2, y: 3.2))
            .transformed(by: CGAffineTransform(translationX: 900, y: 800)).composited(over: white)
        let text = DetectionScene.text("Small letters", size: 24)
            .transformed(by: CGAffineTransform(translationX: 900, y: 800)).composited(over: white)
        for (type, scene) in [(CIDetectorTypeQRCode, code), (CIDetectorTypeText, text)] {
            #expect(try features(type, in: scene).count == 1)
            #expect(try features(type, in: scene, made: [CIDetectorAccuracy: CIDetectorAccuracyLow]).isEmpty)
        }
    }

    @Test("Options of a call override those of the detector for this call")
    func precedence() throws {
        let scene = faintCard
        let detector = try CIDetector(
            checkingType: CIDetectorTypeRectangle, options: [CIDetectorAccuracy: CIDetectorAccuracyLow])
        #expect(try detector.detectedFeatures(in: scene).isEmpty)
        let high = try detector.detectedFeatures(
            in: scene, options: [CIDetectorAccuracy: CIDetectorAccuracyHigh])
        #expect(high.count == 1)
        #expect(try detector.detectedFeatures(in: scene).isEmpty)
    }

    @Test("With a focal length, a slanted card's true aspect ratio is matched")
    func focalLength() throws {
        // A card of 1.75 to 1, turned by 50° about its upright axis, before a pinhole camera with a focal length of 700
        // pixels.
        let turn = 50 * CGFloat.pi / 180
        let corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)].map { (x: CGFloat, y: CGFloat) -> CGPoint in
            let depth = 900 + 1.75 * 150 * x * sin(turn)
            return CGPoint(x: 320 + 700 * 1.75 * 150 * x * cos(turn) / depth, y: 240 + 700 * 150 * y / depth)
        }
        let scene = DetectionScene.card(CIColor(red: 0.9, green: 0.9, blue: 0.8), at: corners).composited(over: ground)
        func count(_ ratio: Double, _ focalLength: Double) throws -> Int {
            try features(
                CIDetectorTypeRectangle, in: scene,
                call: [CIDetectorAspectRatio: ratio, CIDetectorFocalLength: focalLength]
            ).count
        }
        #expect(try count(1.75, 700) == 1)
        // Its picture has a ratio of about 1.1 to 1.
        #expect(try count(1.75, 0) == 0)
        #expect(try count(1.1, 0) == 1)
        #expect(try count(1.1, 700) == 0)
        #expect(try count(3.5, -1) == 1)
    }

    @Test(
        "Options of other types change nothing",
        arguments: [CIDetectorTypeRectangle, CIDetectorTypeQRCode, CIDetectorTypeText])
    func others(type: String) throws {
        let code = DetectionScene.placedCode(
            DetectionScene.code("others"),
            at: DetectionScene.corners(width: 150, height: 150, at: CGPoint(x: 160, y: 300), angle: 5)
        ).image
        let text = DetectionScene.text("Other options", size: 30).transformed(
            by: CGAffineTransform(translationX: 340, y: 90))
        let paper = DetectionScene.card(
            .white, at: DetectionScene.corners(width: 300, height: 160, at: CGPoint(x: 460, y: 110), angle: 0))
        let scene = code.composited(over: text.composited(over: paper.composited(over: ground)))
        let foreign: [String: Any] = [
            CIDetectorTracking: true, CIDetectorNumberOfAngles: 11, CIDetectorEyeBlink: true, CIDetectorSmile: true,
        ]
        let plain = try features(type, in: scene)
        #expect(!plain.isEmpty)
        #expect(try features(type, in: scene, made: foreign, call: foreign).map(\.bounds) == plain.map(\.bounds))
    }

    @Test(
        "Faces: accuracy, and angles enough for how far the face is turned",
        .enabled(if: FacePictures.isAvailable, FacePictures.missing))
    func faces() throws {
        let portrait = try #require(FacePictures.astronaut)
        let turn = CGAffineTransform(translationX: 225, y: 397).rotated(by: .pi / 3).translatedBy(x: -225, y: -397)
        let turned = portrait.clampedToExtent().transformed(by: turn).cropped(to: portrait.extent)
        #expect(try features(CIDetectorTypeFace, in: turned, made: [CIDetectorNumberOfAngles: 1]).isEmpty)
        #expect(try features(CIDetectorTypeFace, in: turned, made: [CIDetectorNumberOfAngles: 3]).isEmpty)
        #expect(try features(CIDetectorTypeFace, in: turned, made: [CIDetectorNumberOfAngles: 5]).count == 1)
        // The two accuracies scale the picture by different steps, so that the bounds differ.
        let high = try #require(try features(CIDetectorTypeFace, in: portrait).first)
        let low = try #require(
            try features(CIDetectorTypeFace, in: portrait, made: [CIDetectorAccuracy: CIDetectorAccuracyLow]).first)
        #expect(high.bounds != low.bounds)
    }
}
