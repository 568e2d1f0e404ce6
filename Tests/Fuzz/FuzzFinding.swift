/// A violated guarantee of a reader of untrusted bytes.
struct FuzzFinding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless `condition` holds.
    static func expect(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
        if !condition { throw FuzzFinding(promise()) }
    }

    /// Throws if displayed text contains characters that could move a terminal's cursor, or hide or reorder text.
    static func expectPrintable(_ text: String, lines: Bool = false) throws {
        for scalar in text.unicodeScalars where !(lines && (scalar == "\n" || scalar == "\t")) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
                throw FuzzFinding(
                    "U+\(String(scalar.value, radix: 16)) is shown to people in: \(text.debugDescription)")
            default: break
            }
        }
    }
}
