/// A promise that a reader of untrusted bytes broke.
struct FuzzFinding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless `condition` holds.
    static func expect(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
        if !condition { throw FuzzFinding(promise()) }
    }

    /// Throws where text that is shown to people could move a terminal's cursor, hide something or reorder it.
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
