import CoreImage
import Foundation

/// A brush, and the places that it touches: a part of a stroke.
package struct PaintBrush: Sendable, Hashable {
    /// The most places of a message.
    package static let mostPoints = 256

    /// Whether a stroke begins, which is undone as a whole.
    package var begins: Bool
    /// The places, in pixels from the lower left corner of the picture.
    package var points: [CGPoint]
    /// The colour in sRGB, not premultiplied.
    package var color: CIFilterControlValue
    /// The radius in pixels.
    package var radius: Double
    /// The part of the radius over which the paint fades, from 0 to 1.
    package var softness: Double
}

extension PaintBrush: Decodable {
    private enum CodingKeys: String, CodingKey { case begins, points, color, radius, softness }

    /// Reads a part of a stroke.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func refuse(_ key: CodingKeys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: values, debugDescription: reason)
        }
        begins = try values.decodeIfPresent(Bool.self, forKey: .begins) ?? false
        radius = try values.decode(Double.self, forKey: .radius)
        guard (0.5...1000).contains(radius) else { throw refuse(.radius, "write 0.5 to 1000 pixels") }
        softness = try values.decode(Double.self, forKey: .softness)
        guard (0...1).contains(softness) else { throw refuse(.softness, "write a number from 0 to 1") }
        color = try values.decode(CIFilterControlValue.self, forKey: .color)
        guard case .color = color else { throw refuse(.color, "write a colour") }
        let pairs = try values.decode([[Double]].self, forKey: .points)
        guard (1...Self.mostPoints).contains(pairs.count),
            pairs.allSatisfy({ $0.count == 2 && abs($0[0]) < 1e6 && abs($0[1]) < 1e6 })
        else { throw refuse(.points, "write 1 to \(Self.mostPoints) pairs of numbers") }
        points = pairs.map { CGPoint(x: $0[0], y: $0[1]) }
    }
}
