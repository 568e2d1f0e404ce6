import Pixels

extension PixelRect {
    /// Returns the columns or rows.
    func line(along axis: LineConvolution.Axis) -> Range<Int> { axis == .horizontal ? x..<maxX : y..<maxY }

    /// Returns a rectangle of other columns or rows.
    func withLine(_ line: Range<Int>, along axis: LineConvolution.Axis) -> PixelRect {
        axis == .horizontal
            ? PixelRect(x: line.lowerBound, y: y, width: line.count, height: height)
            : PixelRect(x: x, y: line.lowerBound, width: width, height: line.count)
    }

    /// Returns the rectangle with `before` more pixels at the start of lines, and `after` more at their end.
    func grown(before: Int, after: Int, along axis: LineConvolution.Axis) -> PixelRect {
        let line = line(along: axis)
        return isEmpty ? .empty : withLine(line.lowerBound - before..<line.upperBound + after, along: axis)
    }
}

extension ImageNode {
    /// The pixels that may be other than transparent.
    var pixels: PixelRect { PixelRect(enclosing: extent) }
}
