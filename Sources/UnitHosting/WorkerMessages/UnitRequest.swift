import CoreImageEssentials
import Foundation
import Pixels

/// A request of a host to a unit's worker process, which answers with a `UnitReply`. Outputs, functions and processors
/// are numbered by the worker, filter objects by the host.
enum UnitRequest: Equatable {
    /// Loads the unit. Sent first, and only once.
    case open(UnitOpening)
    /// Requests the inputs of a filter.
    case describe(filter: String)
    /// Requests a filter's output image for the given values.
    case output(UnitOutputRequest)
    /// Requests the region of interest of a kernel or processor of an output.
    case region(OutputFunctionID, ofProcessor: Bool, image: Int, rect: CGRect)
    /// Requests that a processor compute a rectangle of pixels, in shared memory that is sent along.
    case process(OutputFunctionID, PixelLayout)
    /// Tells the worker that outputs and filters are no longer needed.
    case release(outputs: [OutputID], filters: [Int])
}

/// The unit to load, and the interface of the host.
struct UnitOpening: Equatable {
    /// The hash of the interface that the host was built with. The worker must have been built with the same one.
    var interface: String
    /// The path of the unit's folder.
    var bundle: String
}

/// A filter and the values of its inputs.
struct UnitOutputRequest: Equatable {
    /// The number of the filter object, so that the same object receives later values too.
    var object: Int
    /// The encoded recipe, whose last step is the filter.
    var recipe: [UInt8]
    /// The extents of the images that the steps refer to, in the order of their numbers.
    var extents: [CGRect]
}

/// The ID of an output. It is valid only for the worker process that made the output; other processes reuse the
/// numbers.
struct OutputID: Equatable {
    var worker: Int
    var number: Int
}

/// The ID of a region function or processor of an output.
struct OutputFunctionID: Equatable {
    /// The worker process that made the output; others don't have it.
    var worker: Int
    var output: Int
    var number: Int
}

/// The layout of the pixels in the shared memory of a call: the result's raster first, then those of the inputs, each
/// in its own pages (`RasterPart`). Inputs that several calls read have separate memory, which is sent along in the
/// order of the inputs.
struct PixelLayout: Equatable {
    var output: PixelRect
    var inputs: [PixelRect]
    /// Whether each input has separate memory.
    var hasSeparateMemory: [Bool]

    init(output: PixelRect, inputs: [PixelRect], hasSeparateMemory: [Bool]? = nil) {
        (self.output, self.inputs) = (output, inputs)
        self.hasSeparateMemory = hasSeparateMemory ?? Array(repeating: false, count: inputs.count)
    }

    /// The locations of the rasters; nil if their size in bytes overflows.
    var parts: Parts? {
        guard let result = RasterPart(output, from: 0) else { return nil }
        var parts = Parts(output: result, inputs: [], byteCount: result.pages.upperBound)
        for (rect, hasSeparateMemory) in zip(inputs, hasSeparateMemory) {
            guard let part = RasterPart(rect, from: hasSeparateMemory ? 0 : parts.byteCount) else { return nil }
            parts.inputs.append(part)
            if !hasSeparateMemory { parts.byteCount = part.pages.upperBound }
        }
        return parts
    }

    /// The locations of the rasters of a layout.
    struct Parts: Equatable {
        /// The result, in the call's memory.
        var output: RasterPart
        /// The inputs, in the call's memory or in separate memory.
        var inputs: [RasterPart]
        /// The size of the call's memory in bytes.
        var byteCount: Int
    }
}
