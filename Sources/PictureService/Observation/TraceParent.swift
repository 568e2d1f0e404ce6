/// The field `traceparent` of W3C's Trace Context, version 00 and later ones.
package struct TraceParent: Hashable, Sendable {
    /// 32 hexadecimal digits.
    package let trace: String
    /// The caller's part of the trace, 16 hexadecimal digits.
    package let parent: String

    /// Reads the field's value.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isHexadecimal: (Substring, Int) -> Bool = { part, count in
            part.utf8.count == count
                && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
        }
        guard parts.count >= 4, isHexadecimal(parts[0], 2), parts[0] != "ff", parts[0] != "00" || parts.count == 4,
            isHexadecimal(parts[1], 32), isHexadecimal(parts[2], 16), isHexadecimal(parts[3], 2),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        (trace, parent) = (String(parts[1]), String(parts[2]))
    }
}
