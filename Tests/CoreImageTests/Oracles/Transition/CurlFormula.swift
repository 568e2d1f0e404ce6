import CoreImage
import Foundation

/// The definition of the page curl in double precision, on test pictures. It uses angles about the cylinder, whereas
/// the filter uses sines.
struct CurlFormula {
    let direction: CGPoint
    let radius: Double
    let crease: Double
    let time: Double
    let travelled: CGRect

    static let target = PixelGrid.colorful(x: -6, y: 0, width: 15, height: 13)
    static let backside = PixelGrid.colorful(x: -1, y: 1, width: 8, height: 12)
    static let shading = PixelGrid.colorful(x: 4, y: -9, width: 6, height: 5)

    /// Settings of time, angle, radius and extent, with target and backside.
    static func setting(
        _ time: Double, angle: Double, radius: Double, extent: CGRect = FilterOracle.warped.bounds,
        _ others: [String: Any] = [:]
    ) -> [String: Any] {
        [
            kCIInputTimeKey: time, kCIInputAngleKey: angle, kCIInputRadiusKey: radius,
            kCIInputExtentKey: CIVector(cgRect: extent), kCIInputTargetImageKey: target.image,
            "inputBacksideImage": backside.image,
        ].merging(others) { $1 }
    }

    init(_ setting: [String: Any]) {
        let given = (setting[kCIInputExtentKey] as? CIVector)?.cgRectValue ?? .zero
        travelled = given.width > 0 && given.height > 0 ? given : FilterOracle.warped.bounds
        let angle = setting.number(kCIInputAngleKey)
        direction = angle.isFinite ? CGPoint(x: cos(angle), y: sin(angle)) : CGPoint(x: 1, y: 0)
        radius = max(setting.number(kCIInputRadiusKey), 0.01)
        let time = setting.number(kCIInputTimeKey)
        self.time = time.isNaN ? 0 : min(max(time, 0), 1)
        // The crease moves from before the extent's first point to its last point, along the direction.
        let half = (abs(direction.x) * travelled.width + abs(direction.y) * travelled.height) / 2
        let middle = travelled.midX * direction.x + travelled.midY * direction.y
        crease = middle - half - radius + self.time * (2 * half + radius)
    }

    /// How far a point is ahead of the crease.
    func ahead(_ point: CGPoint) -> Double { point.x * direction.x + point.y * direction.y - crease }

    /// Returns the page's coverage, which rises from half a pixel before to half a pixel after the crease.
    private func coverage(_ point: CGPoint) -> Float { Float(min(max(ahead(point) + 0.5, 0), 1)) }

    /// Returns the page's pixel at a point, over transparency; nil in an edge's softness, half of which lies outside
    /// the extent.
    func page(_ point: CGPoint, _ setting: [String: Any]) -> SIMD4<Float>? {
        let way = ahead(point)
        // The angle about the axis, upwards from the foremost point of the cylinder. Beyond a quarter turn the page
        // continues in the tangent plane.
        let turn = acos(min(max(1 - way / radius, 0), 1))
        let flat = max(way - radius, 0)
        // Arcs behind the line where the page leaves the ground.
        let below = radius * (.pi / 2 - turn) - flat
        let above = radius * (.pi / 2 + turn) + flat
        func place(_ arc: Double) -> CGPoint {
            let move = crease + radius - arc - (crease + way)
            return CGPoint(x: point.x + move * direction.x, y: point.y + move * direction.y)
        }
        let front = FilterOracle.warped.bilinear(at: place(below))
        let hasBackside = setting["inputBacksideImage"] != nil
        let back = hasBackside ? Self.backside : FilterOracle.warped
        var rear = back.bilinear(at: place(above))
        let isInside = FilterOracle.warped.bounds.contains(place(below)) || back.bounds.contains(place(above))
        if !isInside, front != .zero || rear != .zero { return nil }
        let slope = cos(turn)
        if setting["inputShadingImage"] != nil {
            let square = Self.shading.bounds
            let light = Self.shading.bilinear(
                at: CGPoint(
                    x: square.midX - slope * direction.x * square.width / 2,
                    y: square.midY - slope * direction.y * square.height / 2)
            ) { Self.shading.clamped($0, $1) }
            rear = light * rear.w + rear * (1 - light.w)
        } else {
            let gray = SIMD4(SIMD3(repeating: 0.692 * rear.w), rear.w)
            rear += (gray - rear) * Float(Self.sheen(slope))
        }
        let fade = Float(min((1 - time) / 0.005, 1))
        return (rear + front * (1 - rear.w)) * coverage(point) * fade
    }

    private static func sheen(_ slope: Double) -> Double {
        if slope < 0.6 { return 0 }
        if slope < 0.9 {
            let part = (slope - 0.6) / 0.3
            return 0.275 * part + 0.205 * part * part
        }
        let part = (slope - 0.9) / 0.1
        return 0.48 - 0.528 * part + 0.952 * part * part
    }

    /// The target, which fades in ahead of the crease.
    func ground(_ point: CGPoint) -> SIMD4<Float> {
        let cover = coverage(point)
        return Self.target[Int(point.x.rounded(.down)), Int(point.y.rounded(.down))]
            * (1 - cover + cover * Float(time))
    }

    /// Returns the share of light that the shadow takes.
    func shadow(_ point: CGPoint, _ setting: [String: Any]) -> Float {
        let caster = (setting["inputShadowExtent"] as? CIVector)?.cgRectValue ?? .zero
        let rect = caster.width > 0 ? caster : travelled
        let side = CGPoint(x: -direction.y, y: direction.x)
        let half = (abs(side.x) * rect.width + abs(side.y) * rect.height) / 2
        let past = abs((point.x - rect.midX) * side.x + (point.y - rect.midY) * side.y) - half
        let reach = 0.775 * min(setting.number("inputShadowSize"), 1) * radius
        let distance = abs(ahead(point))
        let near = 1 - (hypot(distance, 0.08 * reach) - 0.08 * reach) / reach
        let width = 0.787 * reach
        let part = min(max((past + width) / (2 * width), 0), 1)
        let end = 1 - (3 * part * part - 2 * part * part * part)
        let strength = 0.42 * min(setting.number("inputShadowAmount"), 1) * min(time / 0.15, (1 - time) / 0.15, 1)
        return near > 0 ? Float(strength * near * near * end) : 0
    }
}
