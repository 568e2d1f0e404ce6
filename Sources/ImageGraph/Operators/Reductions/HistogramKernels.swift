import KernelLanguage
import Pixels

/// The runs of kernels that count values in bins.
///
/// A pixel of a cell is a bin, and reads all pixels of its block. Neighbouring invocations read the same pixel at the
/// same time, so a device loads it once for all of them.
enum HistogramKernels {
    /// The largest number of values that are compared with bins. Beyond it, the processor is faster than devices
    /// without hundreds of cores.
    private static let comparisonLimit = 1 << 31
    /// The largest number of pixels of a block, and of blocks, which are loop iterations of one pixel.
    private static let iterationLimit = 100_000

    /// Whether a reduction's values can be counted in loops of acceptable length.
    static func canCount(_ reduction: BlockReduction) -> Bool {
        guard let bins = reduction.quantity.binCount, bins > 0 else { return false }
        let area = reduction.area
        // Numbers of pixels must be exact as floats.
        guard [area.x, area.y, area.maxX, area.maxY].allSatisfy({ abs($0) < 1 << 22 }) else { return false }
        let block = reduction.blockWidth.multipliedReportingOverflow(by: reduction.blockHeight)
        let comparisons = area.area.multipliedReportingOverflow(by: bins)
        return !block.overflow && block.partialValue <= iterationLimit && !comparisons.overflow
            && comparisons.partialValue <= comparisonLimit && reduction.grid.blocks.area <= iterationLimit
    }

    /// Returns the run that computes a region of the cells of blocks.
    ///
    /// - Parameter items: The pixels that count.
    static func cells(_ reduction: BlockReduction, items: PixelRect, region: PixelRect) -> OperatorRun {
        let (grid, bins) = (reduction.grid, reduction.quantity.binCount ?? 1)
        return OperatorRun(
            counting, region: region, .input(0), .whole(items.x, items.y, items.maxX, items.maxY),
            .whole(grid.blockWidth, grid.blockHeight), .whole(grid.cellWidth, grid.cellHeight), .number(Float(bins)))
    }

    /// Returns the run that adds up the cells of all blocks.
    ///
    /// - Parameter more: What is added to the first bin.
    static func total(_ reduction: BlockReduction, region: PixelRect, more: Int, scale: Double) -> OperatorRun {
        let (grid, blocks) = (reduction.grid, reduction.grid.blocks)
        return OperatorRun(
            adding, region: region, .input(0), .whole(blocks.x, blocks.y, blocks.maxX, blocks.maxY),
            .whole(grid.cellWidth, grid.cellHeight), .number(Float(more)), .number(Float(scale)))
    }

    // MARK: Kernels

    /// The place of a pixel in its cell, its block, and the bins of values.
    private static let shared = """
        float placeInCell(vec2 pixel, vec2 block, ivec2 cell) {
            vec2 inside = pixel - block * vec2(cell);
            return inside.y * float(cell.x) + inside.x;
        }
        vec2 blockOf(vec2 pixel, ivec2 cell) { return floor(pixel / vec2(cell)); }
        vec4 bins(vec4 value, float count) {
            vec4 place = value * count;
            // Comparisons with NaN are false, so NaN becomes 0.
            place = compare(-place, place, vec4(0.0));
            return floor(compare(vec4(count - 1.0) - place, vec4(count - 1.0), place));
        }
        vec4 isIn(vec4 places, float bin) { return compare(abs(places - bin) - 0.5, vec4(1.0), vec4(0.0)); }

        """

    private static let counting = OperatorKernel.program(
        shared + """
            kernel vec4 countBins(sampler image, ivec4 items, ivec2 size, ivec2 cell, float count) {
                vec2 pixel = floor(destCoord());
                vec2 block = blockOf(pixel, cell);
                float bin = placeInCell(pixel, block, cell);
                vec4 sum = vec4(0.0);
                if (bin >= count) return sum;
                vec2 first = max(block * vec2(size), vec2(items.xy));
                vec2 end = min((block + 1.0) * vec2(size), vec2(items.zw));
                for (float y = first.y; y < end.y; y += 1.0) {
                    for (float x = first.x; x < end.x; x += 1.0) {
                        sum += isIn(bins(at(image, vec2(x, y) + 0.5), count), bin);
                    }
                }
                return sum;
            }
            """)

    private static let adding = OperatorKernel.program(
        shared + """
            kernel vec4 addBins(sampler cells, ivec4 blocks, ivec2 cell, float more, float scale) {
                float bin = floor(destCoord().x);
                float row = floor(bin / float(cell.x));
                vec2 place = vec2(bin - row * float(cell.x), row) + 0.5;
                vec4 sum = vec4(bin == 0.0 ? more : 0.0), error = vec4(0.0);
                for (float y = float(blocks.y); y < float(blocks.w); y += 1.0) {
                    for (float x = float(blocks.x); x < float(blocks.z); x += 1.0) {
                        vec4 value = at(cells, vec2(x, y) * vec2(cell) + place);
                        vec4 next = sum + value;
                        vec4 back = next - sum;
                        error += (sum - (next - back)) + (value - back);
                        sum = next;
                    }
                }
                return (sum + error) * scale;
            }
            """)
}

extension ReductionQuantity {
    /// The number of bins of a histogram that counts; nil for other quantities.
    var binCount: Int? { if case .histogram(let bins) = self { bins } else { nil } }
}
