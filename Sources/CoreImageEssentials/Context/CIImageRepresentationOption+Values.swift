import Foundation
import ImageFiles
import Pixels

/// A key of the options that an image is encoded with.
public typealias CIImageRepresentationOption = ImageFiles.CIImageRepresentationOption

extension ImageEncodingOptions {
    /// Validates a client's options and adds the picture's metadata.
    init(_ options: [CIImageRepresentationOption: Any], properties: [String: Any]) throws(CIError) {
        self.init(properties: Self.sendable(properties))
        // In the order of their keys, so that of several errors always the same one is thrown.
        for (key, value) in options.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let option = OptionValue(key: key.rawValue, value: value)
            switch key {
            case .lossyCompressionQuality:
                quality = try option.number("a number from 0 (smallest) to 1 (best)") { (0...1).contains($0) }
            case .orientation:
                let number = try option.number("a number from 1 to 8") { 1...8 ~= $0 && $0 == $0.rounded() }
                self.properties[key.rawValue] = Int(number)
            default:
                throw .unknownOption(
                    key: key.rawValue, of: "An image representation",
                    known: [
                        CIImageRepresentationOption.lossyCompressionQuality, CIImageRepresentationOption.orientation,
                    ].map(\.rawValue))
            }
        }
    }

    /// Returns the properties that a file can hold: strings, numbers, dates, data, and arrays and dictionaries of
    /// these.
    private static func sendable(_ properties: [String: Any]) -> [String: any Sendable] {
        properties.compactMapValues(sendable)
    }

    private static func sendable(_ value: Any) -> (any Sendable)? {
        switch value {
        case let text as String: text
        case let flag as Bool: flag
        case let number as Int: number
        case let number as Double: number
        case let number as Float: number
        case let number as any BinaryInteger & Sendable: number
        case let number as NSNumber: number.doubleValue
        case let data as Data: data
        case let date as Date: date
        case let dictionary as [String: Any]: sendable(dictionary)
        case let list as [Any]: list.compactMap(sendable)
        default: nil
        }
    }
}
