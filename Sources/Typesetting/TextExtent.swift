/// The rectangle of a text in pixels: that of its lines from ascent to descent, enlarged if glyphs extend beyond it.
package struct TextExtent: Sendable, Hashable {
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The distance from the rectangle's left edge to the layout's origin, in pixels.
    var originX: Int
    /// The distance from the rectangle's top edge to the layout's origin, in pixels.
    var originY: Int
}
