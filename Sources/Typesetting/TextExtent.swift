/// The rectangle of a text in pixels: that of its lines from ascent to descent, or more where glyphs reach beyond.
public struct TextExtent: Sendable, Hashable {
    /// Columns.
    public var width: Int
    /// Rows.
    public var height: Int
    /// From the rectangle's left edge to the layout's origin.
    var left: Int
    /// From the rectangle's top edge to the layout's origin.
    var top: Int
}
