import Foundation
import Testing

@testable import BuiltInFilters
@testable import CoreImage
@testable import CoreImageEssentials
@testable import Detection
@testable import Recipes
@testable import UnitHosting

/// The portrait with glows painted into its eyes, and with other light.
struct RedEyePortrait {
    private let portrait: CIImage

    init() throws { portrait = try #require(FacePictures.astronaut) }

    /// A glow's colour in sRGB, the radius of the pupil in the portrait, and the size of the picture.
    struct Setting: Sendable, CustomTestStringConvertible {
        let color: SIMD3<Double>
        let radius: Double
        let scale: CGFloat
        var flash: Int?
        var testDescription: String { "\(color) of radius \(radius) at scale \(scale)" }
    }

    static let settings: [Setting] = {
        let reds: [SIMD3<Double>] = [
            SIMD3(0.8, 0.15, 0.15), SIMD3(1, 0.35, 0.3), SIMD3(0.5, 0.2, 0.17), SIMD3(0.43, 0.08, 0.1),
            SIMD3(1, 0.5, 0.47),
        ]
        let sizes: [(Double, CGFloat)] = [(2.2, 1), (3, 1), (3, 2), (2.2, 3), (4, 2)]
        let all = reds.flatMap { color in sizes.map { Setting(color: color, radius: $0.0, scale: $0.1) } }
        return all + [
            Setting(color: SIMD3(1, 0.75, 0.24), radius: 2.4, scale: 2, flash: 1),
            Setting(color: SIMD3(0.9, 0.63, 0.27), radius: 2.4, scale: 2, flash: 1),
            Setting(color: SIMD3(0.92, 0.94, 0.9), radius: 3, scale: 3, flash: 1),
        ]
    }()

    /// Returns the scaled portrait as it is, with wide dark pupils, and with glows in both eyes.
    private func pictures(_ setting: Setting) -> PortraitVariants {
        var good = portrait.applyingFilter("CILanczosScaleTransform", parameters: [kCIInputScaleKey: setting.scale])
        if let flash = setting.flash { good = good.settingProperties(["{Exif}": ["Flash": flash]]) }
        let glows = [FacePictures.leftEye, FacePictures.rightEye].map { eye in
            PaintedGlow(
                center: CGPoint(x: eye.x * setting.scale, y: eye.y * setting.scale),
                radius: setting.radius * Double(setting.scale), color: setting.color)
        }
        // As the pupils would be without the flash, wide as in the dark.
        let dark = glows.map { glow in
            PaintedGlow(center: glow.center, radius: glow.radius, color: SIMD3(0.11, 0.1, 0.1))
        }
        return PortraitVariants(
            good: good, dark: dark.reduce(good) { $1.painted(on: $0) }, bad: glows.reduce(good) { $1.painted(on: $0) },
            glows: glows)
    }

    private struct PortraitVariants {
        let good: CIImage
        let dark: CIImage
        let bad: CIImage
        let glows: [PaintedGlow]
    }

    /// Expects that most glows are found, that the repaired pupils come near to those without glows, and that all else
    /// stays.
    func expectRepaired(_ settings: [Setting]) throws {
        var (found, expected) = (0, 0)
        // Sums of differences in the pupils to the untouched portrait, and to the one with wide dark pupils.
        var (before, after, count) = (SIMD2(0.0, 0), SIMD2(0.0, 0), 0.0)
        for setting in settings {
            let pictures = pictures(setting)
            let (bad, glows) = (pictures.bad, pictures.glows)
            let filters = try bad.checkedAutoAdjustmentFilters(options: [.enhance: false])
            expected += glows.count
            guard let filter = filters.first else { continue }
            let pupils = try #require(filter.value(forKey: "inputCorrectionInfo") as? [[String: Any]])
            for glow in glows {
                let isFound = pupils.contains { pupil in
                    let center = (pupil["center"] as? CIVector)?.cgPointValue ?? .zero
                    return hypot(center.x - glow.center.x, center.y - glow.center.y) < 0.5 * glow.radius + 0.5
                }
                if isFound { found += 1 }
            }
            #expect(pupils.count <= 2)
            filter.setValue(bad, forKey: kCIInputImageKey)
            let result = try filter.renderableOutput()
            for glow in glows {
                let side = (2 * glow.radius).rounded(.up)
                let box = CGRect(
                    x: (glow.center.x - side).rounded(), y: (glow.center.y - side).rounded(), width: 2 * side,
                    height: 2 * side)
                let images = [pictures.good, pictures.dark, bad, result]
                let grids = try images.map { try PixelGrid(rendering: $0, in: box) }
                for y in grids[0].y..<grids[0].y + grids[0].height {
                    for x in grids[0].x..<grids[0].x + grids[0].width {
                        let distance = hypot(pixelCenter(x, y).x - glow.center.x, pixelCenter(x, y).y - glow.center.y)
                        guard distance < glow.radius else { continue }
                        let colors = grids.map { $0[x, y] }
                        for index in 0...1 {
                            before[index] += ColorDifference.between(colors[2], colors[index])
                            after[index] += ColorDifference.between(colors[3], colors[index])
                        }
                        count += 1
                    }
                }
            }
            let elsewhere = CGRect(x: 0, y: 0, width: 150 * setting.scale, height: 300 * setting.scale)
            #expect(try bytes(result, elsewhere) == bytes(bad, elsewhere))
        }
        print("red eyes found: \(found) of \(expected); mean CIEDE2000 \(before / count) → \(after / count)")
        #expect(Double(found) >= 0.85 * Double(expected), "\(found) of \(expected)")
        #expect(after.x < 0.85 * before.x && after.y < 0.25 * before.y, "\(before / count) → \(after / count)")
    }

    /// The bytes of a part of an image as rendered without colour management. Unlike numbers, they are compared quickly
    /// in a debug build.
    private func bytes(_ image: CIImage, _ rect: CGRect) throws -> Data {
        let rowBytes = Int(rect.width) * 16
        var data = Data(count: rowBytes * Int(rect.height))
        try data.withUnsafeMutableBytes { buffer in
            try CIContext().renderBitmap(
                image, to: try #require(buffer.baseAddress), rowBytes: rowBytes, bounds: rect, format: .RGBAf,
                colorSpace: nil)
        }
        return data
    }

    /// Colours of light.
    static let casts: [SIMD3<Double>] = [
        SIMD3(1, 1, 1), SIMD3(1.3, 1, 0.6), SIMD3(1.6, 1, 0.4), SIMD3(0.8, 1, 1.3),
    ]
    static let scales: [CGFloat] = [0.75, 1, 2]

    /// Expects that nothing is repaired in the portrait as it is.
    func expectNothing(in cast: SIMD3<Double>, scale: CGFloat) throws {
        let lit = portrait.applyingFilter(
            "CIColorMatrix",
            parameters: [
                "inputRVector": CIVector(x: CGFloat(cast.x), y: 0, z: 0, w: 0),
                "inputGVector": CIVector(x: 0, y: CGFloat(cast.y), z: 0, w: 0),
                "inputBVector": CIVector(x: 0, y: 0, z: CGFloat(cast.z), w: 0),
            ]
        ).transformed(by: CGAffineTransform(scaleX: scale, y: scale))
        let picture = lit.settingProperties(["{Exif}": ["Flash": 1]])
        let filters = try picture.checkedAutoAdjustmentFilters(options: [.enhance: false])
        #expect(filters.isEmpty, "\(scale) \(cast)")
    }

    /// Expects that nothing is repaired in the portrait with red lips.
    func expectNothingInLips() throws {
        let lips = PaintedGlow(
            center: FacePictures.mouth, radius: 8, color: SIMD3(0.8, 0.1, 0.15), hasCatchlight: false)
        #expect(try lips.painted(on: portrait).checkedAutoAdjustmentFilters(options: [.enhance: false]).isEmpty)
    }
}
