import CoreImage

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
