/// The meaning of a key in a unit's property lists. The readers take the known keys from this table, and the page
/// `PropertyListReference` shows it.
package struct UnitKeyEntry: Sendable {
    /// The dictionary that contains the key.
    package enum Place: String, Sendable, CaseIterable {
        case info = "Info.plist"
        case stamp = "CoreImageStamp, in Info.plist"
        case list = "Description.plist"
        case filter = "A filter's dictionary in CIPlugInFilterList"
        case attributes = "CIFilterAttributes"
        case input = "An input's dictionary in CIInputs"
    }

    /// The kinds of filters for which a key has a meaning.
    package struct Kinds: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// A kernel, which any host may run.
        package static let kernel = Kinds(rawValue: 1)
        /// A class in Swift.
        package static let swift = Kinds(rawValue: 2)
        /// A function in C.
        package static let c = Kinds(rawValue: 4)
        package static let executable: Kinds = [.swift, .c]
        package static let listDefined: Kinds = [.kernel, .c]
        package static let all: Kinds = [.kernel, .swift, .c]

        /// The kinds, as the page names them.
        package var text: String {
            if self == .all { return "all" }
            return [(Kinds.kernel, "kernel"), (.swift, "Swift"), (.c, "C")].filter { contains($0.0) }.map(\.1)
                .joined(separator: ", ")
        }
    }

    /// The key.
    package let key: String
    /// The dictionary that contains the key.
    package let place: Place
    /// The property-list type of its value, in words.
    package let type: String
    /// The effect of leaving the key out; "required" if it must be there.
    package let absence: String
    /// The kinds of filters for which the key has a meaning.
    package let kinds: Kinds
    /// The meaning of the key.
    package let meaning: String
    /// A value as written in a list.
    package let example: String

    init(
        _ key: String, _ place: Place, _ type: String, absence: String, _ kinds: Kinds, _ meaning: String,
        example: String
    ) {
        (self.key, self.place, self.type, self.absence) = (key, place, type, absence)
        (self.kinds, self.meaning, self.example) = (kinds, meaning, example)
    }

    /// Creates a key that has a meaning for every kind.
    init(_ key: String, _ place: Place, _ type: String, absence: String, _ meaning: String, example: String) {
        self.init(key, place, type, absence: absence, .all, meaning, example: example)
    }

    /// Returns the keys of a dictionary.
    static func keys(in place: Place) -> Set<String> { Set(all.filter { $0.place == place }.map(\.key)) }
}
