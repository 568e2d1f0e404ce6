import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The curve of SMPTE ST 2094-50's reference white tone mapping operator, computed as a Bézier curve. Its values
    /// rise, hues stay, and nothing changes if the target has enough headroom.
    static let toneMapHeadroom = FilterOracle("CIToneMapHeadroom", .properties) {
        for (source, target) in [(1.5, 1.0), (1000.0 / 203, 1), (8, 1), (16, 4), (4, 3), (32, 2)] {
            let setting = ["inputSourceHeadroom": source, "inputTargetHeadroom": target]
            func mapped(_ light: [Double]) throws -> [Double] {
                let ramp = PixelGrid(width: light.count, height: 1) { x, _ in
                    SIMD4(SIMD3(0.25, 1, 0.5) * Float(light[x]), 1)
                }
                let result = try PixelGrid(
                    rendering: ramp.image.applyingFilter("CIToneMapHeadroom", parameters: setting), in: ramp.bounds)
                return light.indices.map { x in
                    let pixel = result[x, 0]
                    #expect(abs(pixel.x - pixel.y / 4) < 1e-4 && abs(pixel.z - pixel.y / 2) < 1e-4, "hue changes")
                    return Double(pixel.y)
                }
            }
            // The output of white: half for a large source and a target without headroom, interpolated in stops.
            let part = min(log2(source) / log2(1000.0 / 203), 1)
            let room = min(log2(target) / (part * log2(8.0 / 3)), 1)
            let white = exp2(log2(1 - part / 2) * (1 - room))
            let dark = try mapped([0, 0.3, 1])
            #expect(abs(dark[0]) < 1e-6 && abs(dark[1] - 0.3 * white) < 1e-4 && abs(dark[2] - white) < 1e-4)
            let corner = (x: 0.35 + 0.65 * target / white, y: 0.35 * white + 0.65 * target)
            let curve = (1...20).map { step in
                let t = Double(step) / 20
                func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
                return (
                    x: between(between(1, corner.x), between(corner.x, source)),
                    y: between(between(white, corner.y), between(corner.y, target))
                )
            }
            for (point, found) in zip(curve, try mapped(curve.map(\.x))) {
                #expect(abs(found - point.y) < 1e-3, "\(source) to \(target): \(point.x) becomes \(found)")
            }
            let rising = try mapped((0...100).map { source * 1.2 * Double($0) / 100 })
            #expect(zip(rising, rising.dropFirst()).allSatisfy { $0 <= $1 + 1e-5 })
            #expect(rising.allSatisfy { $0 <= target + 1e-4 } && abs((rising.last ?? 0) - target) < 1e-3)
        }
        for setting in [(1.0, 1.0), (2, 2), (2, 8), (1, 32)] {
            try expectColors(
                "CIToneMapHeadroom", ["inputSourceHeadroom": setting.0, "inputTargetHeadroom": setting.1], tolerance: 0
            ) { $0 }
        }
    }
}
