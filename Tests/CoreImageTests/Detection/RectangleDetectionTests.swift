import CoreImage
import Testing

@Suite("Detectors: rectangles", .enabled(if: DetectionScene.hasEngines, DetectionScene.withoutEngines))
struct RectangleDetectionTests {
    private let detector: CIDetector
    private let colors = [CIColor(red: 0.9, green: 0.9, blue: 0.85), CIColor(red: 0.7, green: 0.1, blue: 0.1)]

    init() throws { detector = try CIDetector(checkingType: CIDetectorTypeRectangle) }

    private func rectangles(in image: CIImage, options: [String: Any] = [:]) throws -> [CIRectangleFeature] {
        try detector.detectedFeatures(in: image, options: options).map { try #require($0 as? CIRectangleFeature) }
    }

    /// Corners of a card that lies in front of the camera, each moved a little to look as in perspective.
    private func tilted(_ angle: CGFloat) -> [CGPoint] {
        var corners = DetectionScene.corners(width: 300, height: 190, at: CGPoint(x: 330, y: 240), angle: angle)
        corners[0].x += 25
        corners[1].y -= 18
        corners[2].x -= 12
        return corners
    }

    @Test("Corners of a card in perspective, to within two pixels", arguments: [-40, -20, 0, 10, 30, 44] as [CGFloat])
    func perspective(angle: CGFloat) throws {
        for color in colors {
            let scene = DetectionScene.card(color, at: tilted(angle))
                .composited(over: DetectionScene.ground(width: 640, height: 480))
            let found = try rectangles(in: scene)
            #expect(found.count == 1)
            let feature = try #require(found.first)
            #expect(feature.type == CIFeatureTypeRectangle)
            #expect(largestDistance(feature.corners, tilted(angle)) < 2)
            #expect(feature.bounds == CGRect(enclosing: feature.corners))
        }
    }

    @Test("Coordinates are the stored picture's, and corners are named as seen upright", arguments: 1...8)
    func orientations(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        let scene = DetectionScene.card(colors[0], at: tilted(12))
            .composited(over: DetectionScene.ground(width: 640, height: 480))
        let (stored, map) = DetectionScene.stored(scene, in: orientation)
        let found = try #require(try rectangles(in: stored, options: [CIDetectorImageOrientation: number]).first)
        #expect(largestDistance(found.corners, tilted(12).map { $0.applying(map) }) < 2)
    }

    @Test(
        "A partly covered card is found with all its corners",
        arguments: [
            CGRect(x: 150, y: 300, width: 90, height: 80), CGRect(x: 280, y: 90, width: 70, height: 100),
        ])
    func covered(cover: CGRect) throws {
        let corners = DetectionScene.corners(width: 340, height: 210, at: CGPoint(x: 330, y: 240), angle: 0)
        let blot = DetectionScene.ground(width: 640, height: 480, lightness: 0.3).cropped(to: cover)
        let scene = blot.composited(
            over: DetectionScene.card(colors[0], at: corners)
                .composited(over: DetectionScene.ground(width: 640, height: 480)))
        let found = try #require(try rectangles(in: scene).first)
        #expect(largestDistance(found.corners, corners) < 4)
    }

    @Test("Blurred edges are found too", arguments: [2, 4] as [Double])
    func blurred(sigma: Double) throws {
        let scene = DetectionScene.card(colors[0], at: tilted(7))
            .composited(over: DetectionScene.ground(width: 640, height: 480))
        let soft = scene.clampedToExtent().applyingGaussianBlur(sigma: sigma).cropped(to: scene.extent)
        let found = try #require(try rectangles(in: soft).first)
        #expect(largestDistance(found.corners, tilted(7)) < 4)
    }

    @Test("One rectangle unless more are asked for; small ones and other ratios are left out")
    func selection() throws {
        let middles = [
            CGPoint(x: 180, y: 330), CGPoint(x: 480, y: 340), CGPoint(x: 470, y: 120), CGPoint(x: 150, y: 110),
        ]
        let sizes = [
            CGSize(width: 220, height: 130), CGSize(width: 150, height: 150), CGSize(width: 260, height: 120),
            CGSize(width: 110, height: 110),
        ]
        var scene = DetectionScene.ground(width: 640, height: 480)
        var expected: [[CGPoint]] = []
        for (middle, size) in zip(middles, sizes) {
            let corners = DetectionScene.corners(width: size.width, height: size.height, at: middle, angle: 6)
            expected.append(corners)
            scene = DetectionScene.card(colors[0], at: corners).composited(over: scene)
        }
        #expect(try rectangles(in: scene).count == 1)
        let all = try rectangles(in: scene, options: [CIDetectorMaxFeatureCount: 10])
        #expect(all.count == 4)
        for corners in expected { #expect(all.contains { largestDistance($0.corners, corners) < 3 }) }
        let large = try rectangles(in: scene, options: [CIDetectorMaxFeatureCount: 10, CIDetectorMinFeatureSize: 0.26])
        #expect(large.count == 3)
        let square = try rectangles(
            in: scene, options: [CIDetectorMaxFeatureCount: 10, CIDetectorAspectRatio: 1, CIDetectorFocalLength: 0])
        #expect(square.count == 2)
        // Without a focal length, the ratio excludes no rectangle: those that fit it best come first.
        let wide = try rectangles(in: scene, options: [CIDetectorAspectRatio: 2.17])
        #expect(largestDistance(try #require(wide.first).corners, expected[2]) < 3)
    }

    @Test(
        "The soft border of a blurred picture counts as a rectangle; a clamped picture has none")
    func softBorders() throws {
        let scene = DetectionScene.ground(width: 640, height: 480)
        let clamped = scene.clampedToExtent().applyingGaussianBlur(sigma: 2).cropped(to: scene.extent)
        #expect(try rectangles(in: clamped).isEmpty)
        let found = try #require(try rectangles(in: scene.applyingGaussianBlur(sigma: 2)).first)
        #expect(largestDistance(found.corners, scene.extent.corners) < 12)
    }

    @Test("Uneven ground, noise and flat pictures have no rectangles")
    func nothing() throws {
        let all: [String: Any] = [CIDetectorMaxFeatureCount: 256, CIDetectorMinFeatureSize: 0.1]
        for contrast in [0.1, 0.4, 0.8] as [CGFloat] {
            let scene = DetectionScene.ground(width: 640, height: 480, lightness: 0.5, contrast: contrast)
            #expect(try rectangles(in: scene, options: all).isEmpty)
        }
        let flat = CIImage(color: .gray).cropped(to: CGRect(x: 0, y: 0, width: 300, height: 200))
        #expect(try rectangles(in: flat, options: all).isEmpty)
        #expect(try rectangles(in: flat.cropped(to: CGRect(x: 0, y: 0, width: 3, height: 1)), options: all).isEmpty)
    }
}
