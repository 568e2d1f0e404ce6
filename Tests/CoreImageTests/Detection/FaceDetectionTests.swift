import CoreImage
import Testing

@Suite("Detectors: faces", .enabled(if: FacePictures.isAvailable, FacePictures.missing))
struct FaceDetectionTests {
    private let portrait: CIImage

    init() throws { portrait = try #require(FacePictures.astronaut) }

    private func faces(in image: CIImage, options: [String: Any] = [:]) throws -> [CIFaceFeature] {
        try CIDetector(checkingType: CIDetectorTypeFace, options: options).detectedFeatures(in: image)
            .map { try #require($0 as? CIFaceFeature) }
    }

    /// Whether a detected face is the portrait's, after a transform.
    private func isPortrait(_ face: CIFaceFeature, through map: CGAffineTransform = .identity) -> Bool {
        let middle = FacePictures.middle.applying(map)
        return hypot(face.bounds.midX - middle.x, face.bounds.midY - middle.y) < 0.25 * face.bounds.width
    }

    @Test(
        "Bounds, eyes, mouth and angle; a smile and open eyes where they are asked for",
        arguments: [
            CIDetectorAccuracyLow, CIDetectorAccuracyHigh,
        ])
    func portrait(accuracy: String) throws {
        let found = try faces(
            in: portrait, options: [CIDetectorAccuracy: accuracy, CIDetectorSmile: true, CIDetectorEyeBlink: true])
        #expect(found.count == 1)
        let face = try #require(found.first)
        #expect(face.type == CIFeatureTypeFace)
        #expect(isPortrait(face))
        #expect(abs(face.bounds.width - face.bounds.height) < 1 && (80...130).contains(face.bounds.width))
        #expect(face.hasLeftEyePosition && face.hasRightEyePosition && face.hasMouthPosition)
        #expect(
            largestDistance(
                [face.leftEyePosition, face.rightEyePosition], [FacePictures.leftEye, FacePictures.rightEye]) < 6)
        #expect(largestDistance([face.mouthPosition], [FacePictures.mouth]) < 12)
        #expect(face.hasFaceAngle && abs(face.faceAngle - FacePictures.angle) < 5)
        #expect(face.hasSmile && !face.leftEyeClosed && !face.rightEyeClosed)
        #expect(!face.hasTrackingID && !face.hasTrackingFrameCount)
        #expect(try faces(in: portrait, options: [CIDetectorAccuracy: accuracy]).first?.hasSmile == false)
    }

    @Test("Coordinates are those of the stored picture; left and right those of the upright one", arguments: 1...8)
    func orientations(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        let (stored, map) = DetectionScene.stored(portrait, in: orientation)
        let face = try #require(try faces(in: stored, options: [CIDetectorImageOrientation: number]).first)
        #expect(isPortrait(face, through: map))
        #expect(
            largestDistance(
                [face.leftEyePosition, face.rightEyePosition],
                [FacePictures.leftEye, FacePictures.rightEye].map { $0.applying(map) }) < 6)
        #expect(abs(face.faceAngle - FacePictures.angle) < 5)
    }

    @Test(
        "With enough angles, turned faces are found and report their angle",
        arguments: [(-150, 11), (-60, 5), (30, 3)])
    func angles(angle: Int, count: Int) throws {
        let turn = CGAffineTransform(translationX: 256, y: 300).rotated(by: CGFloat(angle) * .pi / 180)
            .translatedBy(x: -256, y: -300)
        let gray = CIImage(color: .gray).cropped(to: portrait.extent)
        let turned = portrait.transformed(by: turn).composited(over: gray).cropped(to: portrait.extent)
        let face = try #require(
            try faces(in: turned, options: [CIDetectorNumberOfAngles: count]).first { isPortrait($0, through: turn) })
        #expect(abs(face.faceAngle - Float(angle) - FacePictures.angle) < 16)
    }

    @Test("Small faces need a small minimum size; the count can be limited")
    func sizes() throws {
        let small = portrait.transformed(by: CGAffineTransform(scaleX: 0.4, y: 0.4))
        let wide = CGRect(x: 0, y: 0, width: 1200, height: 800)
        var scene = CIImage(color: .gray).cropped(to: wide)
        let places = [CGPoint(x: 40, y: 50), CGPoint(x: 480, y: 420), CGPoint(x: 900, y: 200)]
        for place in places {
            scene = small.transformed(by: CGAffineTransform(translationX: place.x, y: place.y)).composited(over: scene)
        }
        #expect(try faces(in: scene).isEmpty)
        let found = try faces(in: scene, options: [CIDetectorMinFeatureSize: 0.04])
        #expect(found.count == 3)
        for place in places {
            let map = CGAffineTransform(0.4, 0, 0, 0.4, place.x, place.y)
            #expect(found.contains { isPortrait($0, through: map) })
        }
        #expect(
            try faces(in: scene, options: [CIDetectorMinFeatureSize: 0.04, CIDetectorMaxFeatureCount: 2]).count == 2)
    }

    @Test("A face keeps its tracking ID while it is visible, and counts frames")
    func tracking() throws {
        let detector = try CIDetector(checkingType: CIDetectorTypeFace, options: [CIDetectorTracking: true])
        var ids = Set<Int32>()
        for frame in 1...3 {
            let moved = portrait.transformed(by: CGAffineTransform(translationX: 12 * CGFloat(frame), y: 0))
            let face = try #require(try detector.detectedFeatures(in: moved).first as? CIFaceFeature)
            #expect(face.hasTrackingID && face.trackingFrameCount == Int32(frame))
            ids.insert(face.trackingID)
        }
        #expect(ids.count == 1)
        let last = portrait.transformed(by: CGAffineTransform(translationX: 36, y: 0))
        let nobody = CIImage(color: .gray).cropped(to: portrait.extent)
        for _ in 0..<4 { #expect(try detector.detectedFeatures(in: nobody).isEmpty) }
        let again = try #require(try detector.detectedFeatures(in: last).first as? CIFaceFeature)
        #expect(again.trackingFrameCount == 1 && ids.contains(again.trackingID))
        for _ in 0..<5 { #expect(try detector.detectedFeatures(in: nobody).isEmpty) }
        let other = try #require(try detector.detectedFeatures(in: last).first as? CIFaceFeature)
        #expect(other.trackingFrameCount == 1 && !ids.contains(other.trackingID))
    }

    @Test("No faces in noise")
    func noise() throws {
        #expect(try faces(in: DetectionScene.ground(width: 640, height: 480, lightness: 0.5, contrast: 0.7)).isEmpty)
    }
}
