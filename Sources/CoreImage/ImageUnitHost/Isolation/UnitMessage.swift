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
/// up without gaps. Inputs that several calls read have memory of their own, which comes along in the order of the inputs.
struct PixelLayout: Equatable {
    var output: PixelRect
    var inputs: [PixelRect]
    /// For each input, whether it has memory of its own.
    var isApart: [Bool]

    init(output: PixelRect, inputs: [PixelRect], isApart: [Bool]? = nil) {
        (self.output, self.inputs) = (output, inputs)
        self.isApart = isApart ?? Array(repeating: false, count: inputs.count)
    }

    /// Inputs in the call's own memory.
    private var near: [PixelRect] { zip(inputs, isApart).filter { !$1 }.map { $0.0 } }

    /// Bytes of the rasters in the call's own memory; nil when there are more than anybody has.
    var byteCount: Int? { Self.byteCount([output] + near) }

    /// Bytes of each input that has memory of its own; nil when there are more than anybody has.
    var apartByteCounts: [Int?] { zip(inputs, isApart).filter { $1 }.map { Self.byteCount([$0.0]) } }

    private static func byteCount(_ rects: [PixelRect]) -> Int? {
        var total = 0
        for rect in rects {
            let (pixels, overflows) = rect.width.multipliedReportingOverflow(by: rect.height)
            let (bytes, overflowsToo) = pixels.multipliedReportingOverflow(by: MemoryLayout<SIMD4<Float>>.stride)
            let (sum, overflowsAgain) = total.addingReportingOverflow(bytes)
            if overflows || overflowsToo || overflowsAgain { return nil }
            total = sum
        }
        return total
    }

    /// The rasters over memory that `keeper` keeps; it has `byteCount` bytes.
    ///
    /// - Parameter apart: The inputs that have memory of their own, in order.
    func rasters(
        over memory: UnsafeMutableRawPointer, keeping keeper: AnyObject?, apart: [Raster]
    ) -> (output: Raster, inputs: [Raster]) {
        var place = memory
        func next(_ rect: PixelRect) -> Raster {
            let pixels = place.assumingMemoryBound(to: SIMD4<Float>.self)
            place += rect.area * MemoryLayout<SIMD4<Float>>.stride
            return Raster(bounds: rect, pixels: pixels, stride: rect.width, keeping: keeper)
        }
        let result = next(output)
        var apart = apart[...]
        return (result, zip(inputs, isApart).map { $1 ? apart.removeFirst() : next($0) })
    }
}
