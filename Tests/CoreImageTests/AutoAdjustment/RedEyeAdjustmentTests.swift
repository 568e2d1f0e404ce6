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

    /// The detector reports the eyes of every second picture; `RedEyeAdjustmentLongTests` tries both for each.
    @Test("Red pupils are measured to parts of a pixel", arguments: DrawnFace.measuredGlows.indices)
    func measured(index: Int) throws {
        let isEven = index % 2 == 0
        try DrawnFace.expectMeasured(
            glow: DrawnFace.measuredGlows[index], knowsEyes: [[isEven], [!isEven], [isEven]])
    }

    @Test("One glowing eye is repaired, and the other left alone")
    func single() throws {
        let found = try DrawnFace.pupils(DrawnFace(glow: Self.red, bothGlow: false).redEyeFilters())
        #expect(found.count == 1)
        #expect(hypot(found[0].center.x - DrawnFace.eyes[0].x, found[0].center.y - DrawnFace.eyes[0].y) < 1)
    }

    /// Each face in white light and in one coloured light, with one report of the detector and the camera. Together
    /// they are every coloured light with every report; `RedEyeAdjustmentLongTests` tries all combinations.
    @Test("What isn't a glow is left alone: other eyes, red lips, glasses, make-up, warm and cold light")
    func nothing() throws {
        let (lights, reports) = (DrawnFace.lights, DrawnFace.reports)
        for (index, face) in DrawnFace.withoutGlow.enumerated() {
            // Flash and known eyes permit the most kinds of glow.
            try face.expectNothing(in: lights[0], [reports[1]], "face \(index)")
            let report = index < 3 ? reports[0] : index < 6 ? reports[1] : reports[2]
            try face.expectNothing(in: lights[1 + index % 3], [report], "face \(index)")
        }
    }

    @Test("The EXIF flash flag decides whether amber, white and faint red glows are repaired")
    func flash() throws {
        let weak = SIMD3<Float>(0.2, 0.045, 0.04)
        let (fired, off) = (1, 16)
        /// Expects a number of pupils, in one picture for all values of the flag.
        func expect(_ glow: SIMD3<Float>, bothGlow: Bool = true, _ counts: [(flash: Int?, count: Int)]) throws {
            let face = DrawnFace(glow: glow, bothGlow: bothGlow)
            let picture = face.image
            for (flash, count) in counts {
                let found = try DrawnFace.pupils(face.redEyeFilters(in: picture, flash: flash))
                #expect(found.count == count, "\(glow), both: \(bothGlow), flash \(String(describing: flash))")
            }
        }
        try expect(Self.red, [(off, 2)])
        try expect(Self.red, bothGlow: false, [(off, 0)])
        try expect(weak, [(fired, 2), (off, 0)])
        try expect(weak, bothGlow: false, [(fired, 0)])
        try expect(Self.amber, [(fired, 2), (nil, 2), (off, 0)])
        try expect(Self.amber, bothGlow: false, [(nil, 0)])
        try expect(Self.white, [(fired, 2), (nil, 0)])
    }

    @Test("The camera's model is passed to the filter, if there is one")
    func camera() throws {
        let face = DrawnFace(glow: Self.red)
        let picture = face.image
        let filter = try #require(try face.redEyeFilters(in: picture, flash: 1).first)
        #expect(filter.name == "CIRedEyeCorrection" && filter.value(forKey: "inputCameraModel") as? String == "Box 2")
        let other = try #require(try face.redEyeFilters(in: picture).first)
        #expect(other.value(forKey: "inputCameraModel") == nil)
    }

    @Test("No filter if disabled, and none without faces")
    func options() throws {
        let face = DrawnFace(glow: Self.red)
        let picture = face.image
        #expect(try face.redEyeFilters(in: picture, options: [.redEye: false]).isEmpty)
        #expect(
            try picture.checkedAutoAdjustmentFilters(options: [.features: [CIFeature](), .enhance: false]).isEmpty)
    }

    /// A face with red eyes, drawn once for all orientations.
    private static let redEyed = DrawnFace(glow: red).image

    @Test("In every orientation, pupils are found at the mapped places", arguments: 1...8)
    func orientations(number: Int) throws {
        let orientation = try #require(CGImagePropertyOrientation(rawValue: UInt32(number)))
        let (stored, map) = DetectionScene.stored(Self.redEyed, in: orientation)
        for hasEyePositions in [true, false] {
            let face = DrawnFace(glow: Self.red, hasEyePositions: hasEyePositions)
            let feature = face.feature.moved(by: map, turning: 0)
            let found = try DrawnFace.pupils(
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
        let good = DrawnFace().grid
        for glow in [Self.red, Self.amber, SIMD3(0.95, 0.2, 0.18)] {
            let face = DrawnFace(glow: glow)
            let bad = face.grid
            let picture = bad.image
            let filter = try #require(try face.redEyeFilters(in: picture, flash: 1).first)
            filter.setValue(picture, forKey: kCIInputImageKey)
            let result = try PixelGrid(rendering: filter.renderableOutput(), in: good.bounds)
            var (before, after, count, changed) = (0.0, 0.0, 0.0, 0)
            for y in 0..<good.height {
                for x in 0..<good.width {
                    let point = pixelCenter(x, y)
                    let radius = min(
                        hypot(point.x - DrawnFace.eyes[0].x, point.y - DrawnFace.eyes[0].y),
                        hypot(point.x - DrawnFace.eyes[1].x, point.y - DrawnFace.eyes[1].y))
                    if radius > 9, result[x, y] != bad[x, y] { changed += 1 }
                    guard radius < 4.5 else { continue }
                    before += ColorDifference.between(bad[x, y], good[x, y])
                    after += ColorDifference.between(result[x, y], good[x, y])
                    count += 1
                }
            }
            #expect(changed == 0, "pixels outside the eyes")
            #expect(after < 0.25 * before && after / count < 9, "\(before / count) → \(after / count)")
        }
    }
}
