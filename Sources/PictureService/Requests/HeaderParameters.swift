/// The parameters behind the first semicolon of a field, such as `boundary` of `Content-Type`, by RFC 9110, section
/// 5.6.6.
struct HeaderParameters {
    private var values: [String: String] = [:]

    /// Reads a field's value. What doesn't follow the grammar ends it.
    init(_ text: some StringProtocol) {
        var rest = Substring(text).drop { $0 != ";" }
        while rest.popFirst() == ";" {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest.dropFirst(name.count)
            guard rest.popFirst() == "=" else { return }
            let value: String
            if rest.first == "\"" {
                guard let text = Self.quoted(&rest) else { return }
                value = text
            } else {
                let token = rest.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
                rest = rest.dropFirst(token.count)
                value = String(token)
            }
            values[name.lowercased()] = value
            rest = rest.drop { $0 == " " || $0 == "\t" }
        }
    }

    /// The value of a parameter; its name is in lower case.
    subscript(_ name: String) -> String? { values[name] }

    /// Reads a text in quotation marks. A backslash stands before a character that is meant itself.
    private static func quoted(_ rest: inout Substring) -> String? {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return text
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                text.append(next)
            default: text.append(character)
            }
        }
        return nil
    }
}
