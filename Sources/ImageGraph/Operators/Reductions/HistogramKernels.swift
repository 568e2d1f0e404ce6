import KernelLanguage
import Pixels

/// The runs of kernels that count values in bins, or add up the alphas of pixels there.
///
/// A pixel of a cell is a bin, or the rounding error of one, and reads all pixels of its block. Neighbouring
/// invocations read the same pixel at the same time, so a device loads it once for all of them.
enum HistogramKernels {
    /// The largest number of values that are compared with bins. Beyond it, the processor is faster than devices
    /// without hundreds of cores.
    private static let comparisonLimit = 1 << 31
    /// The largest number of pixels of a block, and of blocks, which are loop iterations of one pixel.
    private static let iterationLimit = 100_000

    /// Whether a reduction's values can be counted in loops of acceptable length.
    static func canCount(_ reduction: BlockReduction) -> Bool {
        let cells = reduction.quantity.histogramPlaces
        guard cells > 0 else { return false }
        let area = reduction.area
        // Numbers of pixels must be exact as floats.
        guard [area.x, area.y, area.maxX, area.maxY].allSatisfy({ abs($0) < 1 << 22 }) else { return false }
        let block = reduction.blockWidth.multipliedReportingOverflow(by: reduction.blockHeight)
        let comparisons = area.area.multipliedReportingOverflow(by: cells)
        return !block.overflow && block.partialValue <= iterationLimit && !comparisons.overflow
            && comparisons.partialValue <= comparisonLimit && reduction.grid.blocks.area <= iterationLimit
    }

    /// Returns the run that computes a region of the cells of blocks.
    ///
    /// - Parameter items: The pixels that count.
    static func cells(_ reduction: BlockReduction, items: PixelRect, region: PixelRect) -> OperatorRun {
        let (grid, quantity) = (reduction.grid, reduction.quantity)
        let bins = quantity.binCount ?? 1
        return OperatorRun(
            quantity.histogramPlaces > bins ? weighing : counting, region: region, .input(0),
            .whole(items.x, items.y, items.maxX, items.maxY),
            .whole(grid.blockWidth, grid.blockHeight), .whole(grid.cellWidth, grid.cellHeight), .number(Float(bins)))
    }

    /// Returns the run that adds up the cells of all blocks.
    ///
    /// - Parameter more: What is added to the first bin, unless pixels are weighted.
    static func total(_ reduction: BlockReduction, region: PixelRect, more: Int, scale: Double) -> OperatorRun {
        let (grid, blocks, quantity) = (reduction.grid, reduction.grid.blocks, reduction.quantity)
        let errors = quantity.histogramPlaces - (quantity.binCount ?? 1)
        return OperatorRun(
            adding, region: region, .input(0), .whole(blocks.x, blocks.y, blocks.maxX, blocks.maxY),
            .whole(grid.cellWidth, grid.cellHeight), .number(Float(errors)), .number(errors > 0 ? 0 : Float(more)),
            .number(Float(scale)))
    }

    // MARK: Kernels

    /// The place of a pixel in its cell, its block, the corners of the block's pixels, the bins of values, and the
    /// rounding errors of sums.
    private static let shared = """
        float placeInCell(vec2 pixel, vec2 block, ivec2 cell) {
            vec2 inside = pixel - block * vec2(cell);
            return inside.y * float(cell.x) + inside.x;
        }
        vec2 blockOf(vec2 pixel, ivec2 cell) { return floor(pixel / vec2(cell)); }
        vec4 areaOf(vec2 block, ivec2 size, ivec4 items) {
            return vec4(max(block * vec2(size), vec2(items.xy)), min((block + 1.0) * vec2(size), vec2(items.zw)));
        }
        vec4 bins(vec4 value, float count) {
            vec4 place = value * count;
            // Comparisons with NaN are false, so NaN becomes 0.
            place = compare(-place, place, vec4(0.0));
            return floor(compare(vec4(count - 1.0) - place, vec4(count - 1.0), place));
        }
        vec4 isIn(vec4 places, float bin) { return compare(abs(places - bin) - 0.5, vec4(1.0), vec4(0.0)); }
        vec4 roundingError(vec4 sum, vec4 value, vec4 next) {
            vec4 back = next - sum;
            return (sum - (next - back)) + (value - back);
        }

        """

    private static let counting = OperatorKernel.program(
        shared + """
            kernel vec4 countBins(sampler image, ivec4 items, ivec2 size, ivec2 cell, float count) {
                vec2 pixel = floor(destCoord());
                vec2 block = blockOf(pixel, cell);
                float bin = placeInCell(pixel, block, cell);
                vec4 sum = vec4(0.0);
                if (bin >= count) return sum;
                vec4 area = areaOf(block, size, items);
                for (float y = area.y; y < area.w; y += 1.0) {
                    for (float x = area.x; x < area.z; x += 1.0) {
                        sum += isIn(bins(at(image, vec2(x, y) + 0.5), count), bin);
                    }
                }
                return sum;
            }
            """)

    /// Counts each pixel with its alpha. The sums are followed by what their rounding to floats has lost.
    private static let weighing = OperatorKernel.program(
        shared + """
            kernel vec4 weighBins(sampler image, ivec4 items, ivec2 size, ivec2 cell, float count) {
                vec2 pixel = floor(destCoord());
                vec2 block = blockOf(pixel, cell);
                float place = placeInCell(pixel, block, cell);
                vec4 sum = vec4(0.0), error = vec4(0.0);
                if (place >= 2.0 * count) return sum;
                float bin = place >= count ? place - count : place;
                vec4 area = areaOf(block, size, items);
                for (float y = area.y; y < area.w; y += 1.0) {
                    for (float x = area.x; x < area.z; x += 1.0) {
                        vec4 value = at(image, vec2(x, y) + 0.5);
                        // The largest finite number. NaN isn't above 0.
                        if (value.a > 0.0 && value.a <= 3.40282346e38) {
                            vec4 weight = isIn(bins(vec4(value.rgb / value.a, value.a), count), bin) * value.a;
                            vec4 next = sum + weight;
                            error += roundingError(sum, weight, next);
                            sum = next;
                        }
                    }
                }
                vec4 rounded = sum + error;
                return place >= count ? error - (rounded - sum) : rounded;
            }
            """)

    private static let adding = OperatorKernel.program(
        shared + """
            vec2 placeOf(float index, ivec2 cell) {
                float row = floor(index / float(cell.x));
                return vec2(index - row * float(cell.x), row) + 0.5;
            }
            kernel vec4 addBins(sampler cells, ivec4 blocks, ivec2 cell, float errors, float more, float scale) {
                float bin = floor(destCoord().x);
                vec2 place = placeOf(bin, cell), errorPlace = placeOf(bin + errors, cell);
                vec4 sum = vec4(bin == 0.0 ? more : 0.0), error = vec4(0.0);
                for (float y = float(blocks.y); y < float(blocks.w); y += 1.0) {
                    for (float x = float(blocks.x); x < float(blocks.z); x += 1.0) {
                        vec2 corner = vec2(x, y) * vec2(cell);
                        vec4 value = at(cells, corner + place);
                        vec4 next = sum + value;
                        error += roundingError(sum, value, next);
                        if (errors > 0.0) error += at(cells, corner + errorPlace);
                        sum = next;
                    }
                }
                return (sum + error) * scale;
            }
            """)
}

extension ReductionQuantity {
    /// The number of bins of a histogram; nil for other quantities.
    var binCount: Int? {
        switch self {
        case .histogram(let bins), .weightedHistogram(let bins): bins
        default: nil
        }
    }

    /// The number of pixels of a cell that are bins, or rounding errors of bins; 0 for other quantities.
    fileprivate var histogramPlaces: Int {
        switch self {
        case .histogram(let bins): bins
        case .weightedHistogram(let bins): 2 * bins
        default: 0
        }
    }
}
