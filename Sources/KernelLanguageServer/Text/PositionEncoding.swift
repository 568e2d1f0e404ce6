/// The unit in which columns are counted.
package enum PositionEncoding: String, Sendable, Hashable, CaseIterable {
    /// Bytes of UTF-8.
    case utf8 = "utf-8"
    /// Code units of UTF-16, of which characters beyond U+FFFF have two.
    case utf16 = "utf-16"
}
