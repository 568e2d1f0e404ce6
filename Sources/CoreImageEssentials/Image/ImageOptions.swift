import Foundation
import Pixels

/// The validated options of an image initializer.
package struct ImageOptions {
    /// The colour space that is assumed for the pixels.
    enum Space {
        /// The space that the source states.
        case asStored
        /// Another space.
        case named(CGColorSpace)
        /// No space: numbers are never converted.
        case unmanaged
    }

    var space = Space.asStored
    var properties: [String: Any]?
    var appliesOrientation = false
    var samplesNearest = false
    var tileSize: (width: Int, height: Int)?
    var userInfo: Any?
    var pixelLimit: Int?
    var takesRawPreview = false

    /// Validates options as a client gives them.
    init(_ options: [CIImageOption: Any]?) throws(CIError) {
        // In the order of their keys, so that of several errors always the same one is thrown.
        for (key, value) in (options ?? [:]).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            switch key {
            case .colorSpace:
                if value is NSNull {
                    space = .unmanaged
                } else if let named = value as? CGColorSpace {
                    space = .named(named)
                } else {
                    throw Self.malformed(key, "a CGColorSpace or NSNull", value)
                }
            case .properties:
                guard let dictionary = value as? [String: Any] else {
                    throw Self.malformed(key, "a dictionary with string keys", value)
                }
                properties = dictionary
            case .applyOrientationProperty: appliesOrientation = try Self.boolean(key, value)
            case .nearestSampling: samplesNearest = try Self.boolean(key, value)
            case .providerTileSize: tileSize = try Self.size(key, value)
            case .providerUserInfo: userInfo = value
            case .pixelLimit:
                guard let number = Number.double(from: value), number >= 1, number < 0x1p62 else {
                    throw Self.malformed(key, "a number of pixels, at least 1", value)
                }
                pixelLimit = Int(number)
            case .rawPreview: takesRawPreview = try Self.boolean(key, value)
            default: throw .unknownOption(key: key.rawValue, of: "CIImage", known: Self.keys.map(\.rawValue))
            }
        }
    }

    private static let keys: [CIImageOption] = [
        .colorSpace, .properties, .applyOrientationProperty, .nearestSampling, .providerTileSize, .providerUserInfo,
        .pixelLimit, .rawPreview,
    ]

    private static func boolean(_ key: CIImageOption, _ value: Any) throws(CIError) -> Bool {
        guard let number = Number.double(from: value) else { throw malformed(key, "a Boolean", value) }
        return number != 0
    }

    private static func size(_ key: CIImageOption, _ value: Any) throws(CIError) -> (width: Int, height: Int) {
        let sides: [CGFloat]
        switch value {
        case let vector as CIVector where vector.count == 2: sides = [vector.x, vector.y]
        case let size as CGSize: sides = [size.width, size.height]
        case let numbers as [Any] where numbers.count == 2:
            sides = numbers.compactMap(Number.double(from:)).map { CGFloat($0) }
        default: sides = Number.double(from: value).map { [CGFloat($0), CGFloat($0)] } ?? []
        }
        guard sides.count == 2, sides.allSatisfy({ $0 >= 1 && $0 <= 1_048_576 }) else {
            throw malformed(key, "a width and height of 1 to 1048576 pixels", value)
        }
        return (Int(sides[0]), Int(sides[1]))
    }

    private static func malformed(_ key: CIImageOption, _ expected: String, _ value: Any) -> CIError {
        .malformedOption(key: key.rawValue, expected: expected, given: described(value))
    }
}
