import UntrustedInput

/// An error that explains why a value doesn't fit a control.
public enum CIFilterControlError: Error, Sendable, Hashable {
    /// The value has another form. `expected` shows the right one.
    case wrongForm(key: String, expected: String)
    /// The value has another number of numbers.
    case wrongCount(key: String, expected: Int, given: Int)
    /// The value isn't among the choices, whose names are `known`.
    case unknownChoice(key: String, known: [String])
    /// The value has the right form and can't be used.
    case unusable(key: String, reason: String)
    /// The control has no values that can be written.
    case notWritable(key: String, valueClass: String)
}

extension CIFilterControlError: CustomStringConvertible {
    /// A sentence that says what is wrong and how to correct it.
    public var description: String {
        switch self {
        case .wrongForm(let key, let expected): "\(printable(key)): write \(expected)"
        case .wrongCount(let key, let expected, let given):
            "\(printable(key)): there are \(given) numbers; write \(expected)"
        case .unknownChoice(let key, let known):
            "\(printable(key)): choose one of \(known.map { printable($0) }.joined(separator: ", "))"
        case .unusable(let key, let reason): "\(printable(key)): \(reason)"
        case .notWritable(let key, let valueClass):
            "\(printable(key)): a \(printable(valueClass)) can't be written here; set it in a program"
        }
    }
}
