import CoreImage
import Foundation

extension FilterOracle {
    /// De Smit and Lenstra's map, step by step: a logarithm, its rotation and scaling, the exponential, and scaling
    /// until the point is between both rectangles. Which rectangle is the outer one is this project's choice.
    static let droste = distortionOracle(
        "CIDroste",
        settings: [
            inset((0, 4), (4, 7), 1, 1), inset((4.5, 9), (1, 4.5), 0, 1, rotation: 0.5),
            inset((1, 5), (3, 8), -2, 1, zoom: 2),
            inset((-1, 5), (6, 8), 1, 2, rotation: -1, zoom: 0.5), inset((2, 3), (7, 12), 1, 1),
            inset((0, 4), (4, 7), 0.5, 1.5), inset((-3, 2), (3, 6), 1, 1),
        ], slack: .infinity, tolerance: 2e-2
    ) { setting, point in
        let (p, q) = (setting.point("inputInsetPoint0"), setting.point("inputInsetPoint1"))
        let inner = CGRect(x: min(p.x, q.x), y: min(p.y, q.y), width: abs(p.x - q.x), height: abs(p.y - q.y))
        let whole = warped.bounds.union(inner)
        let growth = min(whole.width / inner.width, whole.height / inner.height)
        // The outer rectangle lies in the whole picture at the same relative position as the inner one.
        func low(_ start: Double, _ length: Double, _ wholeStart: Double, _ wholeLength: Double) -> Double {
            wholeStart + (wholeLength - length * growth) * (start - wholeStart) / (wholeLength - length)
        }
        let x = low(inner.minX, inner.width, whole.minX, whole.width)
        let y = low(inner.minY, inner.height, whole.minY, whole.height)
        // The fixed point of the map from one rectangle to the other.
        let middle = CGPoint(
            x: inner.minX + inner.width * (inner.minX - x) / (inner.width * (growth - 1)),
            y: inner.minY + inner.height * (inner.minY - y) / (inner.height * (growth - 1)))
        let size = growth * (inner.width * inner.height).squareRoot() / 2
        let zoom = setting.number("inputZoom")
        let radius = hypot(point.x - middle.x, point.y - middle.y) / size / zoom
        let azimuth = remainder(
            atan2(point.y - middle.y, point.x - middle.x) - setting.number("inputRotation"), 2 * .pi)
        let (strands, periodicity) = (setting.number("inputStrands"), setting.number("inputPeriodicity"))
        // All levels meet at the fixed point.
        if radius < 0.05 { return nil }
        // Numbers of strands and periodicities that aren't whole have a seam to the left of the fixed point.
        if abs(azimuth) > 3.1 { return nil }
        let depth = strands * log(growth) / (2 * .pi)
        let length = size * exp(periodicity * log(radius) + depth * azimuth)
        let direction = periodicity * azimuth - depth * log(radius)
        var place = CGPoint(x: length * cos(direction), y: length * sin(direction))
        func isInside(_ scale: Double) -> Bool {
            place.x > scale * (inner.minX - middle.x) && place.x < scale * (inner.maxX - middle.x)
                && place.y > scale * (inner.minY - middle.y) && place.y < scale * (inner.maxY - middle.y)
        }
        for _ in 0..<200 where isInside(1) { place = CGPoint(x: place.x * growth, y: place.y * growth) }
        for _ in 0..<200 where !isInside(growth) { place = CGPoint(x: place.x / growth, y: place.y / growth) }
        // At the edge of a level, rounding decides.
        if isInside(1.001) || !isInside(growth * 0.999) { return nil }
        return warped.bilinear(at: CGPoint(x: middle.x + place.x, y: middle.y + place.y)) {
            warped.bounds == whole ? warped.clamped($0, $1) : warped[$0, $1]
        }
    }

    private static func inset(
        _ first: (CGFloat, CGFloat), _ second: (CGFloat, CGFloat), _ strands: Double, _ periodicity: Double,
        rotation: Double = 0, zoom: Double = 1
    ) -> [String: Any] {
        [
            "inputInsetPoint0": CIVector(x: first.0, y: first.1),
            "inputInsetPoint1": CIVector(x: second.0, y: second.1), "inputStrands": strands,
            "inputPeriodicity": periodicity, "inputRotation": rotation, "inputZoom": zoom,
        ]
    }
}
