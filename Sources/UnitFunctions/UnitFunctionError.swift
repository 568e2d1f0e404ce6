import Foundation
import UntrustedInput

/// The reason why a unit's C function can't be called, or its failure.
package enum UnitFunctionError: Error, Sendable, Hashable {
    /// The library can't be loaded.
    case unloadableLibrary(unit: String, reason: String)
    /// `coreimage_unit_load` returned a status other than success.
    case refused(unit: String, status: Int32)
    /// The library doesn't export the function.
    case missingFunction(String, unit: String)
    /// The function has more parameters than every C compiler supports.
    case tooManyParameters(String, unit: String, count: Int, limit: Int)
    /// The types of the arguments don't match the parameters.
    case unsuitedArguments(String, unit: String, expected: [String], given: [String])
    /// The function returned a status other than success. `text` is its error message, or empty.
    case failed(String, unit: String, status: Int32, text: String)
    /// The region function returned an invalid rectangle.
    case malformedRegion(String, unit: String, answer: String)
}

extension UnitFunctionError: CustomStringConvertible, LocalizedError {
    /// The failure and its remedy. Texts from the unit are made printable.
    package var description: String {
        switch self {
        case .unloadableLibrary(let unit, let reason):
            "\(printable(unit)): its library can't be loaded: \(printable(reason)); "
                + "install what is missing or rebuild the unit"
        case .refused(let unit, let status):
            "\(printable(unit)): coreimage_unit_load refused with \(Self.name(of: status)); "
                + "the unit's documentation should say what it needs"
        case .missingFunction(let name, let unit):
            "\(printable(unit)): its library has no function \(printable(name)); "
                + "export one with CI_EXPORT, or correct its name in Description.plist"
        case .tooManyParameters(let name, let unit, let count, let limit):
            "\(printable(unit)): \(printable(name)) has \(count) parameters; "
                + "give the filter fewer inputs, so that it has at most \(limit)"
        case .unsuitedArguments(let name, let unit, let expected, let given):
            "\(printable(unit)): \(printable(name)) takes (\(expected.joined(separator: ", "))), but the inputs are "
                + "(\(given.joined(separator: ", "))); give each vector as many components as its default has"
        case .failed(let name, let unit, let status, let text):
            "\(printable(unit)): \(printable(name)) failed with \(Self.name(of: status))"
                + (text.isEmpty ? "" : ": \(printable(text, limit: 400))")
        case .malformedRegion(let name, let unit, let answer):
            "\(printable(unit)): \(printable(name)) returned \(printable(answer)), which isn't a valid rectangle; "
                + "it must write no NaN and no negative width or height"
        }
    }

    /// The same text, for `localizedDescription`.
    package var errorDescription: String? { description }

    /// Returns the name of a status in the header's terms.
    private static func name(of status: Int32) -> String {
        switch status {
        case 1: "status 1 (failed)"
        case 2: "status 2 (no memory)"
        case 3: "status 3 (an argument has a value that it can't work with)"
        case 4: "status 4 (a file of the bundle is missing or damaged)"
        default: "status \(status)"
        }
    }
}
