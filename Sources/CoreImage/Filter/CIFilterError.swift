import Foundation
import KernelLanguage

/// Why a filter can't do what it was asked.
public enum CIFilterError: Error, Sendable, Hashable {
    /// No filter is registered under the name.
    case unknownFilter(name: String, suggestion: String?)
    /// The filter is in an image unit, and can't be had from there.
    case unavailableFilter(name: String, unit: String, reason: String)
    /// The filter has no input with the key.
    case unknownKey(filter: String, key: String, suggestion: String?, known: [String])
    /// The value's class does not fit the input.
    case wrongClass(filter: String, key: String, expected: String, given: String)
    /// The filter made no image, for want of an input.
    case noOutput(filter: String, missing: [String])
    /// A value was asked for under a key that is neither an input nor an output; written to the log, as reading can't throw.
    case unknownOutput(filter: String, key: String, known: [String])
    /// A value has the right class but can't be used.
    case badValue(filter: String, key: String, reason: String)
    /// A filter that the registry can't make was to be copied.
    case notCopyable(filter: String)
}

extension CIFilterError: LocalizedError, CustomStringConvertible {
    /// What happened and what to do about it.
    public var description: String { text(for: .program) }

    /// Who reads an error, and what they can do about it.
    package enum Reader {
        /// Somebody who writes a program.
        case program
        /// Somebody who uses the command `coreimage`.
        case command
    }

    /// What happened, and what to do about it in the reader's words.
    package func text(for reader: Reader) -> String {
        // Names are those of units' filters and inputs.
        func shown(_ name: String) -> String { printable(name) }
        switch self {
        case .unknownFilter(let name, let suggestion):
            let remedy =
                suggestion.map { "did you mean \(shown($0))?" }
                ?? (reader == .command
                    ? "list the filters with 'coreimage filters'"
                    : "list the filters with CIFilter.filterNames(inCategory: nil) or 'coreimage filters'")
            return "there is no filter named \(shown(name)); \(remedy)"
        case .unavailableFilter(let name, let unit, CIPlugInReport.codeNotAllowed) where reader == .command:
            return "the filter \(shown(name)) is in \(shown(unit)), whose code was not allowed to run; leave out "
                + "--no-executable-units"
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

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }
}
