import CPango
import Foundation
import Synchronization

/// The fonts and the layout engine, which Pango lets only one thread use at a time.
final class Typesetter: Sendable {
    /// One for all, as finding the installed fonts takes a while.
    static let shared = Typesetter()

    private let fonts = Mutex(FontMap())

    /// Pango's fonts, looked for when they are first needed.
    private struct FontMap: @unchecked Sendable {
        var map: UnsafeMutablePointer<PangoFontMap>?
    }

    /// Measures runs.
    func extent(of runs: [TextRun], scale: Double, padding: Int) throws(TypesettingError) -> TextExtent {
        try withLayout(of: runs, scale: scale) { layout throws(TypesettingError) in
            try Self.extent(of: layout, padding: padding)
        }
    }

    /// Draws runs.
    func picture(of runs: [TextRun], scale: Double, padding: Int) throws(TypesettingError) -> TextPicture {
        let extent = try extent(of: runs, scale: scale, padding: padding)
        let factor = Self.oversampling(runs: runs, scale: scale, extent: extent)
        let bitmap = try withLayout(of: runs, scale: scale * Double(factor)) { layout throws(TypesettingError) in
            try CairoBitmap(
                drawing: layout, width: extent.width * factor, height: extent.height * factor,
                left: extent.left * factor,
                top: extent.top * factor)
        }
        return TextPicture(width: extent.width, height: extent.height, pixels: bitmap.reduced(by: factor))
    }

    /// cairo draws glyphs at whole pixels only, which shows in small text: that is drawn larger, and reduced.
    private static func oversampling(runs: [TextRun], scale: Double, extent: TextExtent) -> Int {
        let smallest = (runs.map(\.typography.size).min() ?? 0) * scale
        let wanted = smallest < 32 ? 4 : smallest < 128 ? 2 : 1
        return [wanted, 2, 1].first { factor in
            factor <= wanted && extent.width * extent.height * factor * factor <= TextPicture.mostPixels
                && max(extent.width, extent.height) * factor <= TextPicture.longestSide
        } ?? 1
    }

    private static func extent(of layout: OpaquePointer, padding: Int) throws(TypesettingError) -> TextExtent {
        var ink = PangoRectangle()
        var logical = PangoRectangle()
        pango_layout_get_extents(layout, &ink, &logical)
        let unit = Double(PANGO_SCALE)
        let boxes = ink.width > 0 && ink.height > 0 ? [logical, ink] : [logical]
        let margin = Double(padding)
        let left = (boxes.map { Double($0.x) / unit }.min() ?? 0).rounded(.down) - margin
        let top = (boxes.map { Double($0.y) / unit }.min() ?? 0).rounded(.down) - margin
        let width = (boxes.map { (Double($0.x) + Double($0.width)) / unit }.max() ?? 0).rounded(.up) + margin - left
        let height = (boxes.map { (Double($0.y) + Double($0.height)) / unit }.max() ?? 0).rounded(.up) + margin - top
        guard max(width, height) <= Double(TextPicture.longestSide), width * height <= Double(TextPicture.mostPixels)
        else {
            throw .tooLarge(width: width, height: height)
        }
        return TextExtent(width: Int(width), height: Int(height), left: -Int(left), top: -Int(top))
    }

    /// Lays runs out and does something with the layout, while no other thread does.
    private func withLayout<Result: Sendable>(
        of runs: [TextRun], scale: Double, _ body: (OpaquePointer) throws(TypesettingError) -> Result
    ) throws(TypesettingError) -> Result {
        for run in runs
        where run.typography.size * scale > TextPicture.largestFont || !(run.typography.size * scale).isFinite {
            throw .fontTooLarge(pixels: run.typography.size * scale)
        }
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

    /// The same on every screen: no hints, no whole pixels, gray edges.
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
            // A zero byte would end the text for Pango.
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
