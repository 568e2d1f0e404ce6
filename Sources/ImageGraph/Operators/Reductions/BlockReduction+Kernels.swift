import Pixels

/// Runs of `ReductionTree`: two to four for blocks of thousands of pixels, one for small ones. One run of
/// `HistogramKernels` for a histogram.
extension BlockReduction: KernelComposedOperator {
    /// Whether the quantity is a sum or an extremum, or a histogram of not too many pixels.
    package var hasKernelRuns: Bool { !quantity.columns.isEmpty || HistogramKernels.canCount(self) }

    /// Returns the runs that compute the cells of `region`.
    package func kernelRuns(for region: PixelRect) throws -> [OperatorRun] {
        let read = PixelRect(enclosing: grid.regionOfInterest(for: region.cgRect))
        let items = read.intersection(input.pixels)
        if quantity.binCount != nil { return [HistogramKernels.cells(self, items: items, region: region)] }
        var tree = ReductionTree(
            quantity.columns, isImage: true, items: items,
            columns: .init(origin: 0, length: blockWidth), rows: .init(origin: 0, length: blockHeight))
        tree.finish(quantity.columns, cells: grid.extent, region: region)
        return tree.runs
    }
}

extension ReductionQuantity {
    /// The pixels of a block's cell; empty for quantities that runs of kernels don't compute.
    var columns: [ReductionTree.Column] {
        switch self {
        case .sum: [.init(.sum, at: 0), .init(.error, at: 0)]
        case .minimum: [.init(.minimum, at: 0)]
        case .maximum: [.init(.maximum, at: 0)]
        case .extremes: [.init(.minimum, at: 0), .init(.maximum, at: 1)]
        case .sumAndMaximum:
            [.init(.sum, at: 0), .init(.error, at: 0), .init(.maximum, at: 2), .init(.nothing, at: 0)]
        case .minimumAlpha: [.init(.minimumAlpha, at: 0)]
        case .maximumAlpha: [.init(.maximumAlpha, at: 0)]
        case .redBounds, .histogram, .weightedHistogram: []
        }
    }

    /// The pixels of the result for a whole area, computed from the cells of blocks.
    var resultColumns: [ReductionTree.Column] {
        switch self {
        case .sum: [.init(.total, at: 0)]
        case .sumAndMaximum: [.init(.total, at: 0), .init(.maximum, at: 2)]
        default: columns
        }
    }
}
