import Foundation

/// The value of an option as a client gives it, and its conversions.
struct OptionValue {
    /// The option's key, for messages.
    let key: String
    let value: Any

    /// The value as a Boolean. Any number other than 0 is true.
    var boolean: Bool {
        get throws(CIError) { try number("a Boolean") { _ in true } != 0 }
    }

    /// Returns the value as a number.
    ///
    /// - Parameters:
    ///   - expected: The description of valid numbers, for the message.
    ///   - isValid: Returns whether a number is valid.
    func number(_ expected: String, where isValid: (Double) -> Bool) throws(CIError) -> Double {
        guard let number = Number.double(from: value), isValid(number) else { throw malformed(expected) }
        return number
    }

    /// Returns the error for a value that isn't what the option takes.
    func malformed(_ expected: String) -> CIError {
        .malformedOption(key: key, expected: expected, given: described(value))
    }
}
