import CPango
import Foundation
import Synchronization

/// The layout engine with the installed fonts. A lock serialises its use, because Pango isn't thread-safe.
final class Typesetter: Sendable {
    /// A single shared instance, because finding the installed fonts takes a while.
    static let shared = Typesetter()

    private let fonts = Mutex(FontMap())

    /// Pango's fonts, which are found on first use.
    private struct FontMap: @unchecked Sendable {
        var map: UnsafeMutablePointer<PangoFontMap>?
    }

    /// Measures runs.
    func extent(of runs: [TextRun], scale: Double, padding: Int) throws(TypesettingError) -> TextExtent {
        try measure(runs, scale: scale, padding: padding).extent
    }

    /// Draws runs.
    func picture(of runs: [TextRun], scale: Double, padding: Int) throws(TypesettingError) -> TextPicture {
        let (extent, factor) = try measure(runs, scale: scale, padding: padding)
        let bitmap = try withLayout(of: runs, scale: scale * Double(factor)) { layout throws(TypesettingError) in
            try CairoBitmap(
                drawing: layout, width: extent.width * factor, height: extent.height * factor,
                originX: extent.originX * factor, originY: extent.originY * factor)
        }
        return TextPicture(width: extent.width, height: extent.height, pixels: bitmap.reduced(by: factor))
    }

    /// Returns the extent of the runs, and the factor by which they are drawn larger and then reduced.
    ///
    /// cairo draws glyphs only at whole pixel positions, which is visible in small text. Therefore small text is drawn
    /// enlarged.
    private func measure(
        _ runs: [TextRun], scale: Double, padding: Int
    ) throws(TypesettingError) -> (extent: TextExtent, factor: Int) {
        let sizes = runs.map { $0.typography.size * scale }
        let (smallest, largest) = (sizes.min() ?? 0, sizes.max() ?? 0)
        try Self.check(runs, sizes: sizes)
        for factor in [4, 2]
        where smallest * Double(factor) < 256 && largest * Double(factor) <= TextPicture.largestFont {
            let extent = try withLayout(of: runs, scale: scale * Double(factor)) { layout throws(TypesettingError) in
                try Self.extent(of: layout, factor: factor, padding: padding)
            }
            if extent.width * extent.height * factor * factor <= TextPicture.maximumPixelCount,
                max(extent.width, extent.height) * factor <= TextPicture.longestSide
            {
                return (extent, factor)
            }
        }
        let extent = try withLayout(of: runs, scale: scale) { layout throws(TypesettingError) in
            try Self.extent(of: layout, factor: 1, padding: padding)
        }
        return (extent, 1)
    }

    /// Throws an error if a font is too large, or if a text is so long that Pango would take long, or exceed its range
    /// of coordinates, before the picture turned out to be too large.
    private static func check(_ runs: [TextRun], sizes: [Double]) throws(TypesettingError) {
        if let size = sizes.first(where: { !($0 <= TextPicture.largestFont) }) { throw .fontTooLarge(pixels: size) }
        let lines = runs.map(\.text).joined().split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let size = sizes.max() ?? 0
        let (width, height) = (Double(lines.map(\.count).max() ?? 0) * size, Double(lines.count) * size)
        if max(width, height) > Double(1 << 17) { throw .tooLarge(width: width / 2, height: height) }
    }

    /// Returns the extent of a layout that is `factor` times as large as the result, with `padding` pixels added on
    /// every side.
    private static func extent(
        of layout: OpaquePointer, factor: Int, padding: Int
    ) throws(TypesettingError) -> TextExtent {
        var ink = PangoRectangle()
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, &ink, &logical)
        let (unit, margin) = (Double(PANGO_SCALE) * Double(factor), Double(padding))
        func box(_ rectangle: PangoRectangle, reach: Double) -> CGRect {
            CGRect(
                x: Double(rectangle.x) / unit, y: Double(rectangle.y) / unit, width: Double(rectangle.width) / unit,
                height: Double(rectangle.height) / unit
            ).insetBy(dx: -reach, dy: -reach)
        }
        var whole = box(logical, reach: 0)
        // A glyph is moved by up to half a pixel to a whole position. Pango rounds up, so an ink rectangle of one unit
        // (1/1024 pixel) may be empty.
        if ink.width > 1, ink.height > 1 { whole = whole.union(box(ink, reach: 0.5 / Double(factor))) }
        let (left, right) = (whole.minX.rounded(.down) - margin, whole.maxX.rounded(.up) + margin)
        let (top, bottom) = (whole.minY.rounded(.down) - margin, whole.maxY.rounded(.up) + margin)
        let (width, height) = (right - left, bottom - top)
        guard max(width, height) <= Double(TextPicture.longestSide),
            width * height <= Double(TextPicture.maximumPixelCount)
        else { throw .tooLarge(width: width, height: height) }
        return TextExtent(width: Int(width), height: Int(height), originX: -Int(left), originY: -Int(top))
    }

    /// Lays out runs and calls `body` with the layout, while the lock is held.
    private func withLayout<Result: Sendable>(
        of runs: [TextRun], scale: Double, _ body: (OpaquePointer) throws(TypesettingError) -> Result
    ) throws(TypesettingError) -> Result {
        let made: Swift.Result<Result, TypesettingError> = fonts.withLock { fonts in
            if fonts.map == nil { fonts.map = pango_cairo_font_map_new() }
            guard let map = fonts.map, let context = pango_font_map_create_context(map) else {
                return .failure(.failed("Pango finds no fonts"))
            }
            defer { g_object_unref(UnsafeMutableRawPointer(context)) }
            Self.setUp(context)
            guard let layout = pango_layout_new(context) else { return .failure(.failed("Pango makes no layout")) }
            defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
            Self.fill(layout, runs: runs, scale: scale)
            do throws(TypesettingError) { return .success(try body(layout)) } catch { return .failure(error) }
        }
        return try made.get()
    }

    /// Makes the result independent of the screen: no hinting, fractional positions, gray antialiasing.
    private static func setUp(_ context: OpaquePointer) {
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        pango_cairo_context_set_resolution(context, 72)
        pango_context_set_round_glyph_positions(context, 0)
        pango_context_set_language(context, pango_language_from_string("en"))
    }

    private static func fill(_ layout: OpaquePointer, runs: [TextRun], scale: Double) {
        var text: [UInt8] = []
        let attributes = pango_attr_list_new()
        for run in runs {
            let start = text.count
            // Pango would end the text at a zero byte.
            text += run.text.utf8.map { $0 == 0 ? 32 : $0 }
            for attribute in run.typography.attributes(scale: scale) {
                attribute.pointee.start_index = UInt32(start)
                attribute.pointee.end_index = UInt32(text.count)
                pango_attr_list_insert(attributes, attribute)
            }
        }
        text.withUnsafeBytes { bytes in
            pango_layout_set_text(layout, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count))
        }
        pango_layout_set_attributes(layout, attributes)
        pango_attr_list_unref(attributes)
    }
}
