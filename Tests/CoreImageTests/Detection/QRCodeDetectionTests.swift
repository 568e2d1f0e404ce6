import CoreImage
import Testing

@Suite("Detectors: QR codes", .enabled(if: DetectionScene.hasEngines, DetectionScene.withoutEngines))
struct QRCodeDetectionTests {
    private let detector: CIDetector

    init() throws { detector = try CIDetector(checkingType: CIDetectorTypeQRCode) }

    private func codes(in image: CIImage, options: [String: Any] = [:]) throws -> [CIQRCodeFeature] {
        try detector.detectedFeatures(in: image, options: options).map { try #require($0 as? CIQRCodeFeature) }
    }

    @Test(
        "Message, corners and symbol descriptor at any angle, in perspective",
        arguments: [
            0, 17, 45, 90, 133, 180, 200, 270, 340,
        ])
    func angles(angle: Int) throws {
        let message = "https://example.org/\(angle)?grün"
        let code = DetectionScene.code(message)
        var corners = DetectionScene.corners(
            width: 200, height: 200, at: CGPoint(x: 330, y: 220), angle: CGFloat(angle))
        corners[1].y += 12
        corners[2].x -= 14
        let (card, symbol) = DetectionScene.placedCode(code, at: corners)
        let found = try codes(in: card.composited(over: DetectionScene.ground(width: 640, height: 480)))
        #expect(found.count == 1)
        let feature = try #require(found.first)
        #expect(feature.type == CIFeatureTypeQRCode)
        #expect(feature.messageString == message)
        #expect(largestDistance(feature.corners, symbol) < 4)
        #expect(feature.bounds == CGRect(enclosing: feature.corners))
        // A symbol drawn from the descriptor must have the same modules as the original.
        let again = CIFilter.barcodeGenerator()
        again.barcodeDescriptor = try #require(feature.symbolDescriptor)
        let (drawn, original) = (try #require(again.outputImage), code)
        #expect(drawn.extent.size == original.extent.size)
        #expect(
            try drawn.largestDifference(from: original) < 1e-3)
    }

    @Test("Coordinates are the stored picture's, whatever orientation is given", arguments: 1...8)
    func orientations(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        let (card, symbol) = DetectionScene.placedCode(
            DetectionScene.code("up"),
            at: DetectionScene.corners(width: 150, height: 150, at: CGPoint(x: 160, y: 250), angle: 5))
        let scene = card.composited(over: DetectionScene.ground(width: 500, height: 360))
        let (stored, map) = DetectionScene.stored(scene, in: orientation)
        let found = try #require(try codes(in: stored, options: [CIDetectorImageOrientation: number]).first)
        #expect(found.messageString == "up")
        #expect(largestDistance(found.corners, symbol.map { $0.applying(map) }) < 4)
    }

    @Test("Several codes in a picture that isn't at the origin")
    func several() throws {
        var scene = DetectionScene.ground(width: 900, height: 600)
        var expected: [String: [CGPoint]] = [:]
        let shift = CGAffineTransform(translationX: -350, y: 77)
        for (index, middle) in [CGPoint(x: 150, y: 150), CGPoint(x: 460, y: 430), CGPoint(x: 740, y: 200)].enumerated()
        {
            let message = "number \(index)"
            let (card, symbol) = DetectionScene.placedCode(
                DetectionScene.code(message, level: "H"),
                at: DetectionScene.corners(width: 180, height: 180, at: middle, angle: CGFloat(25 * index)))
            scene = card.composited(over: scene)
            expected[message] = symbol.map { $0.applying(shift) }
        }
        let found = try codes(in: scene.transformed(by: shift))
        #expect(Set(found.compactMap(\.messageString)) == Set(expected.keys))
        for code in found {
            #expect(largestDistance(code.corners, try #require(expected[code.messageString ?? ""])) < 4)
        }
        #expect(try codes(in: scene, options: [CIDetectorMaxFeatureCount: 2]).count == 2)
        #expect(try codes(in: scene, options: [CIDetectorMinFeatureSize: 0.5]).isEmpty)
    }

    @Test("Partly covered codes of levels Q and H are read", arguments: ["Q", "H"])
    func covered(level: String) throws {
        let (card, _) = DetectionScene.placedCode(
            DetectionScene.code("covered in part, and still read", level: level),
            at: DetectionScene.corners(width: 240, height: 240, at: CGPoint(x: 250, y: 200), angle: 0))
        let blot = CIImage(color: .white).cropped(to: CGRect(x: 255, y: 190, width: 45, height: 40))
        let scene = blot.composited(over: card.composited(over: DetectionScene.ground(width: 500, height: 400)))
        let found = try codes(in: scene)
        #expect(found.map(\.messageString) == ["covered in part, and still read"])
        #expect(found.first?.symbolDescriptor?.errorCorrectionLevel.rawValue == Int(level.utf8.first ?? 0))
    }

    @Test("Codes are read on transparency and in 40 megapixels")
    func kinds() throws {
        let plain = DetectionScene.code("alone").transformed(by: CGAffineTransform(scaleX: 6, y: 6))
        #expect(try codes(in: plain).map(\.messageString) == ["alone"])
        let huge = plain.transformed(by: CGAffineTransform(translationX: 300, y: 300))
            .transformed(by: CGAffineTransform(scaleX: 12, y: 12))
            .composited(over: CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 8000, height: 5000)))
        #expect(try codes(in: huge).map(\.messageString) == ["alone"])
    }
}

extension CGRect {
    /// The smallest upright rectangle around points.
    init(enclosing points: [CGPoint]) {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        let (left, bottom) = (xs.min() ?? 0, ys.min() ?? 0)
        self.init(x: left, y: bottom, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - bottom)
    }
}

extension CIImage {
    /// The largest difference of any pixel, after both are moved to the origin.
    func largestDifference(from other: CIImage) throws -> Float {
        let (a, b) = (try PixelGrid(rendering: self, in: extent), try PixelGrid(rendering: other, in: other.extent))
        var largest: Float = 0
        for y in 0..<a.height {
            for x in 0..<a.width { largest = max(largest, maximumDifference(a[a.x + x, a.y + y], b[b.x + x, b.y + y])) }
        }
        return largest
    }
}
