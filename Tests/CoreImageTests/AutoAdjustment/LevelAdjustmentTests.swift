import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Automatic adjustment: levelling")
struct LevelAdjustmentTests {
    private let only: [CIImageAutoAdjustmentOption: Any] = [.level: true, .enhance: false, .redEye: false]

    /// Draws houses under a sky, turned by an angle in degrees: a horizon, walls and windows.
    private static func town(turned angle: Double, width: Int = 360, height: Int = 240) -> CIImage {
        let (c, s) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
        return PixelGrid(width: width, height: height) { column, row in
            // Four samples a pixel, so that edges are soft.
            func sample(_ dx: Double, _ dy: Double) -> Float {
                let (x, y) = (Double(column) + dx - Double(width) / 2, Double(row) + dy - Double(height) / 2)
                return town(x * c + y * s, y * c - x * s)
            }
            let samples = sample(0.25, 0.25) + sample(0.75, 0.25) + sample(0.25, 0.75) + sample(0.75, 0.75)
            let tone = samples / 4 + Float(abs(column * 31 + row * 17) % 7) / 400
            return SIMD4(tone, tone * 0.95, tone * 0.9, 1)
        }.image
    }

    private static func town(_ x: Double, _ y: Double) -> Float {
        let house = Int((x / 70).rounded(.down))
        let (inside, roof) = (x - 70 * Double(house), 20 + Double(abs(house * 37) % 50))
        if y < -50 { return 0.18 }
        if inside < 12 || y > roof { return 0.6 + Float(y) / 1500 }
        let isWindow = inside > 24 && inside < 56 && (y + 50).truncatingRemainder(dividingBy: 30) > 12
        return isWindow ? 0.08 : 0.3 + Float(abs(house) % 3) * 0.06
    }

    /// Returns the filter's angle in degrees counter-clockwise; nil without a filter.
    private func turn(of image: CIImage, orientation: Int? = nil) throws -> Double? {
        var options = only
        if let orientation { options[.init(rawValue: CIDetectorImageOrientation)] = orientation }
        let filters = try image.checkedAutoAdjustmentFilters(options: options)
        #expect(filters.count <= 1)
        guard let filter = filters.first else { return nil }
        #expect(filter.name == "CIStraightenFilter")
        return try #require(filter.value(forKey: "inputAngle") as? NSNumber).doubleValue * 180 / .pi
    }

    @Test(
        "A drawn town is turned back by the angle that it is drawn at", arguments: [-9.0, -4, -2, -0.7, 0.6, 1.3, 3, 7])
    func town(angle: Double) throws {
        let found = try #require(try turn(of: Self.town(turned: angle)))
        #expect(abs(found + angle) < 0.25, "\(found)")
    }

    @Test("Level and steeply tilted pictures are left alone")
    func level() throws {
        for angle in [0.0, 0.2, -0.25, 25, -40] { #expect(try turn(of: Self.town(turned: angle)) == nil, "\(angle)") }
    }

    /// A town drawn once for all orientations.
    private static let tilted = town(turned: 3)

    @Test("In every orientation the picture becomes level; mirrored ones turn the other way", arguments: 1...8)
    func orientations(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        let (stored, _) = DetectionScene.stored(Self.tilted, in: orientation)
        let found = try #require(try turn(of: stored, orientation: number))
        #expect(abs(abs(found) - 3) < 0.25)
        let filter = CIFilter.straighten()
        (filter.inputImage, filter.angle) = (stored, Float(found * .pi / 180))
        let upright = try #require(filter.outputImage).oriented(orientation)
        #expect(try turn(of: upright) == nil)
        #expect(try abs(#require(TiltFinder(sample(of: upright)).tilt)) < 0.3)
    }

    private func sample(of image: CIImage) throws -> PictureSample {
        try PictureSample(of: image, orientation: .up, context: CIContext())
    }

    @Test("The levelled picture has the same frame, and no empty corner")
    func filled() throws {
        let image = Self.town(turned: 5)
        let filter = try #require(try image.checkedAutoAdjustmentFilters(options: only).first)
        filter.setValue(image, forKey: kCIInputImageKey)
        let result = try filter.renderableOutput()
        #expect(result.extent == image.extent)
        let pixels = try PixelGrid(rendering: result, in: result.extent)
        #expect(pixels.first { $0.w < 1 } == nil)
    }

    @Test("Noise, discs, waves, even pictures and tiny ones have no tilt")
    func nothing() throws {
        let disc = PixelGrid(width: 300, height: 200) { x, y in
            hypot(Double(x) - 150, Double(y) - 100) < 70 ? SIMD4(0.7, 0.6, 0.5, 1) : SIMD4(0.1, 0.2, 0.3, 1)
        }
        let waves = PixelGrid(width: 300, height: 200) { x, y in
            let tone = Float(0.4 + 0.2 * sin(Double(y) / 9 + 2.5 * sin(Double(x) / 25)))
            return SIMD4(tone, tone, tone, 1)
        }
        let dot = PixelGrid(width: 5, height: 4) { x, _ in SIMD4(repeating: x > 2 ? 1 : 0.2) }
        let even = CIImage(color: .gray).cropped(to: CGRect(x: 0, y: 0, width: 200, height: 200))
        for image in [
            disc.image, waves.image, dot.image, even, DetectionScene.ground(width: 400, height: 300, contrast: 0.35),
        ] { #expect(try turn(of: image) == nil) }
    }

    @Test("The border of transparent parts doesn't count as a line")
    func transparent() throws {
        let card = DetectionScene.placed(
            CIImage(color: .white).cropped(to: CGRect(x: 0, y: 0, width: 200, height: 120)),
            at: DetectionScene.corners(width: 240, height: 160, at: CGPoint(x: 180, y: 120), angle: 4))
        let image = card.composited(
            over: CIImage(color: .clear).cropped(to: CGRect(x: 0, y: 0, width: 360, height: 240)))
        #expect(try turn(of: image) == nil)
    }

    @Test(
        "Photographs of things without level lines are left alone",
        .enabled(if: FacePictures.faceless.count == 6 && FacePictures.astronaut != nil, FacePictures.missing))
    func photographs() throws {
        let astronaut = try #require(FacePictures.astronaut)
        // The others, a brick wall and a rocket's tower, have lines.
        for index in [1, 2, 3, 5] { #expect(try turn(of: FacePictures.faceless[index]) == nil, "\(index)") }
        #expect(try turn(of: astronaut) == nil)
    }
}
