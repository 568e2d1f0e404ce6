import Pixels

/// A source that is read once, from the top down, while an image is rendered in strips.
struct StreamedSource: Sendable {
    let reader: any StripReader
    /// All pixels of the source, with the origin at (0, 0).
    let bounds: PixelRect

    /// Starts reading; nil for a source that can be read in any order.
    init?(_ source: any PixelSource, stripHeight: Int) throws(RenderingError) {
        bounds = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
        do {
            guard let reader = try source.makeStripReader(stripHeight: stripHeight) else { return nil }
            self.reader = reader
        } catch {
            throw .sourceFailed(region: bounds, underlying: error)
        }
    }

    /// Format of the pixels that are read.
    var format: PixelFormat { reader.format }

    /// Returns the rows of `region`, in the source's full width.
    func read(_ region: PixelRect) throws(RenderingError) -> PixelView {
        do {
            return try reader.read(rows: region.y..<region.maxY)
        } catch {
            throw .sourceFailed(region: region, underlying: error)
        }
    }
}
