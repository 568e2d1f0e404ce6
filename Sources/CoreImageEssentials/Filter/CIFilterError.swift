import Foundation
import UntrustedInput

/// An error that explains why a filter cannot be created, set or rendered.
public enum CIFilterError: Error, Sendable, Hashable {
    /// No filter is registered under the name. `suggestion` is the nearest registered name.
    case unknownFilter(name: String, suggestion: String?)
    /// The filter is in an image unit that is not in use.
    case unavailableFilter(name: String, unit: String, reason: String)
    /// The filter has no input with the key. `suggestion` is the nearest key, and `known` are all keys.
    case unknownKey(filter: String, key: String, suggestion: String?, known: [String])
    /// The class of the value does not fit the input.
    case wrongClass(filter: String, key: String, expected: String, given: String)
    /// The filter has no output image because the inputs with the keys `missing` are not set.
    case noOutput(filter: String, missing: [String])
    /// The key is neither an input nor an output of the filter. Reading a value cannot throw, so this error is only
    /// logged.
    case unknownOutput(filter: String, key: String, known: [String])
    /// The value has the right class but cannot be used.
    case badValue(filter: String, key: String, reason: String)
    /// The filter cannot be copied because the registry cannot create it.
    case notCopyable(filter: String)
}

extension CIFilterError: LocalizedError, CustomStringConvertible {
    /// A sentence that says what is wrong and how to correct it.
    public var description: String { text(for: .program) }

    /// The audience of an error message, which decides the remedy that it names.
    package enum Reader {
        /// A programmer who uses the library.
        case program
        /// A user of the command `coreimage`.
        case command
    }

    /// Returns the message with a remedy for the reader.
    package func text(for reader: Reader) -> String {
        // Names of filters and inputs may come from image units and contain control characters.
        func shown(_ name: String) -> String { printable(name) }
        switch self {
        case .unknownFilter(let name, let suggestion):
            let remedy =
                suggestion.map { "did you mean \(shown($0))?" }
                ?? (reader == .command
                    ? "list the filters with 'coreimage filters'"
                    : "list the filters with CIFilter.filterNames(inCategory: nil) or 'coreimage filters'")
            return "there is no filter named \(shown(name)); \(remedy)"
        case .unavailableFilter(let name, let unit, Self.codeNotAllowed) where reader == .command:
            return "the filter \(shown(name)) is in \(shown(unit)), whose code was not allowed to run; leave out "
                + "--no-executable-units"
        case .unavailableFilter(let name, let unit, let reason)
        where reader == .command && reason.hasPrefix(Self.inQuarantine):
            // The command has printed the cause when it loaded the unit.
            return "the filter \(shown(name)) is in \(shown(unit)), which is in quarantine for the reason above"
        case .unavailableFilter(let name, let unit, let reason):
            return "the filter \(shown(name)) is in \(shown(unit)), \(printableLines(reason))"
        case .unknownKey(let filter, let key, let suggestion, let known):
            let remedy =
                suggestion.map { "did you mean \(shown($0))?" } ?? "it has \(known.map(shown).joined(separator: ", "))"
            return "\(shown(filter)) has no input \(shown(key)); \(remedy)"
        case .wrongClass(let filter, let key, let expected, let given):
            return "\(shown(filter)) takes a value of class \(shown(expected)) for \(shown(key)), not \(shown(given))"
        case .noOutput(let filter, let missing):
            if missing.isEmpty { return "\(shown(filter)) made no image from its inputs; check their values" }
            return "\(shown(filter)) made no image: set \(missing.map(shown).joined(separator: ", "))"
        case .unknownOutput(let filter, let key, let known):
            return "\(shown(filter)) has no value for \(shown(key)); it has \(known.map(shown).joined(separator: ", "))"
        case .badValue(let filter, let key, let reason):
            return "\(shown(filter)) can't use the value of \(shown(key)): \(printableLines(reason))"
        case .notCopyable(let filter):
            return
                "\(shown(filter)) can't be copied; register it with CIFilter.registerName(_:constructor:classAttributes:)"
        }
    }

    /// The same text as `description`.
    public var errorDescription: String? { description }
}

extension CIFilterError {
    /// The reason of `unavailableFilter` if only the unit's code computes the filter, and the unit was loaded without
    /// its code.
    package static let codeNotAllowed =
        "whose code was not allowed to run; load it with CIPlugIn.load(_:allowExecutableCode: true)"

    /// The beginning of the reason text for a filter of a unit in quarantine. The cause follows.
    package static let inQuarantine = "which is in quarantine: "
}
