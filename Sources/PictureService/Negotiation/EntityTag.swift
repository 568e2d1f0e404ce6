/// A strong entity tag, by RFC 9110, section 8.8.3.
package struct EntityTag: Hashable, Sendable {
    /// The tag with its quotation marks.
    package let text: String

    /// Makes a tag of a content key.
    package init(key: String) { text = "\"\(key.prefix(32))\"" }

    /// Whether the field `If-None-Match` names the tag itself. By the RFC, weak tags count for this field.
    package func isNamed(in values: [String]) -> Bool {
        values.contains { value in
            // Tags of this service contain no commas, so the commas within others do no harm.
            value.split(separator: ",").contains { part in
                let tag = part.filter { $0 != " " && $0 != "\t" }
                return tag == text || tag == "W/" + text
            }
        }
    }

    /// Whether the field `If-None-Match` stands for any result that there is. Whether there is one is known only when
    /// it has been made.
    package static func isAny(in values: [String]) -> Bool {
        values.contains { $0.filter { $0 != " " && $0 != "\t" } == "*" }
    }
}
