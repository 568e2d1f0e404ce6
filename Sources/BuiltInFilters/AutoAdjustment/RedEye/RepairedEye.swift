import CoreImageEssentials
import Foundation

/// A place where a glow is repaired: a pupil, or the rectangle of an eye.
struct RepairedEye: Hashable, Sendable {
    enum Shape: Hashable, Sendable {
        case pupil(center: CGPoint, radius: Double)
        case rectangle(CGRect)
    }

    let shape: Shape
    let glow: PupilGlow

    /// Pixels over which the repair of a pupil fades, in addition to a quarter of its radius.
    private static let softEdge = 1.0

    /// The smallest rectangle around the pixels that may change.
    var bounds: CGRect {
        switch shape {
        case .pupil(let center, let radius):
            let reach = 1.25 * radius + Self.softEdge
            return CGRect(x: center.x - reach, y: center.y - reach, width: 2 * reach, height: 2 * reach)
        case .rectangle(let rectangle): return rectangle
        }
    }

    /// Returns the share of the repair at a point, from 0 to 1. It is 1 in a pupil and falls in a rim around it; in a
    /// rectangle it falls towards the edges.
    func share(at point: CGPoint) -> Float {
        switch shape {
        case .pupil(let center, let radius):
            let distance = Double(hypot(point.x - center.x, point.y - center.y))
            return Self.fall((distance - radius) / (0.25 * radius + Self.softEdge))
        case .rectangle(let rectangle):
            let across = min(point.x - rectangle.minX, rectangle.maxX - point.x)
            let down = min(point.y - rectangle.minY, rectangle.maxY - point.y)
            let rim = min(rectangle.width, rectangle.height) / 8
            return Self.fall(1 - Double(min(across, down) / rim))
        }
    }

    /// Returns a value that falls smoothly from 1 at 0 to 0 at 1.
    private static func fall(_ place: Double) -> Float {
        let place = min(max(place, 0), 1)
        return Float(1 - place * place * (3 - 2 * place))
    }
}
