import CoreImageEssentials
import Foundation
import Recipes

/// A reply of a unit's worker process. The host validates every value in it.
enum UnitReply: Equatable {
    /// The request was carried out.
    case done
    /// A filter's inputs: a recipe with one filter step, whose input values are the attributes.
    case description([UInt8])
    /// The filter has no output image for its values.
    case noImage
    /// The output image's recipe, and the numbers of its region functions and processors.
    case output(Output)
    /// A region of interest.
    case region(CGRect)
    /// The output was made by an earlier worker process, not by this one.
    case unknownOutput

    /// An output image.
    struct Output: Equatable {
        /// The ID of the worker process that made the output.
        var worker: Int
        var number: Int
        var recipe: [UInt8]
        var regions: Int
        var processors: Int
    }
}

extension UnitReply {
    /// The encoded reply.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        switch self {
        case .done: writer.write(UInt8(0))
        case .description(let recipe):
            writer.write(UInt8(1))
            writer.write(Data(recipe))
        case .noImage: writer.write(UInt8(2))
        case .output(let output):
            writer.write(UInt8(3))
            writer.write(output.worker)
            writer.write(output.number)
            writer.write(Data(output.recipe))
            writer.write(output.regions)
            writer.write(output.processors)
        case .region(let rect):
            writer.write(UInt8(4))
            writer.write(rect)
        case .unknownOutput: writer.write(UInt8(5))
        }
        return writer.bytes
    }

    /// Decodes a reply from untrusted bytes.
    init(_ bytes: [UInt8]) throws(ByteReadingError) {
        var reader = ByteReader(bytes)
        switch try reader.byte() {
        case 0: self = .done
        case 1: self = .description([UInt8](try reader.data()))
        case 2: self = .noImage
        case 3:
            self = .output(
                Output(
                    worker: try reader.integer(), number: try reader.integer(), recipe: [UInt8](try reader.data()),
                    regions: try reader.integer(), processors: try reader.integer()))
        case 4: self = .region(try reader.rect())
        case 5: self = .unknownOutput
        default: throw .invalid(at: 0, expected: "a kind of reply")
        }
        try reader.end()
    }
}
