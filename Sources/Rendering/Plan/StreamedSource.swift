import Pixels

/// A source that is read once from the top down while a picture is rendered in strips.
struct StreamedSource: Sendable {
    let reader: any StripReader
    /// Size in pixels.
    let bounds: PixelRect

    /// Begins a pass; nil for a source that is read in any order.
    init?(_ source: any PixelSource, stripHeight: Int) throws(RenderingError) {
        bounds = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
        do {
            guard let reader = try source.makeStripReader(stripHeight: stripHeight) else { return nil }
            self.reader = reader
        } catch {
            throw .sourceFailed(region: bounds, underlying: error)
        }
    }

    /// How a pixel is stored.
    var format: PixelFormat { reader.format }

    /// The rows of `region`, in full width.
    func read(_ region: PixelRect) throws(RenderingError) -> PixelView {
        do {
            return try reader.read(rows: region.y..<region.maxY)
        } catch {
            throw .sourceFailed(region: region, underlying: error)
        }
    }
}
