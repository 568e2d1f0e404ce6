import Pixels

/// Runs of `ReductionTree`: one for up to 512 blocks. One run of `HistogramKernels` for a histogram. Sums are rounded
/// to floats before they are scaled, which adds a rounding.
extension ReductionResult: KernelComposedOperator {
    /// Whether the cells have runs.
    package var hasKernelRuns: Bool { reduction.hasKernelRuns && (shape == .whole || reduction.quantity == .sum) }

    /// Returns the runs that combine the cells of `region`.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let (quantity, blocks, area) = (reduction.quantity, reduction.grid.blocks, reduction.area)
        if quantity.binCount != nil {
            return [HistogramKernels.total(reduction, region: region, more: transparentCount, scale: scale)]
        }
        var (items, columns, rows) = (
            blocks, ReductionTree.Axis(origin: blocks.x, length: max(1, blocks.width)),
            ReductionTree.Axis(origin: blocks.y, length: max(1, blocks.height))
        )
        switch shape {
        case .whole: break
        case .rows:
            rows = .init(origin: area.y, length: 1)
            items = items.intersection(items.withLine(area.y + region.y..<area.y + region.maxY, along: .vertical))
        case .columns:
            columns = .init(origin: area.x, length: 1)
            items = items.intersection(items.withLine(area.x + region.x..<area.x + region.maxX, along: .horizontal))
        }
        var tree = ReductionTree(quantity.columns, isImage: false, items: items, columns: columns, rows: rows)
        tree.finish(
            quantity.resultColumns, cells: PixelRect(enclosing: extent), region: region, scale: scale,
            countsTransparent: transparentCount > 0)
        return tree.runs
    }
}
