import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

@Suite("Automatic adjustment: red eyes")
struct RedEyeAdjustmentTests {
    private static let red = SIMD3<Float>(0.6, 0.03, 0.03)
    private static let amber = SIMD3<Float>(1, 0.52, 0.05)
    private static let white = SIMD3<Float>(0.9, 0.92, 0.86)

    /// Returns the filters for a drawn face, with its feature in the options and optional camera metadata.
    private func filters(
        for face: DrawnFace, flash: Int? = nil, options: [CIImageAutoAdjustmentOption: Any] = [:]
    ) throws -> [CIFilter] {
        var image = face.image
        if let flash {
            image = image.settingProperties([
                "{Exif}": ["Flash": flash], "{TIFF}": ["Model": "Box 2"],
            ])
        }
        return try image.checkedAutoAdjustmentFilters(
            options: options.merging([.features: [face.feature], .enhance: false]) { given, _ in given })
    }

    private func pupils(_ filters: [CIFilter]) throws -> [(center: CGPoint, radius: Double)] {
        try filters.flatMap { filter in
            try #require(filter.value(forKey: "inputCorrectionInfo") as? [[String: Any]]).map { entry in
                let center = try #require(entry["center"] as? CIVector)
                return (center.cgPointValue, try #require(entry["radius"] as? NSNumber).doubleValue)
            }
        }
    }

    @Test(
        "Red pupils are measured to parts of a pixel",
        arguments: [
            SIMD3<Float>(0.6, 0.03, 0.03), SIMD3(0.2, 0.025, 0.02), SIMD3(0.95, 0.2, 0.18), SIMD3(0.15, 0.008, 0.01),
        ])
    func measured(glow: SIMD3<Float>) throws {
        for radius in [3.2, 4.5, 6] {
            for tellsEyes in [true, false] {
                let face = DrawnFace(glow: glow, pupilRadius: radius, tellsEyes: tellsEyes)
                let found = try pupils(filters(for: face))
                #expect(found.count == 2)
                for (pupil, eye) in zip(found, DrawnFace.eyes) {
                    #expect(hypot(pupil.center.x - eye.x, pupil.center.y - eye.y) < 0.6, "\(pupil)")
                    #expect(abs(pupil.radius - radius) < 0.9, "\(pupil), not \(radius)")
                }
            }
        }
    }

    @Test("One glowing eye is repaired, and the other left alone")
    func single() throws {
        let found = try pupils(filters(for: DrawnFace(glow: Self.red, bothGlow: false)))
        #expect(found.count == 1)
        #expect(hypot(found[0].center.x - DrawnFace.eyes[0].x, found[0].center.y - DrawnFace.eyes[0].y) < 1)
    }

    @Test("What isn't a glow is left alone: other eyes, red lips, glasses, make-up, warm and cold light")
    func nothing() throws {
        let lipstick = SIMD3<Float>(0.6, 0.01, 0.02)
        let faces = [
            DrawnFace(), DrawnFace(iris: SIMD3(0.3, 0.13, 0.03)), DrawnFace(iris: SIMD3(0.1, 0.2, 0.35)),
            DrawnFace(iris: SIMD3(0.17, 0.06, 0.02), pupilRadius: 1.5, hasCatchlights: false),
            DrawnFace(lips: lipstick), DrawnFace(glasses: lipstick), DrawnFace(lidColor: SIMD3(0.4, 0.04, 0.05)),
            DrawnFace(lips: lipstick, glasses: SIMD3(0.2, 0.01, 0.01), lidColor: SIMD3(0.25, 0.02, 0.03)),
            DrawnFace(skin: SIMD3(0.1, 0.045, 0.025), iris: SIMD3(0.03, 0.015, 0.01)),
            DrawnFace(skin: SIMD3(0.75, 0.4, 0.3), iris: SIMD3(0.12, 0.05, 0.03)),
        ]
        let lights: [SIMD3<Float>] = [SIMD3(1, 1, 1), SIMD3(1.4, 1, 0.5), SIMD3(1.7, 0.9, 0.3), SIMD3(0.8, 1, 1.4)]
        for (index, face) in faces.enumerated() {
            for light in lights {
                var lit = face
                lit.light = light
                for (tellsEyes, flash) in [(true, nil), (true, 1), (false, 1)] as [(Bool, Int?)] {
                    lit.tellsEyes = tellsEyes
                    #expect(try filters(for: lit, flash: flash).isEmpty, "face \(index) in \(light)")
                }
            }
        }
    }

    @Test("The flash decides on amber and white light; without it only sure reds count")
    func flash() throws {
        let weak = SIMD3<Float>(0.2, 0.045, 0.04)
        let (fired, off) = (1, 16)
        #expect(try pupils(filters(for: DrawnFace(glow: Self.red), flash: off)).count == 2)
        #expect(try pupils(filters(for: DrawnFace(glow: Self.red, bothGlow: false), flash: off)).isEmpty)
        #expect(try pupils(filters(for: DrawnFace(glow: weak), flash: fired)).count == 2)
        #expect(try pupils(filters(for: DrawnFace(glow: weak), flash: off)).isEmpty)
        #expect(try pupils(filters(for: DrawnFace(glow: weak, bothGlow: false), flash: fired)).isEmpty)
        #expect(try pupils(filters(for: DrawnFace(glow: Self.amber), flash: fired)).count == 2)
        #expect(try pupils(filters(for: DrawnFace(glow: Self.amber))).count == 2)
        #expect(try pupils(filters(for: DrawnFace(glow: Self.amber, bothGlow: false))).isEmpty)
        #expect(try pupils(filters(for: DrawnFace(glow: Self.amber), flash: off)).isEmpty)
        #expect(try pupils(filters(for: DrawnFace(glow: Self.white), flash: fired)).count == 2)
        #expect(try pupils(filters(for: DrawnFace(glow: Self.white))).isEmpty)
    }

    @Test("The camera's model goes along; without metadata there is none")
    func camera() throws {
        let filter = try #require(try filters(for: DrawnFace(glow: Self.red), flash: 1).first)
        #expect(filter.name == "CIRedEyeCorrection" && filter.value(forKey: "inputCameraModel") as? String == "Box 2")
        let other = try #require(try filters(for: DrawnFace(glow: Self.red)).first)
        #expect(other.value(forKey: "inputCameraModel") == nil)
    }

    @Test("Not where the options say so, and not without faces")
    func options() throws {
        let face = DrawnFace(glow: Self.red)
        #expect(try filters(for: face, options: [.redEye: false]).isEmpty)
        #expect(
            try face.image.checkedAutoAdjustmentFilters(options: [.features: [CIFeature](), .enhance: false]).isEmpty)
    }

    @Test("In every orientation, the repaired picture is the upright one's", arguments: 1...8)
    func orientations(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        for tellsEyes in [true, false] {
            let face = DrawnFace(glow: Self.red, tellsEyes: tellsEyes)
            let (stored, map) = DetectionScene.stored(face.image, in: orientation)
            let feature = face.feature.moved(by: map, turning: 0)
            let found = try pupils(
                stored.checkedAutoAdjustmentFilters(options: [
                    .features: [feature], .enhance: false, .init(rawValue: CIDetectorImageOrientation): number,
                ]))
            #expect(found.count == 2)
            for (pupil, eye) in zip(found, DrawnFace.eyes) {
                let place = eye.applying(map)
                #expect(hypot(pupil.center.x - place.x, pupil.center.y - place.y) < 0.6, "\(pupil)")
            }
        }
    }

    @Test("Repaired, a drawn face is nearly the one with dark pupils, and the same elsewhere")
    func repaired() throws {
        for glow in [Self.red, Self.amber, SIMD3(0.95, 0.2, 0.18)] {
            let face = DrawnFace(glow: glow)
            let filter = try #require(try filters(for: face, flash: 1).first)
            let (good, bad) = (DrawnFace().grid, face.grid)
            filter.setValue(bad.image, forKey: kCIInputImageKey)
            let result = try PixelGrid(rendering: filter.renderableOutput(), in: good.bounds)
            var (before, after, count) = (0.0, 0.0, 0.0)
            for y in 0..<good.height {
                for x in 0..<good.width {
                    let distances = DrawnFace.eyes.map { hypot(center(x, y).x - $0.x, center(x, y).y - $0.y) }
                    let radius = distances.min() ?? 0
                    if radius > 9 { #expect(result[x, y] == bad[x, y]) }
                    guard radius < 4.5 else { continue }
                    before += difference(bad[x, y], good[x, y])
                    after += difference(result[x, y], good[x, y])
                    count += 1
                }
            }
            #expect(after < 0.25 * before && after / count < 9, "\(before / count) → \(after / count)")
        }
    }

    private func difference(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> Double {
        ColorDifference.between(
            .init(linear: SIMD3(a.x, a.y, a.z)), .init(linear: SIMD3(b.x, b.y, b.z)))
    }
}
