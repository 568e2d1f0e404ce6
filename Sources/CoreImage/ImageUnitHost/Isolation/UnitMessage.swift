import Foundation
import Pixels

/// What a host asks of a unit's worker process. Numbers of outputs, filters, functions and processors are given by the side that makes them.
enum UnitMessage: Equatable {
    /// Load the unit. First of all, and once.
    case open(UnitOpening)
    /// What inputs a filter has.
    case describe(filter: String)
    /// A filter's output image for these values.
    case output(UnitOutputRequest)
    /// The region of interest of an output's kernel or processor.
    case region(UnitPlace, ofProcessor: Bool, image: Int, rect: CGRect)
    /// A rectangle of pixels, in memory that comes along.
    case process(UnitPlace, PixelLayout)
    /// These outputs and filters are not needed any more.
    case release(outputs: [MadeOutput], filters: [Int])
}

/// Which unit, and for which host.
struct UnitOpening: Equatable {
    /// The interface that the host was built with, which the worker must have been built with too.
    var interface: String
    /// The unit's folder.
    var bundle: String
}

/// A filter with its values.
struct UnitOutputRequest: Equatable {
    /// The filter object, so that the same one gets the next values too.
    var object: Int
    /// Steps of which the last is the filter.
    var recipe: [UInt8]
    /// Where the images that the steps name are defined, in the order of their names.
    var extents: [CGRect]
}

/// An output by its number, which means something only to the worker process that made it: another one has the same numbers for others.
struct MadeOutput: Equatable {
    var worker: Int
    var number: Int
}

/// A function or processor of an output.
struct UnitPlace: Equatable {
    /// The worker process that made the output; another one doesn't know it.
    var worker: Int
    var output: Int
    var number: Int
}

/// Which pixels are in the memory that is shared for a call: rasters one behind the other, the result first, each in
/// pages of its own (`RasterPart`). Inputs that several calls read have memory of their own, which comes along in the
/// order of the inputs.
struct PixelLayout: Equatable {
    var output: PixelRect
    var inputs: [PixelRect]
    /// For each input, whether it has memory of its own.
    var isApart: [Bool]

    init(output: PixelRect, inputs: [PixelRect], isApart: [Bool]? = nil) {
        (self.output, self.inputs) = (output, inputs)
        self.isApart = isApart ?? Array(repeating: false, count: inputs.count)
    }

    /// Where the rasters are; nil when they have more bytes than anybody has.
    var parts: Parts? {
        guard let result = RasterPart(output, from: 0) else { return nil }
        var parts = Parts(output: result, inputs: [], byteCount: result.pages.upperBound)
        for (rect, isApart) in zip(inputs, isApart) {
            guard let part = RasterPart(rect, from: isApart ? 0 : parts.byteCount) else { return nil }
            parts.inputs.append(part)
            if !isApart { parts.byteCount = part.pages.upperBound }
        }
        return parts
    }

    /// Where the rasters of a layout are.
    struct Parts: Equatable {
        /// In the call's own memory.
        var output: RasterPart
        /// In the call's own memory, or in memory of their own.
        var inputs: [RasterPart]
        /// Bytes of the call's own memory.
        var byteCount: Int
    }
}
