import CoreImage
import Testing

@Suite("Detectors: text", .enabled(if: DetectionScene.hasEngines, DetectionScene.withoutEngines))
struct TextDetectionTests {
    private let detector: CIDetector

    init() throws { detector = try CIDetector(checkingType: CIDetectorTypeText) }

    private func lines(in image: CIImage, options: [String: Any] = [:]) throws -> [CITextFeature] {
        try detector.detectedFeatures(in: image, options: options).map { try #require($0 as? CITextFeature) }
    }

    /// Text on plain paper of another lightness, and the box that its ink fills.
    private func scene(
        _ text: String, size: Float, ink: CIColor, paper: CIColor, at place: CGPoint = CGPoint(x: 90, y: 200)
    ) throws -> (image: CIImage, ink: CGRect) {
        let words = DetectionScene.text(text, size: size)
        let pixels = try PixelGrid(rendering: words, in: words.extent)
        var (left, right, bottom, top) = (Int.max, Int.min, Int.max, Int.min)
        for y in 0..<pixels.height {
            for x in 0..<pixels.width where pixels[pixels.x + x, pixels.y + y].w > 0.5 {
                (left, right, bottom, top) = (min(left, x), max(right, x + 1), min(bottom, y), max(top, y + 1))
            }
        }
        let box = CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
            .offsetBy(dx: place.x, dy: place.y)
        let coloured = CIImage(color: ink).applyingFilter(
            "CISourceInCompositing", parameters: [kCIInputBackgroundImageKey: words]
        ).cropped(to: words.extent)
        let toPlace = CGAffineTransform(translationX: place.x - words.extent.minX, y: place.y - words.extent.minY)
        let sheet = CIImage(color: paper).cropped(to: CGRect(x: 0, y: 0, width: 900, height: 500))
        return (coloured.transformed(by: toPlace).composited(over: sheet), box)
    }

    @Test("A line's box, in dark on light and light on dark, small and large", arguments: [20, 24, 48, 90] as [Float])
    func boxes(size: Float) throws {
        for (ink, paper) in [
            (CIColor.black, CIColor.white),
            (CIColor(red: 0.9, green: 0.9, blue: 0.4), CIColor(red: 0.05, green: 0.1, blue: 0.3)),
        ] {
            let (image, box) = try scene("Hamburg 1842", size: size, ink: ink, paper: paper)
            let found = try lines(in: image)
            #expect(found.count == 1)
            let line = try #require(found.first)
            #expect(line.type == CIFeatureTypeText)
            #expect(line.subFeatures == nil)
            #expect(largestDistance(line.corners, box.corners) < max(3, CGFloat(size) / 8))
        }
    }

    @Test("`CIDetectorReturnSubFeatures` adds a feature for each character")
    func characters() throws {
        let (image, box) = try scene("DEBIAN", size: 40, ink: .black, paper: .white)
        let line = try #require(try lines(in: image, options: [CIDetectorReturnSubFeatures: true]).first)
        let characters = try #require(line.subFeatures as? [CITextFeature])
        #expect(characters.count == 6)
        #expect(zip(characters, characters.dropFirst()).allSatisfy { $0.bounds.minX < $1.bounds.minX })
        for character in characters { #expect(box.insetBy(dx: -2, dy: -2).contains(character.bounds)) }
    }

    @Test("Coordinates are the stored picture's, and the text is upright as seen in the orientation", arguments: 1...8)
    func orientations(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        let (image, box) = try scene("Which way up?", size: 36, ink: .black, paper: .white)
        let (stored, map) = DetectionScene.stored(image, in: orientation)
        let found = try lines(in: stored, options: [CIDetectorImageOrientation: number])
        #expect(found.count == 1)
        #expect(largestDistance(try #require(found.first).corners, box.corners.map { $0.applying(map) }) < 5)
    }

    @Test("A line that slopes has corners that slope", arguments: [-12, 8] as [CGFloat])
    func slopes(angle: CGFloat) throws {
        let (image, box) = try scene("A slope of some degrees", size: 36, ink: .black, paper: .white)
        let turn = CGAffineTransform(translationX: 450, y: 250).rotated(by: angle * .pi / 180)
            .translatedBy(x: -450, y: -250)
        let white = CIImage(color: .white).cropped(to: image.extent)
        let found = try lines(in: image.transformed(by: turn).composited(over: white).cropped(to: image.extent))
        let line = try #require(found.first)
        #expect(found.count == 1)
        #expect(largestDistance(line.corners, box.corners.map { $0.applying(turn) }) < 9)
    }

    @Test("Lines are sorted from top to bottom; the minimum size leaves small ones out")
    func several() throws {
        let (large, first) = try scene(
            "LARGE LETTERS", size: 60, ink: .black, paper: .white, at: CGPoint(x: 60, y: 330))
        let words = DetectionScene.text("SMALL LETTERS", size: 20)
            .transformed(by: CGAffineTransform(translationX: 300, y: 60))
        let image = words.composited(over: large)
        let found = try lines(in: image)
        #expect(found.count == 2)
        #expect(largestDistance(try #require(found.first).corners, first.corners) < 6)
        #expect(try lines(in: image, options: [CIDetectorMinFeatureSize: 0.07]).count == 1)
        #expect(try lines(in: image, options: [CIDetectorMaxFeatureCount: 1]).count == 1)
    }

    @Test("Uneven ground has no text")
    func nothing() throws {
        for contrast in [0.1, 0.4, 0.8] as [CGFloat] {
            let scene = DetectionScene.ground(width: 640, height: 480, lightness: 0.5, contrast: contrast)
            #expect(try lines(in: scene).isEmpty)
        }
    }
}
