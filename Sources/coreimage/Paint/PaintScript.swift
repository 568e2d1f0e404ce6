import CoreImage
import Foundation
import UntrustedInput

/// The contents of a file of strokes: a canvas, and strokes in painting order.
struct PaintScript: Decodable, Sendable {
    /// The canvas's width and height in pixels. Nil for the size of the background picture.
    var size: [Double]?
    /// The colour of the canvas. Nil for white.
    var canvas: PaintColor?
    /// The strokes in painting order.
    var strokes: [PaintStroke]

    private enum CodingKeys: String, CodingKey, CaseIterable { case size, canvas, strokes }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.rawValue))
        let values = try decoder.container(keyedBy: CodingKeys.self)
        size = try values.decodeIfPresent([Double].self, forKey: .size)
        canvas = try values.decodeIfPresent(PaintColor.self, forKey: .canvas)
        strokes = try values.decode([PaintStroke].self, forKey: .strokes)
        if let size {
            guard size.count == 2, size.allSatisfy({ $0 >= 1 && $0 <= 100_000 && $0 == $0.rounded() }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .size, in: values, debugDescription: "a size is two whole numbers from 1 to 100000")
            }
        }
    }

    /// Reads a file.
    ///
    /// - Throws: `Refusal`, with the file, the position in it, and the remedy.
    init(contentsOf path: String) throws {
        let data: Data
        do throws(WholeFile.Failure) { data = Data(try WholeFile.bytes(at: PathText(path).fileURL().path)) } catch {
            throw Refusal(error.code == EFBIG ? "\(path): it has more than 64 MB, too many for strokes" : "\(error)")
        }
        do {
            self = try CheckedJSON.decode(
                PaintScript.self, from: data, limits: TextLimits(bytes: 64 << 20, depth: 16, values: 4_000_000))
        } catch let error as TextRefusal {
            throw Refusal("\(path): \(error)")
        } catch let error as DecodingError {
            throw Refusal("\(path): \(error.place)")
        }
    }
}

/// A stroke of the brush.
struct PaintStroke: Decodable, Sendable {
    /// The colour of the brush. Nil for black.
    var color: PaintColor?
    /// The radius of the brush in pixels, at which its colour has faded completely. 25 by default.
    var radius: Double
    /// The points of the stroke in pixels, from the lower left corner.
    var points: [CGPoint]
    /// The distance between dabs along the line between two points, in pixels. With 0 there are dabs only at the
    /// points.
    var spacing: Double

    private enum CodingKeys: String, CodingKey, CaseIterable { case color, radius, points, spacing }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(CodingKeys.allCases.map(\.rawValue))
        let values = try decoder.container(keyedBy: CodingKeys.self)
        color = try values.decodeIfPresent(PaintColor.self, forKey: .color)
        radius = try values.decodeIfPresent(Double.self, forKey: .radius) ?? 25
        guard radius > 0, radius <= 10_000 else {
            throw DecodingError.dataCorruptedError(
                forKey: .radius, in: values, debugDescription: "a radius is more than 0 and at most 10000 pixels")
        }
        spacing = try values.decodeIfPresent(Double.self, forKey: .spacing) ?? radius / 4
        guard spacing == 0 || spacing >= 0.1, spacing.isFinite else {
            throw DecodingError.dataCorruptedError(
                forKey: .spacing, in: values, debugDescription: "a spacing is 0, or at least 0.1 pixels")
        }
        points = try values.decode([[Double]].self, forKey: .points).map { pair in
            guard pair.count == 2, pair.allSatisfy({ abs($0) <= 1_000_000 }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .points, in: values, debugDescription: "a point is two numbers, x and y, within a million")
            }
            return CGPoint(x: pair[0], y: pair[1])
        }
    }

    /// Calls `touch` with the position of each dab, in order. No array is built, because it might not fit into memory.
    ///
    /// A point that equals the previous one adds no dab.
    func forEachDab(_ touch: (CGPoint) throws -> Void) rethrows {
        guard var last = points.first else { return }
        try touch(last)
        for point in points.dropFirst() where point != last {
            let length = hypot(point.x - last.x, point.y - last.y)
            let count = spacing == 0 ? 1 : max(1, Int((length / spacing).rounded(.up)))
            for step in 1...count {
                let t = CGFloat(step) / CGFloat(count)
                try touch(CGPoint(x: last.x + (point.x - last.x) * t, y: last.y + (point.y - last.y) * t))
            }
            last = point
        }
    }
}

/// A colour in a file of strokes: three or four components from 0 to 1.
struct PaintColor: Decodable, Sendable {
    let color: CIColor

    init(from decoder: any Decoder) throws {
        let values = try decoder.singleValueContainer()
        let parts = try values.decode([Double].self)
        guard (3...4).contains(parts.count), parts.allSatisfy({ (0...1).contains($0) }) else {
            throw DecodingError.dataCorruptedError(
                in: values,
                debugDescription: "a colour is [red, green, blue] or [red, green, blue, alpha], each from 0 to 1")
        }
        color = CIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
    }
}

extension Decoder {
    /// Throws an error for an unknown key. Otherwise a misspelt key would be ignored silently.
    fileprivate func refuseUnknownKeys(_ known: [String]) throws {
        let all = try container(keyedBy: AnyKey.self).allKeys
        guard let unknown = all.first(where: { !known.contains($0.stringValue) }) else { return }
        throw DecodingError.dataCorrupted(
            .init(
                codingPath: codingPath + [unknown],
                debugDescription: "there is no such key; there are \(known.joined(separator: ", "))"))
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension DecodingError {
    /// The position in the file, and the problem there.
    fileprivate var place: String {
        let (path, text): ([any CodingKey], String) =
            switch self {
            case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
            case .keyNotFound(let key, let context): (context.codingPath + [key], "the key is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context):
                (context.codingPath, context.debugDescription)
            @unknown default: ([], "\(self)")
            }
        let place = path.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
        return place.isEmpty ? text : "\(place.hasPrefix(".") ? String(place.dropFirst()) : place): \(text)"
    }
}
