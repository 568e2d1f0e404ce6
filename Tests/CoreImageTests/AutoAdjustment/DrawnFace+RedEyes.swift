import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

extension DrawnFace {
    /// Returns the filters for a drawn face, with its feature in the options and optional camera metadata.
    ///
    /// - Parameter picture: The picture of the face, for callers that use it several times; drawn if nil.
    func redEyeFilters(
        in picture: CIImage? = nil, flash: Int? = nil, options: [CIImageAutoAdjustmentOption: Any] = [:]
    ) throws -> [CIFilter] {
        var image = picture ?? self.image
        if let flash {
            image = image.settingProperties([
                "{Exif}": ["Flash": flash], "{TIFF}": ["Model": "Box 2"],
            ])
        }
        return try image.checkedAutoAdjustmentFilters(
            options: options.merging([.features: [feature], .enhance: false]) { given, _ in given })
    }

    /// Returns the pupils that filters repair.
    static func pupils(_ filters: [CIFilter]) throws -> [(center: CGPoint, radius: Double)] {
        try filters.flatMap { filter in
            try #require(filter.value(forKey: "inputCorrectionInfo") as? [[String: Any]]).map { entry in
                let center = try #require(entry["center"] as? CIVector)
                return (center.cgPointValue, try #require(entry["radius"] as? NSNumber).doubleValue)
            }
        }
    }

    /// Expects that both pupils are measured to parts of a pixel.
    ///
    /// - Parameter knowsEyes: Whether the detector has reported the eyes, in turn for each picture.
    static func expectMeasured(glow: SIMD3<Float>, knowsEyes: [[Bool]]) throws {
        for (radius, knowsEyes) in zip([3.2, 4.5, 6], knowsEyes) {
            var face = DrawnFace(glow: glow, pupilRadius: radius)
            let picture = face.image
            for hasEyePositions in knowsEyes {
                face.hasEyePositions = hasEyePositions
                let found = try pupils(face.redEyeFilters(in: picture))
                #expect(found.count == 2)
                for (pupil, eye) in zip(found, eyes) {
                    #expect(hypot(pupil.center.x - eye.x, pupil.center.y - eye.y) < 0.6, "\(pupil)")
                    #expect(abs(pupil.radius - radius) < 0.9, "\(pupil), not \(radius)")
                }
            }
        }
    }

    /// Glows that are measured.
    static let measuredGlows = [
        SIMD3<Float>(0.6, 0.03, 0.03), SIMD3(0.2, 0.025, 0.02), SIMD3(0.95, 0.2, 0.18), SIMD3(0.15, 0.008, 0.01),
    ]

    /// Faces without glowing pupils.
    static let withoutGlow: [DrawnFace] = {
        let lipstick = SIMD3<Float>(0.6, 0.01, 0.02)
        return [
            DrawnFace(), DrawnFace(iris: SIMD3(0.3, 0.13, 0.03)), DrawnFace(iris: SIMD3(0.1, 0.2, 0.35)),
            DrawnFace(iris: SIMD3(0.17, 0.06, 0.02), pupilRadius: 1.5, hasCatchlights: false),
            DrawnFace(lips: lipstick), DrawnFace(glasses: lipstick), DrawnFace(lidColor: SIMD3(0.4, 0.04, 0.05)),
            DrawnFace(lips: lipstick, glasses: SIMD3(0.2, 0.01, 0.01), lidColor: SIMD3(0.25, 0.02, 0.03)),
            DrawnFace(skin: SIMD3(0.1, 0.045, 0.025), iris: SIMD3(0.03, 0.015, 0.01)),
            DrawnFace(skin: SIMD3(0.75, 0.4, 0.3), iris: SIMD3(0.12, 0.05, 0.03)),
        ]
    }()

    /// White, warm, very warm and cold light.
    static let lights: [SIMD3<Float>] = [
        SIMD3(1, 1, 1), SIMD3(1.4, 1, 0.5), SIMD3(1.7, 0.9, 0.3), SIMD3(0.8, 1, 1.4),
    ]

    /// What the detector and the metadata report: whether the eyes' places, and whether the flash fired.
    typealias Report = (hasEyePositions: Bool, flash: Int?)
    static let reports: [Report] = [(true, nil), (true, 1), (false, 1)]

    /// Expects that nothing is repaired in a light.
    func expectNothing(in light: SIMD3<Float>, _ reports: [Report], _ name: String) throws {
        var lit = self
        lit.light = light
        let picture = lit.image
        for report in reports {
            lit.hasEyePositions = report.hasEyePositions
            #expect(try lit.redEyeFilters(in: picture, flash: report.flash).isEmpty, "\(name) in \(light)")
        }
    }
}
