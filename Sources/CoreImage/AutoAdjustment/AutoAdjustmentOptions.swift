import BuiltInFilters
import CoreImageEssentials
import Detection
import Foundation

/// The validated options of `CIImage.autoAdjustmentFilters(options:)`.
struct AutoAdjustmentOptions {
    var enhances = true
    var repairsRedEyes = true
    var crops = false
    var levels = false
    /// The picture's features; nil to detect them.
    var features: [CIFeature]?
    /// The orientation; nil to use that in the image's properties.
    var orientation: CGImagePropertyOrientation?

    /// Validates the options of a dictionary. Invalid entries are ignored and listed in `refusals`.
    init(_ options: [CIImageAutoAdjustmentOption: Any]) {
        for (key, value) in options.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            do throws(CIError) { try set(value, for: key) } catch { refusals.append(error) }
        }
    }

    /// An error for each invalid entry.
    private(set) var refusals: [CIError] = []

    private mutating func set(_ value: Any, for key: CIImageAutoAdjustmentOption) throws(CIError) {
        switch key {
        case .enhance: enhances = try Self.boolean(key, value)
        case .redEye: repairsRedEyes = try Self.boolean(key, value)
        case .crop: crops = try Self.boolean(key, value)
        case .level: levels = try Self.boolean(key, value)
        case .features:
            guard let features = value as? [CIFeature] else {
                throw Self.malformed(key, "an array of CIFeature objects", value)
            }
            self.features = features
        case .init(rawValue: CIDetectorImageOrientation):
            guard let number = Number.double(from: value).flatMap({ UInt32(exactly: $0) }),
                let orientation = CGImagePropertyOrientation(rawValue: number)
            else { throw Self.malformed(key, "a whole number from 1 to 8", value) }
            self.orientation = orientation
        default:
            throw .unknownOption(
                key: key.rawValue, of: "autoAdjustmentFilters(options:)", known: Self.keys.map(\.rawValue))
        }
    }

    private static let keys: [CIImageAutoAdjustmentOption] = [
        .enhance, .redEye, .crop, .level, .features, .init(rawValue: CIDetectorImageOrientation),
    ]

    private static func boolean(_ key: CIImageAutoAdjustmentOption, _ value: Any) throws(CIError) -> Bool {
        guard let number = Number.double(from: value) else { throw malformed(key, "a Boolean", value) }
        return number != 0
    }

    private static func malformed(_ key: CIImageAutoAdjustmentOption, _ expected: String, _ value: Any) -> CIError {
        .malformedOption(key: key.rawValue, expected: expected, given: described(value))
    }
}
