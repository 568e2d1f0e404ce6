/// Decodes the contents of an element.
enum XMLCharacters {
    private static let entities: [String: String] = ["lt": "<", "gt": ">", "amp": "&", "apos": "'", "quot": "\""]

    /// Returns the text of contents that ``XMLScanner`` has accepted and that contain no elements. References are
    /// replaced, and CDATA delimiters are removed.
    static func text(of contents: ArraySlice<UInt8>) -> String {
        let (less, and) = (UInt8(ascii: "<"), UInt8(ascii: "&"))
        guard contents.contains(where: { $0 == less || $0 == and }) else {
            return String(decoding: contents, as: UTF8.self)
        }
        let (begin, close) = (Array("<![CDATA[".utf8), Array("]]>".utf8))
        var result: [UInt8] = []
        var index = contents.startIndex
        while index < contents.endIndex {
            if contents[index...].starts(with: begin) {
                index += begin.count
                while index < contents.endIndex, !contents[index...].starts(with: close) {
                    result.append(contents[index])
                    index += 1
                }
                index = min(index + close.count, contents.endIndex)
            } else if contents[index] == and,
                let end = contents[index...].prefix(12).firstIndex(of: UInt8(ascii: ";"))
            {
                result += character(String(decoding: contents[(index + 1)..<end], as: UTF8.self)).utf8
                index = end + 1
            } else {
                result.append(contents[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func character(_ name: String) -> String {
        if let known = entities[name] { return known }
        let isHexadecimal = name.hasPrefix("#x")
        let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        return number.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) } ?? ""
    }
}
