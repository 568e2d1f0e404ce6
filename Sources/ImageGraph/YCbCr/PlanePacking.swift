import KernelLanguage
import Pixels

/// Kernels that round codes of luma, Cb and Cr, and pack them as planes store them.
///
/// A pixel of a result is four codes that follow each other in a row of a plane: those of luma or of one kind of
/// chroma, or two pairs of Cb and Cr. Its format is `format`. The first code of a row is in column 0 of the result, and
/// rows are those of the plane. Codes behind the end of a row are those of its last pixel.
///
/// Codes and means of chroma are rounded as in memory: to the bits that a float has beside a code, and then half up.
package struct PlanePacking: Sendable {
    /// What a result has.
    package enum Plane: Hashable, Sendable {
        /// Cb or Cr.
        case blue, red
        /// Cb and Cr by turns.
        case both
    }

    /// Where the pixels of chroma samples lie along an axis.
    package struct Taps: Hashable, Sendable {
        /// The number of pixels that belong to a sample.
        package let step: Int
        /// The distance of the first averaged pixel from the first one that belongs to a sample.
        package let first: Int
        /// The number of averaged pixels: one, two with equal weights, or three with the weights 1, 2 and 1.
        package let count: Int

        /// Creates a description.
        package init(step: Int, first: Int, count: Int) { (self.step, self.first, self.count) = (step, first, count) }

        /// The sum of the weights.
        var weight: Float { count == 3 ? 4 : Float(count) }
    }

    private let coding: YCbCrCoding
    /// The pixels that exist. Others are replaced by the nearest one.
    private let bounds: PixelRect

    /// Creates a packing of codes that are an image's red, green and blue.
    package init(_ coding: YCbCrCoding, bounds: PixelRect) { (self.coding, self.bounds) = (coding, bounds) }

    /// The format of the results.
    package var format: PixelFormat { coding.storedMaximum == 255 ? .RGBA8 : .RGBA16 }

    /// Returns the run that packs the luma of a region.
    package func luma(_ region: PixelRect) -> OperatorRun {
        OperatorRun(
            Self.lumaProgram, region: packed(region, columns: 4), codes, .whole(region.x), rounding, storage)
    }

    /// Returns the run that packs means of chroma for a region of samples.
    package func chroma(_ samples: PixelRect, _ plane: Plane, columns: Taps, rows: Taps) -> OperatorRun {
        let scale = 1 / (columns.weight * rows.weight)
        let start = (samples.x * columns.step + columns.first, rows.first)
        let region = packed(samples, columns: plane == .both ? 2 : 4)
        if plane == .both {
            return OperatorRun(
                Self.pairsProgram, region: region, codes, .whole(start.0, start.1), .whole(columns.step, rows.step),
                .whole(columns.count, rows.count), .number(scale), rounding, storage)
        }
        return OperatorRun(
            Self.chromaProgram, region: region, codes, .flag(plane == .red), .whole(start.0, start.1),
            .whole(columns.step, rows.step), .whole(columns.count, rows.count), .number(scale), rounding, storage)
    }

    /// Returns the pixels of a result, each of which has a number of the region's columns.
    func packed(_ region: PixelRect, columns: Int) -> PixelRect {
        PixelRect(x: 0, y: region.y, width: (region.width + columns - 1) / columns, height: region.height)
    }

    // MARK: Arguments

    private var codes: OperatorRun.Value { .image(OperatorImage(.input(0), wrap: .clamp, extent: bounds.cgRect)) }

    /// The largest code, and how it is rounded: it is multiplied by a power of two, and a number is added to which
    /// floats of that size add only whole numbers. It contains half a code. The last number is the power's inverse.
    var rounding: OperatorRun.Value {
        let scale = Float(1 << (22 - coding.bitDepth))
        return .numbers([Float(coding.maximumCode), scale, 0x1p23 + scale / 2, 1 / scale])
    }

    /// What is subtracted after rounding, and the factor from codes to what the format stores for 0…1.
    var storage: OperatorRun.Value {
        .numbers([
            Float(1 << (coding.bitDepth + 1)), Float(Double(coding.storedUnit) / Double(coding.storedMaximum)),
        ])
    }
}
