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

/// Which pixels are in the memory that is shared for a call: rasters one behind the other, the result first, each with rows from the bottom
/// up without gaps.
struct PixelLayout: Equatable {
    var output: PixelRect
    var inputs: [PixelRect]

    /// Bytes of all rasters; nil when there are more than anybody has.
    var byteCount: Int? {
        var total = 0
        for rect in [output] + inputs {
            let (pixels, overflows) = rect.width.multipliedReportingOverflow(by: rect.height)
            let (bytes, overflowsToo) = pixels.multipliedReportingOverflow(by: MemoryLayout<SIMD4<Float>>.stride)
            let (sum, overflowsAgain) = total.addingReportingOverflow(bytes)
            if overflows || overflowsToo || overflowsAgain { return nil }
            total = sum
        }
        return total
    }

    /// The rasters over memory that `keeper` keeps; it has `byteCount` bytes.
    func rasters(over memory: UnsafeMutableRawPointer, keeping keeper: AnyObject?) -> (output: Raster, inputs: [Raster])
    {
        var place = memory
        let rasters = ([output] + inputs).map { rect in
            let pixels = place.assumingMemoryBound(to: SIMD4<Float>.self)
            place += rect.area * MemoryLayout<SIMD4<Float>>.stride
            return Raster(bounds: rect, pixels: pixels, stride: rect.width, keeping: keeper)
        }
        return (rasters[0], Array(rasters.dropFirst()))
    }
}
