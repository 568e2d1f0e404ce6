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
    var appliesCleanAperture = false
    var tileSize: (width: Int, height: Int)?
    var userInfo: Any?
    var pixelLimit: Int?
    var opensRawPreview = false
    var offersReductions = false

    /// Validates options as a client gives them.
    init(_ options: [CIImageOption: Any]?) throws(CIError) {
        // In the order of their keys, so that of several errors always the same one is thrown.
        for (key, value) in (options ?? [:]).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let option = OptionValue(key: key.rawValue, value: value)
            switch key {
            case .colorSpace:
                if value is NSNull {
                    space = .unmanaged
                } else if let named = value as? CGColorSpace {
                    space = .named(named)
                } else {
                    throw option.malformed("a CGColorSpace or NSNull")
                }
            case .properties:
                guard let dictionary = value as? [String: Any] else {
                    throw option.malformed("a dictionary with string keys")
                }
                properties = dictionary
            case .applyOrientationProperty: appliesOrientation = try option.boolean
            case .nearestSampling: samplesNearest = try option.boolean
            case .applyCleanAperture: appliesCleanAperture = try option.boolean
            case .providerTileSize: tileSize = try Self.size(option)
            case .providerUserInfo: userInfo = value
            case .pixelLimit:
                pixelLimit = Int(try option.number("a number of pixels, at least 1") { $0 >= 1 && $0 < 0x1p62 })
            case .rawPreview: opensRawPreview = try option.boolean
            case .reducedDecoding: offersReductions = try option.boolean
            default: throw .unknownOption(key: key.rawValue, of: "CIImage", known: Self.keys.map(\.rawValue))
            }
        }
    }

    private static let keys: [CIImageOption] = [
        .colorSpace, .properties, .applyOrientationProperty, .nearestSampling, .applyCleanAperture, .providerTileSize,
        .providerUserInfo, .pixelLimit, .rawPreview, .reducedDecoding,
    ]

    private static func size(_ option: OptionValue) throws(CIError) -> (width: Int, height: Int) {
        let sides: [CGFloat]
        switch option.value {
        case let vector as CIVector where vector.count == 2: sides = [vector.x, vector.y]
        case let size as CGSize: sides = [size.width, size.height]
        case let numbers as [Any] where numbers.count == 2:
            sides = numbers.compactMap(Number.double(from:)).map { CGFloat($0) }
        default: sides = Number.double(from: option.value).map { [CGFloat($0), CGFloat($0)] } ?? []
        }
        guard sides.count == 2, sides.allSatisfy({ $0 >= 1 && $0 <= 1_048_576 }) else {
            throw option.malformed("a width and height of 1 to 1048576 pixels")
        }
        return (Int(sides[0]), Int(sides[1]))
    }
}
