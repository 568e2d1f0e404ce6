import Pixels

extension Raster {
    /// Fills this raster with the pixels of `source`. Pixels outside of it become transparent.
    func show(_ source: Raster) {
        if !source.bounds.contains(bounds) { fill(bounds, with: .zero) }
        copy(from: source)
    }

    /// Fills this raster with the pixels of `source` inside `rect`, and repeats those on the edges of `rect` outwards.
    func show(_ source: Raster, clampedTo rect: PixelRect) {
        guard !rect.isEmpty, !bounds.isEmpty else { return fill(bounds, with: .zero) }
        var copied: (from: Int, to: Int)?
        for y in bounds.y..<bounds.maxY {
            let sourceY = min(max(y, rect.y), rect.maxY - 1)
            let target = row(y)
            // All rows above the rectangle are equal, and so are all rows below it.
            if let copied, copied.from == sourceY {
                target.update(from: row(copied.to), count: bounds.width)
            } else {
                showRow(sourceY, of: source, clampedTo: rect, in: target)
                copied = (sourceY, y)
            }
        }
    }

    private func showRow(
        _ y: Int, of source: Raster, clampedTo rect: PixelRect, in target: UnsafeMutablePointer<SIMD4<Float>>
    ) {
        let middle = PixelRect(x: bounds.x, y: y, width: bounds.width, height: 1)
            .intersection(PixelRect(x: rect.x, y: y, width: rect.width, height: 1))
        let left = middle.isEmpty ? (bounds.maxX <= rect.x ? bounds.width : 0) : middle.x - bounds.x
        let middleWidth = middle.width
        target.update(repeating: source[rect.x, y], count: left)
        if middleWidth > 0 {
            if source.bounds.contains(middle) {
                (target + left).update(from: source.row(y) + (middle.x - source.bounds.x), count: middleWidth)
            } else {
                for x in middle.x..<middle.maxX { target[x - bounds.x] = source[x, y] }
            }
        }
        (target + left + middleWidth).update(
            repeating: source[rect.maxX - 1, y], count: bounds.width - left - middleWidth)
    }

    /// Fills this raster with the results of `change` for the pixels of `source`. Pixels outside of it become
    /// transparent.
    @inline(__always)
    func map(_ source: Raster, _ change: (SIMD4<Float>) -> SIMD4<Float>) {
        if !source.bounds.contains(bounds) { fill(bounds, with: .zero) }
        let part = bounds.intersection(source.bounds)
        guard !part.isEmpty else { return }
        for y in part.y..<part.maxY {
            let from = source.row(y) + (part.x - source.bounds.x)
            let to = row(y) + (part.x - bounds.x)
            for x in 0..<part.width { to[x] = change(from[x]) }
        }
    }
}
