import CoreImage
import Foundation

/// The attributes of a filter's input, as far as checks need them.
struct InputProfile: Sendable, Hashable {
    let key: String
    let className: String?
    let type: String?
    let displayName: String?
    let minimum: Double?
    let maximum: Double?
    let sliderMinimum: Double?
    let sliderMaximum: Double?
    let defaultValue: SettingValue?
    let identity: SettingValue?

    /// Returns the inputs in the order of `inputKeys`. Inputs without attributes only have a key.
    static func all(of filter: CIFilter) -> [InputProfile] {
        let attributes = filter.attributes
        return filter.inputKeys.map { InputProfile(key: $0, attributes[$0] as? [String: Any] ?? [:]) }
    }

    private init(key: String, _ attributes: [String: Any]) {
        func number(_ name: String) -> Double? {
            if case .number(let value)? = attributes[name].flatMap(SettingValue.init(keyValue:)) { value } else { nil }
        }
        self.key = key
        className = attributes[kCIAttributeClass] as? String
        type = attributes[kCIAttributeType] as? String
        displayName = attributes[kCIAttributeDisplayName] as? String
        (minimum, maximum) = (number(kCIAttributeMin), number(kCIAttributeMax))
        (sliderMinimum, sliderMaximum) = (number(kCIAttributeSliderMin), number(kCIAttributeSliderMax))
        defaultValue = attributes[kCIAttributeDefault].flatMap(SettingValue.init(keyValue:))
        identity = attributes[kCIAttributeIdentity].flatMap(SettingValue.init(keyValue:))
    }

    var isImage: Bool { className == "CIImage" }
    var isNumber: Bool { className == "NSNumber" }

    /// The smallest usual value of a number: its minimum, else the lower end of its slider, else its default.
    var low: Double? { minimum ?? sliderMinimum ?? defaultNumber }
    /// The largest usual value of a number: its maximum, else the upper end of its slider, else its default.
    var high: Double? { maximum ?? sliderMaximum ?? defaultNumber }

    /// The default, if it is a number.
    var defaultNumber: Double? {
        if case .number(let value)? = defaultValue { value } else { nil }
    }
}
