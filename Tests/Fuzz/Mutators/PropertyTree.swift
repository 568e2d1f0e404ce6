import Foundation
import UntrustedInput

/// A property list or JSON as a tree that may be invalid: entries are ordered and may repeat a key, and numbers are
/// texts, so that they may be outside the range of any type.
package enum PropertyTree: Sendable, Hashable {
    /// An entry of a dictionary.
    package struct Entry: Sendable, Hashable {
        /// The key, which need not be unique.
        package var key: String
        /// The value of the key.
        package var value: PropertyTree

        /// Creates an entry.
        package init(_ key: String, _ value: PropertyTree) { (self.key, self.value) = (key, value) }
    }

    /// A text. U+F8FF stands for half a surrogate pair, which a Swift string can't contain.
    case text(String)
    /// An integer in text form.
    case integer(String)
    /// A floating-point number in text form.
    case real(String)
    case boolean(Bool)
    /// A date in text form.
    case date(String)
    case data([UInt8])
    case null
    case array([PropertyTree])
    case dictionary([Entry])

    /// The index of the case.
    var kind: Int {
        switch self {
        case .text: 0
        case .integer: 1
        case .real: 2
        case .boolean: 3
        case .date: 4
        case .data: 5
        case .null: 6
        case .array: 7
        case .dictionary: 8
        }
    }

    /// The values that this one contains directly.
    var children: [PropertyTree] {
        switch self {
        case .array(let elements): elements
        case .dictionary(let entries): entries.map(\.value)
        default: []
        }
    }

    /// The number of values in the tree, including this one.
    package var count: Int { children.reduce(1) { $0 + $1.count } }

    /// Returns the value at an index in preorder, starting at 0; nil if there are fewer values.
    package subscript(place: Int) -> PropertyTree? {
        var left = place
        return value(after: &left)
    }

    private func value(after left: inout Int) -> PropertyTree? {
        if left == 0 { return self }
        left -= 1
        for child in children {
            if let value = child.value(after: &left) { return value }
        }
        return nil
    }

    /// Returns the tree with the value at an index replaced.
    package func replacing(_ place: Int, with value: PropertyTree) -> PropertyTree {
        var left = place
        return replacing(after: &left, with: value)
    }

    /// Replaces a value. `left` decreases with every value, and is negative after the replaced one.
    private func replacing(after left: inout Int, with value: PropertyTree) -> PropertyTree {
        let isPlace = left == 0
        left -= 1
        if isPlace { return value }
        guard left >= 0 else { return self }
        switch self {
        case .array(let elements): return .array(elements.map { $0.replacing(after: &left, with: value) })
        case .dictionary(let entries):
            return .dictionary(entries.map { Entry($0.key, $0.value.replacing(after: &left, with: value)) })
        default: return self
        }
    }

    /// Returns the indices of texts that contain `part`.
    func places(ofTextsWith part: String) -> [Int] {
        var (next, places) = (0, [Int]())
        func visit(_ tree: PropertyTree) {
            if case .text(let text) = tree, text.contains(part) { places.append(next) }
            next += 1
            for child in tree.children { visit(child) }
        }
        visit(self)
        return places
    }

    /// Returns the first value of a key in this dictionary.
    package func value(of key: String) -> PropertyTree? {
        if case .dictionary(let entries) = self { entries.first { $0.key == key }?.value } else { nil }
    }
}

extension PropertyTree {
    /// Creates a tree from Foundation's property list or JSON object, with sorted keys.
    init(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let number as NSNumber:
            switch number.objCType.pointee {
            case Int8(bitPattern: UInt8(ascii: "c")), Int8(bitPattern: UInt8(ascii: "B")):
                self = .boolean(number.boolValue)
            case Int8(bitPattern: UInt8(ascii: "d")), Int8(bitPattern: UInt8(ascii: "f")):
                self = .real("\(number.doubleValue)")
            default: self = .integer("\(number.int64Value)")
            }
        case let data as Data: self = .data([UInt8](data))
        case is Date: self = .date("2001-01-01T00:00:00Z")
        case let list as [Any]: self = .array(list.map(PropertyTree.init))
        case let entries as [String: Any]:
            self = .dictionary(entries.sorted { $0.key < $1.key }.map { Entry($0.key, PropertyTree($0.value)) })
        default: self = .null
        }
    }

    /// Parses a property list of any format; nil if it is invalid.
    package init?(propertyList: [UInt8]) {
        // An earlier mutation may have produced bytes that crash Foundation's parser.
        guard let list = try? CheckedPropertyList.object(Data(propertyList)) else { return nil }
        self.init(list)
    }

    /// Parses JSON; nil if it is invalid.
    package init?(json: [UInt8]) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(json)) else { return nil }
        self.init(value)
    }
}
