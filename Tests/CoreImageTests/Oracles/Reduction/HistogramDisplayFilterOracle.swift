import CoreImage
import Foundation
import Testing

extension FilterOracle {
    /// The share of each pixel that lies below the value. Columns below the low limit are darker, and those above the
    /// high limit lighter.
    static let histogramDisplayFilter = FilterOracle(
        "CIHistogramDisplayFilter", .properties, settings: displaySettings
    ) {
        let row = PixelGrid(x: -7, y: 4, width: 23, height: 1) { x, _ in
            SIMD4(Float(x + 7) / 23, Float(abs(x * 5) % 9) / 7 - 0.1, x == 3 ? 2 : 0.333, 0.5)
        }
        for setting in displaySettings {
            let height = (setting["inputHeight"] as? Double).map { Int(min(max($0.rounded(), 1), 200)) } ?? 100
            let image = row.image.applyingFilter("CIHistogramDisplayFilter", parameters: setting)
            #expect(image.extent == CGRect(x: -7, y: 4, width: 23, height: height))
            let (low, high) = (setting["inputLowLimit"] as? Double ?? 0, setting["inputHighLimit"] as? Double ?? 1)
            try expect(image, in: image.extent.insetBy(dx: -1, dy: -1), tolerance: 1e-4) { x, y in
                guard image.extent.contains(pixelCenter(x, y)) else { return .zero }
                let place = (Double(x + 7) + 0.5) / 23
                func light(_ value: Float) -> Float {
                    var light = min(max(Double(value) * Double(height) - Double(y - 4), 0), 1)
                    if place < low { light /= 2 }
                    if place > high { light = 0.75 * light + 0.25 }
                    return Float(light)
                }
                let value = row[x, 4]
                return SIMD4(light(value.x), light(value.y), light(value.z), 1)
            }
            try expectSameInParts(image, in: image.extent, part: 9)
        }
        // Of several rows the lowest one counts.
        let rows = PixelGrid(x: 0, y: 2, width: 3, height: 2) { _, y in SIMD4(repeating: y == 2 ? 0.5 : 1) }
        let image = rows.image.applyingFilter("CIHistogramDisplayFilter", parameters: ["inputHeight": 10])
        try expect(image, in: CGRect(x: 0, y: 2, width: 3, height: 10)) { _, y in
            y < 7 ? .one : SIMD4(0, 0, 0, 1)
        }
    }

    private static var displaySettings: [[String: Any]] {
        [
            [:], ["inputHeight": 30.0, "inputLowLimit": 0.3], ["inputHeight": 7.4, "inputHighLimit": 0.6],
            ["inputHeight": 0.0, "inputLowLimit": 0.7, "inputHighLimit": 0.2], ["inputHeight": 1000.0],
        ]
    }
}
