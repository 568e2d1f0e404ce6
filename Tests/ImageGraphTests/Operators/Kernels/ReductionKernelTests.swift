import Foundation
import Pixels
import TestSupport
import Testing

@testable import ImageGraph

@Suite("Reductions, as runs of kernels")
struct ReductionKernelTests {
    private static let summed = [ReductionQuantity.sum, .sumAndMaximum]
    private static let compared = [ReductionQuantity.minimum, .maximum, .extremes, .minimumAlpha, .maximumAlpha]
    private static let blocks = [(8192, 4), (1, 256), (8192, 1), (40, 30), (3, 2), (17, 700), (1, 1)]

    /// Compares the cells of blocks in all parts of their extent.
    private func expectCells(
        _ quantity: ReductionQuantity, _ picture: TestPicture, area: PixelRect, block: (Int, Int),
        _ closeness: Closeness
    ) throws {
        let reduction = BlockReduction(
            quantity, of: picture.node, area: area, blockWidth: block.0, blockHeight: block.1)
        let all = reduction.grid.extent
        for region in [
            all, all.outset(by: 2), PixelRect(x: all.x + 1, y: all.y, width: max(1, all.width - 1), height: 1),
        ] where !region.isEmpty {
            try expectRuns(of: reduction, on: [picture.pixels], in: region, closeness)
        }
    }

    @Test("sums of blocks", arguments: summed, blocks) func sums(
        quantity: ReductionQuantity, block: (Int, Int)
    ) throws {
        for bounds in TestPicture.bounds {
            // The rounding error of a sum is only determined to within its own.
            let picture = TestPicture(bounds)
            try expectCells(quantity, picture, area: bounds, block: block, .nearlyEqual)
            let other = PixelRect(x: bounds.x - 9, y: bounds.y + 1, width: 20, height: 9)
            try expectCells(quantity, picture, area: other, block: block, .nearlyEqual)
            let special = TestPicture(bounds, .special)
            let area = PixelRect(x: bounds.x, y: bounds.y, width: 4, height: 1)
            try expectCells(quantity, special, area: area, block: block, .nearlyEqual)
        }
    }

    @Test("extrema of blocks", arguments: compared, blocks) func extrema(
        quantity: ReductionQuantity, block: (Int, Int)
    ) throws {
        for picture in TestPicture.all {
            let bounds = picture.pixels.bounds
            try expectCells(quantity, picture, area: bounds, block: block, .equalBits)
            let other = PixelRect(x: bounds.x + 1, y: bounds.y - 5, width: 11, height: 12)
            try expectCells(quantity, picture, area: other, block: block, .equalBits)
        }
    }

    @Test("sums keep twice the precision of floats") func precision() throws {
        let bounds = PixelRect(x: -5000, y: 2, width: 9000, height: 8)
        let picture = TestPicture(bounds)
        for x in 0..<9000 { picture.pixels[x - 5000, 3] = SIMD4(1e7, -1e7, x % 2 == 0 ? 1e6 : -1e6, 1) }
        for quantity in Self.summed {
            try expectCells(quantity, picture, area: bounds, block: (8192, 4), .nearlyEqual)
        }
    }

    @Test("results of whole areas") func whole() throws {
        for picture in TestPicture.all {
            let bounds = picture.pixels.bounds
            for area in [bounds, bounds.outset(by: 3), PixelRect(x: bounds.x - 2, y: bounds.y, width: 5, height: 2)] {
                for node in [
                    picture.node.areaAverage(of: area.cgRect), picture.node.areaSum(of: area.cgRect),
                    picture.node.areaMinimum(of: area.cgRect), picture.node.areaMaximum(of: area.cgRect),
                    picture.node.areaExtremes(of: area.cgRect), picture.node.areaAverageAndMaximum(of: area.cgRect),
                    picture.node.areaMinimumAlpha(of: area.cgRect), picture.node.areaMaximumAlpha(of: area.cgRect),
                    picture.node.rowAverage(of: area.cgRect), picture.node.columnAverage(of: area.cgRect),
                ] { try expectResult(node, picture) }
            }
        }
    }

    @Test("results of thousands of blocks") func manyBlocks() throws {
        for (width, height) in [(1, 3000), (3000, 1), (70, 90)] {
            let picture = TestPicture(PixelRect(x: -20, y: -31, width: width, height: height))
            for quantity in [ReductionQuantity.sum, .extremes, .sumAndMaximum, .maximumAlpha] {
                let reduction = BlockReduction(
                    quantity, of: picture.node, area: picture.pixels.bounds, blockWidth: 1, blockHeight: 1)
                let result = ReductionResult(of: reduction, shape: .whole, transparentCount: 0, scale: 0.25)
                try expectResult(.native(result, extent: result.extent), picture)
            }
        }
    }

    /// Compares the result of a reduction, from the cells of its own code, as a whole and pixel by pixel.
    private func expectResult(_ node: ImageNode, _ picture: TestPicture) throws {
        guard case .native(let computation) = node.operation else { return }
        let result = try #require(computation as? ReductionResult)
        let cellsNode = result.cells
        guard case .native(let cellsComputation) = cellsNode.operation else { return }
        let all = PixelRect(enclosing: cellsNode.extent)
        let cells = Raster(bounds: all)
        try cellsComputation.render(inputs: [picture.pixels], region: all, into: cells)
        let isSum =
            [.sum, .sumAndMaximum].contains(result.reduction.quantity) || result.reduction.quantity.binCount != nil
        let whole = PixelRect(enclosing: result.extent)
        for region in [whole, PixelRect(x: whole.maxX - 1, y: whole.maxY - 1, width: 1, height: 1)] {
            try expectRuns(of: result, on: [cells], in: region, isSum ? .nearlyEqual : .equalBits)
        }
    }

    @Test("histograms of blocks", arguments: [1, 2, 7, 64, 256, 300]) func histograms(bins: Int) throws {
        for picture in TestPicture.all {
            let bounds = picture.pixels.bounds
            for block in [(512, 64), (3, 2), (17, 700)] {
                for area in [bounds, PixelRect(x: bounds.x - 9, y: bounds.y + 1, width: 20, height: 9)] {
                    try expectCells(.histogram(bins: bins), picture, area: area, block: block, .equalBits)
                }
            }
        }
    }

    @Test("histograms of blocks, weighted by alpha", arguments: [1, 2, 7, 64, 256, 300])
    func weightedHistograms(bins: Int) throws {
        for bounds in TestPicture.bounds {
            let picture = TestPicture(bounds)
            for block in [(512, 64), (3, 2), (17, 700)] {
                // In the special picture, rounding errors of large sums are only determined to within their own.
                let area = PixelRect(x: bounds.x, y: bounds.y, width: 4, height: 1)
                try expectCells(
                    .weightedHistogram(bins: bins), TestPicture(bounds, .special), area: area, block: block,
                    .nearlyEqual)
                for area in [bounds, PixelRect(x: bounds.x - 9, y: bounds.y + 1, width: 20, height: 9)] {
                    try expectCells(.weightedHistogram(bins: bins), picture, area: area, block: block, .nearlyEqual)
                }
            }
        }
    }

    @Test("histograms of whole areas") func wholeHistograms() throws {
        for picture in TestPicture.all {
            for quantity in [
                ReductionQuantity.histogram(bins: 20), .histogram(bins: 300), .weightedHistogram(bins: 20),
                .weightedHistogram(bins: 300),
            ] {
                for (block, more) in [((512, 64), 0), ((3, 2), 5), ((1, 1), 1000)] {
                    let reduction = BlockReduction(
                        quantity, of: picture.node, area: picture.pixels.bounds, blockWidth: block.0,
                        blockHeight: block.1)
                    let result = ReductionResult(of: reduction, shape: .whole, transparentCount: more, scale: 0.3)
                    try expectResult(.native(result, extent: result.extent), picture)
                }
            }
        }
    }

    @Test("bounds and huge histograms have no kernels") func none() {
        func hasRuns(_ quantity: ReductionQuantity, _ side: Int, block: Int = 8) -> Bool {
            let area = PixelRect(x: 0, y: 0, width: side, height: side)
            let reduction = BlockReduction(quantity, of: .empty, area: area, blockWidth: block, blockHeight: block)
            let result = ReductionResult(of: reduction, shape: .whole, transparentCount: 0, scale: 1)
            #expect(result.hasKernelRuns == reduction.hasKernelRuns)
            return reduction.hasKernelRuns
        }
        #expect(!hasRuns(.redBounds, 0) && !hasRuns(.redBounds, 100))
        let quantity = ReductionQuantity.histogram(bins: 256)
        #expect(hasRuns(quantity, 2048) && hasRuns(quantity, 2800, block: 64))
        // Too many values, blocks, or pixels of a block.
        #expect(!hasRuns(quantity, 3000, block: 64) && !hasRuns(quantity, 2800))
        #expect(!hasRuns(quantity, 2048, block: 400) && !hasRuns(quantity, 1 << 20))
        // Each bin of a weighted histogram has two pixels.
        let weighted = ReductionQuantity.weightedHistogram(bins: 256)
        #expect(hasRuns(weighted, 2048) && !hasRuns(weighted, 2800, block: 64))
    }
}
