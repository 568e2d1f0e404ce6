import CoreImage
import Foundation

extension FilterOracle {
    /// Turned about the middle and enlarged by the smallest number for which no corner of the frame is outside the
    /// turned image; edge pixels are repeated.
    static let straightenFilter = pixelOracle(
        "CIStraightenFilter", tolerance: warpTolerance,
        settings: [0.2, -0.7, 1.4, 3, 0].map { ["inputAngle": $0, kCIInputImageKey: warped.image] },
        in: CGRect(x: -6, y: -1, width: 18, height: 16), extent: { _ in warped.bounds }
    ) { setting, point in
        let frame = warped.bounds
        guard frame.contains(point) else { return .zero }
        let angle = setting.number("inputAngle")
        func back(_ p: CGPoint) -> (x: Double, y: Double) {
            let (x, y) = (p.x - frame.midX, p.y - frame.midY)
            return (x * cos(angle) + y * sin(angle), -x * sin(angle) + y * cos(angle))
        }
        // The frame's corners, turned back, must not lie beyond the image's edges.
        let scale = frame.corners.map { corner in
            max(abs(back(corner).x) / (frame.width / 2), abs(back(corner).y) / (frame.height / 2))
        }.max()!
        let place = back(point)
        return warped.bilinear(at: CGPoint(x: frame.midX + place.x / scale, y: frame.midY + place.y / scale)) {
            warped.clamped($0, $1)
        }
    }
}
