/// Build settings in a property list, such as `${EXECUTABLE_NAME}` or `$(PRODUCT_NAME:rfc1034identifier)`.
package enum BuildSetting {
    /// Replaces the settings whose value is the product's name. If there are others, they stay, and `isComplete` is
    /// false.
    package static func expand(_ text: String, product: String) -> (text: String, isComplete: Bool) {
        var result = ""
        var isComplete = true
        var rest = Substring(text)
        while let start = rest.firstIndex(of: "$") {
            result += rest[..<start]
            let after = rest.index(after: start)
            let closer: Character? = after < rest.endIndex ? ["{": "}", "(": ")"][rest[after]] : nil
            guard let closer, let end = rest[after...].firstIndex(of: closer) else {
                result.append("$")
                rest = rest[after...]
                continue
            }
            let words = rest[rest.index(after: after)..<end].split(separator: ":", omittingEmptySubsequences: false)
            if let value = value(words.first ?? "", product: product) {
                result += words.dropFirst().reduce(value, modified)
            } else {
                result += rest[start...end]
                isComplete = false
            }
            rest = rest[rest.index(after: end)...]
        }
        return (result + rest, isComplete)
    }

    private static func value(_ name: Substring, product: String) -> String? {
        ["EXECUTABLE_NAME", "PRODUCT_NAME", "TARGET_NAME", "TARGETNAME", "PROJECT_NAME"].contains(name) ? product : nil
    }

    private static func modified(_ value: String, by modifier: Substring) -> String {
        let filler: Character? = ["identifier": "_", "c99extidentifier": "_", "rfc1034identifier": "-"][modifier]
        guard let filler else { return value }
        return String(value.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : filler })
    }
}
