import CoreImage
import Foundation

extension FilterOracle {
    /// The share of a pixel's width that the nearest stroke covers. The distance is computed in coordinates along and
    /// across the segment.
    static let meshGenerator = pixelOracle(
        "CIMeshGenerator",
        settings: [
            (1.5, [[0, 0, 20, 11]]), (4, [[0, 0, 20, 11], [20, 11, -3, 9], [5, -6, 5, 40]]),
            (0.25, [[-2, 3.5, 18, 3.5], [1.5, -4, 1.5, 9]]), (7, [[4, 4, 4, 4], [18.5, 2, 9, 9.25]]),
            (2, [[-1e6, -1e6, 1e6, 1e6], [-500, 8, 700, 3]]),
        ].map { width, lines in
            [
                kCIInputWidthKey: width, "inputMesh": lines.map { CIVector(x: $0[0], y: $0[1], z: $0[2], w: $0[3]) },
                kCIInputColorKey: CIColor(red: 1, green: 0.4, blue: 0.2, alpha: 0.8),
            ]
        }, in: CGRect(x: -9, y: -9, width: 38, height: 31),
        extent: { setting in
            let lines = setting["inputMesh"] as? [CIVector] ?? []
            let margin = setting.number(kCIInputWidthKey) / 2 + 0.5
            let (x, y) = (lines.flatMap { [$0.x, $0.z] }, lines.flatMap { [$0.y, $0.w] })
            let (left, bottom) = ((x.min() ?? 0) - margin, (y.min() ?? 0) - margin)
            return CGRect(
                x: left, y: bottom, width: (x.max() ?? 0) + margin - left, height: (y.max() ?? 0) + margin - bottom)
        }
    ) { setting, point in
        let half = setting.number(kCIInputWidthKey) / 2
        let lines = setting["inputMesh"] as? [CIVector] ?? []
        let shares = lines.map { line -> Double in
            let (px, py) = (point.x - line.x, point.y - line.y)
            let (length, angle) = (hypot(line.z - line.x, line.w - line.y), atan2(line.w - line.y, line.z - line.x))
            let (along, across) = (px * cos(angle) + py * sin(angle), py * cos(angle) - px * sin(angle))
            let distance = hypot(across, max(0, -along, along - length))
            return max(min(half, distance + 0.5) - max(-half, distance - 0.5), 0)
        }
        return setting.pixel(kCIInputColorKey) * Float(shares.max() ?? 0)
    }
}
