import CoreImageEssentials
import Foundation
import ImageUnits

extension FilterDescription {
    /// The filter's attributes for the registry and `CIFilter.attributes`, without the inputs.
    var classAttributes: [String: Any] {
        var result: [String: Any] = attributes.mapValues(\.foundationValue)
        result[kCIAttributeFilterDisplayName] = displayName
        result[kCIAttributeFilterCategories] = categories
        result[kCIAttributeDescription] = summary
        if hasCustomInterface { result[UnitKey.hasCustomInterface] = NSNumber(value: true) }
        return result
    }
}

extension InputDescription {
    /// The dictionary that `CIFilter.attributes` holds for the input.
    var attributeDictionary: [String: Any] {
        var result: [String: Any] = attributes.mapValues(\.foundationValue)
        result[kCIAttributeClass] = className
        result[kCIAttributeDisplayName] = displayName
        result[kCIAttributeType] = type
        result[kCIAttributeDefault] = defaultValue?.keyValue
        result[kCIAttributeIdentity] = identity?.keyValue
        result[kCIAttributeMin] = minimum.map(NSNumber.init(value:))
        result[kCIAttributeMax] = maximum.map(NSNumber.init(value:))
        result[kCIAttributeSliderMin] = sliderMinimum.map(NSNumber.init(value:))
        result[kCIAttributeSliderMax] = sliderMaximum.map(NSNumber.init(value:))
        result[kCIAttributeDescription] = summary
        return result
    }

    /// Returns the value converted to the input's class, or nil if the value can't be converted.
    func accepted(_ value: Any) -> Any? { Self.accepted(value, asClass: className) }

    /// Returns the value converted to an input's class, or nil if the value can't be converted.
    static func accepted(_ value: Any, asClass className: String) -> Any? {
        switch className {
        case "NSNumber": Number.double(from: value).map(NSNumber.init(value:))
        case "CIVector": value as? CIVector ?? CGRect(keyValue: value)?.keyValue ?? CGPoint(keyValue: value)?.keyValue
        case "CIColor": value as? CIColor
        case "CIImage": value as? CIImage
        default: nil
        }
    }
}

extension InputValue {
    /// The object for key-value coding. For an image file that can't be read, it is an image whose rendering throws the
    /// error.
    var keyValue: Any? {
        switch self {
        case .number(let value): return NSNumber(value: value)
        case .vector(let values): return CIVector(values: values.map { CGFloat($0) }, count: values.count)
        case .color(let red, let green, let blue, let alpha):
            return CIColor(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
        case .image(let url):
            guard isUnmoved else { return CIImage.failed(ImageUnitHostError.movedImage(url)) }
            do { return try CIImage(loading: url) } catch { return CIImage.failed(error) }
        case .other(let value): return value.foundationValue
        }
    }
}
