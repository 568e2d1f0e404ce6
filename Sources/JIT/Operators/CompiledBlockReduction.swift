import Foundation
import ImageGraph
import Pixels

/// A block reduction in generated code: sums, extremes, both, or histograms.
struct CompiledBlockReduction: CompiledOperator, StoredPixelOperator {
    let portable: BlockReduction
    private let code: ReductionFunctions

    /// Returns nil for quantities without generated code.
    init?(_ portable: BlockReduction, code: ReductionFunctions) {
        switch portable.quantity {
        case .minimumAlpha, .maximumAlpha, .redBounds, .weightedHistogram: return nil
        case .sum, .minimum, .maximum, .extremes, .sumAndMaximum, .histogram:
            (self.portable, self.code) = (portable, code)
        }
    }

    func compiled(_ other: BlockReduction) -> CompiledBlockReduction? { CompiledBlockReduction(other, code: code) }

    func render(inputs: [Raster], region: PixelRect, into output: Raster) throws {
        let image = inputs.first ?? Raster(bounds: .empty)
        let rowBytes = image.stride * MemoryLayout<SIMD4<Float>>.stride
        if portable.sumsColumns {
            return try portable.sumColumns(region, into: output) { pixels, sums in
                let part = pixels.intersection(image.bounds)
                if part.isEmpty { return }
                let start = image.row(part.y) + (part.x - image.bounds.x)
                code.floats.sumColumns(start, rowBytes, part.width, part.height, sums + (part.x - pixels.x))
            }
        }
        if case .histogram(let bins) = portable.quantity {
            return try portable.reduceBlocks(region, into: output) { pixels, cell in
                let (start, columns, rows) = place(pixels, image)
                let (tables, table) = (ReductionEmitter.histogramTables, bins + ReductionEmitter.histogramGap)
                withUnsafeTemporaryAllocation(of: SIMD4<UInt32>.self, capacity: tables * table) { counts in
                    guard let first = counts.baseAddress else { return }
                    counts.initialize(repeating: .zero)
                    code.histogram(start, rowBytes, columns, rows, first, Float(bins))
                    for bin in 0..<bins {
                        let sum = (1..<tables).reduce(counts[bin]) { $0 &+ counts[$1 * table + bin] }
                        cell[bin] = SIMD4<Float>(sum)
                    }
                }
            }
        }
        guard let kind = Self.kind(portable.quantity), let function = code.floats.reduce[kind] else { return }
        let (smallest, largest) = (
            SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity)
        )
        try portable.reduceBlocks(region, into: output) { pixels, cell in
            // The generated function stores sums as doubles, then the maxima. It stores nothing if there are no rows.
            var sums = (SIMD4<Double>.zero, largest)
            let (start, columns, rows) = place(pixels, image)
            func reduce(_ result: UnsafeMutableRawPointer?) {
                if let result { function(start, rowBytes, columns, rows, result) }
            }
            switch kind {
            case .sum, .sumAndMaximum:
                withUnsafeMutableBytes(of: &sums) { reduce($0.baseAddress) }
                (cell[0], cell[1]) = BlockReduction.split(sums.0)
                if kind == .sumAndMaximum { cell[2] = sums.1 }
            case .minimum, .maximum:
                cell[0] = kind == .minimum ? smallest : largest
                reduce(cell.baseAddress)
            case .extremes:
                (cell[0], cell[1]) = (smallest, largest)
                reduce(cell.baseAddress)
            }
        }
    }

    func resultFormat(reading format: PixelFormat) -> PixelFormat? { format.isFourBytes ? .RGBAf : nil }

    func render(stored inputs: [PixelView], region: PixelRect, into output: PixelView) throws {
        guard let image = inputs.first, let order = image.format.byteOrder, let cells = output.raster else { return }
        if portable.sumsColumns { return try sumColumns(of: image, order, region, into: cells) }
        guard let kind = Self.kind(portable.quantity), let function = code.bytes.reduce[kind] else {
            return try portable.render(stored: inputs, region: region, into: output)
        }
        let (smallest, largest) = (SIMD4<Float>(repeating: .infinity), SIMD4<Float>(repeating: -.infinity))
        let startsAtTop = image.bytesPerRow < 0
        try portable.reduceBlocks(region, into: cells, startsAtTop: startsAtTop) { pixels, cell in
            let part = pixels.intersection(image.bounds)
            // The generated function stores sums, then extremes.
            var result = (sums: SIMD4<UInt32>.zero, maxima: SIMD4<UInt8>.zero)
            var extremes = (SIMD4<UInt8>.zero, SIMD4<UInt8>.zero)
            func reduce(_ target: UnsafeMutableRawBufferPointer) {
                guard let target = target.baseAddress, !part.isEmpty else { return }
                // Sums of bytes don't depend on the order of rows.
                let first = image.pixel(part.x, startsAtTop ? part.maxY - 1 : part.y)
                function(first, abs(image.bytesPerRow), part.width, part.height, target)
            }
            func floats(_ bytes: SIMD4<UInt8>, or start: SIMD4<Float>) -> SIMD4<Float> {
                part.isEmpty ? start : SIMD4<Float>(bytes.ordered(order)) / 255
            }
            switch kind {
            case .sum, .sumAndMaximum:
                withUnsafeMutableBytes(of: &result, reduce)
                (cell[0], cell[1]) = BlockReduction.split(SIMD4<Double>(result.sums.ordered(order)) / 255)
                if kind == .sumAndMaximum { cell[2] = floats(result.maxima, or: largest) }
            case .minimum, .maximum:
                withUnsafeMutableBytes(of: &extremes, reduce)
                cell[0] = floats(extremes.0, or: kind == .minimum ? smallest : largest)
            case .extremes:
                withUnsafeMutableBytes(of: &extremes, reduce)
                (cell[0], cell[1]) = (floats(extremes.0, or: smallest), floats(extremes.1, or: largest))
            }
        }
    }

    private func sumColumns(
        of image: PixelView, _ order: SIMD4<Int>, _ region: PixelRect, into output: Raster
    ) throws {
        try portable.sumColumns(region, into: output) { pixels, sums in
            let part = pixels.intersection(image.bounds)
            if part.isEmpty { return }
            withUnsafeTemporaryAllocation(of: SIMD4<UInt32>.self, capacity: part.width) { totals in
                guard let start = totals.baseAddress else { return }
                totals.initialize(repeating: .zero)
                code.bytes.sumColumns(
                    image.pixel(part.x, part.y), image.bytesPerRow, part.width, part.height, start)
                for x in 0..<part.width {
                    sums[part.x - pixels.x + x] += SIMD4<Double>(start[x].ordered(order)) / 255
                }
            }
        }
    }

    /// Returns the kind of the generated function for a quantity.
    private static func kind(_ quantity: ReductionQuantity) -> ReductionEmitter.Kind? {
        switch quantity {
        case .sum: .sum
        case .minimum: .minimum
        case .maximum: .maximum
        case .extremes: .extremes
        case .sumAndMaximum: .sumAndMaximum
        case .minimumAlpha, .maximumAlpha, .redBounds, .weightedHistogram, .histogram: nil
        }
    }

    /// Returns the part of a block that is inside the image: its first pixel, and its numbers of columns and rows.
    private func place(_ pixels: PixelRect, _ image: Raster) -> (UnsafeRawPointer, columns: Int, rows: Int) {
        let part = pixels.intersection(image.bounds)
        let start = part.isEmpty ? image.pixels : image.row(part.y) + (part.x - image.bounds.x)
        return (UnsafeRawPointer(start), part.width, part.height)
    }
}

extension SIMD4 {
    /// Returns the components in the order red, green, blue, alpha.
    fileprivate func ordered(_ order: SIMD4<Int>) -> SIMD4 {
        SIMD4(self[order.x], self[order.y], self[order.z], self[order.w])
    }
}
