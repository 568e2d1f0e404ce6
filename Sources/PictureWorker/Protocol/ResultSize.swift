import PictureBatches

/// The size of a job's result, in pixels as displayed.
package enum ResultSize: Codable, Hashable, Sendable {
    /// The result is shrunk to fit, with its proportions.
    case fit(width: Int, height: Int)
    /// The result is scaled to cover the size, and cut around its middle.
    case fill(width: Int, height: Int)
    /// The result is cut to this size, from the origin.
    case crop(width: Int, height: Int)

    private enum Key: String, CodingKey, CaseIterable { case fit, fill, crop }

    private static let most = 1 << 20

    package init(from decoder: any Decoder) throws {
        let expected = "one of {\"fit\": [W, H]}, {\"fill\": [W, H]} and {\"crop\": [W, H]}"
        let fields = try RequestField.container(of: decoder, Key.self, expected)
        try RequestField.check(fields.allKeys.count == 1, expected, decoder.codingPath)
        let key = fields.allKeys[0]
        let numbers = try fields.decode([Int].self, forKey: key)
        try RequestField.check(
            numbers.count == 2 && numbers.allSatisfy { (1...Self.most).contains($0) },
            "a width and a height from 1 to \(Self.most)", decoder.codingPath + [key])
        self =
            switch key {
            case .fit: .fit(width: numbers[0], height: numbers[1])
            case .fill: .fill(width: numbers[0], height: numbers[1])
            case .crop: .crop(width: numbers[0], height: numbers[1])
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .fit(let width, let height): try fields.encode([width, height], forKey: .fit)
        case .fill(let width, let height): try fields.encode([width, height], forKey: .fill)
        case .crop(let width, let height): try fields.encode([width, height], forKey: .crop)
        }
    }

    /// The size to which the result is scaled, if it is.
    var box: PictureBox? {
        switch self {
        case .fit(let width, let height): .fit(PictureSize(width: width, height: height))
        case .fill(let width, let height): .fill(PictureSize(width: width, height: height))
        case .crop: nil
        }
    }

    /// The size to which the result is cut before it is scaled, if it is.
    var frame: PictureSize? {
        if case .crop(let width, let height) = self { PictureSize(width: width, height: height) } else { nil }
    }
}
