import CoreImageEssentials
import Foundation
import UntrustedInput

/// An error of writing, reading or using a recipe.
///
/// `description` names the step, filter or file, and the remedy.
public enum CIRecipeError: Error, Sendable, Hashable {
    /// The recipe's filter isn't registered. `unit` is the image unit that contained it when the recipe was written.
    case missingFilter(name: String, unit: String?, version: String?, suggestion: String?)
    /// The registered filter isn't from the recipe's image unit. Nil means no unit.
    case otherUnit(filter: String, expected: String?, found: String?)
    /// The loaded version of the unit isn't accepted by the recipe; `found` is nil if the unit states no version.
    case unitVersion(filter: String, unit: String, required: String, found: String?)
    /// The value of an input is invalid.
    case badInput(filter: String, reason: String)
    /// The file's format can be read only by a newer version of Core Image.
    case newerFormat(found: Int, known: Int)
    /// An image that the recipe needs wasn't supplied.
    case missingImage(name: String, given: [String])
    /// A picture file of the recipe can't be read.
    case unreadableFile(path: String, reason: String)
    /// A recipe's file can't be read.
    case unreadable(recipe: String, reason: String)
    /// A recipe's file can't be written.
    case unwritten(recipe: String, reason: String)
    /// The recipe names a picture file that the caller doesn't allow it to read.
    case fileNotAllowed(path: String)
    /// Part of an image can't be stored.
    case unwritable(subject: String, reason: String)
    /// The recipe isn't a chain of filters.
    case notAChain(reason: String)
    /// The bytes or the text aren't a valid recipe.
    case malformed(place: String, reason: String)
    /// The recipe exceeds a size limit.
    case tooLarge(what: String, limit: Int)
}

extension CIRecipeError: LocalizedError, CustomStringConvertible {
    /// The error and its remedy.
    public var description: String {
        switch self {
        case .missingFilter(let name, let unit, let version, let suggestion):
            let maybe = suggestion.map { "; did you mean \($0)?" } ?? ""
            guard let unit else {
                return "the recipe's filter \(Self.shown(name)) is not registered; register it first\(maybe)"
            }
            let release = version.map { " \(Self.shown($0))" } ?? ""
            return "the recipe's filter \(Self.shown(name)) of unit \(Self.shown(unit))\(release) is not loaded; "
                + "install the unit and load it\(maybe)"
        case .otherUnit(let filter, let expected, let found):
            let wanted = expected.map { "unit \(Self.shown($0))" } ?? "no unit"
            let other = found.map { "unit \(Self.shown($0))" } ?? "no unit"
            return
                "the recipe's filter \(Self.shown(filter)) is of \(wanted), and the one that is loaded is of \(other); "
                + "load the right unit, or change the recipe's unit"
        case .unitVersion(let filter, let unit, let required, let found):
            let version = found.map { "version \(Self.shown($0))" } ?? "a version that it doesn't state"
            return "the recipe's filter \(Self.shown(filter)) needs unit \(Self.shown(unit)) in a version of "
                + "\(Self.shown(required)), and \(version) is loaded; install another version, or change the recipe's version"
        case .badInput(let filter, let reason):
            return "the recipe's filter \(Self.shown(filter)) was refused: \(printable(reason, limit: 1000))"
        case .newerFormat(let found, let known):
            return
                "the recipe has format \(found), and this version of Core Image reads formats up to \(known); update Core Image"
        case .missingImage(let name, let given):
            let list =
                given.isEmpty ? "no image was given" : "given were \(given.map(Self.quoted).joined(separator: ", "))"
            return "the recipe needs an image named \(Self.quoted(name)), and \(list); pass it"
        case .unreadableFile(let path, let reason):
            return "the recipe's picture \(Self.shown(path)) can't be read: \(Self.shown(reason))"
        case .unreadable(let recipe, let reason):
            return "the recipe \(Self.shown(recipe)) can't be read: \(Self.shown(reason))"
        case .unwritten(let recipe, let reason):
            return "the recipe \(Self.shown(recipe)) can't be written: \(Self.shown(reason))"
        case .fileNotAllowed(let path):
            return
                "the recipe reads the picture \(Self.shown(path)), which it is not allowed to; allow its folder if you trust "
                + "the recipe"
        case .unwritable(let subject, let reason):
            return "\(Self.shown(subject)) can't be written into a recipe: \(reason)"
        case .notAChain(let reason): return "the recipe is not a chain of filters: \(reason)"
        case .malformed(let place, let reason): return "the recipe is malformed at \(Self.shown(place)): \(reason)"
        case .tooLarge(let what, let limit): return "the recipe has too many \(what); at most \(limit) are allowed"
        }
    }

    /// The same text, for `localizedDescription`.
    public var errorDescription: String? { description }

    /// Returns text from a recipe in a form that is safe to print.
    static func shown(_ text: String) -> String { printable(text) }

    /// Returns text from a recipe in quotation marks, in a form that is safe to print.
    static func quoted(_ text: String) -> String { "“\(printable(text, limit: 60))”" }

    /// Returns the place of a step for error messages.
    static func step(_ index: Int) -> String { "step \(index)" }
}
