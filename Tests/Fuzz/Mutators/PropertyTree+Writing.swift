import Foundation

extension PropertyTree {
    /// A placeholder for half a surrogate pair in texts.
    static let surrogate: Unicode.Scalar = "\u{F8FF}"

    /// The tree as an XML property list.
    package var xml: [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">"
        write(xml: &text)
        return Array((text + "</plist>\n").utf8)
    }

    private func write(xml text: inout String) {
        switch self {
        case .text(let string): text += "<string>\(Self.xml(string))</string>"
        case .integer(let number): text += "<integer>\(number)</integer>"
        case .real(let number): text += "<real>\(number)</real>"
        case .boolean(let flag): text += flag ? "<true/>" : "<false/>"
        case .date(let date): text += "<date>\(date)</date>"
        case .data(let bytes): text += "<data>\(Data(bytes).base64EncodedString())</data>"
        case .null: text += "<null/>"
        case .array(let elements):
            text += "<array>"
            for element in elements { element.write(xml: &text) }
            text += "</array>"
        case .dictionary(let entries):
            text += "<dict>"
            for entry in entries {
                text += "<key>\(Self.xml(entry.key))</key>"
                entry.value.write(xml: &text)
            }
            text += "</dict>"
        }
    }

    /// Escapes XML's special characters, control characters and surrogates, even if the result isn't valid XML.
    private static func xml(_ string: String) -> String {
        var text = ""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case surrogate: text += "&#xD800;"
            case let scalar where scalar.value < 0x20: text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The tree as JSON. Numbers that JSON doesn't support are written unchanged; data is written in base 64.
    package var json: [UInt8] {
        var text = ""
        write(json: &text)
        return Array(text.utf8)
    }

    private func write(json text: inout String) {
        switch self {
        case .text(let string), .date(let string): text += Self.json(string)
        case .integer(let number), .real(let number): text += number
        case .boolean(let flag): text += flag ? "true" : "false"
        case .data(let bytes): text += Self.json(Data(bytes).base64EncodedString())
        case .null: text += "null"
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                element.write(json: &text)
            }
            text += "]"
        case .dictionary(let entries):
            text += "{"
            for (index, entry) in entries.enumerated() {
                text += (index > 0 ? "," : "") + Self.json(entry.key) + ":"
                entry.value.write(json: &text)
            }
            text += "}"
        }
    }

    private static func json(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case surrogate: text += "\\ud800"
            case let scalar where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// The tree as a binary property list; nil if the format can't represent it.
    package var binary: [UInt8]? {
        guard let object else { return nil }
        return (try? PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0))
            .map { [UInt8]($0) }
    }

    /// The value as a Foundation object. If several entries have the same key, the last one is used.
    private var object: Any? {
        switch self {
        case .text(let string): return string
        case .integer(let number): return Int(number)
        case .real(let number): return Double(number)
        case .boolean(let flag): return flag
        case .date: return Date(timeIntervalSinceReferenceDate: 0)
        case .data(let bytes): return Data(bytes)
        case .null: return nil
        case .array(let elements):
            let objects = elements.compactMap(\.object)
            return objects.count == elements.count ? objects : nil
        case .dictionary(let entries):
            var objects: [String: Any] = [:]
            for entry in entries {
                guard let object = entry.value.object else { return nil }
                objects[entry.key] = object
            }
            return objects
        }
    }
}
