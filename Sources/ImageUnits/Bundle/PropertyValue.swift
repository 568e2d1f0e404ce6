import Foundation
import UntrustedInput

/// A property list as a plain value, as the unit's author wrote it. Used for attributes that have no property in a
/// description.
package enum PropertyValue: Sendable, Hashable, Codable {
    /// `<string>`.
    case string(String)
    /// `<integer>`.
    case integer(Int)
    /// `<real>`; may be infinite or not a number.
    case real(Double)
    /// `<true/>` or `<false/>`.
    case boolean(Bool)
    /// `<date>`.
    case date(Date)
    /// `<data>`.
    case data(Data)
    /// `<array>`.
    case array([PropertyValue])
    /// `<dict>`; order is lost in a property list.
    case dictionary([String: PropertyValue])

    /// The number of a `<real>` or `<integer>`, nil for anything else.
    package var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The text of a `<string>`, nil for anything else.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The elements of an `<array>`, nil for anything else.
    package var array: [PropertyValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The entries of a `<dict>`, nil for anything else.
    package var dictionary: [String: PropertyValue]? {
        if case .dictionary(let entries) = self { entries } else { nil }
    }

    /// The property-list name of the type, for messages.
    var typeName: String {
        switch self {
        case .string: "string"
        case .integer: "integer"
        case .real: "real"
        case .boolean: "boolean"
        case .date: "date"
        case .data: "data"
        case .array: "array"
        case .dictionary: "dictionary"
        }
    }
}

extension PropertyValue {
    /// Maximum depth of nested containers in a property list.
    static let depthLimit = 32
    /// Maximum number of values in a property list. A binary list can repeat one array in ever larger ones.
    static let valueLimit = 100_000

    static let tooMuch = ImageUnitProblem.malformedPropertyList(detail: "it holds too many or too deeply nested values")

    /// The limits of the check that runs before Foundation's reader. It also counts keys, and values in the innermost
    /// containers.
    private static let textLimits = TextLimits(
        bytes: ImageUnitDescription.propertyListSizeLimit, depth: depthLimit + 2, values: 2 * valueLimit + 2)

    /// Reads an XML, binary or old-style property list.
    ///
    /// - Parameter refusesEqualKeys: Whether dictionaries with keys that are the same, or look the same, are refused.
    ///   Otherwise one of the values is kept.
    package init(data: Data, refusesEqualKeys: Bool = false) throws(ImageUnitProblem) {
        if CheckedPropertyList.isBinary(data) {
            self = try BinaryPropertyList.value(of: data, refusesEqualKeys: refusesEqualKeys)
            return
        }
        let (list, hasEqualKeys): (Any, Bool)
        do throws(TextValidationError) {
            (list, hasEqualKeys) = try CheckedPropertyList.contents(data, limits: Self.textLimits)
        } catch {
            throw .malformedPropertyList(detail: error.description)
        }
        if refusesEqualKeys, hasEqualKeys { throw .equalKeys }
        var budget = Self.valueLimit
        self = try Self(list, depth: 0, budget: &budget)
    }

    /// Returns the lines of the values in an XML list; nil for other formats.
    static func place(in data: Data) -> PropertyListPosition? {
        CheckedPropertyList.place(in: data, limits: textLimits)
    }

    private init(_ value: Any, depth: Int, budget: inout Int) throws(ImageUnitProblem) {
        budget -= 1
        guard budget > 0, depth <= Self.depthLimit else {
            throw Self.tooMuch
        }
        switch value {
        case let text as String: self = .string(text)
        case let number as NSNumber: self = Self(number)
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(data)
        case let list as [Any]:
            var elements: [PropertyValue] = []
            for element in list { elements.append(try Self(element, depth: depth + 1, budget: &budget)) }
            self = .array(elements)
        case let entries as [String: Any]:
            var values: [String: PropertyValue] = [:]
            for (key, entry) in entries { values[key] = try Self(entry, depth: depth + 1, budget: &budget) }
            self = .dictionary(values)
        default:
            throw .malformedPropertyList(detail: "it holds a value of an unknown type")
        }
    }

    private init(_ number: NSNumber) {
        // Every `NSNumber` converts to Bool and to Double. Only the stored type tells them apart.
        switch number.objCType.pointee {
        case Int8(bitPattern: UInt8(ascii: "c")), Int8(bitPattern: UInt8(ascii: "B")): self = .boolean(number.boolValue)
        case Int8(bitPattern: UInt8(ascii: "d")), Int8(bitPattern: UInt8(ascii: "f")): self = .real(number.doubleValue)
        default: self = .integer(number.intValue)
        }
    }
}

extension PropertyValue {
    /// The value as a Foundation property-list object.
    package var foundationValue: Any {
        switch self {
        case .string(let value): value
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .boolean(let value): NSNumber(value: value)
        case .date(let value): value
        case .data(let value): value
        case .array(let values): values.map(\.foundationValue)
        case .dictionary(let values): values.mapValues(\.foundationValue)
        }
    }
}
